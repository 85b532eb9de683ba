import { expect, test } from 'vitest';
import { close, open, tiles, withPage } from './page';

withPage();
const names = [
  'impossible',
  'inversions',
  'cycles',
  'checkerboard',
  'half',
  'halves',
  'distance',
  'search',
  'hardness',
  'people',
  'history',
];

test('the list has eleven lessons, and each opens with its question', async () => {
  const watched = await open('#/learn');
  const { page } = watched;
  await page.locator('main ol a').first().waitFor();
  const links = await page
    .locator('main ol a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toEqual(names.map((name) => `#/learn/${name}`));
  for (const link of links) {
    await page.evaluate((to) => {
      location.hash = to;
    }, link);
    await page.locator('main article .question').waitFor();
    expect(await page.getByRole('alert').count(), link).toBe(0);
  }
  await close(watched);
});

test('lessons take any goal and shape, and say what they do where they cannot', async () => {
  const watched = await open('#/learn');
  const { page } = watched;
  for (const query of [
    '0,1,2/4,3,5?goal=blank-first',
    '1,2,3,4/8,7,6,5/9,10,11,12/15,14,0,13?goal=snake',
    '1,2,3/8,0,4/7,6,5?goal=spiral',
    '2,1/4,3/5,6/0,7',
    '1,2,3,4,5,6/7,8,9,10,11,12/13,14,15,16,17,18/19,20,21,22,0,23',
    '3,1,2/0,4,5?goal=0,1,2/3,4,5',
  ]) {
    for (const name of names) {
      await page.evaluate((to) => {
        location.hash = to;
      }, `#/learn/${name}/${query}`);
      await page.locator('main article .question').waitFor();
      await expect.poll(() => page.locator('main article [aria-busy]').count()).toBe(0);
      expect(await page.getByRole('alert').allTextContents(), `${name} ${query}`).toEqual([]);
    }
  }
  await close(watched);
});

test('in a single line the order decides, and no lesson reads a verdict from a sum or from lamps', async () => {
  const watched = await open('#/learn');
  const { page } = watched;
  for (const [board, can] of [
    // Even, and its lamps agree; yet nothing can pass.
    ['3/1/2/0', false],
    ['[[3,1,2,0]]', false],
    ['1/0/2/3', true],
    ['[[1,0,2,3]]', true],
  ] as const) {
    for (const name of ['inversions', 'checkerboard']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, `#/learn/${name}/${board}`);
      await page.getByTestId('corridor').getByText('In a single line tiles cannot pass each other').waitFor();
      expect(await page.getByText('this board can be solved').count(), `${name} ${board}`).toBe(can ? 1 : 0);
      expect(await page.getByText('this board can never be solved').count(), `${name} ${board}`).toBe(
        can ? 0 : 1,
      );
    }
  }
  await page.getByRole('button', { name: 'Another board' }).click();
  await page.getByTestId('corridor').waitFor({ state: 'detached' });
  expect(await tiles(page)).toHaveLength(9);
  await close(watched);
});

test('the true distance follows the goal of the address', async () => {
  const watched = await open('#/learn/distance/1,0,2/3,4,5/6,7,8?goal=blank-first');
  const { page } = watched;
  const truth = page.locator('.truth b');
  await expect.poll(() => truth.textContent()).toBe('1');
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => truth.textContent()).toBe('2');
  expect(page.url()).toContain('goal=blank-first');
  for (const name of ['with linear conflicts', 'Walking distance', 'Pattern tables', 'Manhattan distance']) {
    await page.getByRole('button', { name }).click();
    expect(await page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
  }
  await page.getByRole('link', { name: 'How a machine searches →' }).click();
  await page.getByText('Guided by').waitFor();
  expect(page.url()).toContain('search/1,4,2/3,0,5/6,7,8?goal=blank-first');
  await close(watched);
});

