import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import init, * as engine from '../../src/engine/pkg-full/taquin_wasm.js';
import { chosen, close, middle, open, savedFile, tiles, withPage } from './page';

withPage();
beforeAll(async () => {
  (globalThis as unknown as Record<string, unknown>).taquinProgress = () => undefined;
  await init({
    module_or_path: await readFile(new URL('../../src/engine/pkg-full/taquin_wasm_bg.wasm', import.meta.url)),
  });
});
const pack = (text: string): string => deflateSync(Buffer.from(text)).toString('base64');
/** A link as OpenSlidy and old versions of SlidySim write it: solution, speed, start, times. */
const linkOf = (...items: unknown[]): string =>
  `https://example.org/replay?r=${encodeURIComponent(pack(JSON.stringify(items)))}`;

interface Solved {
  by: string;
  ms: number;
  ended: number;
  hints?: number;
}
/** The line of a solve of two slides, made so many milliseconds apart. */
function line({ by, ms, ended, hints = 0 }: Solved): string {
  const game = engine.Game.of_board('1 2 3/4 5 6/0 7 8', 'blank-last');
  game.slide('L', by, 1000);
  game.slide('L', by, 1000 + ms);
  return new engine.Replay(game.replay()).log_line(ended, hints, 0, 'fresh');
}
async function takeIn(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('Take in a file')
    .setInputFiles({ name: 'solves.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByText(/solves? added/).waitFor();
}
const NOW = Date.UTC(2026, 10, 16, 12, 0);
/** The page's clock stands at noon of a day, so that "today" is the same whenever this runs. */
const atNoon = new Function(`
  const Real = Date;
  window.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(${NOW}); } static now() { return ${NOW}; } };
  localStorage.setItem('taquin.size', '3x3');`) as () => void;
const MINUTE = 60_000;
const small = (): void => localStorage.setItem('taquin.size', '3x3');

test('records are those of each way to play, and of all together', async () => {
  const watched = await open('#/play', { init: atNoon });
  const { page } = watched;
  const solves = [
    ...[2000, 3000, 4000].map((ms) => ({ by: 'keys', ms })),
    ...[500, 600, 700].map((ms) => ({ by: 'hover', ms })),
    { by: 'touch', ms: 1000 },
  ].map((solve, at) => line({ ...solve, ended: NOW - (100 - at) * MINUTE }));
  await takeIn(page, solves.join('\n'));
  const summary = page.getByTestId('summary');
  const averages = (): Promise<string[]> =>
    page.getByTestId('averages').locator('tbody td').allTextContents();
  await expect.poll(() => summary.textContent()).toMatch(/7 solves\s+· Best 0\.500/);
  const of = async (name: string): Promise<void> =>
    void (await page.getByLabel('Played with').selectOption({ label: name }));
  await of('keys');
  await expect.poll(() => summary.textContent()).toMatch(/3 solves\s+· Best 2\.000/);
  // Of three times the middle one.
  expect((await averages()).slice(0, 2)).toEqual(['3.000', '3.000']);
  await of('hovering');
  await expect.poll(() => summary.textContent()).toMatch(/3 solves\s+· Best 0\.500/);
  await of('touch');
  await expect.poll(() => summary.textContent()).toMatch(/1 solve\s+· Best 1\.000/);
  await close(watched);
});

test('a sitting is the solves less than an hour apart, today begins at midnight, and the graph has the times that count', async () => {
  const watched = await open('#/play', { init: atNoon, timezoneId: 'UTC' });
  const { page } = watched;
  // Before noon, the newest last: this sitting are the last three, one of them with a hint; two before are of today, the first of yesterday.
  const ago = [13 * 60, 181, 122, 61, 2];
  const solves = ago.map((minutes, at) =>
    line({ by: 'keys', ms: 1000 * (at + 1), ended: NOW - minutes * MINUTE }),
  );
  solves.push(line({ by: 'keys', ms: 100, ended: NOW - MINUTE, hints: 1 }));
  await takeIn(page, solves.join('\n'));
  const summary = page.getByTestId('summary');
  const graph = page.locator('svg[aria-label^="Times between"] polyline');
  const heights = async (): Promise<number[]> =>
    ((await graph.getAttribute('points')) ?? '').split(' ').map((point) => Number(point.split(',')[1]));
  await expect.poll(() => summary.textContent()).toContain('6 solves');
  expect(await page.getByText('The last 5 times that count').count()).toBe(1);
  expect(await page.locator('svg[aria-label="Times between 1.000 and 5.000"]').count()).toBe(1);
  // Longer times are drawn higher, and the one with a hint not at all.
  expect(await heights()).toEqual([56, 43, 30, 17, 4]);
  await page.getByLabel('Solves of').selectOption({ label: 'today' });
  await expect.poll(() => summary.textContent()).toContain('5 solves');
  await page.getByLabel('Solves of').selectOption({ label: 'this sitting' });
  await expect.poll(() => summary.textContent()).toContain('3 solves');
  await expect.poll(() => summary.textContent()).toMatch(/Best 4\.000/);
  // An earlier sitting, by when it began: those before are one solve each, and the one before the last.
  const choice = page.getByLabel('Solves of').getByRole('option');
  expect((await choice.allTextContents()).slice(3)).toEqual([
    'the sitting of Nov 16, 08:59 (2)',
    'the sitting of Nov 15, 23:00 (1)',
  ]);
  await page.getByLabel('Solves of').selectOption({ label: 'the sitting of Nov 16, 08:59 (2)' });
  await expect.poll(() => summary.textContent()).toMatch(/2 solves\s+· Best 2\.000/);
  await close(watched);
});

test('Space deals, after a click on the board, too; but not on a button, not under the board’s cursor, and not when keys are off', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  const first = await tiles(page);
  await page.getByRole('button', { name: 'Where to look' }).focus();
  await page.keyboard.press('Space');
  await page.getByTestId('hint').waitFor();
  expect(await tiles(page)).toEqual(first);
  // With a cursor on the board, it pushes the cursor's tile.
  await page.getByRole('grid').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Space');
  const pushed = [1, 2, 3, 4, 5, 6, 7, 0, 8];
  await expect.poll(() => tiles(page)).toEqual(pushed);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const corner = await middle(page, 0, 3, 3);
  await page.mouse.click(corner.x, corner.y);
  expect(await tiles(page)).toEqual(pushed);
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByTestId('moves').textContent()).toBe('0');
  await expect.poll(() => tiles(page)).not.toEqual(pushed);
  expect(await tiles(page)).toHaveLength(9);
  await close(watched);
  const silent = await open('#/play/1,2,3/4,5,6/0,7,8', { init: chosen({ letters: 'off' }) });
  await silent.page.keyboard.press('Space');
  await silent.page.waitForTimeout(200);
  expect(await tiles(silent.page)).toEqual(first);
  await close(silent);
});

