import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chosen, close, middle, open, withPage } from './page';
import { atRest, colour, look, pixels, share, type Part, type Seen } from './pixels';

withPage();
const BOARD = '5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0';
/** How many boards each lesson draws, without its exercises, and the rings on each of them. */
const lessons: Record<string, number[]> = {
  impossible: [0],
  inversions: [0],
  cycles: [0],
  checkerboard: [0],
  half: [2, 2],
  halves: [0],
  'distance?show=manhattan': [0],
  'distance?show=conflict': [0],
  'distance?show=walking': [0],
  'distance?show=pattern': [0],
  search: [0],
  hardness: [0, 0, 0, 0],
  people: [1, 0, 0, 0],
  history: [0, 1, 1, 2, 4, 1],
};
/** A digit covers at least this share of the middle of its tile. */
const DIGIT = 0.02;
/** A ring covers at least this share of a cell's upper edge; nothing else covers as much as the second. */
const RING = 0.1;
const NO_RING = 0.02;
type Colour = [number, number, number];

/** The tiles of a board that do not show their numbers, or show one though they are covered. */
const wrongNumbers = ({ picture, tiles }: Seen, ink: Colour): string[] =>
  tiles
    .filter(({ covered, part }) => share(picture, ink, pixels(picture, part, 0.22)) >= DIGIT === covered)
    .map(({ number }) => number);

/** The share of a cell's rim in a colour: its upper edge, where a ring runs, away from the corners. */
function rim({ picture }: Seen, part: Part, of: Colour): number {
  const [left, top, right, bottom] = pixels(picture, part, 0.03);
  return share(picture, of, [
    left + (right - left) * 0.25,
    top,
    right - (right - left) * 0.25,
    top + (bottom - top) * 0.1,
  ]);
}
const isSame = (one: Part, other: Part): boolean => Math.hypot(one[0] - other[0], one[1] - other[1]) < 0.02;

/** The rim of a cell of the first board on the page. */
async function rimAt(page: Page, cell: number, side: number, name: string): Promise<number> {
  const seen = await look(page.getByRole('grid').first());
  const [x, y] = [(cell % side) / side, Math.floor(cell / side) / side];
  return rim(seen, [x, y, x + 1 / side, y + 1 / side], await colour(page, name));
}
/** Every tile of a board shows its number. */
async function numbersAreSeen(page: Page, board: Locator, what: string): Promise<void> {
  await atRest(page);
  expect(
    wrongNumbers(await look(board), await colour(page, '--tile-ink')),
    `tiles without their numbers, ${what}`,
  ).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every board of every lesson and of its exercises shows every number and every ring, ${colorScheme}`, async () => {
    // Two pixels for one: the boards of exercises are small.
    const watched = await open(`#/learn/inversions/${BOARD}`, { colorScheme, deviceScaleFactor: 2 });
    const { page } = watched;
    const [ink, accent] = [await colour(page, '--tile-ink'), await colour(page, '--accent')];
    for (const [lesson, drawn] of Object.entries(lessons)) {
      const [name, show] = lesson.split('?');
      await page.evaluate(
        (to) => {
          location.hash = to;
        },
        `#/learn/${name}/${BOARD}${show ? `?${show}` : ''}`,
      );
      await page.locator('main article .question').waitFor();
      await expect.poll(() => page.locator('.exercises form').count()).toBe(3);
      await expect.poll(() => page.locator('main article [aria-busy]').count()).toBe(0);
      const own = page.locator('main article .field:not(.exercises .field)');
      await expect.poll(() => own.count(), { message: lesson }).toBe(drawn.length);
      await atRest(page);
      const rings: number[] = [];
      for (const board of await page.locator('main article .field').all()) {
        const what = `${lesson} ${colorScheme}, board ${rings.length + 1}`;
        const seen = await look(board);
        expect(wrongNumbers(seen, ink), `tiles without their numbers, ${what}`).toEqual([]);
        for (const ring of seen.rings)
          expect(rim(seen, ring, accent), `a ring, ${what}`).toBeGreaterThan(RING);
        // Where rings are drawn, no other tile has one.
        const others =
          seen.rings.length > 0
            ? seen.tiles.filter(({ part }) => !seen.rings.some((ring) => isSame(ring, part)))
            : [];
        for (const { part, number } of others)
          expect(rim(seen, part, accent), `no ring on ${number}, ${what}`).toBeLessThan(NO_RING);
        rings.push(seen.rings.length);
      }
      expect(rings.slice(0, drawn.length), `rings, ${lesson}`).toEqual(drawn);
    }
    await close(watched);
  }, 180_000);

  test(`a hint's ring, the cursor and the editor's mark are seen on tiles that can move, ${colorScheme}`, async () => {
    const watched = await open('#/play/1,2,3/4,5,6/0,7,8', { colorScheme });
    const { page } = watched;
    const board = page.getByRole('grid').first();
    await page.getByRole('button', { name: 'The next move' }).click();
    await page.getByTestId('hint').getByText('Slide 7').waitFor();
    await atRest(page);
    expect(await rimAt(page, 7, 3, '--accent'), 'the ring of a hint').toBeGreaterThan(RING);
    expect(await rimAt(page, 4, 3, '--accent'), 'no ring elsewhere').toBeLessThan(NO_RING);
    await board.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await atRest(page);
    expect(await rimAt(page, 3, 3, '--tile-ink'), 'the cursor').toBeGreaterThan(RING);
    await numbersAreSeen(page, board, 'play');
    await page.evaluate(() => {
      location.hash = '#/solve/1,2,3/4,5,6/7,0,8';
    });
    await page.getByTestId('verdict').waitFor();
    const at = await middle(page, 8, 3, 3);
    await page.mouse.click(at.x, at.y);
    await page.mouse.move(2, 2);
    await atRest(page);
    expect(await rimAt(page, 8, 3, '--accent'), 'the mark of the editor').toBeGreaterThan(RING);
    await numbersAreSeen(page, board, 'the editor');
    await close(watched);
  });
}

