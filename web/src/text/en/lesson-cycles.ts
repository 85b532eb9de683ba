export default {
  question: 'What does one slide do to the loops?',
  loops: (count: number) => (count === 1 ? 'loop' : 'loops'),
  merged: 'That slide merged two loops into one.',
  split: 'That slide split one loop in two.',
  exchanges: (count: number) => (count === 1 ? '1 exchange' : `${count} exchanges`),
  none: 'no loops: everything is at home',
  sum: (exchanges: number) => `Exchanges in all: ${exchanges}. That is`,
  odd: 'odd',
  even: 'even',
  why: 'Follow an arrow from a tile to the cell where it belongs, then from the tile that stands there, and so on: you come back to where you began. A loop of k members takes k − 1 exchanges. Every slide exchanges the gap (_) with a tile, and an exchange always merges two loops or splits one: so the number of exchanges changes by exactly one.',
};
