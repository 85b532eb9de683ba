import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chosen, close, middle, open, tiles, url, withPage } from './page';

withPage();
const pack = (text: string): string => deflateSync(Buffer.from(text)).toString('base64');

/** The boards of 3×3 that are two slides from the goal, and the keys that solve each. */
const NEAR: Record<string, string[]> = {
  '1,2,3,4,5,6,0,7,8': ['ArrowLeft', 'ArrowLeft'],
  '1,2,0,4,5,3,7,8,6': ['ArrowUp', 'ArrowUp'],
  '1,2,3,4,0,5,7,8,6': ['ArrowLeft', 'ArrowUp'],
  '1,2,3,4,0,6,7,5,8': ['ArrowUp', 'ArrowLeft'],
};

test('a board is dealt at exactly the distance that was asked for, and makes no record', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  await page.getByRole('button', { name: '3×3' }).click();
  await page.getByText('Other size').click();
  for (const distance of [3, 20, 26, 31]) {
    await page.getByLabel('Exactly this many moves from the goal').fill(String(distance));
    const before = await tiles(page);
    await page.getByRole('button', { name: 'Deal it' }).click();
    await expect.poll(() => tiles(page), { timeout: 20_000 }).not.toEqual(before);
    await page.getByRole('button', { name: 'How far is it?' }).click();
    await expect.poll(() => page.getByTestId('distance').textContent()).toBe(String(distance));
  }
  await page.getByLabel('Exactly this many moves from the goal').fill('2');
  await page.getByRole('button', { name: 'Deal it' }).click();
  await expect.poll(async () => NEAR[(await tiles(page)).join()]?.length).toBe(2);
  for (const key of NEAR[(await tiles(page)).join()]) await page.keyboard.press(key);
  await page.locator('[data-kept="kept"]').waitFor();
  expect(await page.getByTestId('no-record').textContent()).toMatch(/makes no record/);
  await page.getByLabel('Exactly this many moves from the goal').fill('32');
  await page.getByRole('button', { name: 'Deal it' }).click();
  await page
    .getByRole('alert')
    .getByText('no board of 3×3 is 32 moves from the goal: the farthest take 31')
    .waitFor({ timeout: 30_000 });
  await close(watched);
});

test('however far a size goes, so far may be asked for', async () => {
  const watched = await open('#/play', { init: () => localStorage.setItem('taquin.size', '2x8') });
  const { page } = watched;
  await page.getByText('Other size').click();
  const field = page.getByLabel('Exactly this many moves from the goal');
  await field.fill('140');
  expect(await field.evaluate((input) => (input as HTMLInputElement).checkValidity())).toBe(true);
  await close(watched);
});

test('a link of SlidySim is shown with its times, and so is one of ours', async () => {
  const watched = await open('#/replay');
  const { page } = watched;
  const ten = [
    { controls: 'Mouse', width: 3 },
    pack('LL;x;[0,180]'),
    { isTrusted: true },
    9000,
    3,
    3,
    'somebody',
    -1,
    'alpha',
    true,
  ];
  const link = `https://example.org/replay?r=${encodeURIComponent(pack(JSON.stringify(ten)))}`;
  for (const text of [link, 'https://example.org/#replay=AUgDAwIKALQBqFmlXg', 'AUgDAwIKALQBqFmlXg']) {
    await page.evaluate(() => {
      location.hash = '#/replay';
    });
    await page.getByLabel('A link of SlidySim, OpenSlidy or this page').fill(text);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByText('Move 0 of 2').waitFor();
    expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
    await expect.poll(() => page.getByTestId('yours').textContent()).toBe('2');
  }
  await page.getByLabel('A link of SlidySim, OpenSlidy or this page').fill('https://example.org/<b>');
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('alert').waitFor();
  await close(watched);
});

test('there is no sound before one asks for it, and a knock for each slide after', async () => {
  for (const [sound, some] of [
    ['off', false],
    ['on', true],
  ] as const) {
    const watched = await open('#/play/1,2,3/4,5,6/0,7,8', {
      init: new Function(
        `localStorage.setItem('taquin.settings', '{"sound":"${sound}"}'); window.heard = 0; const real = window.AudioContext; window.AudioContext = class extends real { constructor() { super(); window.heard += 1; } };`,
      ) as () => void,
    });
    await watched.page.keyboard.press('ArrowLeft');
    const heard = (): Promise<boolean> =>
      watched.page.evaluate(() => (window as unknown as { heard: number }).heard > 0);
    if (!some) await watched.page.waitForTimeout(400);
    await expect.poll(heard).toBe(some);
    await close(watched);
  }
});

