/** Pictures of the page to look at after a change of style, in `test-results/look`; docs/page-look.md says what to look for. */
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { chosen, close, keepSolves, open, url, withPage } from '../e2e/page';

withPage();
const FOLDER = new URL('../../test-results/look/', import.meta.url).pathname;
const BOARD = '5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0';
const SIZES = ['390x844', '844x390', '1280x720', '1440x900'];
/** One's own choice of them: `TAQUIN_LOOK=390x844,1280x720`. */
const sizes = process.env.TAQUIN_LOOK?.split(',') ?? SIZES;
const slide = async (page: Page): Promise<void> => {
  const grid = page.getByRole('grid').first();
  await grid.focus();
  await grid.press('ArrowRight');
};
const solved = async (page: Page): Promise<void> => {
  for (let at = 0; at < 2; at += 1) await page.keyboard.press('ArrowLeft');
  await page.getByTestId('averages').or(page.getByTestId('solves')).first().waitFor();
};

/** Addresses, and what is done there before the picture is taken. */
const views: Record<string, { hash: string; then?: (page: Page) => Promise<unknown> }> = {
  play: { hash: `#/play/${BOARD}`, then: slide },
  hint: {
    hash: `#/play/${BOARD}`,
    then: async (page) => {
      await page.getByRole('button', { name: 'The next move' }).click();
      await page.getByTestId('hint').getByText('Slide').waitFor();
    },
  },
  solved: { hash: '#/play/1,2,3/4,5,6/0,7,8', then: solved },
  daily: { hash: '#/daily' },
  solve: { hash: `#/solve/${BOARD}` },
  impossible: { hash: '#/solve/1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0' },
  settings: { hash: '#/settings' },
  lessons: { hash: '#/learn' },
  ...Object.fromEntries(
    [
      'impossible',
      'inversions',
      'cycles',
      'checkerboard',
      'half',
      'halves',
      'distance',
      'search',
      'hardness',
      'people',
      'history',
    ].map((name, at) => [`lesson-${at + 1}-${name}`, { hash: `#/learn/${name}/${BOARD}`, then: slide }]),
  ),
};

for (const size of sizes)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${size}, ${colorScheme}`, async () => {
      await mkdir(FOLDER, { recursive: true });
      const [width, height] = size.split('x').map(Number);
      const watched = await open('#/settings', {
        viewport: { width, height },
        colorScheme,
        hasTouch: width < 1000,
        isMobile: width < 1000,
        init: chosen({}),
      });
      const { page } = watched;
      await keepSolves(page, 120);
      await page.evaluate(() => localStorage.removeItem('taquin.size'));
      for (const [name, { hash, then }] of Object.entries(views)) {
        await page.goto(url(hash));
        await page.locator('main h1').first().waitFor({ state: 'attached' });
        await page.waitForTimeout(400);
        await then?.(page);
        await page.waitForTimeout(300);
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({
          path: `${FOLDER}${name}-${size}-${colorScheme}.png`,
          animations: 'disabled',
        });
        await page.screenshot({
          path: `${FOLDER}${name}-${size}-${colorScheme}-whole.png`,
          animations: 'disabled',
          fullPage: true,
        });
      }
      await close(watched);
    });
