import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { chosen, close, drag, open, tiles, url, withPage } from './page';

withPage();
const require = createRequire(import.meta.url);
const board = '5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0';
const places = [
  '#/play',
  '#/play/1,2,3/4,5,6/0,7,8',
  '#/daily',
  '#/solve',
  '#/solve/2,1,3/4,5,6/7,8,0',
  '#/learn',
  '#/settings',
  '#/replay/nonsense',
  ...[
    'impossible?depth=21',
    `inversions/${board}`,
    `checkerboard/${board}`,
    `cycles/${board}`,
    `half/${board}`,
    'halves?size=2x3',
    `distance/${board}?show=walking`,
    `distance/${board}?show=pattern`,
    'search/8,6,7/2,5,4/3,0,1?steps=500',
    `hardness/${board}`,
    `people/${board}`,
    `history/${board}`,
  ].map((lesson) => `#/learn/${lesson}`),
];

for (const [file, where] of [
  ['', places],
  ['embed.html', places.filter((place) => /^#\/(play|solve|replay|learn\/)/.test(place))],
] as const) {
  test(`axe finds nothing, light and dark, wide and on a phone, ${file || 'on the whole page'}`, async () => {
    const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 390],
    ] as const) {
      const watched = await open(file, { colorScheme, viewport: { width, height: 844 } });
      const { page, context } = watched;
      // Through the debugger, which no content-security policy binds.
      const session = await context.newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: axe });
      for (const place of where) {
        await page.evaluate((to) => {
          location.hash = to;
        }, place);
        await page.waitForTimeout(60);
        await expect.poll(() => page.locator('main [aria-busy]').count()).toBe(0);
        await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
        await page.waitForTimeout(100);
        const { result } = await session.send('Runtime.evaluate', {
          expression: `axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.stringify(r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | '))))`,
          awaitPromise: true,
        });
        expect(JSON.parse(String(result.value)), `${file}${place} ${colorScheme}`).toEqual([]);
      }
      await close(watched);
    }
  }, 240_000);
}

test('a whole game, a hint, a solve and a lesson by keyboard alone', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/0,7,8');
  const { page } = watched;
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('h');
  await page.getByTestId('hint').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Solved!').waitFor();

  const tabTo = async (name: RegExp): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
      if (name.test(focused)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  await page.goto(url('#/solve/1,2,3/4,5,6/0,7,8'));
  await page.getByTestId('verdict').waitFor();
  await tabTo(/^Solve$/);
  await tabTo(/^Scramble$/);
  await tabTo(/^Solve$/);
  await page.keyboard.press('Enter');
  await page.getByText('2 moves. No solution is shorter.').first().waitFor();
  await page.keyboard.press('End');
  await page.getByText('Move 2 of 2').waitFor();

  await page.goto(url('#/learn/inversions/1,2,3/4,5,6/7,8,0'));
  const board = page.getByRole('grid');
  await board.waitFor();
  await board.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.url()).toContain('1,2,3/4,5,0/7,8,6');
  await close(watched);
});

test('the grid is one tab stop, with a cursor of its own', async () => {
  const watched = await open('#/play/1,2,3/4,5,6/7,0,8');
  const { page } = watched;
  const board = page.getByRole('grid');
  await board.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('Solved!').waitFor();
  await close(watched);
});

test('the editor judges every form at once, and mends the impossible', async () => {
  const watched = await open('#/solve');
  const { page } = watched;
  await page.getByText('No solution exists.').waitFor();
  await page.getByRole('button', { name: 'Swap 15 and 14' }).click();
  await page.getByText('This is the goal itself.').waitFor();
  for (const [given, says] of [
    ['[[1,2,3],[4,5,6],[7,0,8]]', 'A solution exists.'],
    ['1 2 3\n4 5 6\n8 7 0', 'No solution exists.'],
    ['1 2 3/4 5 6/7 7 0', 'This is not a board yet'],
    ['', 'This is not a board yet'],
    ['<img src=x onerror=alert(1)>', 'This is not a board yet'],
  ]) {
    await page.getByLabel(/The board, row by row/).fill(given);
    await page.getByTestId('verdict').getByText(says).waitFor();
  }
  // What stands there is in the address, however it came.
  await page.getByLabel(/The board, row by row/).fill('1 2 3 4 5 6 7 0 8');
  await expect.poll(() => page.url()).toContain('#/solve/1,2,3/4,5,6/7,0,8');
  await close(watched);
});

test('two tiles of the editor change places when one is dragged onto the other, or both are chosen', async () => {
  const watched = await open('#/solve/1,2,3/4,5,6/7,8,0');
  const { page } = watched;
  await page.getByRole('grid').waitFor();
  await drag(page, 0, 4, 3, 3);
  await expect.poll(() => tiles(page)).toEqual([5, 2, 3, 4, 1, 6, 7, 8, 0]);
  await page.getByText('No solution exists.').waitFor();
  expect(page.url()).toContain('5,2,3/4,1,6/7,8,0');
  await drag(page, 8, 1, 3, 3);
  await expect.poll(() => tiles(page)).toEqual([5, 0, 3, 4, 1, 6, 7, 8, 2]);
  await drag(page, 3, 3, 3, 3);
  await drag(page, 5, 5, 3, 3);
  await expect.poll(() => tiles(page)).toEqual([5, 0, 3, 6, 1, 4, 7, 8, 2]);
  await close(watched);
});

