import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import init, * as engine from '../../src/engine/pkg-full/taquin_wasm.js';
import { faultOf, Trouble, type Fault } from '../../src/engine/fault';
import de from '../../src/text/de/faults';
import en from '../../src/text/en/faults';
import fr from '../../src/text/fr/faults';

const catalogues: Record<string, Record<string, unknown>> = { en, de, fr };

beforeAll(async () => {
  await init({
    module_or_path: await readFile(new URL('../../src/engine/pkg-full/taquin_wasm_bg.wasm', import.meta.url)),
  });
});

/** The fault that something throws. */
function faultBy(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    return faultOf(error);
  }
  throw new Error('nothing was thrown');
}

test('every kind of error has its sentence in every language, and no sentence is without its kind', () => {
  const kinds = engine.error_kinds();
  expect(kinds.length).toBeGreaterThan(40);
  for (const [language, sentences] of Object.entries(catalogues)) {
    const engines = Object.keys(sentences).filter((kind) => !kind.startsWith('Page'));
    expect(engines.sort(), language).toEqual([...kinds].sort());
  }
});

test('a sentence takes every value that its error brings', () => {
  const board =
    (text: string, goal = 'blank-last') =>
    (): unknown =>
      new engine.Position(text, goal, '');
  const cases: [() => unknown, string][] = [
    [board(''), 'BoardEmpty'],
    [board('1 2 2 0'), 'Duplicate'],
    [board('1 2 9 0'), 'OutOfRange'],
    [board('1 2 x 0'), 'NoTile'],
    [board('1,,2'), 'Dangling'],
    [board('1 2/3'), 'Ragged'],
    [board('1 2 0'), 'NotSquare'],
    [board('[[1,2],[3'), 'JsonEnds'],
    [board('[1]]'), 'NotJson'],
    [() => new engine.Position('1 2 0', 'blank-last', '2x2'), 'WrongCount'],
    [() => new engine.Position('1', 'blank-last', 'x'), 'SizeSyntax'],
    [() => engine.Position.solved(0, 3, 'snake'), 'SizeEmpty'],
    [() => engine.Position.solved(1e9, 1e9, 'snake'), 'SizeTooLarge'],
    [board('1 2 3 0', 'blank-at:9,9'), 'GoalOutside'],
    [board('1 2 3 0', 'blank-at:x'), 'GoalPlace'],
    [board('1 2 3 0', 'x'), 'GoalUnknown'],
    [() => engine.written('RX', 'tile', 'runs'), 'NoMove'],
    [() => engine.written('R0', 'tile', 'runs'), 'MoveCount'],
    [() => engine.written('R16777216R', 'tile', 'runs'), 'TooManyMoves'],
    [() => new engine.Position('1 2 3 0', 'blank-last', '').play('L', 'tile'), 'IllegalMove'],
    [() => new engine.Replay('<'), 'ReplayText'],
    [() => new engine.Replay('AA'), 'ReplayShort'],
    [() => new engine.Replay('AAAAAAAAAA'), 'ReplayVersion'],
    [() => new engine.Replay('AQAAAAAAAAAA'), 'ReplayDamaged'],
    [() => engine.imported('L@0 X@5', '', '3x3', 1), 'TimedMove'],
    [() => engine.imported('L@0 L', '', '3x3', 1), 'TimedWord'],
    [() => engine.imported('L@5 L@0', '', '3x3', 1), 'TimedFall'],
    [() => engine.imported('L@0', '', '', 1), 'ImportNoBoard'],
    [() => engine.imported('eeee', '', '', 1), 'ImportLink'],
    [() => engine.daily('2026-02-30'), 'NoDay'],
    [() => new engine.LogEntry('x'), 'LineWords'],
    [() => engine.Game.restore(''), 'SavedGame'],
    [() => engine.Game.of_board('2 1 3 0', 'blank-last'), 'Unsolvable'],
    [() => engine.Game.of_board('[[2,1,0]]', 'blank-last'), 'UnsolvableOrder'],
    [() => engine.Game.of_board('1 2 3 0', 'blank-last'), 'AlreadySolved'],
    [() => engine.Game.deal(1, 1, 'blank-last', 1n), 'NothingToPlay'],
    [() => new engine.Solver().deal_at(3, 3, 'blank-last', 1n, 32), 'TooFar'],
    [() => new engine.Guesses(engine.Position.solved(9, 9, 'blank-last')), 'TooLarge'],
  ];
  for (const [act, kind] of cases) {
    const [found, ...values] = faultBy(act);
    expect(found).toBe(kind);
    for (const [language, sentences] of Object.entries(catalogues)) {
      const sentence = sentences[kind];
      const takes = typeof sentence === 'function' ? sentence.length : 0;
      expect(values.length, `${kind} in ${language}`).toBe(takes);
    }
  }
});

test('what is quoted of somebody’s text is short, and what nobody foresaw is told, too', () => {
  const [, quoted] = faultBy(() => new engine.Position('1 2 3 0', '<b>'.repeat(9_000), ''));
  expect(String(quoted).length).toBeLessThanOrEqual(60);
  expect(faultOf(new Trouble('PageTooLarge', 30))).toEqual(['PageTooLarge', 30]);
  expect(faultOf(new TypeError('x'.repeat(500)))).toEqual(['PageFailed', 'x'.repeat(120)]);
});