test('a search is stepped, run to its end, compared, and linked to its step', async () => {
  const watched = await open('#/learn/search/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.getByRole('button', { name: 'One step' }).click();
  await page.getByText(/It slid one tile further|It looked one slide ahead/).waitFor();
  await page.getByRole('button', { name: 'To the end', exact: true }).click();
  await page.getByText('no solution is shorter').waitFor();
  await page.getByLabel('Guided by').selectOption('none');
  await page.getByRole('button', { name: 'To the end', exact: true }).click();
  await page.getByText('no solution is shorter').waitFor();
  expect(await page.locator('h2 + table tbody th').allTextContents()).toEqual([
    'nothing',
    'Manhattan distance',
  ]);
  expect(page.url()).toMatch(/guide=none&steps=\d+/);
  await page.reload();
  await page.getByText('no solution is shorter').waitFor();
  await page.getByRole('button', { name: 'From the start' }).click();
  await page.getByText('Ready: no step taken yet.').waitFor();
  await close(watched);
});

test('the prize is tried, searched through, lifted, and tried on one’s own board; each state is a link', async () => {
  const watched = await open('#/learn/impossible/1,2,3/4,5,6/7,0,8');
  const { page } = watched;
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('1 slide so far').waitFor();
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByText('The solved board is not among them.').waitFor();
  await page.reload();
  await page.getByText('1 slide so far').waitFor();
  await page.getByText('The solved board is not among them.').waitFor();
  await page.getByRole('button', { name: 'Spoil my own board' }).click();
  await page.getByText('Tiles 7 and 8 of your board have changed places.').waitFor();
  expect(await tiles(page)).toEqual([1, 2, 3, 4, 5, 6, 8, 0, 7]);
  // Why it cannot be done is told to those who ask.
  const why = page.getByText('Every slide exchanges the gap with a tile');
  expect(await why.isVisible()).toBe(false);
  await page.getByText('The answer, once you have tried').click();
  expect(await why.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Lift two tiles' }).click();
  await page.getByText('Now it can be solved: slide on.').waitFor();
  await close(watched);
});

test('where a lesson cannot take one’s board it says why, and the reason is true', async () => {
  const watched = await open('#/learn');
  const { page } = watched;
  for (const [address, says] of [
    ['halves/1,2/3,4/5,0', 'Only 2×2 and 2×3 are drawn here.'],
    ['distance/[[1,2,0,3]]', 'with two rows and two columns at least and up to 16 cells'],
    ['search/[[1,2,0,3]]', 'with two rows and two columns at least and up to 16 cells'],
    ['hardness/[[1,2,0,3]]', 'For each place of the gap a single position can be solved, 4 in all'],
    ['impossible/1,2,3/4,5,6/8,7,0?own=1&tray=1,2,3/4,5,6/8,7,0', 'This is your board as it stands.'],
  ]) {
    await page.evaluate((to) => {
      location.hash = `#/learn/${to}`;
    }, address);
    await page.getByText(says).waitFor();
  }
  // A goal of one's own has its worlds like any other.
  await page.evaluate(() => {
    location.hash = '#/learn/halves/2,1/0,3?goal=2,1/3,0';
  });
  await page.getByText('This position is solved in 1 slide.').waitFor();
  expect(await page.getByText('Only 2×2 and 2×3 are drawn here.').count()).toBe(0);
  expect(await tiles(page)).toEqual([2, 1, 0, 3]);
  // Of one's own board nothing is said about the prize's tiles.
  await page.evaluate(() => {
    location.hash = '#/learn/impossible/1,2,3/8,0,4/7,5,6?goal=spiral&own=1&tray=1,2,3/8,0,4/7,5,6';
  });
  await page.getByText('The answer, once you have tried').click();
  const answer = page.locator('details.answer');
  await answer.getByText('On a board that can be solved').waitFor();
  expect(await answer.textContent()).not.toMatch(/14|corner/);
  await close(watched);
});

test('a press anywhere in the drawing of a world goes to the nearest dot', async () => {
  const watched = await open('#/learn/halves/1,2,3/4,0,5', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = watched;
  for (const world of [0, 1]) {
    const drawing = page.locator('figure svg').nth(world);
    await drawing.scrollIntoViewIfNeeded();
    // As far beside a dot as a finger is wide, on the side away from the middle, where no other is nearer.
    const at = await drawing.evaluate((svg) => {
      const dots = [...svg.querySelectorAll(':is(circle, rect):not(.here)')].map((dot) =>
        dot.getBoundingClientRect(),
      );
      const right = dots.reduce((far, dot) => (dot.right > far.right ? dot : far));
      return { x: right.right + 6, y: (right.top + right.bottom) / 2 };
    });
    const before = await tiles(page);
    await page.touchscreen.tap(at.x, at.y);
    await expect.poll(() => tiles(page)).not.toEqual(before);
    await expect.poll(() => drawing.locator('circle.here').count()).toBe(1);
  }
  await close(watched);
});

test('one’s own small board is a dot of its world, and slides along the lines', async () => {
  const watched = await open('#/learn/halves/1,2,3/4,0,5');
  const { page } = watched;
  await page.getByText('This position is solved in 1 slide.').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('This is the goal.').waitFor();
  await page.getByRole('button', { name: 'Go there' }).nth(1).click();
  await page.getByText('This position can never be solved.').waitFor();
  await close(watched);
});

test('hardness marks one’s position in the census of its own goal, and the farthest boards are that far', async () => {
  const watched = await open('#/learn/hardness/1,2,3,4/8,7,6,5/9,10,11,12/0,15,14,13?goal=snake');
  const { page } = watched;
  await page.getByText('Yours needs 0 slides').waitFor();
  await page.locator('main ul a').first().click();
  await page.getByText('Yours needs 80 slides').waitFor({ timeout: 30_000 });
  await page.evaluate(() => {
    location.hash = '#/learn/hardness/1,2,3/8,0,4/7,6,5?goal=spiral';
  });
  await page.getByText('3×3 has 181,440 positions that can be solved. The farthest take 30 slides').waitFor();
  await close(watched);
});

test('every board has a partner of the other kind, slides with it, and both are led to the only two ends', async () => {
  const watched = await open('#/learn/half/1,2,3/4,5,6/7,0,8');
  const { page } = watched;
  const [own, partner] = [
    page.getByRole('grid', { name: 'Your board' }),
    page.getByRole('grid', { name: /^Its partner/ }),
  ];
  const read = async (grid: typeof own): Promise<number[]> =>
    (await grid.getByRole('gridcell').allTextContents()).map((text) => Number.parseInt(text, 10) || 0);
  await own.waitFor();
  expect(await read(partner)).toEqual([2, 1, 3, 4, 5, 6, 7, 0, 8]);
  const kinds = (): Promise<string[]> => page.locator('figure [role="status"]').allTextContents();
  expect(await kinds()).toEqual([
    'The lamps agree: it can be solved.',
    'The lamps differ: it cannot be solved.',
  ]);
  // Sliding the partner slides one's own, and the kinds stay.
  await partner.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => read(own)).toEqual([1, 2, 3, 4, 0, 6, 7, 5, 8]);
  expect(await read(partner)).toEqual([2, 1, 3, 4, 0, 6, 7, 5, 8]);
  expect(await kinds()).toEqual([
    'The lamps agree: it can be solved.',
    'The lamps differ: it cannot be solved.',
  ]);
  const lead = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Lead both, row by row' }).click();
    await page.getByText('Everything is at home.').waitFor();
    await page
      .getByText('only two tiles beside the gap stand the wrong way round')
      .waitFor({ timeout: 40_000 });
  };
  await lead();
  expect(await read(own)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
  // What was placed before the last square stays where it is: the two are of that square.
  expect(await read(partner)).toEqual([1, 2, 3, 4, 5, 8, 7, 6, 0]);
  // One's own was home long before: the last step moved a tile of the partner, and no other.
  expect(await page.locator('figure').nth(0).locator('.face.fresh').count()).toBe(0);
  expect(await page.locator('figure').nth(1).locator('.face.fresh').count()).toBe(1);
  await page.getByText('362,880 ways. That makes 181,440 pairs').waitFor();
  await page.evaluate(() => {
    location.hash = '#/learn/half/1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15';
  });
  await expect.poll(() => read(own)).toHaveLength(16);
  await lead();
  expect(await read(partner)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 13, 14, 12, 0]);
  await close(watched);
});

test('the sum that decides is reckoned before one’s eyes, and the pairs that changed stand out', async () => {
  const watched = await open('#/learn/inversions/5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0');
  const { page } = watched;
  const sum = page.getByTestId('sum');
  await sum.waitFor();
  const numbers = async (): Promise<number[]> =>
    ((await sum.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  const [inversions, rows, all] = await numbers();
  expect([rows, all]).toEqual([0, inversions]);
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await numbers())[1]).toBe(1);
  const [after, , total] = await numbers();
  expect(total).toBe(after + 1);
  expect(total % 2).toBe(all % 2);
  const [came, went] = [await page.locator('path.fresh').count(), await page.locator('path.gone').count()];
  expect(came - went).toBe(after - inversions);
  expect(came + went).toBe(3);
  await close(watched);
});

test('the method says which tile and why, slide by slide, to the end', async () => {
  const watched = await open('#/learn/people/5,1,2,4/9,6,3,8/13,10,7,12/14,11,15,0');
  const { page } = watched;
  const advice = page.getByTestId('advice');
  await advice.getByText('Next is 1, in row 1').waitFor();
  await page.getByRole('button', { name: 'One slide' }).click();
  await page.getByText('1 slide played').waitFor();
  await page.getByLabel('Speed').selectOption('fast');
  await page.getByRole('button', { name: 'This tile' }).click();
  await advice.getByText(/^(Next is 2|3 and 4 end row 1)/).waitFor();
  await page.getByRole('button', { name: 'Play to the end' }).click();
  await advice.getByText('Everything is at home.').waitFor({ timeout: 40_000 });
  await close(watched);
});

test('in every lesson what the last step changed stands out, and nothing does on another board', async () => {
  const watched = await open('#/learn');
  const { page } = watched;
  const marks = (): Promise<number> => page.locator('main article .fresh').count();
  /** What must stand out after a slide, besides the tile that slid. */
  const shown: Record<string, string[]> = {
    impossible: ['p span.fresh'],
    inversions: ['[data-testid="sum"] span.fresh'],
    cycles: ['code.fresh', 'p span.fresh:has-text("Exchanges in all: ")'],
    checkerboard: ['.lamp dd span.fresh', '.lamp dt span.fresh:has-text("Steps of the gap")'],
    half: ['.lamps span.fresh'],
    halves: ['line.fresh'],
    distance: ['.choice span.fresh', 'p span.fresh:has-text("Tiles must change rows")'],
    search: ['dd span.fresh', '.did span.fresh'],
    hardness: ['rect.was'],
    people: ['.next span.fresh'],
    history: ['.rules span.fresh'],
  };
  for (const name of names) {
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      `#/learn/${name}/${name === 'halves' ? '1,2,3/4,0,5' : '1,2,3/4,0,6/7,5,8'}${name === 'distance' ? '?show=walking' : ''}`,
    );
    await page.locator('main article .question').waitFor();
    await expect.poll(() => page.locator('main article [aria-busy]').count()).toBe(0);
    expect(await marks(), `${name}, before`).toBe(0);
    if (name === 'hardness') await page.getByText('Yours needs 2 slides').waitFor();
    if (name === 'search') await page.getByRole('button', { name: 'One step' }).click();
    else {
      await page.getByRole('grid').first().focus();
      await page.keyboard.press(name === 'impossible' ? 'ArrowRight' : 'ArrowDown');
      await expect
        .poll(() => page.locator('.face.fresh').count(), { message: `${name}, the tile` })
        .toBe(name === 'half' ? 2 : 1);
    }
    for (const each of shown[name])
      await expect
        .poll(() => page.locator(`main article ${each}`).count(), { message: `${name} ${each}` })
        .toBeGreaterThan(0);
  }
  const go = (to: string): Promise<void> =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, to);
  // Another bound was chosen, nothing slid: its sentence is no news, and the last slide's is.
  await go('#/learn/distance/1,2,3/4,0,6/7,5,8?show=walking');
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  const says = page.locator('main article p span.fresh');
  await expect.poll(() => says.count()).toBe(1);
  await page.getByRole('button', { name: 'Manhattan distance' }).click();
  await expect.poll(() => says.count()).toBe(0);
  // The flood of the first lesson, and slides that the machine plays.
  await go('#/learn/impossible');
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page
    .locator('p span.fresh')
    .getByText(/positions? (within|that can be reached)/)
    .waitFor();
  await go('#/learn/people/1,2,3/4,0,6/7,5,8');
  await page.getByRole('button', { name: 'One slide' }).click();
  await page.locator('p span.fresh').getByText('1 slide played').waitFor();
  // A round that began is a row that came.
  await go('#/learn/search/8,6,7/2,5,4/3,0,1');
  await page.getByRole('button', { name: 'To the end of the round' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await expect.poll(() => page.locator('tbody tr').nth(1).locator('span.fresh').count()).toBe(1);
  // An exchange on the smallest board.
  await go('#/learn/checkerboard/1,2/3,0');
  await page.getByRole('button', { name: 'Lift two tiles and exchange them' }).click();
  await expect.poll(() => page.locator('.face.fresh').count()).toBe(2);
  // A board that is no step away is another board.
  await page.evaluate(() => {
    location.hash = '#/learn/inversions/8,6,7/2,5,4/3,0,1';
  });
  await page.locator('main article .question').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(marks).toBeGreaterThan(0);
  await page.evaluate(() => {
    location.hash = '#/learn/inversions/1,2,3/4,5,6/7,0,8';
  });
  await expect.poll(marks).toBe(0);
  await close(watched);
});
