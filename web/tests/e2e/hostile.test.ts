import { expect, test } from 'vitest';
import { close, open, tiles, withPage, type Watched } from './page';

withPage();
const bad = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '%00',
  '%FF%FE',
  '../../../etc/passwd',
  '\u202e1,2,3',
  '{{constructor.constructor("alert(1)")()}}',
  'A'.repeat(30_000),
  '9'.repeat(5_000),
  '-1,0',
  '1e9,0',
  `${'1,'.repeat(900)}0`,
  '0',
  '65536x65536',
  '__proto__',
  '𝟙,𝟚,𝟛',
  '1,2/3',
  '[[[[[[',
  '{"board":1}',
];
const replays = [
  'AAAA',
  'AQAAAAAAAAAA',
  '_'.repeat(400),
  'gA'.repeat(3_000),
  '////',
  '=',
  'AQ'.repeat(8_500),
  'null',
  'AQEBAQEB',
  'fwEEBAAA',
  '<svg/onload=alert(1)>',
  '%3Cimg%20src=x%20onerror=alert(1)%3E',
  'AUgDAwIKAMYB3EKsQ',
  '\u0000',
  'AUgD'.repeat(900),
];
const board = '1,2,3/4,5,6/7,0,8';
/** What lessons keep in the address beside the board. */
const states = [
  ...['size=<b>', 'size=99x99', 'at=9.9', 'at=-1.-1', 'at=0.1e9', 'at=__proto__.constructor'].map(
    (query) => `halves?${query}`,
  ),
  ...[
    'depth=-5',
    'depth=1e308',
    'depth=NaN',
    'tray=<img src=x onerror=alert(1)>',
    'tray=1,2/3',
    `tray=${'1,'.repeat(3000)}`,
    'slides=-1e99',
    'own=1&tray=0',
  ].map((query) => `impossible?${query}`),
  ...[
    'guide=<script>',
    'guide=constructor',
    'steps=-1',
    'steps=1e308',
    'steps=NaN',
    'steps=9999999999999',
  ].map((query) => `search/${board}?${query}`),
  ...['show=<b>', 'show=pattern&group=-1', 'show=pattern&group=1e9', 'show=toString'].map(
    (query) => `distance/${board}?${query}`,
  ),
  ...['goal=<b>', `goal=${'9'.repeat(3_000)}`, 'goal=1,2/3,0', 'goal=__proto__', 'goal=blank-at:99,99'].map(
    (query) => `inversions/${board}?${query}`,
  ),
  '<script>alert(1)</script>',
  '__proto__',
  'constructor/1,2/3,0',
  `history/${bad[0]}`,
  `people/${bad[9]}`,
  `cycles/${bad[12]}`,
];
const addresses = [
  ...['play', 'solve', 'learn/inversions'].flatMap((place) =>
    bad.slice(0, 13).map((text) => `#/${place}/${text}`),
  ),
  ...bad.slice(13).map((text) => `#/solve/${text}`),
  ...replays.map((text) => `#/replay/${text}`),
  ...states.map((text) => `#/learn/${text}`),
  ...replays.slice(0, 12).map((text) => `#/play/${board}?ghost=${text}`),
  ...['goal=<b>', 'goal=spiral2', `goal=${'0 '.repeat(4000)}`, 'how=<b>', 'how=greedy&goal=1,2'].flatMap(
    (query) => [`#/solve/${board}?${query}`, `#/play/${board}?${query}`],
  ),
  '#/daily/2026-02-30',
  '#/daily/<b>',
  '#/daily/99999-01-01',
  '#/daily/__proto__',
  '#/nothing/here',
  '#/__proto__',
  '#/constructor',
  '#/toString/1',
];

/** The page still stands, and nothing of what came in became more than text. */
async function unharmed({ page }: Watched, what: string): Promise<void> {
  expect(await page.locator('main h1').first().textContent(), what).not.toBe('');
  expect(
    await page.evaluate(
      () =>
        document.querySelectorAll(
          'script:not([src]), main img, main iframe, main object, [onerror], [onload], main :not(.line) > b',
        ).length,
    ),
    what,
  ).toBe(0);
}

test('hostile boards, replays, lesson states, goals and ghosts in the address give a message and never break the page', async () => {
  expect(addresses.length).toBeGreaterThanOrEqual(120);
  const watched = await open();
  const { page } = watched;
  for (const address of addresses) {
    // From a place of its own, so that one sees that the page has gone on from there.
    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'attached' });
    await page.evaluate((to) => {
      location.hash = to;
    }, address);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'detached' });
    await unharmed(watched, address);
  }
  // Those that are nothing say so.
  for (const [address, says] of [
    [`#/play/${bad[0]}`, /cannot be played/],
    [`#/play/${board}?goal=<b>`, /cannot be played/],
    [`#/solve/${bad[0]}`, /not a board yet/],
    [`#/replay/${replays[0]}`, /cannot be shown/],
    [`#/learn/inversions/${bad[0]}`, /cannot be read/],
    [`#/learn/inversions/${board}?goal=<b>`, /cannot be read/],
    ['#/learn/nothing', /nothing at this address/],
    ['#/daily/2026-02-30', /no board for that date/],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = to;
    }, address);
    await page.locator('main').getByText(says).first().waitFor();
  }
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.getByRole('button', { name: 'New board', exact: true }).first().click();
  expect((await tiles(page)).length).toBeGreaterThan(3);
  await close(watched);
}, 180_000);

test('hostile files to import add nothing and are only ever text', async () => {
  const watched = await open();
  const { page } = watched;
  await page.getByLabel('Take in a file').waitFor({ state: 'attached' });
  const files = [
    '<script>alert(1)</script>',
    '\u0000\u0001\uffff',
    'x'.repeat(3_000_000),
    '\n'.repeat(100_000),
    `${'a '.repeat(400_000)}`,
    '{"__proto__":{"unaided":true}}',
    ...replays.slice(0, 12).map((replay) => `1700000000000 4x4 blank-last 10 10 0 0 ${replay}`),
    ...bad.slice(0, 13).map((text) => `2026-11-15T00:00:00Z\t${text}\t${text}`),
  ];
  for (const file of files) {
    await page.getByLabel('Take in a file').setInputFiles({
      name: '<img src=x onerror=alert(1)>.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(file),
    });
    await page.getByText(/^0 solves added/).waitFor();
    await unharmed(watched, file.slice(0, 60));
  }
  expect(await page.getByTestId('solves').count()).toBe(0);
  await close(watched);
});

test('damaged memory of earlier visits is set aside', async () => {
  const init = new Function(`
    for (const name of ['settings', 'game', 'solves', 'size', 'daily', 'position', 'goal', 'daily-open', 'aside'])
      localStorage.setItem('taquin.' + name, '<img src=x onerror=alert(1)>\\n{"a":[');`) as () => void;
  const watched = await open('', { init });
  const { page } = watched;
  expect(await tiles(page)).toHaveLength(16);
  await page.evaluate(() => {
    location.hash = '#/learn/inversions';
  });
  await page.locator('main article svg').first().waitFor();
  await unharmed(watched, 'memory');
  await close(watched);
});