test('the boards of the last seven days are one press away, with what was solved', async () => {
  const watched = await open('#/daily', { init: atNoon });
  const { page } = watched;
  await page.getByText('Board of 2026-11-16').waitFor();
  const week = page.getByRole('navigation', { name: 'The boards of the last days' });
  expect(await week.getByRole('link').allTextContents()).toEqual([
    '11-16',
    '11-15',
    '11-14',
    '11-13',
    '11-12',
    '11-11',
    '11-10',
  ]);
  await takeIn(page, '# taquin-backup 1\n# daily {"date":"2026-11-14","stm":80,"time":61000}\n');
  await expect.poll(() => week.getByRole('link').allTextContents()).toContain('11-14 ✓');
  await week.getByRole('link', { name: '11-15' }).click();
  await page.getByText('Board of 2026-11-15').waitFor();
  expect(await tiles(page)).toEqual([0, 11, 2, 13, 12, 3, 5, 6, 9, 10, 4, 7, 8, 1, 15, 14]);
  expect(await week.locator('[aria-current="page"]').allTextContents()).toEqual(['11-15']);
  await week.getByRole('link', { name: '11-14' }).click();
  await page.getByText('You solved it in 80 moves and 1:01.000.').waitFor();
  await close(watched);
});

test('the day’s board solved alone makes the days in a row one more; with a hint it does not', async () => {
  const way = new engine.Solver().solve(engine.daily('2026-11-16').start(), 'human', 0).moves;
  for (const [hint, says] of [
    [true, '2 days in a row'],
    [false, '3 days in a row'],
  ] as const) {
    const watched = await open('#/daily', { init: atNoon });
    const { page } = watched;
    await takeIn(
      page,
      '# taquin-backup 1\n# daily {"date":"2026-11-14","stm":80,"time":61000}\n# daily {"date":"2026-11-15","stm":90,"time":62000}\n',
    );
    await page.getByText(/ · 2 days in a row/).waitFor();
    if (hint) {
      await page.getByRole('button', { name: 'Where to look' }).click();
      await page.getByTestId('hint').waitFor();
    }
    await playWay(page, way);
    await page.locator('[data-kept="kept"]').waitFor();
    await page.getByText(says).waitFor();
    // Either way it is solved.
    expect(
      await page
        .getByRole('navigation', { name: 'The boards of the last days' })
        .getByRole('link')
        .first()
        .textContent(),
    ).toBe('11-16 ✓');
    await close(watched);
  }
});