test('a result is saved as a picture', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const asked = page.waitForEvent('download');
  await page.getByRole('button', { name: 'As a picture' }).click();
  const file = await asked;
  expect(file.suggestedFilename()).toBe('taquin-3×3.png');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1080]);
  await close(watched);
});

test('the best way known can be watched while the proof runs', async () => {
  const watched = await open('#/solve/0,11,9,13/12,15,10,14/3,7,6,2/4,8,5,1');
  const { page } = watched;
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByRole('button', { name: 'Watch it' }).click({ timeout: 30_000 });
  await expect.poll(() => page.getByTestId('place').textContent()).toMatch(/^Move [1-9]\d* of 8\d$/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await close(watched);
});

test('moves are made at the press, by two fingers at once, when that was chosen', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    init: chosen({ pointer: 'press' }),
  });
  const { page } = watched;
  const session = await page.context().newCDPSession(page);
  const [one, two] = [await middle(page, 7, 3, 3), await middle(page, 8, 3, 3)];
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: one.x, y: one.y, id: 1 }],
  });
  await expect.poll(() => tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 8]);
  // The first finger still rests.
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [
      { x: one.x, y: one.y, id: 1 },
      { x: two.x, y: two.y, id: 2 },
    ],
  });
  await page.getByText('Solved!').waitFor();
  await close(watched);
});

test('a phone on its side shows the whole board with its controls, and targets are large enough for fingers', async () => {
  const watched = await open('#/play/5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0', {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  const board = await page.getByRole('grid').first().boundingBox();
  expect(board && board.y + board.height <= 390 && board.height > 230, JSON.stringify(board)).toBe(true);
  const pause = await page.getByRole('button', { name: 'New board' }).first().boundingBox();
  expect(pause && pause.y + pause.height <= 390, JSON.stringify(pause)).toBe(true);
  expect(await tooSmall(page)).toEqual([]);
  await close(watched);
});

test('a phone on its side shows the whole board of a lesson with its question', async () => {
  const watched = await open('#/learn', {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  for (const lesson of [
    'impossible',
    'inversions',
    'cycles',
    'checkerboard',
    'half',
    'distance',
    'search',
    'hardness',
    'people',
  ]) {
    await page.goto(url(`#/learn/${lesson}/5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0`));
    await page.locator('.question').waitFor();
    const board = await page.getByRole('grid').first().boundingBox();
    expect(
      board && board.y + board.height <= 390 && board.height > 200,
      `${lesson} ${JSON.stringify(board)}`,
    ).toBe(true);
  }
  await close(watched);
});

test('a phone on its side shows the whole board of the editor with what it is judged to be', async () => {
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const watched = await open('#/solve/1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0', {
      viewport: { width: 844, height: 390 },
      hasTouch: true,
      isMobile: true,
      locale,
    });
    const { page } = watched;
    for (const part of [
      page.getByRole('grid').locator('..'),
      page.getByTestId('verdict').getByRole('paragraph').first(),
    ]) {
      const box = await part.boundingBox();
      expect(box && box.y + box.height <= 390, `${locale} ${JSON.stringify(box)}`).toBe(true);
    }
    await close(watched);
  }
});

/** What a finger is meant to press and may miss: lower than 44 pixels, or narrower where it is only a sign. */
const tooSmall = (page: Page): Promise<string[]> =>
  page
    .locator(
      'main :is(button, summary, select, a.button, .acts a, label:has(> [type="radio"]), svg[role="img"] *):visible, nav a:visible',
    )
    .evaluateAll((all) =>
      all.flatMap((each) => {
        // In a drawing that takes presses a finger may come down anywhere; a part that takes them by itself is as small as it is.
        if (each instanceof SVGElement && getComputedStyle(each).cursor !== 'pointer') return [];
        if (each.closest('svg') && getComputedStyle(each.closest('svg') as SVGElement).cursor === 'pointer')
          return [];
        const { width, height } = each.getBoundingClientRect();
        const name = each.textContent?.trim() ?? '';
        return height < 44 || (name.length < 3 && width < 44)
          ? [`${name} ${each.className} ${width.toFixed(0)}×${height.toFixed(0)}`]
          : [];
      }),
    );

test.each(['en-GB', 'de-DE', 'fr-FR'])(
  'above the board no name is broken in two and nothing runs out of its place, however long the numbers are, %s',
  async (locale) => {
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [844, 390],
      [920, 700],
      [1024, 768],
      [1280, 720],
    ]) {
      const watched = await open('', { viewport: { width, height }, locale });
      const { page } = watched;
      await page.getByTestId('moves').waitFor();
      const wrong = await page.evaluate(() => {
        const row = document.querySelector('.numbers') as HTMLElement;
        // As after an hour on a large board.
        const say = (what: string, number: string): void => {
          (row.querySelector(`[data-testid="${what}"]`) as HTMLElement).textContent = number;
        };
        const board = document.querySelector('[role="grid"]') as HTMLElement;
        const top = board.getBoundingClientRect().top;
        say('time', '1:02:03.45');
        say('moves', '13119');
        say('runs', (row.querySelector('[data-testid="runs"]')?.textContent ?? '').replace('0', '6543'));
        const lines = (of: Element): number =>
          of.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(of).lineHeight);
        return [
          ...[...row.querySelectorAll('.name')]
            .filter((name) => lines(name) > 1.5)
            .map((name) => `two lines: ${name.textContent}`),
          ...(row.scrollWidth > row.clientWidth ? [`${row.scrollWidth} pixels in ${row.clientWidth}`] : []),
          ...(board.getBoundingClientRect().top === top ? [] : ['the board jumped']),
        ];
      });
      expect(wrong, `${width}×${height}`).toEqual([]);
      await close(watched);
    }
  },
);

