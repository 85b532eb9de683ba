import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chosen, close, middle, open, program, savedFile, tiles, withPage } from './page';

withPage();
/** Two slides from home. */
const NEAR = '#/play/1,2,3/4,5,6/0,7,8';

/** The times of the moves of the solve that just ended, from its replay. */
async function times(page: Page): Promise<number[]> {
  const line =
    (await savedFile(page))
      .trim()
      .split('\n')
      .findLast((each) => !each.startsWith('#')) ?? '';
  const { stdout } = await promisify(execFile)(program, ['replay', '--json', line.split(' ')[3]]);
  return (JSON.parse(stdout) as { times_ms: number[] }).times_ms;
}

test('a pointer that drifted on a solved board makes no move on the next one', async () => {
  const watched = await open(NEAR, { init: chosen({ pointer: 'hover' }) });
  const { page } = watched;
  const at = async (cell: number): Promise<void> => {
    const place = await middle(page, cell, 3, 3);
    await page.mouse.move(place.x, place.y, { steps: 4 });
  };
  // Straight down the middle column, where nothing can slide before the last row.
  const above = await middle(page, 1, 3, 3);
  await page.mouse.move(above.x, above.y);
  await at(4);
  await at(7);
  await at(8);
  await page.getByText('Solved!').waitFor();
  // Home again over the solved board, then a new one under the pointer.
  await at(0);
  await page.keyboard.press('n');
  await page.getByTestId('moves').getByText('0', { exact: true }).waitFor();
  const place = await middle(page, 0, 3, 3);
  await page.mouse.move(place.x + 2, place.y + 1);
  await page.mouse.move(place.x, place.y);
  await page.waitForTimeout(200);
  expect(await page.getByTestId('moves').textContent()).toBe('0');
  expect(await page.getByTestId('time').textContent()).toBe('0.00');
  await close(watched);
});

test('what was begun on a board, a number or a drag, does not go on with the next one', async () => {
  const watched = await open('#/play/1,2,3,4/5,6,7,8/9,10,11,12/0,13,14,15');
  const { page } = watched;
  const moves = (): Promise<string | null> => page.getByTestId('moves').textContent();
  const next16 = '#/play/1,2,3,4/5,6,7,8/9,10,11,12/13,0,14,15';
  const come = (hash: string): Promise<void> =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  // A 1, which would go on with the 0 to 10, above the gap of the next board.
  await page.keyboard.press('1');
  await come(next16);
  await expect.poll(() => tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15]);
  await page.keyboard.press('0');
  await page.waitForTimeout(1000);
  expect(await moves()).toBe('0');
  // A finger on 14 while another board comes: letting go means nothing there.
  const on = await middle(page, 14, 4, 4);
  await page.mouse.move(on.x, on.y);
  await page.mouse.down();
  await page.mouse.move(on.x - 8, on.y, { steps: 3 });
  await come('#/play/1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15');
  const next = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15];
  await expect.poll(() => tiles(page)).toEqual(next);
  expect(await page.locator('.tile.held').count()).toBe(0);
  await page.mouse.move(on.x - 60, on.y, { steps: 3 });
  await page.mouse.up();
  await page.waitForTimeout(100);
  expect([await tiles(page), await moves()]).toEqual([next, '0']);
  await close(watched);
});

test('stored times are those of the events, however busy the page is', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  // Two keys 190 ms apart by their own stamps, handled at once after a long task.
  const gap = await page.evaluate(async () => {
    const stamps: number[] = [];
    const press = (): KeyboardEvent =>
      new KeyboardEvent('keydown', { key: 'ArrowLeft', code: 'ArrowLeft', bubbles: true });
    const first = press();
    stamps.push(first.timeStamp);
    const until = performance.now() + 190;
    while (performance.now() < until);
    const second = press();
    stamps.push(second.timeStamp);
    // Both wait; the page hears of them together.
    document.body.dispatchEvent(first);
    document.body.dispatchEvent(second);
    return stamps[1] - stamps[0];
  });
  await page.locator('[data-kept="kept"]').waitFor();
  const all = await times(page);
  expect(all).toHaveLength(2);
  expect(Math.abs(all[1] - all[0] - gap)).toBeLessThanOrEqual(2);
  await close(watched);
});

