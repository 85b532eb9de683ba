import { describe, expect, test } from 'vitest';
import { trace } from '../../src/board/trace';

describe('the way of a pointer', () => {
  test('every cell between two events is entered, in order', () => {
    expect(trace({ x: 0.5, y: 0.5 }, { x: 3.5, y: 0.5 }, 4, 4)).toEqual([1, 2, 3]);
    expect(trace({ x: 3.5, y: 3.5 }, { x: 3.5, y: 0.2 }, 4, 4)).toEqual([11, 7, 3]);
    expect(trace({ x: 0.2, y: 0.2 }, { x: 0.8, y: 0.9 }, 4, 4)).toEqual([]);
  });

  test('consecutive cells of any way share an edge', () => {
    for (let seed = 1; seed < 2000; seed += 1) {
      const at = (salt: number): number => ((Math.imul(seed, 2654435761 + salt) >>> 8) % 6000) / 1000;
      const from = { x: at(1), y: at(7) };
      const to = { x: at(31), y: at(127) };
      const start = Math.floor(from.y) * 6 + Math.floor(from.x);
      const end = Math.floor(to.y) * 6 + Math.floor(to.x);
      const cells = [start, ...trace(from, to, 6, 6)];
      expect(cells.at(-1)).toBe(end);
      for (let step = 1; step < cells.length; step += 1) {
        const [a, b] = [cells[step - 1], cells[step]];
        expect(Math.abs((a % 6) - (b % 6)) + Math.abs(Math.floor(a / 6) - Math.floor(b / 6))).toBe(1);
      }
    }
  });

  test('what lies outside the board is skipped', () => {
    expect(trace({ x: -2.5, y: 0.5 }, { x: 1.5, y: 0.5 }, 2, 2)).toEqual([0, 1]);
    expect(trace({ x: 5, y: -5 }, { x: 6, y: -9 }, 2, 2)).toEqual([]);
  });
});
