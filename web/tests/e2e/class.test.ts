import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { close, newContext, open, tiles, url, withPage } from './page';
import { host } from './serving';

withPage();
const names = [
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
];

test('every lesson has three exercises that check themselves', async () => {
  const watched = await open('#/learn/impossible');
  const { page } = watched;
  for (const name of names) {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/learn/${name}`);
    const forms = page.locator('.exercises form');
    await expect.poll(() => forms.count(), { message: name }).toBe(3);
    for (let at = 0; at < 3; at += 1) {
      const form = forms.nth(at);
      const radios = form.getByRole('radio');
      // Of choices one is right; of numbers the right one is told after a wrong one.
      if ((await radios.count()) > 0) {
        let right = 0;
        for (let choice = 0; choice < (await radios.count()); choice += 1) {
          await radios.nth(choice).check();
          await form.getByRole('button').click();
          right += (await form.getByRole('status').textContent())?.includes('Right') ? 1 : 0;
        }
        expect(right, `${name} ${at}`).toBe(1);
      } else {
        await form.getByRole('spinbutton').fill('-1');
        await form.getByRole('button').click();
        const told = /^(\d+)\./.exec((await form.locator('p.small').textContent()) ?? '')?.[1] ?? '';
        await form.getByRole('spinbutton').fill(told);
        await form.getByRole('button').click();
        expect(await form.getByRole('status').textContent(), `${name} ${at}`).toContain('Right');
      }
    }
  }
  await close(watched);
}, 120_000);

test('the large view is larger and shows nothing but the lesson; on paper there is room for answers', async () => {
  const watched = await open('#/learn/half/1,2,3/4,5,6/7,0,8');
  const { page } = watched;
  const size = (): Promise<number> =>
    page.locator('.question').evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize));
  /** What is seen and is no part of the lesson. */
  const strangers = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter(
          (each) =>
            each.children.length === 0 &&
            each.textContent?.trim() &&
            each.checkVisibility({ visibilityProperty: true }) &&
            each.getBoundingClientRect().width > 1 &&
            !each.closest('main article'),
        )
        .map((each) => each.textContent?.trim() ?? ''),
    );
  expect((await strangers()).length).toBeGreaterThan(3);
  const before = await size();
  await page.getByRole('button', { name: 'Large view' }).click();
  expect(await size()).toBeCloseTo(before * 1.5, 1);
  expect(await strangers()).toEqual([]);
  // A step in the lesson, a reload and the next lesson leave it large.
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.url()).toContain('1,2,3/4,0,6/7,5,8');
  expect(page.url()).toContain('view=large');
  await page.reload();
  await page.locator('.question').waitFor();
  await expect.poll(size).toBeCloseTo(before * 1.5, 1);
  await page.getByRole('link', { name: 'Two worlds →' }).click();
  await page.getByRole('heading', { name: 'Two worlds' }).waitFor();
  await page.reload();
  await page.locator('.question').waitFor();
  await expect.poll(size).toBeCloseTo(before * 1.5, 1);
  await page.goBack();
  await page.getByRole('heading', { name: 'Why half?' }).waitFor();
  await page.getByRole('button', { name: 'Large view' }).click();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('header').isVisible()).toBe(false);
  expect(await page.locator('.exercises .paper').first().isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Check' }).first().isVisible()).toBe(false);
  await close(watched);
});

test('a lesson stands in a frame on somebody’s page, at its own address and nowhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taquin-frame-'));
  // The line that the lesson offers for any page.
  const offered = await open('#/learn/half/1,2,3/4,5,6/7,0,8');
  await offered.page.getByRole('button', { name: 'Put it on a page of yours' }).click();
  const line = await offered.page.getByLabel('One line for any web page').inputValue();
  expect(await offered.page.getByLabel('Two lines for pages of the host').inputValue()).toContain(
    '<taquin-lesson name="half" board="1,2,3/4,5,6/7,0,8">',
  );
  await close(offered);
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>A page</title>${line.replace('<iframe', '<iframe id="may"')}<iframe id="not" src="${url('')}"></iframe>`,
  );
  const other = await host(folder);
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(other.url);
  const frame = page.frameLocator('#may');
  await frame.getByRole('grid', { name: 'Your board' }).waitFor();
  expect(await frame.getByRole('link', { name: 'Open this in Taquin' }).getAttribute('href')).toContain(
    '#/learn/half/1,2,3/4,5,6/7,0,8',
  );
  expect(await frame.locator('nav').count()).toBe(0);
  await page.waitForTimeout(500);
  expect(await page.frameLocator('#not').locator('#page').count()).toBe(0);
  const policy = async (path: string): Promise<string> =>
    (await fetch(url(path))).headers.get('content-security-policy') ?? '';
  const [framed, whole] = [await policy('embed.html'), await policy('')];
  expect(whole).toContain("frame-ancestors 'none'");
  // Nothing else is relaxed.
  expect(framed.replace('frame-ancestors *', "frame-ancestors 'none'")).toBe(whole);
  await context.close();
  await other.end();
  await rm(folder, { recursive: true, force: true });
});

