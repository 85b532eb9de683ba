import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chosen, close, drag, middle, misplaced, open, savedFile, tiles, withPage } from './page';

withPage();
/** Two slides from home. */
const NEAR = '#/play/1,2,3/4,5,6/0,7,8';

test('a board is dealt and playable at once, and never the goal', async () => {
  const watched = await open();
  const dealt = await tiles(watched.page);
  expect([...dealt].sort((a, b) => a - b)).toEqual([...Array(16).keys()]);
  expect(dealt.slice(0, 15)).not.toEqual([...Array(15).keys()].map((index) => index + 1));
  await close(watched);
});

test('a click slides a whole line, and the clock starts with it', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  expect(await page.getByTestId('time').textContent()).toBe('0.00');
  const at = await middle(page, 8, 3, 3);
  await page.mouse.click(at.x, at.y);
  await page.getByText('Solved!').waitFor();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
  expect(await page.getByTestId('moves').textContent()).toBe('2');
  expect(await page.getByTestId('runs').textContent()).toBe('1 run');
  await page.getByTestId('shortest').waitFor();
  expect(await page.getByTestId('shortest').textContent()).toBe('2');
  await close(watched);
});

test('arrows, WASD and IJKL slide; the tile or the gap, as chosen', async () => {
  for (const [keys, init] of [
    [['ArrowLeft', 'KeyA'], undefined],
    [['KeyJ', 'ArrowLeft'], undefined],
    [['ArrowRight', 'KeyD'], chosen({ arrows: 'gap' })],
  ] as const) {
    const watched = await open(NEAR, { init });
    for (const key of keys) await watched.page.keyboard.press(key);
    await watched.page.getByText('Solved!').waitFor();
    await close(watched);
  }
});

test('a tile is dragged through, or taken back', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/7,0,8');
  const { page } = watched;
  const tile = await middle(page, 8, 3, 3);
  const gap = await middle(page, 7, 3, 3);
  await page.mouse.move(tile.x, tile.y);
  await page.mouse.down();
  await page.mouse.move(gap.x, gap.y, { steps: 5 });
  await page.mouse.move(tile.x - 4, tile.y, { steps: 5 });
  await page.mouse.up();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.mouse.move(tile.x, tile.y);
  await page.mouse.down();
  await page.mouse.move(gap.x, gap.y, { steps: 5 });
  await page.mouse.up();
  await page.getByText('Solved!').waitFor();
  await close(watched);
});

test('every tile is drawn on its cell: dealt, slid, dragged, undone, dealt anew, at rest and after it, however large the page is', async () => {
  for (const [rows, columns] of [
    [4, 4],
    [3, 7],
    [20, 20],
  ]) {
    const init = new Function(`localStorage.setItem('taquin.size', '${rows}x${columns}')`) as () => void;
    const watched = await open('', { init, reducedMotion: 'no-preference' });
    const { page } = watched;
    await page.getByRole('grid').waitFor();
    /** Soon, and from then on, also when the tiles that moved are laid down. */
    const placed = async (what: string): Promise<void> => {
      await expect
        .poll(() => page.evaluate(misplaced), { message: `${rows}×${columns}, ${what}` })
        .toEqual([]);
      const astray = `(async () => {
        const found = [];
        const look = ${misplaced};
        for (const end = performance.now() + 600; performance.now() < end; await new Promise(requestAnimationFrame)) found.push(...look());
        return found;
      })()`;
      expect(await page.evaluate(astray), `${rows}×${columns}, ${what}, in the frames after it`).toEqual([]);
    };
    await placed('dealt');
    // Round and round, without a rest.
    for (let turn = 0; turn < 12; turn += 1)
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await placed('slid');
    const gap = (await tiles(page)).indexOf(0);
    const [row, column] = [Math.floor(gap / columns), gap % columns];
    // The far end of the gap's row, one cell towards the gap: the whole line goes with it.
    const [from, to] =
      column < columns / 2
        ? [gap - column + columns - 1, gap - column + columns - 2]
        : [row * columns, row * columns + 1];
    await drag(page, from, to, rows, columns);
    expect((await tiles(page)).indexOf(0)).toBe(from);
    await placed('dragged');
    await page.keyboard.press('Control+z');
    await placed('undone');
    await page.setViewportSize({ width: 760, height: 600 });
    await placed('on a smaller page');
    await page.keyboard.press('n');
    await placed('dealt anew');
    await close(watched);
  }
}, 120_000);

