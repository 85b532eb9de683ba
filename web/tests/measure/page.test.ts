import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chosen, close, keepSolves, open, withPage } from '../e2e/page';

withPage();
const RUNS = 10;

function told(what: string, values: number[], unit = 'ms'): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  console.log(`${what}: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)} ${unit} (${values.length})`);
}

/** Presses keys from the moment there is a board until one of them has moved a tile. */
const watchFirstMove = (): void => {
  const seen = window as unknown as Record<string, number>;
  const look = (): void => {
    const grid = document.querySelector('[role="grid"]');
    if (!grid) return void setTimeout(look, 1);
    seen.board = performance.now();
    for (const key of ['ArrowLeft', 'ArrowRight'])
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const moved = (): void => {
      if (document.querySelector('[data-testid="moves"]')?.textContent === '0')
        return void setTimeout(moved, 1);
      seen.moved = performance.now();
    };
    moved();
  };
  look();
};

test('from navigation to the first move', async () => {
  const [boards, moves]: number[][] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const watched = await open('', { init: watchFirstMove });
    const read = (name: string): Promise<number> =>
      watched.page
        .waitForFunction((of) => (window as unknown as Record<string, number>)[of], name)
        .then((found) => found.jsonValue());
    boards.push(await read('board'));
    moves.push(await read('moved'));
    await close(watched);
  }
  told('first visit, board there', boards);
  told('first visit, first move done', moves);
});

/** A move or two: with the first one the page fetches its solvers. */
const touch = async (page: Page): Promise<void> => {
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
};

/** The page's own worker is made to solve boards, one after another, and each answer is timed. */
const solveAll = async (
  boards: { board: string; goal: string }[],
): Promise<{ first: number; each: number[]; lengths: number[]; silent: number[] }> => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  const find = (pattern: RegExp): string => loaded.findLast((name) => pattern.test(name)) ?? '';
  const worker = new Worker(find(/\/worker-[^/]*\.js$/), { type: 'module' });
  const module = await WebAssembly.compileStreaming(fetch(find(/\.wasm$/)));
  let heard = 0;
  let longest = 0;
  const ask = (question: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      heard = performance.now();
      longest = 0;
      worker.onmessage = ({ data }) => {
        longest = Math.max(longest, performance.now() - heard);
        heard = performance.now();
        if (data.kind === 'done') resolve(data.value);
        else if (data.kind === 'failed') reject(new Error(data.why));
      };
      worker.postMessage({ id: 1, ...question });
    });
  await ask({ kind: 'start', module });
  const [each, lengths, silent]: number[][] = [[], [], []];
  let start = performance.now();
  await ask({ kind: 'prepare', ...boards[0] });
  const first = performance.now() - start;
  for (const given of boards) {
    start = performance.now();
    const { lowerBound } = (await ask({ kind: 'solve', want: 'optimal', timeMs: 0, ...given })) as {
      lowerBound: number;
    };
    each.push(performance.now() - start);
    lengths.push(lowerBound);
    silent.push(longest);
  }
  worker.terminate();
  return { first, each, lengths, silent };
};

