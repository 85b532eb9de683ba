import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, keepSolves, launchKept, open, savedFile, url, withPage } from './page';

withPage();
const FULL = process.env.TAQUIN_FULL === '1';
const NEAR = '#/play/1,2,3/4,5,6/0,7,8';

/**
 * Solves the board on the table again and again, in the page; counts those that the page says are kept. What is the same to the
 * millisecond is one solve wherever it comes from, so tabs that solve at once rest between their two slides for times of their own.
 */
const solveMany = (page: Page, count: number, tab: number): Promise<number> =>
  page.evaluate(
    async ([times, own]) => {
      const until = async (there: () => boolean): Promise<void> => {
        for (let tries = 0; !there() && tries < 2000; tries += 1)
          await new Promise((done) => setTimeout(done, 5));
      };
      const press = (): void => {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowLeft', code: 'ArrowLeft', bubbles: true }),
        );
      };
      let kept = 0;
      for (let time = 0; time < times; time += 1) {
        press();
        if (own > 0) await new Promise((done) => setTimeout(done, 10 * own));
        press();
        await until(() => document.querySelector('[data-kept="kept"]') !== null);
        kept += document.querySelector('[data-kept="kept"]') ? 1 : 0;
        (
          [...document.querySelectorAll('button')].find(
            (button) => button.textContent === 'Same board again',
          ) as HTMLElement | undefined
        )?.click();
        await until(() => document.querySelector('[data-kept]') === null);
      }
      return kept;
    },
    [count, tab],
  );

const stored = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((found, failed) => {
        const request = indexedDB.open('taquin');
        request.onsuccess = () => {
          const count = request.result.transaction('solves').objectStore('solves').count();
          count.onsuccess = () => {
            request.result.close();
            found(count.result);
          };
          count.onerror = () => failed(count.error);
        };
      }),
  );

test(
  'two tabs solve at once and lose nothing, and each sees the other’s',
  async () => {
    const watched = await open(NEAR);
    const { page, context } = watched;
    const other = await context.newPage();
    await other.goto(url(NEAR));
    await other.getByRole('grid').waitFor();
    const each = FULL ? 500 : 30;
    const kept = await Promise.all([solveMany(page, each, 0), solveMany(other, each, 1)]);
    expect(kept).toEqual([each, each]);
    expect(await stored(page)).toBe(2 * each);
    for (const tab of [page, other])
      await expect
        .poll(() => tab.getByTestId('summary').textContent())
        .toContain(`${(2 * each).toLocaleString('en')} solves`);
    await close(watched);
  },
  FULL ? 600_000 : 90_000,
);

test('the browser is asked once not to throw solves away, after the first of them', async () => {
  const asked: string[] = [];
  const watched = await open(NEAR, {
    init: () => {
      // A browser that says yes, and tells whom it was asked by.
      Object.defineProperty(StorageManager.prototype, 'persist', {
        value: () => {
          console.info(`persist after ${localStorage.getItem('asked') ?? 'nothing'}`);
          localStorage.setItem('asked', 'one');
          return Promise.resolve(true);
        },
      });
    },
  });
  const { page } = watched;
  page.on('console', (message) => {
    if (message.text().startsWith('persist')) asked.push(message.text());
  });
  await page.getByTestId('solves').or(page.getByText('Nothing solved yet')).first().waitFor();
  expect(asked).toEqual([]);
  expect(await solveMany(page, 2, 0)).toBe(2);
  await expect.poll(() => asked).toEqual(['persist after nothing']);
  await page.reload();
  await page.getByTestId('solves').waitFor();
  expect(await solveMany(page, 1, 0)).toBe(1);
  expect(asked).toHaveLength(1);
  await close(watched);
});

test(
  'a browser that is killed in the middle of it keeps every solve that was said to be kept',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taquin-kept-'));
    let kept = 0;
    for (let time = 0; time < (FULL ? 50 : 4); time += 1) {
      const { context, kill } = await launchKept(folder);
      const tabs = await Promise.all(
        [0, 1].map(async () => {
          const page = await context.newPage();
          await page.goto(url(NEAR));
          await page.getByRole('grid').waitFor();
          return page;
        }),
      );
      await expect.poll(() => stored(tabs[0])).toBeGreaterThanOrEqual(kept);
      const counts = await Promise.all(tabs.map((page, tab) => solveMany(page, FULL ? 10 : 5, tab)));
      kept += counts[0] + counts[1];
      // Another one is under way when the end comes.
      for (const [tab, page] of tabs.entries()) void solveMany(page, 5, tab).catch(() => 0);
      await new Promise((done) => setTimeout(done, (time * 37) % 150));
      await kill();
    }
    const { context, kill } = await launchKept(folder);
    const page = await context.newPage();
    await page.goto(url(NEAR));
    await page.getByTestId('summary').waitFor();
    expect(await stored(page)).toBeGreaterThanOrEqual(kept);
    await kill();
    await rm(folder, { recursive: true, force: true });
  },
  FULL ? 900_000 : 120_000,
);