test('the shortest solution is found, and a long search can be stopped', async () => {
  const watched = await open('#/solve/0,11,9,13/12,15,10,14/3,7,6,2/4,8,5,1');
  const { page } = watched;
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.evaluate(() => {
    location.hash = '#/solve/8,6,7/2,5,4/3,0,1';
  });
  await page.getByText('A solution exists.').waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByText('31 moves. No solution is shorter.').first().waitFor();
  await page.getByText('The moves').click();
  expect((await page.getByTestId('moves-text').textContent())?.length).toBeGreaterThan(15);
  await close(watched);
});

test('no view is wider than a phone, in any language', async () => {
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const watched = await open('#/play', {
      locale,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = watched;
    const lessons =
      'impossible inversions cycles checkerboard half halves distance search hardness people history';
    for (const view of [
      'play/1,2,3/4,5,6/0,7,8',
      'daily',
      'solve/5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0',
      'solve/1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0',
      'solve/1,2,3,3',
      'settings',
      'learn',
      ...lessons.split(' ').map((name) => `learn/${name}/5,11,2,4/9,6,13,8/3,10,7,12/14,1,15,0`),
    ]) {
      await page.evaluate((to) => {
        location.hash = to;
      }, `#/${view}`);
      await page.locator('main h1, main article .question').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(150);
      // A page that does not fit makes the whole screen wider.
      const wide = await page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
      expect(wide, `${locale} ${view}`).toBe(390);
    }
    await close(watched);
  }
});

/** One of the 17 boards at distance 80. */
const FARTHEST = '0,11,9,13/12,15,10,14/3,7,6,2/4,8,5,1';

test('a search that takes long says how far it is and what is known meanwhile, which is the answer when it is stopped', async () => {
  const watched = await open(`#/solve/${FARTHEST}`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  const waiting = page.getByTestId('waiting');
  await waiting.getByText(/Looking for a way of 7\d moves; none is shorter. [\d,]+ positions seen/).waitFor();
  await waiting.getByText(/About \d+ % of this depth is searched, about \d+ (s|min) to go/).waitFor();
  await waiting.getByText(/A way of 8\d moves is known already/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page
    .getByTestId('says')
    .getByText(/8\d moves. The shortest has at least 7\d/)
    .waitFor();
  await page.keyboard.press('End');
  await page.getByText(/^Move 8\d of 8\d$/).waitFor();
  await close(watched);
});

test('so do the live distance and a hint, and stopping them leaves the game as it was', async () => {
  const watched = await open(`#/play/${FARTHEST}`, { init: chosen({ distance: 'live' }) });
  const { page } = watched;
  const waiting = page.getByTestId('waiting');
  await waiting.getByText(/Looking for a way of 7\d moves/).waitFor();
  expect(await page.getByTestId('distance').textContent()).toMatch(/^≥ 7\d$/);
  await waiting.getByRole('button', { name: 'Stop' }).click();
  await waiting.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'The next move' }).click();
  await waiting.getByText(/Looking for a way of 7\d moves/).waitFor();
  await waiting.getByRole('button', { name: 'Stop' }).click();
  await waiting.waitFor({ state: 'detached' });
  await page.getByTestId('hint').waitFor({ state: 'detached' });
  expect((await tiles(page)).join(' ')).toBe(FARTHEST.replaceAll(/[,/]/g, ' '));
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.getByTestId('moves').textContent()).toBe('1');
  await close(watched);
});

