import { expect, test } from 'vitest';
import { clock, daysBefore } from '../../src/play/format';

test('times are written as players write them, to the millisecond, never rounded up', () => {
  expect([0, 560, 9999.9, 59_999, 60_000, 83_456, 3_661_000].map((ms) => clock(ms))).toEqual(['0.000', '0.560', '9.999', '59.999', '1:00.000', '1:23.456', '1:01:01.000']);
  expect([999, 59_999].map((ms) => clock(ms, 1))).toEqual(['0.9', '59.9']);
});

test('the days before a date cross months and years', () => {
  expect(daysBefore('2026-03-01', 3)).toEqual(['2026-03-01', '2026-02-28', '2026-02-27']);
  expect(daysBefore('2027-01-01', 2)).toEqual(['2027-01-01', '2026-12-31']);
});