test('numbers are seen on every colouring of a board that is being played', async () => {
  for (const scheme of ['plain', 'rows', 'fringe', 'grids']) {
    const watched = await open(`#/play/${BOARD}`, { init: chosen({ scheme }) });
    await numbersAreSeen(watched.page, watched.page.getByRole('grid').first(), scheme);
    await close(watched);
  }
});

test('of a paused board nothing tells one tile from another, whatever its tiles are coloured by', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const scheme of ['rows', 'fringe', 'grids']) {
      const watched = await open(`#/play/${BOARD}`, { colorScheme, init: chosen({ scheme }) });
      const { page } = watched;
      await page.getByRole('grid').first().waitFor();
      await page.keyboard.press('ArrowRight');
      const looks = (): Promise<number> =>
        page.evaluate(
          () =>
            new Set(
              [...document.querySelectorAll('.tile > *')]
                .map((face) => getComputedStyle(face))
                .map((style) => `${style.background} ${style.boxShadow}`),
            ).size,
        );
      expect(await looks()).toBeGreaterThan(1);
      await page.keyboard.press('p');
      await expect.poll(looks, { message: `${scheme}, ${colorScheme}` }).toBe(1);
      await close(watched);
    }
});

test('the numbers of a row stand on one line, those of tiles that can move among them, wherever the board begins', async () => {
  const watched = await open('#/play/7,11,2,4/3,6,13,8/9,10,5,12/14,1,15,0');
  const { page } = watched;
  const board = page.getByRole('grid').first();
  const ink = await colour(page, '--tile-ink');
  for (const above of [0, 0.3, 0.5, 0.7]) {
    await page.evaluate((pixels) => {
      document.body.style.paddingTop = `${pixels}px`;
    }, above);
    await atRest(page);
    const seen = await look(board);
    // The lowest ink of 7, 11, 2 and 4, which end in corners or strokes: none of them is round below.
    const feet = ['7', '11', '2', '4'].map((number) => {
      const [left, top, right, bottom] = pixels(
        seen.picture,
        seen.tiles.find((tile) => tile.number === number)?.part ?? [0, 0, 0, 0],
        0.22,
      ).map(Math.round);
      let foot = bottom;
      while (foot > top && share(seen.picture, ink, [left, foot - 1, right, foot]) === 0) foot -= 1;
      return foot;
    });
    expect(feet, `${above} pixels lower`).toEqual(Array(4).fill(feet[0]));
  }
  await close(watched);
});
