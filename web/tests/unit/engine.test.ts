import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import init, * as engine from '../../src/engine/pkg-full/taquin_wasm.js';

const here = (path: string): URL => new URL(path, import.meta.url);

beforeAll(async () => {
  (globalThis as unknown as Record<string, unknown>).taquinProgress = () => undefined;
  await init({ module_or_path: await readFile(here('../../src/engine/pkg-full/taquin_wasm_bg.wasm')) });
});

describe('the engine in WebAssembly', () => {
  test('finds the published lengths of Korf’s first boards, and a solution of each', async () => {
    const lines = (await readFile(here('../../../data/instances/korf100.txt'), 'utf8'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const solver = new engine.Solver();
    for (const line of lines.slice(0, 20)) {
      const numbers = line.trim().split(/\s+/).map(Number);
      const position = new engine.Position(numbers.slice(4).join(' '), 'blank-first', '4x4');
      const answer = solver.solve(position, 'optimal', 0);
      expect([answer.found, answer.optimal, answer.moves.length]).toEqual([true, true, numbers[2]]);
      position.play(answer.moves, 'tile');
      expect(position.is_solved).toBe(true);
    }
  }, 60_000);

  test('solves what is too large for the shortest way, with a bound below', () => {
    const solver = new engine.Solver();
    for (const [rows, columns] of [
      [5, 5],
      [3, 8],
      [10, 10],
      [20, 20],
    ]) {
      const position = engine.Position.scrambled(rows, columns, 'spiral', 7n, 0);
      for (const want of ['short', 'human']) {
        const answer = solver.solve(position, want, 2000);
        expect(answer.found && answer.lower_bound <= answer.moves.length).toBe(true);
        const end = position.copy();
        end.play(answer.moves, 'tile');
        expect(end.is_solved).toBe(true);
      }
    }
  }, 60_000);

  test('a game goes on from its record, at any time of the clock', () => {
    const game = engine.Game.of_board('1 2 3/4 5 6/0 7 8', 'blank-last');
    for (const [way, at] of [
      ['L', 1500],
      ['R', 1700],
      ['L', 2000],
    ] as const)
      expect(game.slide(way, 'keys', at)).toBe(true);
    const record = game.record(1000);
    const later = engine.Game.of_record(record, 51_000);
    expect([...later.tiles()]).toEqual([...game.tiles()]);
    expect(later.record(51_000)).toBe(record);
    expect(later.slide('L', 'keys', 53_000)).toBe(true);
    expect([later.status, later.elapsed_ms(60_000)]).toEqual(['solved', 1500]);
    expect(() => engine.Game.of_record('nonsense', 0)).toThrow();
  });

  test('an error is its kind with its values', () => {
    expect(() => new engine.Position('1 2 2 0', 'blank-last', '')).toThrow(
      expect.objectContaining({ cause: ['Duplicate', 2, 1, 2, 2, 1, 3] }),
    );
    expect(() => new engine.Replay('nonsense')).toThrow();
    expect(() => engine.Game.restore('')).toThrow();
  });
});