test('targets are large enough for fingers after a solve, beside a replay, among unfinished games and in every lesson', async () => {
  const watched = await open('#/play', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  const go = (to: string): Promise<void> =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, to);
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
    await page.keyboard.press(key);
  await go('#/play/1,2,3/0,4,6/7,5,8');
  await expect.poll(async () => (await tiles(page)).length).toBe(9);
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  await page.locator('[data-kept="kept"]').waitFor();
  await page.getByRole('button', { name: /^Remove: 3×3/ }).waitFor();
  await page.getByRole('button', { name: /^Remove: 4×4/ }).waitFor();
  expect(await tooSmall(page), 'after a solve').toEqual([]);
  await page.getByRole('link', { name: /^Replay:/ }).click();
  await page.getByText('Split times').click();
  await page.getByTestId('splits').getByRole('button').first().waitFor();
  expect(await tooSmall(page), 'a replay').toEqual([]);
  for (const name of [
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
  ]) {
    await go(`#/learn/${name}/1,2,3/4,0,6/7,5,8`);
    await page.locator('main article .question').waitFor();
    await expect.poll(() => page.locator('.exercises form').count()).toBe(3);
    expect(await tooSmall(page), name).toEqual([]);
  }
  await close(watched);
});

/** A board of 20×20 with the gap in its middle: led there from the goal. */
function middling(): string {
  const board = Array.from({ length: 400 }, (_, cell) => (cell + 1) % 400);
  let gap = 399;
  for (const step of [...Array(10).fill(-20), ...Array(10).fill(-1)]) {
    [board[gap], board[gap + step]] = [board[gap + step], board[gap]];
    gap += step;
  }
  return Array.from({ length: 20 }, (_, row) => board.slice(row * 20, row * 20 + 20).join(',')).join('/');
}