test('the old list is taken over whole: what is past two million characters, and what nobody can read', async () => {
  const first = await open(NEAR);
  await first.page.keyboard.press('ArrowLeft');
  await first.page.keyboard.press('ArrowLeft');
  await first.page.locator('[data-kept="kept"]').waitFor();
  const line = await first.page.evaluate(
    () =>
      new Promise<string>((found) => {
        const request = indexedDB.open('taquin');
        request.onsuccess = () => {
          const all = request.result.transaction('lines').objectStore('lines').getAll();
          all.onsuccess = () => found(all.result[0] as string);
        };
      }),
  );
  await close(first);
  const replay = line.split(' ')[3];
  // The newest stand at the end, behind two million characters of others.
  const padding = `1 0 0 ${'A'.repeat(2_100_000)}\n`;
  const list = `${padding}<b>no solve</b>\n${Array.from({ length: 20 }, (_, index) => `${1_700_000_000_000 + index} 0 0 ${replay}\n`).join('')}`;
  const watched = await open('#/play', {
    init: new Function(
      `if (!localStorage.getItem('taquin.test')) { localStorage.setItem('taquin.test', '1'); localStorage.setItem('taquin.solves', ${JSON.stringify(list)}); localStorage.setItem('taquin.daily', '{"2026-11-01":{"stm":90,"time":5000}}'); }`,
    ) as () => void,
  });
  const { page } = watched;
  await page.getByText('2 lines that cannot be read are kept').waitFor();
  expect(await stored(page)).toBe(20);
  expect(
    await page.evaluate(() => [localStorage.getItem('taquin.solves'), localStorage.getItem('taquin.daily')]),
  ).toEqual([null, null]);
  const text = await savedFile(page);
  expect(text).toContain('<b>no solve</b>');
  expect(text).toContain('A'.repeat(2_100_000));
  expect(text).toContain('2026-11-01');
  await close(watched);
});

/** The solves of a saved file: moves and time are in the replay, the fourth word. */
const solvesIn = (text: string): string[] =>
  text.split('\n').filter((line) => /^\d+ 0 0 \S+ chosen$/.test(line));

test('a full storage is told, the solve is in the saved file, and it is taken in when there is room again', async () => {
  const watched = await open(NEAR, {
    init: () => {
      const add = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function put(
        this: IDBObjectStore,
        ...all: Parameters<IDBObjectStore['put']>
      ) {
        if (this.name === 'lines' && !localStorage.getItem('room')) {
          this.transaction.abort();
          throw new DOMException('full', 'QuotaExceededError');
        }
        return add.apply(this, all);
      };
    },
  });
  const { page } = watched;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('This solve could not be kept.').waitFor();
  await page.getByText('The browser has no more room').waitFor();
  const saved = await savedFile(page);
  expect(solvesIn(saved)).toHaveLength(1);
  const waiting = (): Promise<number> =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('taquin.pending')).length);
  expect(await waiting()).toBe(1);
  await page.evaluate(() => localStorage.setItem('room', 'yes'));
  await page.reload();
  await page.getByTestId('summary').getByText('1 solve').waitFor();
  expect(await waiting()).toBe(0);
  expect(await page.getByText('The browser has no more room').count()).toBe(0);
  expect(solvesIn(await savedFile(page))).toEqual(solvesIn(saved));
  await close(watched);
});

test('a browser that keeps nothing at all says so, and every solve of the visit is in the saved file', async () => {
  const watched = await open(NEAR, {
    init: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  });
  const { page } = watched;
  for (let solve = 1; solve <= 2; solve += 1) {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('This solve could not be kept.').waitFor();
    if (solve === 1) await page.getByRole('button', { name: 'Same board again' }).click();
  }
  await page.getByText('The browser keeps nothing here').waitFor();
  // Twice: the first time left the button as it was.
  for (let time = 0; time < 2; time += 1)
    expect(
      (await savedFile(page)).split('\n').filter((line) => /^\d+ 0 0 \S+ (chosen|again)$/.test(line)),
    ).toHaveLength(2);
  await close(watched);
});

test('10,000 solves of 20×20 are loaded, listed and summed up', async () => {
  const watched = await open('#/settings');
  const { page } = watched;
  await keepSolves(page, 10_000);
  await page.goto(`${url()}#/play`);
  await page.reload();
  await page.getByTestId('summary').getByText('10,000 solves').waitFor();
  await page.getByTestId('averages').getByText('Average of 1,000').waitFor();
  await expect.poll(() => page.getByTestId('solves').locator('tbody tr').count()).toBe(20);
  await close(watched);
}, 120_000);

