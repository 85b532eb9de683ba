/** A league that runs, for the tests of its part of the page: the real program with a database of its own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { program } from './page';

const folder = mkdtempSync(join(tmpdir(), 'taquin-league-page-'));
const axe = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
let service: ChildProcess;
let browser: Browser;
export let address = '';

/** Starts the program on a port, or on any; the address is the same after a start on the same port. */
export async function serve(port = '0'): Promise<void> {
  service = spawn(
    join(dirname(program), 'taquin-league'),
    [
      'serve',
      '--port',
      port,
      '--data',
      folder,
      '--proof-time',
      '1',
      '--address-rate',
      '1000',
      '--player-rate',
      '1000',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const started = service;
  address = await new Promise((found, failed) => {
    started.stdout?.on('data', (data: Buffer) => {
      const url = /http:\/\/\S+/.exec(data.toString());
      if (url) found(url[0]);
    });
    started.on('exit', (code) => failed(new Error(`taquin-league ended with ${code}`)));
    started.on('error', failed);
  });
}

/** Asks the program to end, and waits until it has. */
export const ended = (): Promise<void> =>
  new Promise((done) => {
    service.on('exit', () => done());
    service.kill('SIGTERM');
  });

/** Another verb of the program, on the same database. */
export const league = async (...verb: string[]): Promise<string> =>
  (await promisify(execFile)(join(dirname(program), 'taquin-league'), ['--data', folder, ...verb])).stdout;

export function withLeague(): void {
  beforeAll(async () => {
    await serve();
    const known = [
      process.env.TAQUIN_CHROMIUM,
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
    ];
    for (const executablePath of known.filter((path) => path !== undefined)) {
      browser ??= await chromium
        .launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
        .catch(() => undefined as unknown as Browser);
    }
  });
  afterAll(async () => {
    await browser?.close();
    service?.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });
}

/** A page in a browser of its own, and what went wrong in it. */
export async function visitor(
  hash = '',
  options: BrowserContextOptions = {},
): Promise<{ page: Page; troubles: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${address}${hash}`);
  return { page, troubles };
}

/** Takes part under a name. */
export async function joined(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByRole('button', { name: 'Not needed' }).click();
}

const arrows: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

/** The slides of a solution. */
export async function solution(board: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['solve', board, '--quiet']);
  return stdout
    .trim()
    .replace(/([UDLR])(\d+)/g, (_, way: string, count: string) => way.repeat(Number(count)));
}

/** Slides as a hand would. */
export async function play(page: Page, moves: string): Promise<void> {
  let beat = 0;
  for (const way of moves) {
    await page.keyboard.press(arrows[way]);
    beat = (beat * 5 + 3) % 16;
    await page.waitForTimeout(60 + 15 * beat);
  }
}

/** What hinders people who do not see, hear or point. */
export async function hindrances(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }
    ).axe.run();
    return violations.map((violation) => violation.id);
  });
}
