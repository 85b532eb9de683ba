/** The league as a player meets it: from the name to the ranking, and out again. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './page';

const folder = mkdtempSync(join(tmpdir(), 'taquin-league-page-'));
const axe = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
let service: ChildProcess;
let browser: Browser;
let address = '';

beforeAll(async () => {
  service = spawn(join(dirname(program), 'taquin-league'), ['serve', '--port', '0', '--data', folder, '--proof-time', '1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  address = await new Promise((found, failed) => {
    service.stdout?.on('data', (data: Buffer) => {
      const url = /http:\/\/\S+/.exec(data.toString());
      if (url) found(url[0]);
    });
    service.on('exit', (code) => failed(new Error(`taquin-league ended with ${code}`)));
    service.on('error', failed);
  });
  const known = [process.env.TAQUIN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  for (const executablePath of known.filter((path) => path !== undefined)) {
    browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] }).catch(() => undefined as unknown as Browser);
  }
});
afterAll(async () => {
  await browser?.close();
  service?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const arrows: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

/** Plays the board that the league has just shown, as a hand would. */
async function play(page: Page, board: string): Promise<void> {
  const { stdout } = await promisify(execFile)(program, ['solve', board, '--quiet']);
  const moves = stdout.trim().replace(/([UDLR])(\d+)/g, (_, way: string, count: string) => way.repeat(Number(count)));
  let beat = 0;
  for (const way of moves) {
    await page.keyboard.press(arrows[way]);
    beat = (beat * 5 + 3) % 16;
    await page.waitForTimeout(60 + 15 * beat);
  }
}

test('a player comes, plays the day, stands in the ranking as text, and leaves', async () => {
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.goto(address);
  await page.getByRole('link', { name: 'League' }).click();
  const name = 'Eve <img src=x>';
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByRole('button', { name: 'Save the key' }).waitFor();
  await page.getByRole('button', { name: 'Not needed' }).click();
  const shown = page.waitForResponse((answer) => answer.url().endsWith('/api/attempts'));
  await page.getByRole('button', { name: '3×3' }).first().click();
  const attempt = (await (await shown).json()) as { board: string };
  await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  await play(page, attempt.board);
  await page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  // On a busy machine a solve may be long on the way; on any it is judged, and with the proven par.
  expect(await page.getByRole('region', { name: 'Your attempt' }).innerText()).toMatch(/par \d+, proven|no solution is shorter/);
  if (await page.getByRole('heading', { name: 'It counts' }).isVisible()) {
    await page.getByRole('cell', { name }).waitFor();
    expect(await page.locator('table img').count()).toBe(0);
  }
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }).axe.run();
    return violations.map((violation) => violation.id);
  });
  expect(found).toEqual([]);
  // The day is played once.
  await page.getByRole('button', { name: '3×3' }).first().click();
  await page.getByText('You have begun this board before').waitFor();
  await page.getByRole('button', { name: 'Leave and delete' }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await page.getByRole('button', { name: 'Take part' }).waitFor();
  await page.getByText('Nobody yet.').waitFor();
  expect(troubles).toEqual([]);
  await page.close();
});