test('exact distances of Korf’s 100 boards', async () => {
  const lines = (await readFile(new URL('../../../data/instances/korf100.txt', import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const boards = lines.map((line) => {
    const tiles = line.trim().split(/\s+/).slice(4);
    return {
      board: [0, 4, 8, 12].map((from) => tiles.slice(from, from + 4).join(' ')).join('/'),
      goal: 'blank-first',
    };
  });
  const watched = await open();
  await watched.page.getByRole('grid').waitFor();
  await touch(watched.page);
  // The page's own tables are made first, so that nothing else works meanwhile.
  await expect
    .poll(
      () =>
        watched.page.evaluate(async () => (await (await caches.open('taquin-keep-tables')).keys()).length),
      { timeout: 20_000 },
    )
    .toBe(1);
  const { first, each, lengths, silent } = await watched.page.evaluate(solveAll, boards);
  told('Korf’s 100, small tables made', [first]);
  told('Korf’s 100, exact distance', each);
  told('Korf’s 100, longest silence before an answer or a report', silent);
  console.log(
    `mean ${(each.reduce((sum, ms) => sum + ms, 0) / each.length).toFixed(1)} ms; lengths sum to ${lengths.reduce((sum, length) => sum + length, 0)}`,
  );
  await close(watched);
});

test('from the first move to small 4x4 tables made and kept, the whole engine fetched for it', async () => {
  const ready: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const watched = await open();
    const begun = watched.page.evaluate(() => performance.now());
    await touch(watched.page);
    const from = await begun;
    ready.push(
      await watched.page.evaluate(async (since) => {
        for (;;) {
          if ((await (await caches.open('taquin-keep-tables')).keys()).length > 0)
            return performance.now() - since;
          await new Promise((wait) => setTimeout(wait, 10));
        }
      }, from),
    );
    await close(watched);
  }
  told('4x4, small tables kept, after the first move', ready);
});

test('hovering through the browser’s own input at 60 tiles a second', async () => {
  const watched = await open('', { init: chosen({ pointer: 'hover' }), reducedMotion: 'no-preference' });
  const { page } = watched;
  const box = await page.getByRole('grid').boundingBox();
  if (!box) throw new Error('there is no board');
  await page.evaluate(() => {
    const seen = window as unknown as Record<string, number[]>;
    seen.handling = [];
    seen.gaps = [];
    let start = 0;
    addEventListener(
      'pointermove',
      () => {
        start = performance.now();
      },
      { capture: true },
    );
    addEventListener('pointermove', () => {
      if (start) seen.handling.push(performance.now() - start);
    });
    let last = performance.now();
    const frame = (now: number): void => {
      seen.gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const ring = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4];
  const point = (cell: number): { x: number; y: number } => ({
    x: box.x + ((cell % 4) + 0.5) * (box.width / 4),
    y: box.y + (Math.floor(cell / 4) + 0.5) * (box.height / 4),
  });
  const session = await page.context().newCDPSession(page);
  const begun = Date.now();
  const sent: Promise<unknown>[] = [];
  for (let step = 0; step < 300; step += 1) {
    const at = point(ring[step % 12]);
    sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }));
    const wait = begun + (step + 1) * (1000 / 60) - Date.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  }
  await Promise.all(sent);
  const { handling, gaps } = await page.evaluate(() => {
    const seen = window as unknown as Record<string, number[]>;
    return { handling: seen.handling, gaps: seen.gaps };
  });
  const moves = Number(await page.getByTestId('moves').textContent());
  told(
    `hover, ${moves} tiles pushed in ${((Date.now() - begun) / 1000).toFixed(1)} s, handling of an event`,
    handling,
  );
  told('hover, time between frames', gaps.slice(5));
  await close(watched);
});

test('from navigation to an exact distance, without and with kept tables', async () => {
  const [first, second]: number[][] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    const watched = await open('#/play/5,1,2,4/9,6,3,8/13,10,7,12/14,11,15,0', {
      init: chosen({ distance: 'live' }),
    });
    for (const into of [first, second]) {
      await watched.page.getByTestId('distance').waitFor();
      into.push(await watched.page.evaluate(() => performance.now()));
      await expect
        .poll(
          () =>
            watched.page.evaluate(
              async () => (await (await caches.open('taquin-keep-tables')).keys()).length,
            ),
          { timeout: 20_000 },
        )
        .toBe(1);
      if (into === first) await watched.page.reload();
    }
    await close(watched);
  }
  told('4x4, exact distance shown, first visit', first);
  told('4x4, exact distance shown, tables kept', second);
});

test('frames while lines of a 20x20 board slide', async () => {
  const init = new Function(`localStorage.setItem('taquin.size', '20x20')`) as () => void;
  const watched = await open('', { init, reducedMotion: 'no-preference' });
  await watched.page.getByRole('grid').waitFor();
  await watched.page.waitForTimeout(500);
  const frames = await watched.page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const box = grid.getBoundingClientRect();
    const click = (cell: number): void => {
      const at = {
        clientX: box.left + ((cell % 20) + 0.5) * (box.width / 20),
        clientY: box.top + (Math.floor(cell / 20) + 0.5) * (box.height / 20),
        bubbles: true,
        pointerId: 1,
        pointerType: 'mouse',
      };
      grid.setPointerCapture = () => undefined;
      for (const type of ['pointerdown', 'pointerup']) grid.dispatchEvent(new PointerEvent(type, at));
    };
    const cells = [...document.querySelectorAll('[role="gridcell"]')];
    const blank = (): number => cells.findIndex((cell) => !/\d/.test(cell.textContent ?? ''));
    const gaps: number[] = [];
    let last = performance.now();
    let across = true;
    let pressed = last;
    while (gaps.length < 300) {
      const now = await new Promise<number>((frame) => requestAnimationFrame(frame));
      gaps.push(now - last);
      last = now;
      if (now - pressed < 130) continue;
      pressed = now;
      const at = blank();
      const [row, column] = [Math.floor(at / 20), at % 20];
      click(across ? row * 20 + (column < 10 ? 19 : 0) : (row < 10 ? 19 : 0) * 20 + column);
      across = !across;
    }
    return {
      gaps: gaps.slice(5),
      moved: Number(document.querySelector('[data-testid="moves"]')?.textContent),
    };
  });
  told(`20x20, time between frames while ${frames.moved} tiles slid`, frames.gaps);
  console.log(
    `frames later than 20 ms: ${frames.gaps.filter((gap) => gap > 20).length} of ${frames.gaps.length}`,
  );
  await close(watched);
});

