import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chosen, close, middle, open, tiles, withPage } from './page';
import { colour, look, share } from './pixels';

withPage();
const BOARD = '5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0';
const lessons = ['impossible', 'inversions', 'cycles', 'checkerboard', 'half', 'halves', 'distance', 'search', 'hardness', 'people', 'history'];
/** A digit covers at least this share of the middle of its tile. */
const DIGIT = 0.02;

/** Every tile of the first board on the page shows its number, in the colour of numbers. */
async function numbersAreSeen(page: Page, rows: number, columns: number, what: string): Promise<void> {
  const ink = await colour(page, '--tile-ink');
  const { picture, cell } = await look(page, rows, columns);
  const blank: number[] = [];
  for (const [at, tile] of (await tiles(page)).entries()) {
    if (tile !== 0 && share(picture, ink, cell(at, 0.22)) < DIGIT) blank.push(tile);
  }
  expect(blank, `tiles without their numbers, ${what}`).toEqual([]);
}

/** The share of a cell's rim in a colour: its upper edge, where a ring runs, away from the corners. */
async function rim(page: Page, at: number, rows: number, columns: number, name: string): Promise<number> {
  const ring = await colour(page, name);
  const { picture, cell } = await look(page, rows, columns);
  const [left, top, right, bottom] = cell(at, 0.03);
  const [width, height] = [right - left, bottom - top];
  return share(picture, ring, [left + width * 0.25, top, right - width * 0.25, top + height * 0.1]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every lesson's board shows every number, ${colorScheme}`, async () => {
    const watched = await open(`#/learn/inversions/${BOARD}`, { colorScheme });
    const { page } = watched;
    for (const lesson of [...lessons, ...['manhattan', 'conflict', 'walking', 'pattern'].map((show) => `distance?${show}`)]) {
      const [name, show] = lesson.split('?');
      await page.evaluate(
        (to) => {
          location.hash = to;
        },
        `#/learn/${name}/${BOARD}${show ? `?show=${show}` : ''}`,
      );
      await page.locator('main article .question').waitFor();
      await expect.poll(() => page.locator('main article [aria-busy]').count()).toBe(0);
      const count = await page.getByRole('grid').count();
      if (count === 0) continue;
      const cells = (await tiles(page)).length;
      const rows = cells === 16 ? 4 : cells === 9 ? 3 : 2;
      // A pattern covers the tiles it does not know.
      if (show !== 'pattern') await numbersAreSeen(page, rows, cells / rows, `${lesson} ${colorScheme}`);
    }
    await close(watched);
  });

  test(`a hint's ring, the cursor and the editor's mark are seen on tiles that can move, ${colorScheme}`, async () => {
    const watched = await open('#/play/1,2,3/4,5,6/0,7,8', { colorScheme });
    const { page } = watched;
    await page.getByRole('button', { name: 'The next move' }).click();
    await page.getByTestId('hint').getByText('Slide 7').waitFor();
    expect(await rim(page, 7, 3, 3, '--accent'), 'the ring of a hint').toBeGreaterThan(0.1);
    expect(await rim(page, 4, 3, 3, '--accent'), 'no ring elsewhere').toBeLessThan(0.02);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Shift+ArrowUp');
    expect(await rim(page, 3, 3, 3, '--tile-ink'), 'the cursor').toBeGreaterThan(0.1);
    await numbersAreSeen(page, 3, 3, 'play');
    await page.evaluate(() => {
      location.hash = '#/solve/1,2,3/4,5,6/7,0,8';
    });
    await page.getByTestId('verdict').waitFor();
    const at = await middle(page, 8, 3, 3);
    await page.mouse.click(at.x, at.y);
    await page.mouse.move(2, 2);
    expect(await rim(page, 8, 3, 3, '--accent'), 'the mark of the editor').toBeGreaterThan(0.1);
    await numbersAreSeen(page, 3, 3, 'the editor');
    await close(watched);
  });
}

test('numbers are seen on every colouring of a board that is being played', async () => {
  for (const scheme of ['plain', 'rows', 'fringe']) {
    const watched = await open(`#/play/${BOARD}`, { init: chosen({ scheme }) });
    await numbersAreSeen(watched.page, 4, 4, scheme);
    await close(watched);
  }
});