test('so are those of a pause, of going on and of a redo', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  const told = await page.evaluate(async () => {
    /** A key whose turn comes long after it was pressed; its own time. */
    const late = (key: string, init: KeyboardEventInit = {}): number => {
      const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, ...init });
      const until = performance.now() + 150;
      while (performance.now() < until);
      document.body.dispatchEvent(event);
      return event.timeStamp;
    };
    const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
    const clock = (): number => Number(document.querySelector('[data-testid="time"]')?.textContent) * 1000;
    const first = late('ArrowLeft');
    const pause = late('p');
    await rest();
    const shown = clock();
    const resume = late('p');
    await rest();
    late('u');
    const redo = late('z', { ctrlKey: true, shiftKey: true });
    await rest();
    const last = late('ArrowLeft');
    return { shown, played: pause - first, gap: last - redo, all: pause - first + last - resume };
  });
  // The clock shows hundredths.
  expect(Math.abs(told.shown - told.played)).toBeLessThanOrEqual(12);
  await page.locator('[data-kept="kept"]').waitFor();
  const all = await times(page);
  expect(Math.abs(all[1] - all[0] - told.gap)).toBeLessThanOrEqual(2);
  expect(Math.abs(all[1] - told.all)).toBeLessThanOrEqual(2);
  await close(watched);
});

test('two swipes that the browser put into one event are two slides, each at its own time', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  const gap = await page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    // A finger that never was cannot be held.
    grid.setPointerCapture = () => undefined;
    const box = grid.getBoundingClientRect();
    const side = box.width / 3;
    const at = (share: number): PointerEventInit => ({
      clientX: box.left + 1.9 * side - share * side,
      clientY: box.top + 1.5 * side,
      bubbles: true,
      pointerId: 7,
      pointerType: 'touch',
    });
    grid.dispatchEvent(new PointerEvent('pointerdown', at(0)));
    const first = new PointerEvent('pointermove', at(0.5));
    const until = performance.now() + 120;
    while (performance.now() < until);
    const second = new PointerEvent('pointermove', at(1));
    grid.dispatchEvent(new PointerEvent('pointermove', { ...at(1), coalescedEvents: [first, second] }));
    grid.dispatchEvent(new PointerEvent('pointerup', at(1)));
    return second.timeStamp - first.timeStamp;
  });
  await page.locator('[data-kept="kept"]').waitFor();
  const all = await times(page);
  expect(Math.abs(all[1] - all[0] - gap)).toBeLessThanOrEqual(2);
  await close(watched);
});

test('hover under a busy page keeps the time of every event, coalesced ones included', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8', { init: chosen({ pointer: 'hover' }) });
  const { page } = watched;
  const gap = await page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const box = grid.getBoundingClientRect();
    const at = (cell: number): PointerEventInit => ({
      clientX: box.left + ((cell % 3) + 0.5) * (box.width / 3),
      clientY: box.top + (Math.floor(cell / 3) + 0.5) * (box.height / 3),
      bubbles: true,
      pointerId: 1,
      pointerType: 'mouse',
    });
    grid.dispatchEvent(new PointerEvent('pointermove', at(4)));
    const first = new PointerEvent('pointermove', at(7));
    const until = performance.now() + 120;
    while (performance.now() < until);
    const second = new PointerEvent('pointermove', at(8));
    const both = new PointerEvent('pointermove', { ...at(8), coalescedEvents: [first, second] });
    grid.dispatchEvent(both);
    return second.timeStamp - first.timeStamp;
  });
  await page.locator('[data-kept="kept"]').waitFor();
  const all = await times(page);
  expect(Math.abs(all[1] - all[0] - gap)).toBeLessThanOrEqual(2);
  await close(watched);
});

/** The outer ring of 4×4 from the last cell. When the gap has gone round it eleven times every tile is where it was. */
const RING = [15, 14, 13, 12, 8, 4, 0, 1, 2, 3, 7, 11];
const ROUNDS = 10;

