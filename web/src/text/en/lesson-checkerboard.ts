export default {
  question: 'Slide anything. Can you make just one of the two lamps change?',
  permutation: 'Exchanges needed to put everything home',
  distance: (steps: number) => `Steps of the gap to its home: ${steps}`,
  odd: 'odd',
  even: 'even',
  agree: 'The lamps agree: this board can be solved.',
  differ: 'The lamps differ: this board can never be solved.',
  inOrder: 'In order: this board can be solved.',
  outOfOrder: 'Out of order: this board can never be solved.',
  corridor:
    'In a single line tiles cannot pass each other: their order alone decides. The lamps count where there are two rows and two columns at least.',
  another: 'Another board',
  why: 'Colour the cells like a checkerboard. A slide exchanges the gap with a tile, which turns the first lamp; and it moves the gap to a cell of the other colour, which turns the second. They always change together. At the goal both are even, so a board where they differ can never get there.',
  theorem:
    'For every board of m rows and n columns, both at least two, and every home of the gap: it can be solved if and only if the number of exchanges that put everything home, the gap included, is even exactly when the gap’s distance to its home is even.',
  only: 'So far this proves one half: where the lamps differ, there is no solution. The next lesson proves the other: where they agree, there is one. (Mathematicians call an arrangement that takes an odd number of exchanges an odd permutation.)',
  exchange: 'Lift two tiles and exchange them',
};