test('exact distances in the page equal the published ones', async () => {
  const lines = (await readFile(new URL('../../../data/instances/korf100.txt', import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const watched = await open('#/solve', {});
  const { page } = watched;
  await page.getByLabel('Goal').selectOption('blank-first');
  for (const line of lines.slice(0, 5)) {
    const numbers = line.trim().split(/\s+/).map(Number);
    const [length, tiles] = [numbers[2], numbers.slice(4)];
    const rows = [0, 4, 8, 12].map((start) => tiles.slice(start, start + 4).join(' ')).join('/');
    await page.getByLabel(/The board, row by row/).fill(rows);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('says').getByText(`${length} moves. No solution is shorter.`).waitFor();
  }
  await close(watched);
});

test('the greedy player shows its loop, and the method solves a large board', async () => {
  const watched = await open('#/solve/8,1,2/0,4,3/7,5,6');
  const { page } = watched;
  await page.getByLabel('How').selectOption('greedy');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page
    .getByText(/loop of 2/)
    .first()
    .waitFor();
  const board =
    '1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 34 33 0 35';
  await page.getByLabel(/The board, row by row/).fill(board);
  const verdict = await page.getByTestId('verdict').textContent();
  if (verdict?.includes('No solution')) await page.getByRole('button', { name: /Swap/ }).click();
  await page.getByLabel('How').selectOption('human');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page
    .getByText(/by the method of rows and columns/)
    .first()
    .waitFor();
  await close(watched);
});

test('the page speaks German and French', async () => {
  for (const [locale, word] of [
    ['de-DE', 'Neues Brett'],
    ['fr-FR', 'Nouveau plateau'],
  ]) {
    const watched = await open('', { locale });
    await watched.page.getByRole('button', { name: word }).waitFor();
    expect(await watched.page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    await close(watched);
  }
});

test('what is wrong with a board, a replay, a file, a goal or a move is told in German and in French', async () => {
  const language = {
    'de-DE': {
      board:
        'Das ist noch kein Brett: Stein 7 kommt zweimal vor, in Zeile 3, Spalte 1 und in Zeile 3, Spalte 2; Stein 8 fehlt.',
      played:
        'Dieses Brett ist nicht spielbar: es gibt keine Lösung: alles an seinen Platz zu bringen braucht eine ungerade Zahl von Vertauschungen',
      replay: 'Diese Aufzeichnung ist nicht lesbar: sie hat Format 0, das diese Seite nicht liest.',
      lesson: 'Das Brett in dieser Adresse ist nicht lesbar: "<b>" ist weder der Name eines Ziels',
      file: '0 Lösungen hinzugefügt, 2 Zeilen unlesbar. Zeile 2: eine Zeile der Liste besteht aus Zeitpunkt, Tipps',
      move: '"X" an der Stelle 1 ist kein Zug',
      take: 'Datei einlesen',
      type: /Züge oder/,
    },
    'fr-FR': {
      board:
        'Ce n’est pas encore un plateau : la pièce 7 apparaît deux fois, ligne 3, colonne 1 et ligne 3, colonne 2 ; il manque la pièce 8.',
      played: 'aucune solution n’existe : pour tout mettre en place, il faut un nombre impair d’échanges',
      replay: 'Cet enregistrement est illisible : il est au format 0, que cette page ne lit pas.',
      lesson: 'Le plateau de cette adresse est illisible : "<b>" n’est ni le nom d’un but',
      file: '0 partie ajoutée, 2 lignes illisibles. Ligne 2 : une ligne de la liste contient la date',
      move: '"X", au caractère 1, n’est pas un coup',
      take: 'Reprendre un fichier',
      type: /coups ou/,
    },
  };
  for (const [locale, says] of Object.entries(language)) {
    const watched = await open('#/play', { locale });
    const { page } = watched;
    await page.getByText(says.type).click();
    await page.getByRole('textbox').fill('X');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(says.move).waitFor();
    await page.getByLabel(says.take).setInputFiles({
      name: 'list.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('\nnonsense\n1 0 0 AAAA\n'),
    });
    await page.getByRole('status').getByText(says.file).waitFor();
    for (const [address, sentence] of [
      ['#/solve/1,2,3/4,5,6/7,7,0', says.board],
      ['#/play/2,1,3/4,5,6/7,8,0', says.played],
      ['#/replay/AAAAAAAAAA', says.replay],
      ['#/learn/inversions/1,2/3,0?goal=<b>', says.lesson],
    ]) {
      await page.evaluate((to) => {
        location.hash = to;
      }, address);
      await page.locator('main').getByText(sentence).waitFor();
    }
    await close(watched);
  }
});

test('a picture of one’s own and colours are put on the tiles', async () => {
  for (const scheme of ['rows', 'fringe', 'picture']) {
    const watched = await open('', { init: chosen({ scheme }) });
    await watched.page.getByRole('grid').waitFor();
    await expect
      .poll(() =>
        watched.page
          .getByRole('grid')
          .locator(scheme === 'picture' ? '.pictured' : '.coloured')
          .count(),
      )
      .toBe(15);
    await close(watched);
  }
  // One's own picture: wider than high, kept over a reload, and no request leaves the page (which `close` checks).
  const watched = await open('#/settings', { init: chosen({ scheme: 'picture' }) });
  const { page } = watched;
  const wide = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 30, 30);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await page
    .getByLabel(/Choose a picture/)
    .setInputFiles({ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByRole('alert').getByText('no picture').waitFor();
  await page
    .getByLabel(/Choose a picture/)
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(wide) });
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('taquin-keep-picture')).keys()).length))
    .toBe(1);
  await page.evaluate(() => {
    location.hash = '#/play';
  });
  await page.reload();
  await expect
    .poll(() =>
      page
        .locator('.pictured')
        .first()
        .evaluate((face) => [getComputedStyle(face).backgroundImage.slice(0, 10), face.style.backgroundSize]),
    )
    .toEqual(['url("blob:', '800% 400%']);
  await close(watched);
});