test.each(Array.from({ length: process.env.TAQUIN_FULL === '1' ? 12 : 1 }, (_, at) => at + 1))(
  'a real pointer at 60 tiles and 1,000 events a second under a busy page loses no move and no time (%i)',
  async () => {
    // The board from which that many rounds lead home, each step of the gap a cell on: walked backwards from the goal.
    const board = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    for (let step = 0; step < ROUNDS * 12; step += 1) {
      const [from, to] = [RING[(12 - (step % 12)) % 12], RING[11 - (step % 12)]];
      [board[from], board[to]] = [board[to], 0];
    }
    const rows = [0, 4, 8, 12].map((at) => board.slice(at, at + 4).join(',')).join('/');
    const watched = await open(`#/play/${rows}`, { init: chosen({ pointer: 'hover' }) });
    const { page, context } = watched;
    await page.getByRole('grid').waitFor();
    const box = await page.getByRole('grid').first().boundingBox();
    if (!box) throw new Error('there is no board');
    const size = box.width / 4;
    // What the browser says of every event, before the page hears of it; and a page that has no time for them.
    await page.evaluate(
      ({ x, y, size: side }) => {
        const seen: number[] = [];
        let last = 15;
        Object.assign(window, { crossings: seen });
        addEventListener(
          'pointermove',
          (event) => {
            for (const each of (event as PointerEvent).getCoalescedEvents()) {
              const cell = Math.floor((each.clientY - y) / side) * 4 + Math.floor((each.clientX - x) / side);
              if (cell !== last) seen.push(each.timeStamp);
              last = cell;
            }
          },
          true,
        );
        setInterval(() => {
          const until = performance.now() + 30;
          while (performance.now() < until);
        }, 45);
      },
      { ...box, size },
    );
    const session = await context.newCDPSession(page);
    const at = (cell: number): [number, number] => [
      box.x + ((cell % 4) + 0.5) * size,
      box.y + (Math.floor(cell / 4) + 0.5) * size,
    ];
    const sent: Promise<unknown>[] = [];
    const move = (x: number, y: number): void =>
      void sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }));
    move(...at(15));
    await Promise.all(sent);
    const begun = performance.now();
    const PARTS = 16;
    for (let step = 0; step < ROUNDS * 12; step += 1) {
      const [[fromX, fromY], [toX, toY]] = [at(RING[step % 12]), at(RING[(step + 1) % 12])];
      for (let part = 1; part <= PARTS; part += 1) {
        while (performance.now() < begun + step * PARTS + part)
          await new Promise((done) => setImmediate(done));
        move(fromX + ((toX - fromX) * part) / PARTS, fromY + ((toY - fromY) * part) / PARTS);
      }
    }
    const took = performance.now() - begun;
    await Promise.all(sent);
    await page.locator('[data-kept="kept"]').waitFor({ timeout: 30_000 });
    const crossings = await page.evaluate(() => (window as unknown as { crossings: number[] }).crossings);
    const stored = await times(page);
    expect([stored.length, crossings.length]).toEqual([ROUNDS * 12, ROUNDS * 12]);
    const off = stored.map((time, index) =>
      index === 0 ? 0 : Math.abs(time - stored[index - 1] - (crossings[index] - crossings[index - 1])),
    );
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
    console.log(
      `${stored.length} tiles in ${(took / 1000).toFixed(1)} s (${((1000 * stored.length) / took).toFixed(0)} a second, ${((1000 * sent.length) / took).toFixed(0)} events a second): stored gaps at most ${Math.max(...off).toFixed(2)} ms from the events'`,
    );
    await close(watched);
  },
  120_000,
);

test('a chosen board, the same board again and a hint make no record, and say so', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('no-record').getByText('The board was chosen').waitFor();
  await page.getByTestId('summary').getByText('1 solve').waitFor();
  expect(await page.getByTestId('best').textContent()).toBe('–');
  expect(await page.getByTestId('summary').textContent()).not.toMatch(/Best/);
  // The day's board: it counts the first time, and is known the second.
  await page.evaluate(() => {
    location.hash = '#/daily/2026-11-15';
  });
  await page.getByText('Board of 2026-11-15').waitFor();
  const solveDaily = async (): Promise<void> => {
    const board = (await tiles(page)).reduce(
      (text, tile, index) => text + (index === 0 ? '' : index % 4 === 0 ? '/' : ',') + tile,
      '',
    );
    // Not on the page: there, looking at the way is help.
    const { stdout: way } = await promisify(execFile)(program, ['solve', '--quiet', '--want', 'fast', board]);
    const runs = [...way.matchAll(/([UDLR])(\d*)/g)].flatMap(([, letter, count]) =>
      Array<string>(Number(count || 1)).fill(letter),
    );
    const keys: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
    await page.evaluate(
      (names) => {
        for (const key of names)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
      },
      runs.map((letter) => keys[letter]),
    );
    await page.getByText('Solved!').waitFor();
    await page.locator('[data-kept="kept"]').waitFor();
  };
  await solveDaily();
  expect(await page.getByTestId('no-record').count()).toBe(0);
  expect(await page.getByTestId('best').textContent()).not.toBe('–');
  await page.getByRole('button', { name: 'Same board again' }).click();
  await solveDaily();
  await page.getByTestId('no-record').getByText('played before').waitFor();
  await close(watched);
});