/** What a visit to the list costs the page's own thread. */
interface Cost {
  /** The longest time between two frames, and between two messages to itself, once there is a board. */
  frame: number;
  task: number;
  /** Frames later than 20 ms after the one before. */
  late: number;
  /** The thread's own time, while it was not waiting for a core, in the two and a half seconds from the way to the board on, the list included; in a visit of its own, since looking is work. */
  work: number;
}

/** Milliseconds for which a list is held back, so that the board is painted before it comes; and after which that is looked at. */
const HELD_MS = 1200;
const CALM_MS = 700;

/** Goes from the settings, where there is no list, to the game, in a page that was just loaded, and waits for the list; `watch` to look at frames. */
async function visit(page: Page, testid: string, watch: boolean, wait: number): Promise<Cost> {
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.reload();
  await page.locator('main select').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> =>
    1000 *
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? 0);
  const before = await worked();
  const seen = await page.evaluate(
    async ([list, looking, calm]) => {
      location.hash = '#/play';
      const begun = performance.now();
      while (!document.querySelector('[role="grid"]'))
        await new Promise((done) => requestAnimationFrame(done));
      // The board itself is drawn by then: it is the list that is looked at.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, calm)));
      let [frame, task, late, last, over] = [0, 0, 0, performance.now(), false];
      // Messages to itself, one after another: what comes between two of them kept the page from its next frame.
      const { port1, port2 } = new MessageChannel();
      let heard = last;
      port1.onmessage = () => {
        task = Math.max(task, performance.now() - heard);
        heard = performance.now();
        if (!over) port2.postMessage(0);
      };
      if (looking) port2.postMessage(0);
      const draw = (now: number): void => {
        frame = Math.max(frame, now - last);
        if (now - last > 20) late += 1;
        last = now;
        if (!over) requestAnimationFrame(draw);
      };
      if (looking) requestAnimationFrame(draw);
      while (!document.querySelector(`[data-testid="${list}"]`))
        await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 300));
      over = true;
      // Work is compared over the same time: a page that only waits does some, too.
      if (!looking)
        await new Promise((done) => setTimeout(done, Math.max(0, begun + 2500 - performance.now())));
      return { frame, task, late };
    },
    [testid, watch, wait] as const,
  );
  const work = (await worked()) - before;
  await session.detach();
  return { ...seen, work };
}

/** The middle of differences between pairs says more than two middles: what the machine does besides changes from minute to minute. */
const PAIRS = Number(process.env.TAQUIN_PAIRS ?? 10);

for (const { size, testid, held } of [
  { size: '20x20', testid: 'summary', held: false },
  { size: '20x20', testid: 'summary', held: true },
  { size: '4x4', testid: 'solves', held: false },
])
  test(`frames while 10,000 solves of 20×20 are listed ${held ? 'after' : 'beside'} a ${size} board, in turns with fewer`, async () => {
    // From 1,000 on there is the same to see.
    const counts = [20, 1000, 10_000];
    const wait = held ? CALM_MS : 0;
    const name = held ? `${size} painted before` : size;
    const kept: { watched: Awaited<ReturnType<typeof open>>; costs: Cost[] }[] = [];
    for (const count of counts) {
      const watched = await open('#/settings');
      await keepSolves(watched.page, count);
      if (held)
        await watched.context.route(/\/lister-/, async (route) => {
          await new Promise((done) => setTimeout(done, HELD_MS));
          await route.continue();
        });
      await watched.page.evaluate((text) => localStorage.setItem('taquin.size', text), size);
      // What is fetched and compiled for the first time is not what is looked at.
      await visit(watched.page, testid, true, wait);
      kept.push({ watched, costs: [] });
    }
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const each of pair % 2 === 0 ? kept : [...kept].reverse())
        each.costs.push({
          ...(await visit(each.watched.page, testid, true, wait)),
          work: (await visit(each.watched.page, testid, false, wait)).work,
        });
    for (const part of ['frame', 'task', 'late', 'work'] as const) {
      const unit = part === 'late' ? 'frames' : 'ms';
      const what = {
        frame: 'longest frame',
        task: 'longest task',
        late: 'frames later than 20 ms',
        work: 'work of the thread, board and all',
      }[part];
      for (const [index, { costs }] of kept.entries())
        told(
          `${name}, ${counts[index]} solves, ${what}`,
          costs.map((cost) => cost[part]),
          unit,
        );
      for (const less of [0, 1])
        told(
          `${name}, ${what}: 10,000 less ${counts[less]}, by pairs`,
          kept[2].costs.map((cost, pair) => cost[part] - kept[less].costs[pair][part]),
          unit,
        );
    }
    for (const { watched } of kept) await close(watched);
  }, 600_000);