/** The board on the table, of 3x3. */
const here = async (page: Page): Promise<engine.Position> =>
  new engine.Position((await tiles(page)).join(' '), 'blank-last', '3x3');

/** Any slide on it. */
async function step(page: Page): Promise<void> {
  const board = await here(page);
  await playWay(page, [...'UDLR'].find((way) => board.slide(way)) ?? '');
}

/** Plays a way on the page's board by keys. */
async function playWay(page: Page, way: string): Promise<void> {
  const keys: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
  await page.evaluate(
    (names) => {
      for (const key of names)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
    },
    [...way].map((letter) => keys[letter]),
  );
}

test('of a game that a file brings back, after it was solved or beside itself, one solve makes a record', async () => {
  for (const solvedFirst of [true, false]) {
    const watched = await open('#/play', { init: small });
    const { page } = watched;
    const solve = async (): Promise<void> => {
      await playWay(page, new engine.Solver().solve(await here(page), 'human', 0).moves);
      await page.locator('[data-kept="kept"]').waitFor();
    };
    await step(page);
    const file = await savedFile(page);
    if (solvedFirst) await solve();
    else await step(page);
    await takeIn(page, file);
    if (!solvedFirst) await solve();
    expect(await page.getByTestId('no-record').count()).toBe(0);
    await expect.poll(() => page.getByTestId('summary').textContent()).toContain('Best');

    await page.getByRole('button', { name: /^Go on: 3×3/ }).click();
    await expect.poll(() => page.getByTestId('moves').textContent()).toBe('1');
    await page.keyboard.press('p');
    await solve();
    expect(await page.getByTestId('no-record').textContent()).toBe(
      'The board was played before: it makes no record.',
    );
    await close(watched);
  }
});