test('a replay of 13,000 moves is shown from its address, and is saved as a file instead of a link', async () => {
  const watched = await open('#/replay');
  const { page } = watched;
  // As a text: the engine's module is found under whatever name the build gave it, and a person's 13,000 moves are made with it.
  const replay = await page.evaluate<string>(`(async () => {
    let deal;
    for (const { name } of performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))) {
      for (const part of Object.values(await import(name))) deal ??= part?.Game?.deal ? part.Game.deal : part?.deal && part.of_board ? part.deal : undefined;
    }
    const game = deal(20, 20, 'blank-last', 7n);
    let [made, state] = [0, 12345];
    for (let step = 0; made < 13000; step += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      if (game.slide('UDLR'[(state >>> 16) % 4], 'hover', 1000 + step * 137 + (state % 90))) made += 1;
    }
    return game.replay();
  })()`);
  expect(replay.length).toBeGreaterThan(16_000);
  await page.evaluate((text) => {
    location.hash = `#/replay/${text}`;
  }, replay);
  await page.getByText('Move 0 of 13,000').waitFor();
  const asked = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the replay' }).click();
  const path = await (await asked).path();
  await page.evaluate(() => {
    location.hash = '#/replay';
  });
  await page.getByLabel('Open a replay file').setInputFiles(path);
  await page.getByText('Move 0 of 13,000').waitFor();
  // Dropped anywhere.
  await page.evaluate((text) => {
    location.hash = '#/play';
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'replay.txt', { type: 'text/plain' }));
    setTimeout(
      () =>
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }),
        ),
      300,
    );
  }, replay);
  await page.getByText('Move 0 of 13,000').waitFor();
  await close(watched);
});

