import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, keepSolves, open, withPage } from './page';

withPage();
const FULL = process.env.TAQUIN_FULL === '1';
/** So many of each kind. */
const TIMES = FULL ? 50 : 6;

/**
 * Breaks the engine of every other worker: its first solve runs into a real trap, or its tables find no memory. The module is the real one;
 * only what it exports under one name is replaced, or its memory is taken before it asks for some.
 */
async function breaks(
  context: BrowserContext,
  how: 'trap' | 'memory',
  worker = 'worker',
  call = 'solver_solve',
): Promise<() => number> {
  let started = 0;
  const prelude =
    how === 'trap'
      ? `const broken = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,116,0,0,10,5,1,3,0,0,11])));
       const given = WebAssembly.instantiate;
       WebAssembly.instantiate = async (...all) => { const found = await given(...all); const own = found.instance ?? found; return { module: all[0], instance: { exports: { ...own.exports, ${call}: () => broken.exports.t() } } }; };`
      : `const given = WebAssembly.instantiate;
       WebAssembly.instantiate = async (...all) => { const found = await given(...all); const { exports } = found.instance ?? found;
         const memory = exports.memory; const most = 65536; const lacks = exports.solver_lacks;
         const changed = { ...exports, solver_lacks: (...parts) => { try { memory.grow(most - memory.buffer.byteLength / 65536); } catch { memory.grow(16384 - memory.buffer.byteLength / 65536); } return lacks(...parts); } };
         return { module: all[0], instance: { exports: changed } }; };`;
  await context.route(new RegExp(`assets/${worker}-[^/]*\\.js$`), async (route) => {
    started += 1;
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({
      status: 200,
      contentType: 'text/javascript',
      headers: { 'cache-control': 'no-store' },
      body: started % 2 === 1 ? `${prelude}\n${body}` : body,
    });
  });
  return () => started;
}

for (const how of ['trap', 'memory'] as const) {
  test(
    `a worker that broke (${how}) is replaced, asked again, and the reader told; ${TIMES} times`,
    async () => {
      const watched = await open('#/settings');
      const { page, context, problems } = watched;
      const started = await breaks(context, how);
      for (let time = 0; time < TIMES; time += 1) {
        // A new page each time: its first worker breaks.
        await page.goto('about:blank');
        await page.goto(`${watched.address}#/play/1,2,3,4/5,6,7,8/9,10,11,12/13,0,14,15`);
        await page.getByRole('button', { name: 'How far is it?' }).click();
        await expect.poll(() => page.getByTestId('distance').textContent(), { timeout: 30_000 }).toBe('2');
        await page.getByText('The engine broke off in the middle.').waitFor();
        await page.getByRole('button', { name: 'The next move' }).click();
        await page.getByTestId('hint').getByText('2 moves are left').waitFor();
        expect(started()).toBe(2 * (time + 1));
      }
      problems.length = 0;
      await close(watched);
    },
    FULL ? 900_000 : 120_000,
  );
}

test('the worker that reads the list of solves is replaced when it broke, and the list is there', async () => {
  const watched = await open('#/settings');
  const { page, context } = watched;
  await keepSolves(page, 30);
  const started = await breaks(context, 'trap', 'lister', 'summary_add');
  await page.goto('about:blank');
  await page.goto(`${watched.address}#/play`);
  await page.getByTestId('summary').getByText('30 solves').waitFor();
  expect(started()).toBe(2);
  await close(watched);
});

test('an engine that breaks every time says so, and the page goes on', async () => {
  const watched = await open('#/settings');
  const { page, context, problems } = watched;
  await context.route(/assets\/worker-[^/]*\.js$/, (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/javascript',
      body: "onmessage = ({ data }) => { if (data.kind === 'start') postMessage({ id: data.id, kind: 'done', value: null }); else postMessage({ id: data.id, kind: 'trapped' }); };",
    }),
  );
  await page.evaluate(() => {
    location.hash = '#/play/8,6,7/2,5,4/3,0,1';
  });
  await page.getByRole('button', { name: 'How far is it?' }).click();
  await page.getByText('The engine broke off twice').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByTestId('moves').textContent()).toBe('1');
  problems.length = 0;
  await close(watched);
});
