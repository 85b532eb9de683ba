/** The page under test: `taquin serve` with the embedded page, and the system's Chromium. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
/** The native program. */
export const program =
  process.env.TAQUIN ?? resolve(process.env.CARGO_TARGET_DIR ?? resolve(root, 'target'), 'debug/taquin');
const browsers = [
  process.env.TAQUIN_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let service: ChildProcess;
let browser: Browser;
let address = '';

/** Starts the service and the browser before the tests of a file, and ends both after them. */
export function withPage(): void {
  beforeAll(async () => {
    service = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    address = await new Promise((found, failed) => {
      service.stdout?.on('data', (data: Buffer) => {
        const url = /http:\/\/\S+/.exec(data.toString());
        if (url) found(url[0]);
      });
      service.on('exit', (code) => failed(new Error(`taquin serve ended with ${code}`)));
      service.on('error', failed);
    });
    browser = await chromium.launch({
      executablePath: browsers.find((path) => path && existsSync(path)),
      args: FLAGS,
    });
  });
  afterAll(async () => {
    await browser?.close();
    service?.kill('SIGTERM');
  });
}

/** A browser of one's own, without the page. */
export const newContext = (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1100, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });

/** The processes that were started with exactly this argument: of a browser with a folder of its own, its own. */
async function startedWith(argument: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  // Chromium writes over its arguments' separators: then they are words of one.
  return ids.filter((_, at) => lines[at].split(/[\0 ]/).includes(argument)).map(Number);
}

/** A browser that keeps its data in a folder, and the way to kill it as a crash would. */
export async function launchKept(
  folder: string,
): Promise<{ context: BrowserContext; kill: () => Promise<void> }> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browsers.find((path) => path && existsSync(path)),
    args: [...FLAGS, '--remote-debugging-port=0'],
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  const kill = async (): Promise<void> => {
    const ids = await startedWith(`--user-data-dir=${folder}`);
    // A kill that finds nobody is no kill.
    if (ids.length === 0) throw new Error('the browser that was to be killed is not there');
    for (const id of ids)
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        /* It is gone. */
      }
    await context.close().catch(() => undefined);
    await rm(join(folder, 'SingletonLock'), { force: true });
  };
  return { context, kill };
}

/** Where the page is. */
export const url = (hash = ''): string => `${address}${hash}`;

/** What went wrong in a page: errors, refused policies, requests to strangers. */
export interface Watched {
  /** Where the page is. */
  address: string;
  page: Page;
  context: BrowserContext;
  problems: string[];
}

/** Opens the page and watches it. */
export async function open(
  hash = '',
  options: BrowserContextOptions & { init?: () => void } = {},
): Promise<Watched> {
  const { init, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1100, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...rest,
  });
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(address) && !to.startsWith('data:') && !to.startsWith('blob:'))
      problems.push(`request: ${to}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url(hash));
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  return { address, page, context, problems };
}

/** Closes a page that had no problems. */
export async function close({ context, problems }: Watched): Promise<void> {
  await context.close();
  expect(problems).toEqual([]);
}

/** The tiles on the board, as screen readers meet them: numbers in reading order, 0 for the gap. */
export const tiles = (page: Page): Promise<number[]> =>
  page
    .getByRole('grid')
    .first()
    .getByRole('gridcell')
    .allTextContents()
    .then((all) => all.map((text) => Number.parseInt(text, 10) || 0));

/** To be asked in a page: the tiles of the first board that are not drawn on the cell of which screen readers are told that they stand there. */
export function misplaced(): string[] {
  const field = document.querySelector('[role="grid"]');
  if (!field) return ['no board'];
  const box = (of: Element): number[] => {
    const { left, top, width, height } = of.getBoundingClientRect();
    return [left, top, width, height];
  };
  const cells = new Map(
    [...field.querySelectorAll('[role="gridcell"]')].map((cell) => [
      Number.parseInt(cell.textContent ?? '', 10),
      box(cell),
    ]),
  );
  return [...field.querySelectorAll('.tile')].flatMap((tile) => {
    const cell = cells.get(Number(tile.textContent));
    return cell && box(tile).every((length, at) => Math.abs(length - cell[at]) < 0.6)
      ? []
      : [tile.textContent ?? ''];
  });
}

/** A board dragged: the pointer goes down on one cell and comes up on another. */
export async function drag(
  page: Page,
  from: number,
  to: number,
  rows: number,
  columns: number,
): Promise<void> {
  const [start, end] = [await middle(page, from, rows, columns), await middle(page, to, rows, columns)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

/** A setting, as if chosen on an earlier visit. */
export const chosen = (settings: Record<string, string>): (() => void) =>
  new Function(
    `localStorage.setItem('taquin.settings', ${JSON.stringify(JSON.stringify(settings))})`,
  ) as () => void;

/** What "Save everything" writes. */
export async function savedFile(page: Page): Promise<string> {
  const asked = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything' }).click();
  let text = '';
  for await (const part of await (await asked).createReadStream()) text += part;
  return text;
}

/** The middle of a cell on the screen. */
export async function middle(
  page: Page,
  cell: number,
  rows: number,
  columns: number,
): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('grid').first().boundingBox();
  if (!box) throw new Error('there is no board');
  return {
    x: box.x + ((cell % columns) + 0.5) * (box.width / columns),
    y: box.y + (Math.floor(cell / columns) + 0.5) * (box.height / rows),
  };
}

/** Puts solves of 20×20 boards where the page keeps them, and lets the next visit begin with such a board. */
export async function keepSolves(page: Page, count: number): Promise<void> {
  await page.evaluate(async (many) => {
    // As the page makes it, before the page does.
    await new Promise<void>((done) => {
      const request = indexedDB.open('taquin', 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('solves', { keyPath: 'id' });
        request.result.createObjectStore('lines');
        request.result.createObjectStore('daily', { keyPath: 'date' });
        request.result.createObjectStore('unread', { autoIncrement: true });
      };
      request.onsuccess = () => {
        const change = request.result.transaction(['solves', 'lines'], 'readwrite');
        for (let at = 0; at < many; at += 1) {
          const id = `${String(1_700_000_000_000 + at * 60_000).padStart(15, '0')}-00000000`;
          change.objectStore('solves').put({
            id,
            ended: 1_700_000_000_000 + at * 60_000,
            kind: '20x20 blank-last',
            time: 900_000 + ((at * 7919) % 60_000),
            stm: 13_000 + (at % 700),
            mtm: 6000,
            mark: '0 hover fresh',
          });
          // Replays as long as those of such boards, for a part of them: the disk of a test is small.
          if (at % 20 === 0) change.objectStore('lines').put(`1 0 0 ${'A'.repeat(21_600)}`, id);
        }
        change.oncomplete = () => {
          request.result.close();
          done();
        };
      };
    });
    localStorage.setItem('taquin.size', '20x20');
  }, count);
}