/** Counts what the page's own thread gets of the list: records of the database, and characters of what workers tell. */
const counting = (): void => {
  const seen = { records: 0, told: 0 };
  (window as unknown as Record<string, unknown>).seen = seen;
  const shelves = IDBObjectStore.prototype as unknown as Record<
    string,
    (this: IDBObjectStore, ...all: unknown[]) => IDBRequest<unknown>
  >;
  for (const name of ['get', 'getAll', 'getAllKeys', 'getAllRecords', 'openCursor', 'openKeyCursor']) {
    const read = shelves[name];
    if (!read) continue;
    shelves[name] = function counted(...all) {
      const request = read.apply(this, all);
      if (this.name === 'solves' || this.name === 'lines')
        request.addEventListener(
          'success',
          () => (seen.records += Array.isArray(request.result) ? request.result.length : 1),
        );
      return request;
    };
  }
  window.Worker = class extends Worker {
    constructor(...all: ConstructorParameters<typeof Worker>) {
      super(...all);
      this.addEventListener('message', ({ data }) => (seen.told += JSON.stringify(data).length));
    }
  };
};

test('what the page’s own thread does for the list depends on the rows that are seen, not on the solves that are kept', async () => {
  const seen: { records: number; told: number }[] = [];
  for (const count of [30, 10_000]) {
    const watched = await open('#/settings', { init: counting });
    const { page } = watched;
    await keepSolves(page, count);
    await page.goto(`${url()}#/play`);
    await page.reload();
    await page
      .getByTestId('summary')
      .getByText(`${count.toLocaleString('en')} solves`)
      .waitFor();
    const look = (): Promise<{ records: number; told: number }> =>
      page.evaluate(() => (window as unknown as Record<string, { records: number; told: number }>).seen);
    const loaded = await look();
    seen.push(loaded);
    expect(loaded.records, `${count} solves`).toBe(0);
    // Another solve, of another board.
    await page.goto(url(NEAR));
    await page.getByRole('grid').waitFor();
    for (let slide = 0; slide < 2; slide += 1) await page.keyboard.press('ArrowLeft');
    await page.getByTestId('summary').getByText('1 solve').waitFor();
    expect(await page.getByTestId('solves').locator('tbody tr').first().textContent()).toContain('3×3');
    await expect.poll(() => page.getByTestId('solves').locator('tbody tr').count()).toBe(20);
    expect((await look()).records).toBe(0);
    await close(watched);
  }
  // Twenty rows and a few numbers (a graph has up to a hundred, and longer averages are there).
  for (const { told } of seen) expect(told).toBeLessThan(8_000);
}, 120_000);

/** How often the layer of the board has been painted; `undefined` while it has none of its own. */
async function boardPainted(page: Page): Promise<() => Promise<number | undefined>> {
  const session = await page.context().newCDPSession(page);
  let layers: { backendNodeId?: number; paintCount: number }[] = [];
  session.on('LayerTree.layerTreeDidChange', (told) => {
    layers = told.layers ?? [];
  });
  await session.send('DOM.enable');
  const { root } = await session.send('DOM.getDocument');
  await session.send('LayerTree.enable');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.tray' });
  const { node } = await session.send('DOM.describeNode', { nodeId });
  return async () => {
    // Layers are told when they change: now one does.
    const before = layers;
    await page.evaluate(
      () =>
        document.querySelector('h1')?.animate([{ transform: 'none' }, { transform: 'scale(1)' }], 50)
          .finished,
    );
    await expect.poll(() => layers !== before).toBe(true);
    return layers.find(({ backendNodeId }) => backendNodeId === node.backendNodeId)?.paintCount;
  };
}

test('399 tiles rest as one layer, and when the list of solves comes none of them is painted again', async () => {
  const watched = await open('#/settings');
  const { page, context } = watched;
  await keepSolves(page, 1000);
  let come = (): void => {};
  const asked = new Promise<void>((done) => {
    come = done;
  });
  await context.route(/\/lister-/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${url()}#/play`);
  await page.reload();
  await page.getByRole('grid').waitFor();
  // When the hand rests only what can move next is raised: with transforms and layers for all, each frame would count them.
  await expect.poll(() => page.locator('.tile.raised').count()).toBe(38);
  expect(
    await page.evaluate(
      () =>
        [...document.querySelectorAll('.tile')].filter((tile) => getComputedStyle(tile).transform !== 'none')
          .length,
    ),
  ).toBe(0);
  const painted = await boardPainted(page);
  const before = await painted();
  expect(before).toBeGreaterThan(0);
  come();
  await page.getByTestId('summary').getByText('1,000 solves').waitFor();
  await expect.poll(() => page.getByTestId('solves').locator('tbody tr').count()).toBe(20);
  expect(await painted()).toBe(before);
  await close(watched);
});

test('more rows are drawn when they are asked for, and a removed solve is gone', async () => {
  const watched = await open('#/settings');
  const { page } = watched;
  await keepSolves(page, 300);
  await page.goto(`${url()}#/play`);
  await page.reload();
  const rows = page.getByTestId('solves').locator('tbody tr');
  await page.getByRole('button', { name: 'Show more (280)' }).click();
  await expect.poll(() => rows.count()).toBe(220);
  await rows
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByTestId('summary').getByText('299 solves').waitFor();
  await expect.poll(() => rows.count()).toBe(220);
  await page.getByRole('button', { name: 'Show more (79)' }).click();
  await expect.poll(() => rows.count()).toBe(299);
  await close(watched);
});