test('two fingers make a large board larger, slide nothing, and one finger then slides the tile that is seen', async () => {
  const watched = await open(`#/play/${middling()}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  await expect.poll(async () => (await tiles(page)).length).toBe(400);
  const before = await tiles(page);
  const session = await page.context().newCDPSession(page);
  const box = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await page.getByRole('grid').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const first = await box();
  const [x, y] = [first.x + first.width / 2, first.y + first.height / 2];
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: [number, number][],
  ): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    });
  await touch('touchStart', [[x - 20, y]]);
  await touch('touchStart', [
    [x - 20, y],
    [x + 20, y],
  ]);
  for (let apart = 20; apart <= 60; apart += 10)
    await touch('touchMove', [
      [x - apart, y],
      [x + apart, y],
    ]);
  await touch('touchEnd', []);
  await expect.poll(async () => (await box()).width / first.width).toBeGreaterThan(2.5);
  expect(await tiles(page)).toEqual(before);
  // The neighbour of the gap is in sight, and is where it is seen.
  const now = await box();
  const blank = before.indexOf(0);
  const target = {
    cell: blank - 1,
    px: now.x + ((blank % 20) - 0.5) * (now.width / 20),
    py: now.y + (Math.floor(blank / 20) + 0.5) * (now.height / 20),
  };
  expect(
    target.px > first.x &&
      target.px < first.x + first.width &&
      target.py > first.y &&
      target.py < first.y + first.height,
  ).toBe(true);
  await touch('touchStart', [[target.px, target.py]]);
  await touch('touchEnd', []);
  await expect.poll(async () => (await tiles(page)).indexOf(0)).toBe(target.cell);
  await close(watched);
});

/** A large board with the gap in its last row. */
const EIGHT =
  '#/play/1,2,3,4,5,6,7,8/9,10,11,12,13,14,15,16/17,18,19,20,21,22,23,24/25,26,27,28,29,30,31,32/33,34,35,36,37,38,39,40/41,42,43,44,45,46,47,48/49,50,51,52,53,54,55,56/57,58,59,60,0,61,62,63';

test('a pinch leaves no trace in the game: nothing slid, nothing undone, no clock begun', async () => {
  for (const pointer of ['press', 'hover', 'click']) {
    const watched = await open(EIGHT, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      init: chosen({ pointer }),
    });
    const { page } = watched;
    await expect.poll(async () => (await tiles(page)).length).toBe(64);
    const before = await tiles(page);
    const session = await page.context().newCDPSession(page);
    const [one, two] = [await middle(page, 61, 8, 8), await middle(page, 40, 8, 8)];
    // Events have times of their own: how long the test itself takes is no matter.
    let clock = Date.now() / 1000;
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: { x: number; y: number }[],
      after = 0.05,
    ): Promise<unknown> => {
      clock += after;
      return session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
        timestamp: clock,
      });
    };
    const side = one.x - (await middle(page, 60, 8, 8)).x;
    const across = pointer === 'click' ? { x: one.x, y: one.y + side } : { x: one.x + side, y: one.y };
    const seen = async (): Promise<unknown> => ({
      tiles: await tiles(page),
      moves: await page.getByTestId('moves').textContent(),
      disabled: await page
        .locator('.controls button')
        .evaluateAll((all) => all.map((button) => (button as HTMLButtonElement).disabled)),
    });
    const ready = { tiles: before, moves: '0', disabled: [true, true, true, false] };
    expect(await seen()).toEqual(ready);
    // The first finger comes down on a tile that can slide, and may move a little, before the second comes.
    for (const path of [[one], [one, across]]) {
      await touch('touchStart', [path[0]]);
      for (const point of path.slice(1)) await touch('touchMove', [point]);
      if (pointer !== 'click' || path.length > 1)
        await expect.poll(() => tiles(page), { message: pointer }).not.toEqual(before);
      const here = path[path.length - 1];
      await touch('touchStart', [here, two]);
      await touch('touchMove', [here, { x: two.x, y: two.y - 15 }]);
      await touch('touchMove', [here, { x: two.x, y: two.y - 30 }]);
      await expect.poll(seen, { message: pointer }).toEqual(ready);
      await touch('touchEnd', []);
      expect(await seen()).toEqual(ready);
      expect(await page.getByTestId('time').textContent()).toBe('0.00');
    }
    // A finger by itself still slides; what it did long before another comes was meant.
    await touch('touchStart', [one]);
    if (pointer === 'click') await touch('touchEnd', []);
    await expect.poll(() => tiles(page)).not.toEqual(before);
    const after = await tiles(page);
    await touch('touchStart', pointer === 'click' ? [two, one] : [one, two], 2);
    await touch('touchMove', pointer === 'click' ? [two, across] : [one, across]);
    await touch('touchEnd', []);
    expect(await tiles(page)).toEqual(after);
    expect(await page.getByTestId('moves').textContent()).toBe('1');
    await close(watched);
  }
});

test('two fingers that tap on a large board slide, each at once', async () => {
  for (const pointer of ['press', 'hover', 'click']) {
    const watched = await open(EIGHT, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      init: chosen({ pointer }),
    });
    const { page } = watched;
    await expect.poll(async () => (await tiles(page)).indexOf(0)).toBe(60);
    const session = await page.context().newCDPSession(page);
    // Where one clicks, the first finger may still become a drag: the second does not wait for it.
    const [one, two] = pointer === 'click' ? [61, 52] : [61, 62];
    const [first, second] = [await middle(page, one, 8, 8), await middle(page, two, 8, 8)];
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: { x: number; y: number }[],
    ): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
      });
    await touch('touchStart', [first]);
    await touch('touchStart', [first, second]);
    // A trembling hand is no pinch.
    await touch('touchMove', [first, { x: second.x + 3, y: second.y }]);
    await expect.poll(async () => (await tiles(page)).indexOf(0), { message: pointer }).toBe(two);
    await touch('touchEnd', []);
    expect((await tiles(page)).indexOf(0)).toBe(two);
    expect(await page.locator('.stage').evaluate((stage) => (stage as HTMLElement).style.transform)).toBe('');
    await close(watched);
  }
});
