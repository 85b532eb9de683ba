import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newContext, tiles, withPage } from './page';
import { host, listed, type Host } from './serving';

withPage();
const web = resolve(import.meta.dirname, '../..');
const FIRST = resolve(web, 'dist');
const SECOND = resolve(web, 'dist-second');
let service: Host;
let context: BrowserContext;

beforeAll(async () => {
  // Another build of the same page: every file has another name.
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', 'dist-second', '--logLevel', 'error'], {
    cwd: web,
    env: { ...process.env, TAQUIN_STAMP: 'second' },
  });
  expect(existsSync(SECOND)).toBe(true);
}, 180_000);
afterAll(async () => {
  await service?.end();
});

async function visit(folder: string): Promise<Page> {
  service = await host(folder);
  context = await newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByRole('grid').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}
/** Everything of the build is in its cache. */
const whole = (page: Page): Promise<unknown> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => !name.startsWith('taquin-keep'));
          const cache = await caches.open(names[names.length - 1]);
          return (await cache.keys()).length;
        }),
      { timeout: 20_000 },
    )
    .toBe(1 + listed(FIRST).length);
async function end(): Promise<void> {
  await context.close();
  await service.end();
}

test('a first visit sends at most 250 kB before the first move, the service worker included, and the rest after it', async () => {
  const page = await visit(FIRST);
  await page.waitForTimeout(3000);
  const total = (): number => Object.values(service.sent).reduce((sum, size) => sum + size, 0);
  expect(service.sent['sw.js']).toBeGreaterThan(0);
  expect(total(), JSON.stringify(service.sent)).toBeLessThanOrEqual(250_000);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await whole(page);
  expect(total()).toBeGreaterThan(250_000);
  await end();
});

test('once visited and touched, the page works offline, every part of it', async () => {
  const page = await visit(FIRST);
  await page.keyboard.press('ArrowLeft');
  await whole(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => tiles(page)).toHaveLength(16);
  for (const [place, sign] of [
    ['#/learn/inversions', 'main article svg'],
    ['#/solve/1,2,3/4,5,6/7,0,8', '[data-testid="verdict"]'],
    ['#/settings', 'main select'],
  ]) {
    await page.evaluate((to) => {
      location.hash = to;
    }, place);
    await page.locator(sign).first().waitFor();
  }
  await end();
});

test('a service that fails or is slow is answered with the page that is kept', async () => {
  const page = await visit(FIRST);
  await page.keyboard.press('ArrowLeft');
  await whole(page);
  for (const trouble of [{ status: 500 }, { status: 503 }, { wait: 20_000 }]) {
    service.trouble = trouble;
    await page.reload({ timeout: 15_000 });
    await expect.poll(() => tiles(page)).toHaveLength(16);
  }
  await end();
});

test('after an update an old tab goes on, hears of the new version, and loads it with a button', async () => {
  const page = await visit(FIRST);
  await page.keyboard.press('ArrowLeft');
  await whole(page);
  await page.reload();
  await page.getByRole('grid').waitFor();
  service.folder = SECOND;
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await page.getByText('There is a new version of this page.').waitFor({ timeout: 20_000 });
  // Parts that this tab had not loaded yet.
  await page.evaluate(() => {
    location.hash = '#/learn/cycles';
  });
  await page.locator('main article svg').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/solve/1,2,3/4,5,6/7,0,8';
  });
  await page.getByTestId('verdict').waitFor();
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByTestId('verdict').waitFor();
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? ''),
  );
  const fresh = await page.evaluate(async () => await (await fetch('./', { cache: 'no-store' })).text());
  expect(scripts.every((src) => fresh.includes(src.split('/').pop() ?? ''))).toBe(true);
  await end();
});

test('an old tab whose parts are gone, and were never kept, says that there is a new version', async () => {
  service = await host(FIRST);
  context = await newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByRole('grid').waitFor();
  service.folder = SECOND;
  await page.evaluate(() => {
    location.hash = '#/learn/cycles';
  });
  await page
    .getByText('There is a new version of this page, and this part of the old one is gone.')
    .waitFor();
  await page.getByRole('button', { name: 'Load it' }).first().click();
  await page.locator('main article svg').first().waitFor();
  await end();
});

test('a first visit hears of an update, and says so where a part of it is gone', async () => {
  const page = await visit(FIRST);
  await page.evaluate(async () => {
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });
  // Nothing but the first load is kept; then everything has another name.
  service.folder = SECOND;
  await page.evaluate(() => {
    location.hash = '#/learn/cycles';
  });
  await page
    .getByText('There is a new version of this page, and this part of the old one is gone.')
    .waitFor();
  await page.getByRole('button', { name: 'Load it' }).first().click();
  await page.locator('main article svg').first().waitFor();
  await end();

  const other = await visit(FIRST);
  await other.evaluate(async () => {
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });
  service.folder = SECOND;
  await other.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await other.getByText('There is a new version of this page.').waitFor({ timeout: 20_000 });
  await end();
});
