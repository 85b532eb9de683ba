/** Unfinished games and what stands beside solves: whatever happens, nothing is lost. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, open, savedFile, tiles, url, withPage } from './page';

withPage();
const NEAR = '#/play/1,2,3/4,5,6/0,7,8';
const moves = (page: Page): Promise<string | null> => page.getByTestId('moves').textContent();
const goOn = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('button', { name: /^Go on: / });
/** A push and another: wherever the gap is, some of these move. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
    await page.keyboard.press(key);
}
/** The tiles of a game that comes back paused. */
async function uncovered(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  return tiles(page);
}

test('each tab has a game of its own and keeps it through a reload', async () => {
  const watched = await open('#/play');
  const { page, context } = watched;
  await begin(page);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  // Opened while the first game is on the disk: it is not the same game once more.
  const other = await context.newPage();
  await other.goto(url('#/play'));
  await other.getByRole('grid').waitFor();
  expect(await moves(other)).toBe('0');
  await begin(other);
  const [one, two] = [await tiles(page), await tiles(other)];
  expect(two).not.toEqual(one);
  for (const [tab, board] of [
    [page, one],
    [other, two],
    [page, one],
  ] as const) {
    await tab.reload();
    await tab.getByRole('grid').waitFor();
    expect(await uncovered(tab)).toEqual(board);
  }
  await close(watched);
});

test('games of tabs that were closed come back: the newest on the table, the others in the list', async () => {
  const watched = await open('#/settings');
  const { context } = watched;
  const boards: number[][] = [];
  for (let tab = 0; tab < 3; tab += 1) {
    const page = await context.newPage();
    await page.goto(url('#/play'));
    await begin(page);
    boards.push(await tiles(page));
  }
  for (const tab of context.pages().slice(1)) await tab.close();
  const back = await context.newPage();
  await back.goto(url('#/play'));
  await back.getByRole('grid').waitFor();
  expect(await uncovered(back)).toEqual(boards[2]);
  await expect.poll(() => goOn(back).count()).toBe(2);
  await goOn(back).first().click();
  expect(boards.slice(0, 2)).toContainEqual(await uncovered(back));
  await close(watched);
});

test('the game of a tab that is gone comes back where nothing more can be written, and is found again after a crash', async () => {
  const watched = await open('#/settings');
  const { context } = watched;
  const first = await context.newPage();
  await first.goto(url('#/play'));
  await begin(first);
  const board = await tiles(first);
  await first.evaluate(() => dispatchEvent(new Event('pagehide')));
  await first.close();
  const names = (): Promise<string[]> =>
    watched.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('taquin.game.')));
  const before = await names();
  expect(before).toHaveLength(1);
  // A disk so full that no game finds room under a new name.
  await context.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(this: Storage, name: string, text: string) {
      if (name.startsWith('taquin.game.') && this.getItem(name) === null)
        throw new DOMException('full', 'QuotaExceededError');
      set.call(this, name, text);
    };
  });
  const second = await context.newPage();
  await second.goto(url('#/play'));
  expect(await uncovered(second)).toEqual(board);
  expect(await names()).toEqual(before);
  await second.reload();
  expect(await uncovered(second)).toEqual(board);
  expect(await names()).toEqual(before);
  await close(watched);
});

test('the one game that all tabs kept before is taken over', async () => {
  const first = await open('#/play');
  await begin(first.page);
  const board = await tiles(first.page);
  await first.page.getByRole('button', { name: 'New board' }).first().click();
  await goOn(first.page).waitFor();
  const save = await first.page.evaluate(
    () =>
      (
        localStorage.getItem(
          Object.keys(localStorage).find((name) => name.startsWith('taquin.aside')) ?? '',
        ) ?? ''
      ).split(/\n(.*)/s)[1],
  );
  await close(first);
  const watched = await open('#/play', {
    init: new Function(
      `if (!localStorage.getItem('test')) { localStorage.setItem('test', '1'); localStorage.setItem('taquin.game', ${JSON.stringify(save)}); localStorage.setItem('taquin.daily-open', ''); }`,
    ) as () => void,
  });
  await watched.page.getByRole('grid').waitFor();
  expect(await uncovered(watched.page)).toEqual(board);
  expect(await watched.page.evaluate(() => localStorage.getItem('taquin.game'))).toBeNull();
  await close(watched);
});