test('of a game that two devices ended, the first solve counts on both, whichever brought the other’s', async () => {
  const [first, second] = [await open('#/play', { init: small }), await open('#/play', { init: small })];
  const solve = async (page: Page): Promise<void> => {
    await playWay(page, new engine.Solver().solve(await here(page), 'human', 0).moves);
    await page.locator('[data-kept="kept"]').waitFor();
    expect(await page.getByTestId('no-record').count()).toBe(0);
  };
  await first.page.getByRole('grid').waitFor();
  await step(first.page);
  const begun = await savedFile(first.page);
  await second.page.getByRole('grid').waitFor();
  await takeIn(second.page, begun);
  await second.page.getByRole('button', { name: /^Go on: 3×3/ }).click();
  await expect.poll(() => second.page.getByTestId('moves').textContent()).toBe('1');
  await second.page.keyboard.press('p');
  await solve(second.page);
  await solve(first.page);
  const files = [await savedFile(first.page), await savedFile(second.page)];
  // More than once changes nothing.
  for (const _ of ['once', 'twice']) {
    await takeIn(first.page, files[1]);
    await takeIn(second.page, files[0]);
  }
  for (const { page } of [first, second]) {
    await page.getByText(/^0 solves added/).waitFor();
    const times = page.getByTestId('solves').locator('tbody tr td:nth-child(3)');
    await expect.poll(() => times.count()).toBe(2);
    // The newest row comes first: it is the one that does not count.
    expect(
      await times.locator('[aria-label="The board was played before: it makes no record."]').count(),
    ).toBe(1);
    expect(await times.first().locator('[aria-label]').count()).toBe(1);
    await expect.poll(() => page.getByTestId('summary').textContent()).toContain('Best');
  }
  for (const each of [first, second]) await close(each);
});

