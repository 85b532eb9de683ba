import { expect, test } from 'vitest';
import { boardFrom, hashOf, routeOf } from '../../src/shell/route.svelte';

test('a board survives the way through an address', () => {
  const hash = hashOf(['learn', 'inversions', '1 2 3/4 5 6/7 8 0'], { step: '2' });
  expect(hash).toBe('#/learn/inversions/1,2,3/4,5,6/7,8,0?step=2');
  const { parts, query } = routeOf(hash);
  expect(parts.slice(0, 2)).toEqual(['learn', 'inversions']);
  expect(boardFrom(parts, 2)).toBe('1,2,3/4,5,6/7,8,0');
  expect(query.get('step')).toBe('2');
});

test('no address breaks the reading of addresses', () => {
  for (const hash of [
    '',
    '#',
    '#/',
    '#///',
    '#/%',
    '#/%E0%A4%A',
    '#?',
    '#/?=&==',
    `#/${'x'.repeat(1_000_000)}`,
    '#/\u0000/\ud800',
  ]) {
    expect(() => routeOf(hash)).not.toThrow();
  }
  expect(routeOf(`#/${'x'.repeat(1_000_000)}`).parts[0].length).toBeLessThan(600_001);
});