test('a finger taps and swipes', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  const tap = await middle(page, 7, 3, 3);
  await page.touchscreen.tap(tap.x, tap.y);
  await expect.poll(() => tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 8]);
  // A swipe anywhere on the board means the direction.
  const session = await page.context().newCDPSession(page);
  const from = await middle(page, 1, 3, 3);
  const touch = (type: string, dx: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + dx, y: from.y + 30 }],
    });
  await touch('touchStart', 0);
  for (let dx = 0; dx >= -90; dx -= 15) await touch('touchMove', dx);
  await touch('touchEnd', 0);
  await page.getByText('Solved!').waitFor();
  await close(watched);
});

test('hovering at 60 tiles a second and 1000 events a second loses no move', async () => {
  const watched = await open('', { init: chosen({ pointer: 'hover' }) });
  const { page } = watched;
  // The pointer goes round and round the outer ring; each new cell in the gap's line is a push.
  const lost = await page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const cells = [...document.querySelectorAll('[role="gridcell"]')];
    const box = grid.getBoundingClientRect();
    const size = box.width / 4;
    const ring = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4];
    const read = (): number[] => cells.map((cell) => Number.parseInt(cell.textContent ?? '', 10) || 0);
    // The same pushes on a list of our own.
    const model = read();
    const push = (cell: number): void => {
      const blank = model.indexOf(0);
      const same =
        Math.floor(blank / 4) === Math.floor(cell / 4)
          ? Math.sign(cell - blank)
          : blank % 4 === cell % 4
            ? 4 * Math.sign(cell - blank)
            : 0;
      if (same === 0) return;
      for (let at = blank; at !== cell; at += same) model[at] = model[at + same];
      model[cell] = 0;
    };
    const point = (cell: number): [number, number] => [
      box.left + ((cell % 4) + 0.5) * size,
      box.top + (Math.floor(cell / 4) + 0.5) * size,
    ];
    const fire = (x: number, y: number, type = 'pointermove'): void => {
      grid.dispatchEvent(
        new PointerEvent(type, { clientX: x, clientY: y, bubbles: true, pointerId: 1, pointerType: 'mouse' }),
      );
    };
    const begin = point(ring[0]);
    fire(...begin);
    push(ring[0]);
    const start = performance.now();
    let sent = 0;
    let jumps = 0;
    for (let step = 1; step <= 240; step += 1) {
      const [fromX, fromY] = point(ring[(step - 1) % 12]);
      let [toX, toY] = point(ring[step % 12]);
      let parts = 16;
      // About 16 events from cell to cell, one each millisecond. In every second round the corners are cut by one single jump
      // of two cells: without the cell in between, the second is in no line with the gap.
      if ([0, 3, 6, 9].includes(step % 12) && Math.floor(step / 12) % 2 === 1) {
        const [afterX, afterY] = point(ring[(step + 1) % 12]);
        push(ring[step % 12]);
        [toX, toY] = [
          afterX + 0.4 * (toX - fromX) - 0.3 * (afterX - toX),
          afterY + 0.4 * (toY - fromY) - 0.3 * (afterY - toY),
        ];
        parts = 1;
        jumps += 1;
        step += 1;
      }
      for (let part = 1; part <= parts; part += 1) {
        fire(fromX + ((toX - fromX) * part) / parts, fromY + ((toY - fromY) * part) / parts);
        sent += 1;
        while (performance.now() < start + sent) await new Promise((done) => setTimeout(done, 0));
      }
      push(ring[step % 12]);
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    const seen = read();
    return { tiles: seen.filter((tile, cell) => tile !== model[cell]).length, jumps };
  });
  expect(lost.tiles).toBe(0);
  expect(lost.jumps).toBeGreaterThan(10);
  await close(watched);
});

test('undo, redo and the slider walk through the history', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  const after = await tiles(page);
  await page.keyboard.press('Control+z');
  await expect.poll(() => tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => tiles(page)).toEqual(after);
  await page.getByRole('slider', { name: /History/ }).fill('0');
  await expect.poll(() => tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await close(watched);
});

