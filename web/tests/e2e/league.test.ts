/** The league as a player meets it: from the name to the ranking, and out again. */
import { expect, test } from 'vitest';
import { address, hindrances, joined, play, solution, visitor, withLeague } from './leagues';

withLeague();

test('a player comes, plays the day, stands in the ranking as text, and leaves', async () => {
  const { page, troubles } = await visitor();
  await page.getByRole('link', { name: 'League' }).click();
  const name = 'Eve <img src=x>';
  await joined(page, name);
  const shown = page.waitForResponse((answer) => answer.url().endsWith('/api/attempts'));
  await page.getByRole('button', { name: '3×3' }).first().click();
  const attempt = (await (await shown).json()) as { board: string };
  await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  await play(page, await solution(attempt.board));
  await page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  // On a busy machine a solve may be long on the way; on any it is judged, and with the proven par.
  expect(await page.getByRole('region', { name: 'Your attempt' }).innerText()).toMatch(
    /par \d+, proven|no solution is shorter/,
  );
  if (await page.getByRole('heading', { name: 'It counts' }).isVisible()) {
    await page.getByRole('cell', { name, exact: true }).waitFor();
    expect(await page.locator('table img').count()).toBe(0);
  }
  // One day in a row, and a line about it that tells nobody anything: not the board, not a slide, not what it takes.
  await page.getByText('1 day in a row').first().waitFor();
  expect(await page.getByTestId('share-line').innerText()).toMatch(
    /^Taquin, \d{4}-\d\d-\d\d, 3×3: [\d.:]+ · 1 day in a row$/,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toBe(`${await page.getByTestId('share-line').innerText()}\n${address}#/league`);
  expect(await hindrances(page)).toEqual([]);
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

test('what a proxy says without its league is no answer: the page tells, and a solve is sent until the league has it', async () => {
  const { page } = await visitor();
  const away = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route('**/api/league', (route) => route.fulfill(away));
  await page.getByRole('link', { name: 'League' }).click();
  await page.getByText('The league does not answer.').waitFor();
  await page.unroute('**/api/league');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('link', { name: 'League' }).click();
  await joined(page, 'Pat');
  const shown = page.waitForResponse((answer) => answer.url().endsWith('/api/attempts'));
  await page.getByRole('button', { name: '3×3' }).first().click();
  const attempt = (await (await shown).json()) as { board: string };
  let turned = 0;
  await page.route('**/record', (route) => {
    turned += 1;
    return turned <= 2 ? route.fulfill(away) : route.continue();
  });
  await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  await play(page, await solution(attempt.board));
  await page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  expect(turned).toBeGreaterThan(2);
  await page.close();
});

test('every day there was is in the archive, with its boards, what they take, and its ranking', async () => {
  const { page, troubles } = await visitor();
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const dealt = Array.from({ length: 20 }, (_, back) =>
    ['3x3', '4x4', '5x5'].map((size) => ({
      day: day(back),
      size,
      board: back === 0 ? null : '1 2 3/4 5 6/0 7 8',
      par: back === 0 ? null : 40 + back,
      proven: size !== '5x5',
    })),
  ).flat();
  await page.route('**/api/days', (route) => route.fulfill({ json: dealt }));
  await page.goto(`${address}#/league`);
  await page.getByText('All days').click();
  await page.getByText(day(14), { exact: true }).waitFor();
  expect(await page.getByText(day(15), { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Earlier days' }).click();
  await page.getByText(day(19), { exact: true }).waitFor();
  expect(
    await page
      .locator('details li')
      .filter({ hasText: day(0) })
      .count(),
    'today is not over',
  ).toBe(0);
  const line = page.locator('details li').filter({ hasText: day(3) });
  expect(await line.innerText()).toMatch(/par 43, proven[\s\S]*no solution is shorter than 43/);
  const asked = page.waitForRequest(
    (request) => request.url().includes('/api/rankings') && request.url().includes(day(3)),
  );
  await line.getByRole('button', { name: `Ranking ${day(3)} 5×5` }).click();
  expect(new URL((await asked).url()).searchParams.get('board')).toBe('daily/5x5/keys');
  expect(await page.getByLabel('Day').inputValue()).toBe(day(3));
  expect(await hindrances(page)).toEqual([]);
  await line.getByRole('link', { name: `Play it ${day(3)} 3×3` }).click();
  await page.getByRole('grid').first().waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a name that is typed while the browser still looks for a key stays', async () => {
  const { page, troubles } = await visitor();
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    // A disk that takes its time.
    IDBFactory.prototype.open = function (...given: Parameters<typeof open>) {
      const real = open.apply(this, given);
      const later = (hear: EventListener) => (event: Event) => setTimeout(() => hear.call(real, event), 700);
      const slow = {
        set onsuccess(hear: EventListener) {
          real.onsuccess = later(hear);
        },
        set onerror(hear: EventListener) {
          real.onerror = hear;
        },
        set onupgradeneeded(hear: EventListener) {
          real.onupgradeneeded = hear;
        },
        get result() {
          return real.result;
        },
        get error() {
          return real.error;
        },
      };
      return slow as unknown as IDBOpenDBRequest;
    };
  });
  await page.goto(`${address}#/league`);
  await page.reload();
  await page.getByLabel('Name').fill('Quick');
  await page.waitForTimeout(1500);
  expect(await page.getByLabel('Name').inputValue()).toBe('Quick');
  expect(troubles).toEqual([]);
  await page.context().close();
});
