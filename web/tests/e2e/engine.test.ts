import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, open, program, withPage } from './page';

withPage();
const here = (path: string): URL => new URL(path, import.meta.url);
const lines = async (path: string): Promise<string[]> =>
  (await readFile(here(path), 'utf8')).split('\n').filter((line) => line.trim() && !line.startsWith('#'));

interface Case {
  board: string;
  goal: string;
}
interface Outcome {
  moves: string;
  nodes: number;
}

/** What the native program says with one thread and the tables that the page has, to boards of one goal. */
async function native(boards: string[], goal: string): Promise<Outcome[]> {
  const empty = join(tmpdir(), 'taquin-no-tables');
  const running = promisify(execFile)(program, [
    'solve',
    '--json',
    '--lines',
    '--threads',
    '1',
    '--tables',
    empty,
    '--goal',
    goal,
  ]);
  running.child.stdin?.end(boards.join('\n'));
  const { stdout } = await running;
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
    .map(({ moves, nodes }) => ({ moves, nodes }));
}

/** What the page's own worker says to the same boards, in one go. */
const inBrowser = (page: Page, cases: Case[]): Promise<Outcome[]> =>
  page.evaluate(async (all) => {
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
    const find = (pattern: RegExp): string => loaded.findLast((name) => pattern.test(name)) ?? '';
    const worker = new Worker(find(/\/worker-[^/]*\.js$/), { type: 'module' });
    const module = await WebAssembly.compileStreaming(fetch(find(/\.wasm$/)));
    const ask = (question: object): Promise<unknown> =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          if (data.kind === 'done') resolve(data.value);
          else if (data.kind === 'failed') reject(new Error(data.why));
        };
        worker.postMessage({ id: 1, ...question });
      });
    await ask({ kind: 'start', module });
    const outcomes = [];
    for (const each of all) {
      const { moves, nodes } = (await ask({ kind: 'solve', want: 'optimal', timeMs: 0, ...each })) as Outcome;
      outcomes.push({ moves, nodes });
    }
    worker.terminate();
    return outcomes;
  }, cases);

test('the page finds the same moves with the same number of positions as the native program', async () => {
  const suite = (await lines('../../../data/solve.cases')).map((line) =>
    line.split('|').map((field) => field.trim()),
  );
  const cases = suite
    .filter(
      ([size, , , metric, length]) =>
        /^[2-9]x[2-9]$/.test(size) && metric === 'stm' && length !== 'unsolvable' && length !== '0',
    )
    .map(([, board, goal]) => ({ board, goal }));
  expect(cases.length).toBeGreaterThan(20);
  const watched = await open();
  // The solvers are fetched with the first question.
  await watched.page.getByRole('button', { name: 'How far is it?' }).click();
  await watched.page.getByTestId('distance').waitFor();
  const found = await inBrowser(watched.page, cases);
  for (const goal of new Set(cases.map((each) => each.goal))) {
    const those = cases.flatMap((each, index) =>
      each.goal === goal ? [{ board: each.board, ...found[index] }] : [],
    );
    const boards = those.map(({ board }) => board);
    const expected = (await native(boards, goal)).map((outcome, index) => ({
      board: boards[index],
      ...outcome,
    }));
    expect(those, goal).toEqual(expected);
  }
  await close(watched);
});

/** Lengths of the tables kept, by name. */
const kept = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const cache = await caches.open('taquin-keep-tables');
    const all: Record<string, number> = {};
    for (const request of await cache.keys())
      all[request.url.split('/').at(-1) ?? ''] =
        (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
    return all;
  });

test('tables are kept between visits, and made anew where they are damaged or foreign', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  const hint = async (): Promise<void> => {
    await page.getByRole('button', { name: 'The next move' }).click();
    await page.getByTestId('hint').getByText('2 moves are left').waitFor();
  };
  await hint();
  await expect.poll(async () => Object.keys(await kept(page)).length).toBe(1);
  const before = await kept(page);
  const [[name, length]] = Object.entries(before);
  expect(length).toBeGreaterThan(4096);

  /** What stands in the table's place, with a mark that only a rewriting would take away. */
  type Stead = 'itself' | 'damaged' | 'cut short' | 'of another board' | 'a web page' | 'empty';
  const put = (stead: Stead): Promise<void> =>
    page.evaluate(
      async ([of, what]) => {
        const cache = await caches.open('taquin-keep-tables');
        const address = `${location.origin}/taquin-tables/${of}`;
        const read = async (from: string): Promise<Uint8Array<ArrayBuffer>> =>
          new Uint8Array((await (await cache.match(from))?.arrayBuffer()) ?? new ArrayBuffer(0));
        let bytes = await read(address);
        if (what === 'damaged') bytes[5000] ^= 1;
        if (what === 'cut short') bytes = bytes.slice(0, 4096);
        if (what === 'of another board')
          bytes = await read((await cache.keys()).find((request) => request.url !== address)?.url ?? '');
        if (what === 'a web page')
          bytes = new TextEncoder().encode('<!doctype html><script>alert(1)</script>'.repeat(500));
        if (what === 'empty') bytes = new Uint8Array(0);
        await cache.put(address, new Response(bytes, { headers: { 'x-mark': 'yes' } }));
      },
      [name, stead] as const,
    );
  const marked = (): Promise<boolean> =>
    page.evaluate(
      async (of) =>
        (
          await (await caches.open('taquin-keep-tables')).match(`${location.origin}/taquin-tables/${of}`)
        )?.headers.has('x-mark') ?? false,
      name,
    );

  await put('itself');
  await page.reload();
  await hint();
  expect(await marked()).toBe(true);

  // The tables of another board, in their own format and whole.
  await page.evaluate(() => {
    location.hash = '#/play/1,2,3,4/5,6,7,8/9,10,0,11';
  });
  await page.getByRole('button', { name: 'The next move' }).click();
  await page.getByTestId('hint').getByText('1 move is left').waitFor();
  await expect.poll(async () => Object.keys(await kept(page)).length).toBe(2);
  await page.evaluate(() => {
    location.hash = '#/play/1,2,3/4,5,6/0,7,8';
  });
  for (const stead of ['damaged', 'cut short', 'of another board', 'a web page', 'empty'] as const) {
    await put(stead);
    await page.reload();
    await hint();
    await expect.poll(marked, { message: stead }).toBe(false);
    expect((await kept(page))[name], stead).toBe(length);
  }
  await close(watched);
});