test('a pause hides the board and stops the clock; a reload loses nothing', async () => {
  const watched = await open();
  const { page } = watched;
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key);
  const board = await tiles(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  const [moves, time] = [
    await page.getByTestId('moves').textContent(),
    await page.getByTestId('time').textContent(),
  ];
  // Nobody reads a paused board, by eye or by ear.
  expect(await page.getByRole('gridcell').allTextContents()).toEqual(Array(16).fill('hidden'));
  await page.keyboard.press('ArrowDown');
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  expect(await page.getByTestId('moves').textContent()).toBe(moves);
  expect(await page.getByTestId('time').textContent()).toBe(time);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => tiles(page)).toEqual(board);
  await close(watched);
});

test('a paused board is not to be studied: no lesson has it', async () => {
  const watched = await open();
  const { page } = watched;
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key);
  const board = await tiles(page);
  const learn = async (): Promise<number[]> => {
    await page.getByRole('link', { name: 'Understand', exact: true }).click();
    await page.locator('main ol a').first().click();
    await page.locator('main article .question').waitFor();
    await page.evaluate(() => {
      location.hash = '#/learn/inversions';
    });
    await page.getByTestId('sum').waitFor();
    return tiles(page);
  };
  const back = async (): Promise<void> => {
    await page.evaluate(() => {
      location.hash = '#/play';
    });
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  };
  expect(await learn()).toEqual(board);
  await back();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Understand this position' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Understand this position' }).isDisabled()).toBe(true);
  expect(await learn()).not.toEqual(board);
  await back();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByRole('link', { name: 'Understand this position' }).waitFor();
  await close(watched);
});

test('a number half typed does not wait through a click, nor through Ctrl+Z', async () => {
  const watched = await open('#/play/10,2,3,4/5,6,7,8/9,0,1,11/13,14,12,15');
  const { page } = watched;
  for (const other of [
    async (): Promise<void> => {
      // The 9 slides: 1 is still beside the gap's row, and would go after it.
      const { x, y } = await middle(page, 8, 4, 4);
      await page.mouse.click(x, y);
    },
    async (): Promise<void> => page.keyboard.press('Control+z'),
  ]) {
    // It may still become 10 to 15.
    await page.keyboard.press('1');
    await other();
    const after = await tiles(page);
    await page.waitForTimeout(800);
    expect(await tiles(page)).toEqual(after);
  }
  await close(watched);
});

test('a board from an address is played on after a reload, and an unfinished game waits aside', async () => {
  const watched = await open('#/play/5,1,2,4/9,6,3,8/13,10,7,12/14,11,15,0');
  const { page } = watched;
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const board = await tiles(page);
  await page.reload();
  expect(await page.getByTestId('moves').textContent()).toBe('3');
  await page.evaluate(() => {
    location.hash = '#/daily/2026-11-15';
  });
  await page.getByText('Board of 2026-11-15').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Go on: 4×4/ }).click();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect.poll(() => tiles(page)).toEqual(board);
  expect(await page.getByTestId('moves').textContent()).toBe('3');
  await close(watched);
});

test('the daily board is the same for everyone and has its proven par', async () => {
  // Half an hour before midnight, UTC: elsewhere it is the day before or after, and the board is the same.
  const late = new Function(`
    const at = Date.UTC(2026, 10, 15, 23, 30);
    const Real = Date;
    window.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(at); } static now() { return at; } };`) as () => void;
  const visits = [
    ['#/daily/2026-11-15', {}],
    ['#/daily', { timezoneId: 'Pacific/Auckland', locale: 'en-NZ', init: late }],
    ['#/daily', { timezoneId: 'America/Los_Angeles', locale: 'en-US', init: late }],
  ] as const;
  for (const [address, circumstances] of visits) {
    const watched = await open(address, circumstances);
    await watched.page.getByText(/par 58\b/).waitFor();
    expect(await tiles(watched.page), address).toEqual([
      0, 11, 2, 13, 12, 3, 5, 6, 9, 10, 4, 7, 8, 1, 15, 14,
    ]);
    await close(watched);
  }
});

test('a hint says where to look, then which tile, with its reason', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.getByRole('button', { name: 'Where to look' }).click();
  await page
    .getByText(/block is left|Row|column/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'The next move' }).click();
  await page
    .getByText('Slide 7 to the left. It is the start of a shortest way: 2 moves are left.')
    .first()
    .waitFor();
  await close(watched);
});