test('a day’s board that was solved before is known though the list of solves came after the solve', async () => {
  const way = new engine.Solver().solve(engine.daily('2026-11-16').start(), 'human', 0).moves;
  const watched = await open('#/daily', { init: atNoon });
  const { page, context } = watched;
  await takeIn(page, '# taquin-backup 1\n# daily {"date":"2026-11-16","stm":80,"time":61000}\n');
  let come = (): void => {};
  const asked = new Promise<void>((done) => {
    come = done;
  });
  await context.route(/\/solves[^/]*\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('grid').waitFor();
  await playWay(page, way);
  await page.getByText('Solved!').waitFor();
  come();
  await page.locator('[data-kept="kept"]').waitFor();
  expect(await page.getByTestId('no-record').textContent()).toBe(
    'The board was played before: it makes no record.',
  );
  await expect.poll(() => page.getByTestId('summary').textContent()).toContain('1 solve');
  expect(await page.getByTestId('summary').textContent()).not.toContain('Best');
  await close(watched);
});

test('whoever looked at the computer’s way of the board on the table makes no record with it', async () => {
  const { page, ...watched } = await open('#/play');
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  const board = (await tiles(page)).join(' ');
  await page.keyboard.press('p');
  await page.getByRole('link', { name: 'row by row' }).click();
  await page.getByTestId('says').waitFor();
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  const position = new engine.Position(board, 'blank-last', '4x4');
  await playWay(page, new engine.Solver().solve(position, 'human', 0).moves);
  await page.getByText('Solved!').waitFor();
  expect(await page.getByTestId('no-record').textContent()).toBe('With hints: it makes no record.');
  await close({ page, ...watched });
});

test('whoever saw a way home of the board on the table in a lesson makes no record with it', async () => {
  for (const [lesson, button, seen] of [
    ['search', 'To the end', 'no solution is shorter'],
    // Its advice is help before anything is played.
    ['people', null, /^Next is|^Either|[0-9]+ and [0-9]+ end|^Only the last/],
    ['half', 'Lead both', 'Stop'],
  ] as const) {
    const watched = await open('#/play', { init: small });
    const { page } = watched;
    await page.getByRole('grid').waitFor();
    await step(page);
    await page.getByRole('link', { name: 'Understand this position' }).click();
    await page.locator('main article .question').waitFor();
    await page.evaluate((to) => {
      location.hash = location.hash.replace('/inversions/', `/${to}/`);
    }, lesson);
    // To look at the others is no help yet.
    if (button) await page.getByRole('button', { name: button, exact: button !== 'Lead both' }).click();
    await page.getByText(seen).first().waitFor();
    await page.evaluate(() => {
      location.hash = '#/play';
    });
    await page.getByTestId('moves').waitFor();
    await playWay(page, new engine.Solver().solve(await here(page), 'human', 0).moves);
    await page.getByText('Solved!').waitFor();
    expect(await page.getByTestId('no-record').textContent(), lesson).toBe('With hints: it makes no record.');
    await close(watched);
  }
});

test('a lesson that is only looked at is no help', async () => {
  const watched = await open('#/play', { init: small });
  const { page } = watched;
  await page.getByRole('grid').waitFor();
  await step(page);
  await page.getByRole('link', { name: 'Understand this position' }).click();
  for (const name of ['search', 'half', 'distance']) {
    await page.evaluate((to) => {
      location.hash = location.hash.replace(/learn\/\w+/, `learn/${to}`);
    }, name);
    await expect.poll(() => page.locator('main article [aria-busy]').count()).toBe(0);
  }
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByTestId('moves').waitFor();
  await playWay(page, new engine.Solver().solve(await here(page), 'human', 0).moves);
  await page.locator('[data-kept="kept"]').waitFor();
  expect(await page.getByTestId('no-record').count()).toBe(0);
  await close(watched);
});

test('a link of OpenSlidy is shown, and seen beside a shortest way, one’s own solve and another link', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-kept="kept"]').waitFor();
  await page.evaluate(() => {
    location.hash = '#/replay';
  });
  const field = page.getByLabel('A link of SlidySim, OpenSlidy or this page');
  const show = async (text: string, how = 'Show it'): Promise<void> => {
    await field.fill(text);
    await page.getByRole('button', { name: how }).click();
  };
  // A step forth and back before the way home.
  await show(linkOf('DUL2', 9000, '1 2 3/4 5 6/0 7 8', [0, 100, 200, 300]));
  await page.getByText('Move 0 of 4').waitFor();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await expect.poll(() => page.getByTestId('shortest').textContent()).toBe('2');
  const single = page.url();
  // The shortest way at the same pace: a slide every tenth of a second.
  await page.getByRole('button', { name: 'the shortest way' }).click();
  await page.getByRole('heading', { name: 'Two solves' }).waitFor();
  await page.getByText('Solve 1: 4 moves in 0.300, shortest 2.').waitFor();
  await page.getByText('Solve 2: 2 moves in 0.100, shortest 2.').waitFor();
  await page.getByLabel('Time', { exact: true }).fill('300');
  const second = page.getByRole('grid', { name: 'Solve 2' }).getByRole('gridcell');
  await expect
    .poll(async () => (await second.allTextContents()).map((text) => Number.parseInt(text, 10) || 0))
    .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
  // One's own solve of the same board.
  await page.goto(single);
  await page.getByRole('link', { name: /^your own, 2 moves in / }).click();
  await page.getByText(/Solve 2: 2 moves in/).waitFor();
  // Moves that nobody timed are played at an even pace.
  await page.goto(single);
  await page.getByText('Move 0 of 4').waitFor();
  await show(linkOf('L2', 9000, '1 2 3/4 5 6/0 7 8', -1), 'Beside this one');
  await page.getByText(/Solve 2: 2 moves in 0\.250/).waitFor();
  await close(watched);
});

test('the times of a solve are split by rows and by layers, and a split shows its board', async () => {
  const game = engine.Game.of_board('1 2 3/0 4 6/7 5 8', 'blank-last');
  for (const [at, way] of [...'LUL'].entries()) game.slide(way, 'keys', 1000 + at * 250);
  const watched = await open(`#/replay/${game.replay()}`);
  const { page } = watched;
  await page.getByText('Split times').click();
  const rows = (): Promise<string[]> =>
    page
      .getByTestId('splits')
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) =>
          [...row.children]
            .map((cell) => cell.textContent?.trim())
            .filter(Boolean)
            .join(' '),
        ),
      );
  expect(await rows()).toEqual(['Row 1 0 0.000 0.000', 'Row 2 2 0.250 0.250', 'Row 3 3 0.500 0.250']);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.getByText('Move 2 of 3').waitFor();
  await page.getByLabel('Parts').selectOption({ label: 'layers' });
  expect(await rows()).toEqual(['Layer 1 1 0.000 0.000', 'Layer 2 3 0.500 0.500']);
  await close(watched);
});