test('two lines put a lesson on a page of the same host', async () => {
  const context = await newContext();
  const page = await context.newPage();
  // A page of the host's own, with the two lines that the lesson offers.
  await context.route('**/own.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Own</title><script type="module" src="./taquin-element.js"></script><taquin-lesson name="cycles" board="2 1 3/4 5 6/7 8 0"></taquin-lesson>',
    }),
  );
  // The service allows no frame in its other pages; this one it allows.
  await page.goto(url('own.html'));
  await expect
    .poll(() =>
      page
        .frames()
        .map((frame) => frame.url())
        .join(' '),
    )
    .toContain('embed.html#/learn/cycles/2,1,3/4,5,6/7,8,0');
  // What is in it works: forms, and the way out.
  const inside = page.frameLocator('taquin-lesson iframe');
  const exercise = inside.locator('.exercises form').first();
  await exercise.getByRole('spinbutton').fill('2');
  await exercise.getByRole('button', { name: 'Check' }).click();
  expect(await exercise.getByRole('status').textContent()).toContain('Right');
  await expect.poll(() => inside.getByRole('button', { name: 'Check' }).count()).toBe(3);
  await context.close();
});

test('a frame on the page’s own host leaves the reader’s game, solves and settings alone, and speaks', async () => {
  const watched = await open('#/play');
  const { page, context } = watched;
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
    await page.keyboard.press(key);
  const own = await tiles(page);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByLabel(/^\s*Tiles/).waitFor();
  const memory = (): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
  const before = await memory();
  const frame = await context.newPage();
  await frame.goto(url('embed.html#/play'));
  await frame.getByRole('grid').waitFor();
  expect(await tiles(frame)).not.toEqual(own);
  await frame.goto(url('embed.html#/play/1,2,3/4,5,6/0,7,8'));
  await expect.poll(() => tiles(frame)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await frame.keyboard.press('ArrowLeft');
  await frame.locator('[role="status"].unseen').getByText('7 slid').waitFor({ state: 'attached' });
  await frame.keyboard.press('ArrowLeft');
  await frame.getByText('Solved!').waitFor();
  await frame.getByTestId('shortest').waitFor();
  // Its links lead somewhere.
  await frame.getByRole('link', { name: 'Replay' }).first().click();
  await frame.getByText('Move 0 of 2').waitFor();
  await frame.getByRole('link', { name: 'Play this board' }).click();
  await frame.getByRole('link', { name: 'the shortest way' }).click();
  await frame.getByText('2 moves. No solution is shorter.').first().waitFor();
  expect(await frame.getByRole('link', { name: 'Open this in Taquin' }).getAttribute('href')).toContain(
    '#/solve/',
  );
  await frame.getByRole('link', { name: 'Play this board' }).click();
  await frame.getByLabel(/^\s*Goal/).selectOption('snake');
  await frame.close();
  expect(await memory()).toEqual(before);
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await expect.poll(() => tiles(page)).toEqual(own);
  await page.getByText('Nothing solved yet.').waitFor();
  await page.reload();
  await page.getByText('Nothing solved yet.').waitFor();
  await close(watched);
});