test('what is dropped is shown if it is a replay, whoever wrote it; a file with solves is told where it belongs', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  const drop = async (text: string): Promise<void> => {
    await page.evaluate((given) => {
      const carried = new DataTransfer();
      carried.items.add(new File([given], 'file.txt', { type: 'text/plain' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }),
      );
    }, text);
  };
  const pack = (text: string): string => deflateSync(Buffer.from(text)).toString('base64');
  await drop(
    `https://example.org/replay?r=${encodeURIComponent(pack(JSON.stringify(['DUL2', 9000, '1 2 3/4 5 6/0 7 8', [0, 100, 200, 300]])))}\n`,
  );
  await page.getByText('Move 0 of 4').waitFor();
  await drop('AUgDAwIKALQBqFmlXg\n');
  await page.getByText('Move 0 of 2').waitFor();
  for (const text of [
    `# taquin-backup 1\n${'# unread "x"\n'.repeat(5000)}`,
    '1794700800000 0 0 AUgDAwIKALQBqFmlXg\n',
  ]) {
    await drop(text);
    await page.getByRole('alert').getByText('take it in with “Take in a file”').waitFor();
    // Through the button for replays it is the same.
    await page.evaluate(() => {
      location.hash = '#/replay';
    });
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page
      .getByLabel('Open a replay file')
      .setInputFiles({ name: 'file.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('alert').getByText('take it in with “Take in a file”').waitFor();
  }
  await drop('nonsense'.repeat(1000));
  await page.getByRole('alert').getByText('This replay cannot be shown').first().waitFor();
  expect(page.url().length).toBeLessThan(400);
  await close(watched);
});

test('a key that is held down deals one board and pauses once, and walks back through the whole history', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  const hold = async (key: string): Promise<void> => {
    // Each further press without a release is one of those that a keyboard sends by itself.
    for (let times = 0; times < 4; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  const done = page.getByText(/^History of this game/);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  const walked = Number(await page.getByTestId('moves').textContent());
  expect(walked).toBeGreaterThan(1);
  await hold('p');
  expect(await page.getByRole('button', { name: 'Pause', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await page.keyboard.press('p');
  await hold('u');
  await done.getByText(/: 0 of/).waitFor();
  let dealt = 0;
  await page.exposeFunction('dealt', () => (dealt += 1));
  await page.evaluate(() => {
    const said = document.querySelector('[role="status"].unseen') as HTMLElement;
    new MutationObserver(() => (window as unknown as { dealt: () => void }).dealt()).observe(said, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const before = await tiles(page);
  await hold('n');
  await expect.poll(() => tiles(page)).not.toEqual(before);
  const first = await tiles(page);
  await page.waitForTimeout(100);
  expect(await tiles(page)).toEqual(first);
  expect(dealt).toBe(1);
  await close(watched);
});

test('letters can be switched off or chosen anew, and a letter on a focused link or button deals and slides nothing', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  const before = await tiles(page);
  // As somebody who goes through the page with Tab.
  await page.keyboard.press('Tab');
  for (const control of [
    page.getByRole('link', { name: 'Board of the day' }),
    page.getByRole('button', { name: 'The next three' }),
  ]) {
    await control.focus();
    for (const key of ['n', 'a', 'j']) await page.keyboard.press(key);
    expect(await tiles(page)).toEqual(before);
  }
  // Arrows are no letters: they slide from anywhere.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => tiles(page)).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => tiles(page)).toEqual(before);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  const deal = page.getByRole('textbox', { name: 'New board' });
  await deal.fill('x');
  await deal.press('Enter');
  await page.getByRole('textbox', { name: 'Hint' }).fill('x');
  await page.getByRole('textbox', { name: 'Hint' }).press('Enter');
  await page.getByRole('alert').getByText('no other command has').waitFor();
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('n');
  expect(await tiles(page)).toEqual(before);
  await page.keyboard.press('x');
  await expect.poll(() => tiles(page)).not.toEqual(before);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByLabel('Single-letter keys').selectOption('off');
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByRole('grid').waitFor();
  const now = await tiles(page);
  for (const key of ['x', 'w', 'a', 's', 'd', '1', ' ']) await page.keyboard.press(key);
  await page.waitForTimeout(700);
  expect(await tiles(page)).toEqual(now);
  await close(watched);
});

test('letters that slide, digits and the space bar are chosen anew, too, and what they left does nothing', async () => {
  const watched = await open('#/settings');
  const { page } = watched;
  const go = (to: string): Promise<void> =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, to);
  const give = async (name: string, key: string): Promise<void> => {
    const field = page.getByRole('textbox', { name: new RegExp(`^${name}`) });
    await field.fill(key);
    await field.press('Enter');
  };
  await give('Slide left', '5');
  await page.getByRole('alert').getByText('no other command has').waitFor();
  await page.getByLabel('Digits push their tile').selectOption('off');
  for (const [name, key] of [
    ['Slide left', '5'],
    ['Slide right', 't'],
    ['Hint', 'w'],
  ])
    await give(name, key);
  await page.getByLabel('Space bar').selectOption('pause');
  await go(NEAR);
  await page.getByRole('grid').waitFor();
  const [dealt, left] = [
    [1, 2, 3, 4, 5, 6, 0, 7, 8],
    [1, 2, 3, 4, 5, 6, 7, 0, 8],
  ];
  // Neither the usual places for left, nor a number, nor the way up that has become a hint.
  for (const key of ['a', 'j', '7']) await page.keyboard.press(key);
  expect(await tiles(page)).toEqual(dealt);
  await page.keyboard.press('5');
  expect(await tiles(page)).toEqual(left);
  await page.keyboard.press('t');
  expect(await tiles(page)).toEqual(dealt);
  await page.keyboard.press('w');
  await page.getByTestId('hint').waitFor();
  expect(await tiles(page)).toEqual(dealt);
  // What nobody chose is where it was.
  await page.keyboard.press('s');
  expect(await tiles(page)).toEqual([1, 2, 3, 0, 5, 6, 4, 7, 8]);
  await page.keyboard.press(' ');
  await expect
    .poll(() => page.getByRole('button', { name: 'Pause', exact: true }).getAttribute('aria-pressed'))
    .toBe('true');
  await page.keyboard.press(' ');
  // An empty field gives the usual keys back.
  await go('#/settings');
  await give('Slide left', '');
  await go('#/play');
  await page.getByRole('grid').waitFor();
  if (await page.getByRole('button', { name: 'Go on', exact: true }).count()) await page.keyboard.press('p');
  for (const key of ['i', 'a']) await page.keyboard.press(key);
  await expect.poll(() => tiles(page)).toEqual(left);
  await close(watched);
});

test('a deal, a pause and the next lesson are announced, and each lesson has its own title', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  const says = page.locator('[role="status"].unseen');
  await page.keyboard.press('n');
  await says.getByText('A new board, 4 by 4.').waitFor({ state: 'attached' });
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await page.keyboard.press('p');
  await says.getByText('Paused. The clock stands still.').waitFor({ state: 'attached' });
  await page.keyboard.press('p');
  await says.getByText('The clock runs again.').waitFor({ state: 'attached' });
  // Another board by any other way.
  const go = (to: string): Promise<void> =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, to);
  await go('#/daily/2026-11-15');
  await says.getByText('The day’s board, 2026-11-15, 4 by 4.').waitFor({ state: 'attached' });
  await go(NEAR);
  await says.getByText('The board of this address, 3 by 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Race this solve' }).click();
  await says
    .getByText('The same board, 3 by 3, with the earlier solve beside it.')
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /^Go on: 4×4/ }).click();
  await says.getByText('An unfinished game, 4 by 4, after').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    location.hash = '#/learn/inversions';
  });
  await expect.poll(() => page.title()).toBe('Inversions · Understand · Taquin');
  await page.evaluate(() => {
    location.hash = '#/learn/cycles';
  });
  await expect.poll(() => page.title()).toMatch(/^Cycles/);
  await says.getByText(/: Cycles$/).waitFor({ state: 'attached' });
  await close(watched);
});

