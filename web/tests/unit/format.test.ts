import { expect, test } from 'vitest';
import { clock, dailySeed, isDate, streak } from '../../src/play/format';

test('times are written as players write them, never rounded up', () => {
  expect([0, 560, 9999, 59_999, 60_000, 83_456, 3_661_000].map((ms) => clock(ms))).toEqual(['0.00', '0.56', '9.99', '59.99', '1:00.00', '1:23.45', '1:01:01.00']);
});

test('only real days have a board, and each its own seed', () => {
  expect(['2026-11-15', '2024-02-29'].every(isDate)).toBe(true);
  expect(['2026-02-30', '2026-13-01', '2026-1-1', '', '<b>', '2026-11-15T00', '20261115'].some(isDate)).toBe(false);
  expect(dailySeed('2026-11-15')).toBe(20261115n);
});

test('a streak ends today or yesterday and breaks at the first day missed', () => {
  expect(streak([], '2026-03-01')).toBe(0);
  expect(streak(['2026-02-28', '2026-03-01'], '2026-03-01')).toBe(2);
  expect(streak(['2026-02-27', '2026-02-28'], '2026-03-01')).toBe(2);
  expect(streak(['2026-02-26', '2026-02-27'], '2026-03-01')).toBe(0);
});