test('H asks for a stronger hint each time', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  for (const says of [
    /columns come next: column 1, with 7/,
    /Slide 7 to the left\. /,
    /Slide 7 to the left, 8 to the left: that solves it, and no way is shorter\./,
  ]) {
    await page.keyboard.press('h');
    await page.getByTestId('hint').getByText(says).waitFor();
  }
  await close(watched);
});

test('the distance is exact up to 4x4 and a bound above, asked for or live', async () => {
  const watched = await open('#/play/1,2,3,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,23,0,24', {
    init: chosen({ distance: 'live' }),
  });
  const { page } = watched;
  await expect.poll(() => page.getByTestId('distance').textContent()).toBe('≥ 1');
  await page.evaluate(() => {
    location.hash = '#/play/1,2,3/4,5,6/0,7,8';
  });
  await expect.poll(() => page.getByTestId('distance').textContent()).toBe('2');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.getByTestId('distance').textContent()).toBe('1');
  await close(watched);
});

test('a solve is listed and replayed from its address', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('table').first().waitFor();
  const address = await page.getByRole('link', { name: 'Replay' }).first().getAttribute('href');
  await page.goto(page.url().split('#')[0] + address);
  await page.getByText('Move 0 of 2').waitFor();
  await page.keyboard.press('End');
  await page.getByText('Move 2 of 2').waitFor();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await close(watched);
});

