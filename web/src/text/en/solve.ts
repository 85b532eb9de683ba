export default {
  title: 'Solve',
  lead: 'Paste a board in any form, type it, or exchange tiles by choosing two.',
  board: 'The board, row by row; 0 is the gap',
  solvable: 'A solution exists.',
  impossible: 'No solution exists.',
  odd: 'odd',
  even: 'even',
  parity: (permutation: string, distance: number, parity: string) =>
    `The tiles are an ${permutation} permutation of the goal, but the gap is ${distance} (an ${parity} number of steps) from home. Every slide changes both, so they can never agree.`,
  order: 'In a single line tiles cannot pass each other, and they are not in the goal’s order.',
  mend: (a: number, b: number) => `Swap ${a} and ${b}`,
  bad: (why: string) => `This is not a board yet: ${why}.`,
  learnWhy: 'Why?',
};
