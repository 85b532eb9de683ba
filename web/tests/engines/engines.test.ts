/** The part of the page that must hold in every engine: play by keys and pointer, solve, a lesson, storage, offline, an update. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { misplaced } from '../e2e/page';
import { host, listed, type Host } from '../e2e/serving';
import { firefox, firefoxPath, webkit, webkitDriver, type Driver } from './drivers';

const web = resolve(import.meta.dirname, '../..');
const [FIRST, SECOND] = [resolve(web, 'dist'), resolve(web, 'dist-second')];
const engines = [
  { name: 'Firefox', start: firefox, there: firefoxPath },
  { name: 'WebKit', start: webkit, there: webkitDriver },
];

beforeAll(async () => {
  if (!existsSync(SECOND))
    await promisify(execFile)('npx', ['vite', 'build', '--outDir', 'dist-second', '--logLevel', 'error'], {
      cwd: web,
      env: { ...process.env, TAQUIN_STAMP: 'second' },
    });
}, 180_000);

const tiles = `[...(document.querySelector('[role="grid"]')?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => Number.parseInt(cell.textContent, 10) || 0)`;
const seen = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;
const at = (cell: number): string =>
  `(() => { const box = document.querySelector('[role="grid"]').getBoundingClientRect(); return [box.left + (${cell % 3} + 0.5) * box.width / 3, box.top + (${Math.floor(cell / 3)} + 0.5) * box.height / 3]; })()`;
const until = (driver: Driver, expression: string, timeout = 30_000): Promise<unknown> =>
  expect
    .poll(() => driver.value<boolean>(expression).catch(() => false), {
      timeout,
      interval: 200,
      message: expression,
    })
    .toBe(true);
const show = async (driver: Driver, hash: string): Promise<void> => {
  await driver.value(`void (location.hash = ${JSON.stringify(hash)})`);
};

for (const { name, start, there } of engines) {
  describe(name, () => {
    test('play by keys and pointer, solve, a lesson, storage, offline, an update', async () => {
      // A check that was left out is no check.
      expect(there, `${name} is not installed`).toBeTruthy();
      const service: Host = await host(FIRST);
      const driver = await start();
      try {
        // By keys.
        await driver.goto(`${service.url}#/play/1,2,3/4,5,6/0,7,8`);
        await until(driver, `${tiles}.length === 9`);
        await driver.press('ArrowLeft', 'ArrowLeft');
        await until(driver, seen('Solved!'));
        await until(driver, `document.querySelector('[data-kept="kept"]') !== null`);
        // By pointer.
        await show(driver, '#/play/1,2,3/4,5,6/7,0,8');
        await until(driver, `${tiles}.join() === '1,2,3,4,5,6,7,0,8'`);
        await until(driver, `(${misplaced})().length === 0`);
        const [x, y] = await driver.value<[number, number]>(at(8));
        await driver.click(x, y);
        await until(driver, seen('Solved!'));
        await until(driver, `document.querySelector('[data-kept="kept"]') !== null`);
        await until(driver, `(${misplaced})().length === 0`);
        // Solve, in a worker.
        await show(driver, '#/solve/8,6,7/2,5,4/3,0,1?how=optimal');
        await until(driver, seen('31 moves. No solution is shorter.'), 60_000);
        // A lesson, with its drawing and its engine.
        await show(driver, '#/learn/half/1,2,3/4,5,6/7,0,8');
        await until(driver, seen('The lamps agree: it can be solved.'));
        await show(driver, '#/learn/cycles/2,1,3/4,5,6/7,8,0');
        await until(driver, `document.querySelectorAll('.overlay path').length > 0`);
        // What was solved is still there.
        await driver.goto(`${service.url}?again#/play`);
        await until(driver, `document.querySelectorAll('[data-testid="solves"] tbody tr').length === 2`);
        const workers = await driver.value<boolean>(`'serviceWorker' in navigator`);
        expect(workers, 'service workers').toBe(true);
        await until(driver, `navigator.serviceWorker.ready.then(() => true)`);
        // A touch brings the rest.
        await driver.press('ArrowLeft', 'ArrowUp', 'ArrowRight');
        await until(
          driver,
          `caches.keys().then(async (names) => (await (await caches.open(names.find((name) => !name.startsWith('taquin-keep')))).keys()).length === ${1 + listed(FIRST).length})`,
          60_000,
        );
        // Without a network.
        service.trouble = { gone: true };
        await driver.goto(`${service.url}#/learn/inversions/1,2,3/4,5,6/7,0,8`);
        await until(driver, `document.querySelector('main article svg') !== null`);
        service.trouble = {};
        // An update: the open tab hears of it, and goes on.
        await driver.goto(`${service.url}?now#/play`);
        await until(driver, `${tiles}.length > 0`);
        service.folder = SECOND;
        await driver.value(
          `navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)`,
        );
        await until(driver, seen('There is a new version of this page.'), 60_000);
        await show(driver, '#/learn/checkerboard/1,2,3/4,5,6/7,0,8');
        await until(driver, seen('The lamps agree'));
      } finally {
        await driver.end();
        await service.end();
      }
    }, 240_000);
  });
}