test('twenty-five games are put aside and all of them are there', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  for (let game = 0; game < 25; game += 1) {
    await begin(page);
    await page.keyboard.press('n');
    await expect.poll(() => moves(page)).toBe('0');
  }
  await page.reload();
  await expect.poll(() => goOn(page).count()).toBe(25);
  await close(watched);
});

test('a game that is put aside where there is no room is told, in the saved file, and on the disk when there is room again', async () => {
  const watched = await open('#/play', {
    init: () => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function setItem(this: Storage, name: string, text: string) {
        if (name.startsWith('taquin.aside') && !this.getItem('room'))
          throw new DOMException('full', 'QuotaExceededError');
        set.call(this, name, text);
      };
    },
  });
  const { page } = watched;
  await begin(page);
  const board = await tiles(page);
  await page.keyboard.press('n');
  await goOn(page).waitFor();
  await page.getByText('kept only until you leave').waitFor();
  expect((await savedFile(page)).split('\n').filter((line) => line.startsWith('# game'))).toHaveLength(2);
  await page.evaluate(() => localStorage.setItem('room', 'yes'));
  await expect.poll(() => page.getByText('kept only until you leave').count()).toBe(0);
  await page.reload();
  await goOn(page).click();
  expect(await uncovered(page)).toEqual(board);
  await close(watched);
});

test('a file that is taken in twice brings nothing twice, what nobody can read included', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  const file = '# taquin-backup 1\n# unread "what nobody can read"\n# unread "nor this"\n';
  for (let time = 1; time <= 2; time += 1) {
    await page
      .getByLabel('Take in a file')
      .setInputFiles({ name: 'taquin.txt', mimeType: 'text/plain', buffer: Buffer.from(file) });
    await page.getByText('0 solves added.').waitFor();
    await page.getByText('2 lines that cannot be read are kept').waitFor();
    expect((await savedFile(page)).split('\n').filter((line) => line.startsWith('# unread'))).toHaveLength(2);
  }
  await close(watched);
});

test('a game that nobody can read is kept where such lines are', async () => {
  const watched = await open('#/play', {
    init: () => {
      if (localStorage.getItem('test')) return;
      localStorage.setItem('test', '1');
      localStorage.setItem('taquin.game.1-damaged', '\ntaquin-game 1\norigin gi');
      sessionStorage.setItem('taquin.place', 'game.1-damaged');
    },
  });
  const { page } = watched;
  await page.getByText('1 line that cannot be read is kept').waitFor();
  expect(await savedFile(page)).toContain('taquin-game 1');
  await close(watched);
});

test('a solve whose replay cannot be made is told', async () => {
  const watched = await open('#/settings');
  const { page, context } = watched;
  await context.route(/assets\/full-[^/]*\.js$|assets\/engine-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const prelude = `for (const how of ['instantiate', 'instantiateStreaming']) { const given = WebAssembly[how];
      WebAssembly[how] = async (...all) => { const found = await given(...all); const own = found.instance ?? found;
        const broken = { ...own.exports }; broken.replay_log_line = () => { throw new Error('no line'); }; return { module: found.module ?? all[0], instance: { exports: broken } }; }; }`;
    await route.fulfill({
      status: 200,
      contentType: 'text/javascript',
      headers: { 'cache-control': 'no-store' },
      body: `${prelude}\n${body}`,
    });
  });
  await page.goto('about:blank');
  await page.goto(url(NEAR));
  await page.getByRole('grid').waitFor();
  for (let slide = 0; slide < 2; slide += 1) await page.keyboard.press('ArrowLeft');
  await page.getByText('This solve could not be kept.').waitFor();
  await close(watched);
});
