/** A hundred hostile names on every view that shows names: they are text, and nothing else. */
import { webcrypto } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import names from './hostile-names.json';
import { address, joined, visitor, withLeague } from './leagues';

withLeague();

const { subtle } = webcrypto;
const base64 = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(bytes as ArrayBuffer).toString('base64url');

/** Comes to the league under a name; the code of a refusal, or nothing. */
async function comes(name: string): Promise<string> {
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const key = base64(await subtle.exportKey('raw', pair.publicKey));
  const { challenge } = (await (await fetch(`${address}api/league`)).json()) as { challenge: string };
  const body = JSON.stringify({ key, name });
  const hash = base64(await subtle.digest('SHA-256', Buffer.from(body)));
  const text = ['taquin-league-1', 'POST', '/api/players', challenge, hash].join('\n');
  const signature = base64(
    await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(text)),
  );
  const answer = await fetch(`${address}api/players`, {
    method: 'POST',
    body,
    headers: { 'Taquin-Challenge': challenge, 'Taquin-Signature': signature },
  });
  const told = (await answer.json()) as { code?: string; name?: string };
  if (answer.status === 201) expect(told.name?.normalize('NFC')).toBe(told.name);
  return told.code ?? '';
}

/** Whether a name has become anything but text: an element of its own, a script that ran, a page that is wider than the screen. */
async function expectText(page: Page, troubles: string[], label: string): Promise<void> {
  const found = await page.evaluate(() => ({
    strange: [
      ...document.querySelectorAll(
        'main script, main img, main iframe, main b, main base, main meta, main style, main math, main template, main marquee, main plaintext, main xmp, main slot, main a[href^="javascript" i], [onerror], [onload], [onfocus], [onmouseover], [ontoggle]',
      ),
    ].map((element) => element.outerHTML.slice(0, 80)),
    hit: (globalThis as { hits?: number }).hits ?? 0,
    wide: document.documentElement.scrollWidth > innerWidth,
  }));
  expect(found, label).toEqual({ strange: [], hit: 0, wide: false });
  expect(troubles, label).toEqual([]);
}

const armed = async (page: Page): Promise<void> => {
  await page.addInitScript('globalThis.hits = 0; globalThis.hit = () => { globalThis.hits += 1; };');
};

test('the list has a hundred names, and the league answers each with a place or a reason', async () => {
  expect(new Set(names).size).toBeGreaterThanOrEqual(100);
  const codes: Record<string, number> = {};
  for (const name of names) {
    const code = await comes(name);
    codes[code] = (codes[code] ?? 0) + 1;
    expect(['', 'name', 'name-taken'], `${JSON.stringify(name)}: ${code}`).toContain(code);
  }
  expect(codes['']).toBeGreaterThan(60);
  expect(codes.name).toBeGreaterThan(3);
});

test.each([1280, 390])('in the rankings, %i pixels wide', async (width) => {
  const { page, troubles } = await visitor('', { viewport: { width, height: 900 } });
  await armed(page);
  await page.route('**/api/rankings?*', (route) => {
    const rows = names.map((name, rank) => ({
      rank: rank + 1,
      player: `p${rank}`,
      name,
      value: 1000 + rank,
      at_ms: 1,
      attempt: `a${rank}`,
      optimal: false,
    }));
    return route.fulfill({ json: { board: 'daily/4x4/keys', period: '2026-11-16', rows } });
  });
  await page.goto(`${address}#/league`);
  await page.reload();
  await page.locator('td.name').nth(99).waitFor();
  expect(await page.locator('td.name bdi').allTextContents()).toEqual(names);
  await expectText(page, troubles, 'rankings');
  // Held to be seen beside another.
  await page.locator('td.acts button').nth(1).click();
  await expectText(page, troubles, 'held');
  await page.context().close();
});

test.each([1280, 390])('in a room, eight at a time, %i pixels wide', async (width) => {
  const { page, troubles } = await visitor('', { viewport: { width, height: 900 } });
  await armed(page);
  /** Shows eight of the names, from this one on; there is a room as soon as the page has asked for it. */
  let show: ((from: number) => void) | undefined;
  await page.routeWebSocket(/\/api\/races\/.*\/live/, (socket) => {
    socket.onMessage((message) => {
      socket.send(JSON.stringify({ you: { seated: false, record: null } }));
      if (!String(message).includes('watch')) return;
      show = (from) => {
        const players = names.slice(from, from + 8).map((name, seat) => ({
          id: `p${from + seat}`,
          name,
          present: seat !== 3,
          ready: false,
          attempt: `a${from + seat}`,
          progress: 10 * seat,
          slides: seat,
          result:
            seat === 0
              ? { standing: 'ranked', reasons: [], finish_ms: 12_345, time_ms: 12_000, slides: 30 }
              : seat === 1
                ? { standing: 'refused', reasons: ['<b>x</b>'], finish_ms: null, time_ms: null, slides: null }
                : null,
        }));
        const race = {
          phase: 'racing',
          size: '3x3',
          class: 'keys',
          starts_ms: null,
          opened_ms: Date.now(),
          board: '1 2 3/4 5 6/0 7 8',
          players,
          watching: 1,
          trouble: null,
        };
        socket.send(JSON.stringify({ now_ms: Date.now(), race }));
      };
      show(0);
    });
  });
  await page.goto(`${address}#/league/race/3x3.keys.x.y`);
  await page.reload();
  const shown = page.getByRole('table', { name: 'Who races' }).locator('td.name bdi');
  for (let from = 0; from < names.length; from += 8) {
    if (from > 0) show?.(from);
    await expect
      .poll(() => shown.allTextContents(), { timeout: 20_000 })
      .toEqual(names.slice(from, from + 8));
    await expectText(page, troubles, `from ${from}`);
  }
  await page.context().close();
});

test('as one’s own', async () => {
  const { page, troubles } = await visitor('', {});
  await armed(page);
  let own = '';
  await page.route('**/api/players', (route) =>
    route.fulfill({ status: 201, json: { id: 'x', name: own, joined_ms: 1, streak: 2, results: 3 } }),
  );
  await page.route('**/api/players/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 204 })
      : route.fulfill({ json: { id: 'x', name: own, joined_ms: 1, streak: 2, results: 3 } }),
  );
  await page.goto(`${address}#/league`);
  await page.reload();
  for (const name of names.filter((_, index) => index % 4 === 0)) {
    own = name;
    await joined(page, 'somebody');
    expect(await page.getByLabel('Name').inputValue()).toBe(name);
    await expectText(page, troubles, name);
    await page.getByRole('button', { name: 'Leave and delete' }).click();
    await page.getByRole('button', { name: 'Really delete' }).click();
    await page.getByRole('button', { name: 'Take part' }).waitFor();
  }
  await page.context().close();
});