test('one is one: no plural after 1 in any language, and German and French write a comma', async () => {
  for (const [locale, wrong, zero] of [
    ['en-GB', /\b1 (moves|solves|slides|pushes|hints)\b/, '0.00'],
    ['de-DE', /\b1 (Züge|Zügen|Schüben|Lösungen)\b/, '0,00'],
    ['fr-FR', /\b1 (coups|poussées|parties)\b/, '0,00'],
  ] as const) {
    const watched = await open('#/play/1,2,3/4,5,6/7,0,8', { locale });
    const { page } = watched;
    expect(await page.getByTestId('time').textContent()).toBe(zero);
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      seen.push(
        (await page.locator('body').innerText()) +
          (await page.locator('[role="status"].unseen').textContent()),
      );
    };
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await page.waitForTimeout(1500);
    await look();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-kept="kept"]').waitFor();
    await page.getByTestId('shortest').waitFor();
    await look();
    for (const text of seen) expect(wrong.exec(text)?.[0] ?? '', locale).toBe('');
    await close(watched);
  }
});

test('the day’s par is there after a reload, at any address; the days to come are closed', async () => {
  const watched = await open('#/daily/2026-11-14');
  const { page } = watched;
  await page.getByText(/par \d+/).waitFor();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.reload();
  await page.getByText('Board of 2026-11-14').waitFor();
  await page.getByText(/par \d+/).waitFor();
  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
  await page.evaluate((to) => {
    location.hash = `#/daily/${to}`;
  }, tomorrow);
  await page.getByText('The board of that day is not dealt yet.').waitFor();
  await close(watched);
});

test('every game that makes room is kept, in a list', async () => {
  const watched = await open('#/play');
  const { page } = watched;
  const boards: number[][] = [];
  for (let game = 0; game < 3; game += 1) {
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
      await page.keyboard.press(key);
    boards.push(await tiles(page));
    await page.keyboard.press('n');
    await expect.poll(() => page.getByTestId('moves').textContent()).toBe('0');
  }
  await page.reload();
  const buttons = page.getByRole('button', { name: /^Go on: 4×4/ });
  await expect.poll(() => buttons.count()).toBe(3);
  await buttons.last().click();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect.poll(() => tiles(page)).toEqual(boards[0]);
  await expect.poll(() => buttons.count()).toBe(2);
  await close(watched);
});