test('everything is saved to one file, and restored once from it', async () => {
  const first = await open(NEAR, { init: chosen({ scheme: 'rows' }) });
  await first.page.keyboard.press('ArrowLeft');
  await first.page.keyboard.press('ArrowLeft');
  await first.page.locator('[data-kept="kept"]').waitFor();
  await first.page.evaluate(() => {
    location.hash = '#/play/5,1,2,4/9,6,3,8/13,10,7,12/14,11,15,0';
  });
  await first.page.getByRole('button', { name: 'The next move' }).waitFor();
  await first.page.keyboard.press('ArrowDown');
  await first.page.getByRole('button', { name: 'New board' }).first().click();
  const asked = first.page.waitForEvent('download');
  await first.page.getByRole('button', { name: 'Save everything' }).click();
  const file = await asked;
  expect(file.suggestedFilename()).toBe('taquin.txt');
  const exported = await readFile(await file.path(), 'utf8');
  await close(first);

  const second = await open();
  const { page } = second;
  await page.getByLabel('Take in a file').waitFor({ state: 'attached' });
  const take = (text: string): Promise<void> =>
    page
      .getByLabel('Take in a file')
      .setInputFiles({ name: 'solves.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await take(`${exported}no solve at all\n<img src=x onerror=alert(1)>\n`);
  await page.getByText('1 solve added, 2 lines could not be read.').waitFor();
  await take(exported);
  await page.getByText('0 solves added.').waitFor();
  expect(await page.getByTestId('solves').locator('tbody tr').count()).toBe(1);
  // The same solves, the game that was put aside, the settings.
  expect(await page.evaluate(() => localStorage.getItem('taquin.settings'))).toContain('rows');
  await page.reload();
  await page
    .getByRole('button', { name: /^Go on: 4×4/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Replay' }).first().click();
  await page.getByText('Move 0 of 2').waitFor();
  expect(page.url()).not.toContain('~');
  await close(second);
});

test('a file brings every unfinished game and all settings at once, and nothing that was here is lost', async () => {
  const begin = async (page: Page): Promise<void> => {
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
      await page.keyboard.press(key);
    await page.keyboard.press('n');
    await expect.poll(() => page.getByTestId('moves').textContent()).toBe('0');
  };
  const choose = async (page: Page, name: string, value: string): Promise<void> => {
    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await page.getByLabel(new RegExp(`^\\s*${name}`)).selectOption(value);
    await page.evaluate(() => {
      location.hash = '#/play';
    });
    await page.getByRole('grid').waitFor();
  };
  const first = await open('#/play');
  for (let game = 0; game < 3; game += 1) await begin(first.page);
  await choose(first.page, 'Tiles', 'rows');
  await first.page.evaluate(() => localStorage.setItem('taquin.keys', '{"hint":"x"}'));
  const saved = await savedFile(first.page);
  await close(first);

  const second = await open('#/play');
  const { page } = second;
  // As many as are kept in play, the oldest of them of long ago.
  for (let game = 0; game < 2; game += 1) await begin(page);
  await page.evaluate(() => {
    const [, save] = (
      localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('taquin.aside')) ?? '') ??
      ''
    ).split(/\n(.*)/s);
    for (let old = 1; old <= 18; old += 1) localStorage.setItem(`taquin.aside.${old}`, `\n${save}`);
  });
  await page
    .getByLabel('Take in a file')
    .setInputFiles({ name: 'taquin.txt', mimeType: 'text/plain', buffer: Buffer.from(saved) });
  await page.getByText('0 solves added.').waitFor();
  // Three that were put aside, and the one that lay on the table there.
  await expect.poll(() => page.getByRole('button', { name: /^Go on: 4×4/ }).count()).toBe(20 + 4);
  await page.locator('.coloured').first().waitFor();
  await page.keyboard.press('x');
  await page.getByTestId('hint').waitFor();
  await choose(page, 'Sound', 'on');
  expect(
    JSON.parse((await page.evaluate(() => localStorage.getItem('taquin.settings'))) ?? ''),
  ).toMatchObject({ scheme: 'rows', sound: 'on' });
  await close(second);
});

test('solves are listed, and any of them can be raced again from its replay', async () => {
  const watched = await open(NEAR);
  const { page } = watched;
  for (let solve = 0; solve < 5; solve += 1) {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Solved!').waitFor();
    if (solve < 4) await page.getByRole('button', { name: 'Same board again' }).click();
  }
  // A board that was chosen, and then the same again: five solves, and no record.
  expect(await page.getByTestId('averages').count()).toBe(0);
  await page
    .getByRole('link', { name: /^Replay:/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Race this solve' }).click();
  await page.getByRole('grid', { name: 'The earlier solve' }).waitFor();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Solved!').waitFor();
  await close(watched);
});

test('a way typed out is played, counted as help, and looked back on from its curve', async () => {
  const watched = await open('#/play/8,6,7/2,5,4/3,0,1');
  const { page } = watched;
  await page.getByText('Type moves or a tile’s number').click();
  const typed = page.getByRole('textbox', { name: 'Type moves or a tile’s number' });
  await typed.fill('RRRR');
  await typed.press('Enter');
  await page.getByText(/^Not played:/).waitFor();
  // A shortest way, with a step forth and back before it.
  await page.evaluate(() => {
    location.hash = '#/solve/8,6,7/2,5,4/3,0,1?how=optimal';
  });
  await page.getByText('The moves').click();
  const way = (await page.getByTestId('moves-text').textContent()) ?? '';
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByText('Type moves or a tile’s number').click();
  await typed.fill(`RL${way}`);
  await typed.press('Enter');
  await expect.poll(() => page.getByTestId('shortest').textContent()).toBe('31');
  expect(await page.getByTestId('yours').textContent()).toBe('33');
  await page.getByTestId('no-record').getByText('With hints').waitFor();
  await page.getByRole('link', { name: /^Replay:/ }).click();
  await page.locator('figure svg').click();
  await expect.poll(() => page.getByTestId('place').textContent()).toMatch(/^Move 1[67] of 33$/);
  await close(watched);
});

test('the computer plays the board on the table in three ways', async () => {
  const watched = await open('#/play/8,1,2/0,4,3/7,5,6');
  const { page } = watched;
  for (const [way, says] of [
    ['the shortest way', /No solution is shorter/],
    ['row by row', /by the method of rows and columns/],
    ['fewest pairs in the wrong order', /loop of 2/],
  ] as const) {
    await page.evaluate(() => {
      location.hash = '#/play';
    });
    await page.getByRole('link', { name: way }).click();
    await page.getByTestId('says').getByText(says).waitFor();
    // It plays without being asked again.
    await expect.poll(() => page.getByTestId('place').textContent()).not.toMatch(/^Move 0 /);
  }
  await close(watched);
});

test('20 by 20 is dealt and played', async () => {
  const watched = await open();
  const { page } = watched;
  await page.getByText('Other size').click();
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('20');
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('20');
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await expect.poll(async () => (await tiles(page)).length).toBe(400);
  const before = await tiles(page);
  const blank = before.indexOf(0);
  const end = Math.floor(blank / 20) * 20 + (blank % 20 < 10 ? 19 : 0);
  const at = await middle(page, end, 20, 20);
  await page.mouse.click(at.x, at.y);
  await expect.poll(async () => (await tiles(page)).indexOf(0)).toBe(end);
  await close(watched);
});
