export default {
  question: 'Which slides change the number of pairs in the wrong order?',
  inversions: (count: number) => (count === 1 ? 'inversion' : 'inversions'),
  drawing: (count: number) =>
    `The tiles in reading order, ${count === 0 ? 'no two of them in the wrong order' : `with an arc over ${count === 1 ? 'the one pair' : `each of the ${count} pairs`} in the wrong order`}`,
  odd: (columns: number) =>
    `A slide to the side changes no order at all. A slide up or down carries a tile past ${columns - 1} others, and each one that it passes is one inversion more or one less. ${columns - 1} is even: so on this board, which is ${columns} wide, an even number of inversions stays even, and an odd one odd. The goal has none, which is even: an odd board never gets there. That every even one can is proved in lesson 5.`,
  even: (columns: number) =>
    `A slide to the side changes no order at all. A slide up or down carries a tile past ${columns === 2 ? '1 other' : `${columns - 1} others`}, and each one that it passes is one inversion more or one less: ${columns === 2 ? 'one change' : `${columns - 1} changes, an odd number`}. It moves the gap by one row, too: one change more. So the sum of both changes an even number of times: an even sum stays even, an odd one odd. At the goal it is 0: a board with an odd sum never gets there. That every board with an even sum can is proved in lesson 5.`,
  order: (tiles: string) => `Order here is the goal’s own: ${tiles}.`,
  reckoned: '(inversions + rows between the gap and its home)',
  sumEven: 'Even: this board can be solved.',
  sumOdd: 'Odd: this board cannot be solved.',
  inOrder: 'In order: this board can be solved.',
  outOfOrder: 'Out of order: this board can never be solved.',
  corridor:
    'In a single line tiles cannot pass each other: their order alone decides. The sum counts where there are two rows and two columns at least.',
  another: 'Another board',
  legend: 'Thick arcs came with the last slide, dashed ones went.',
  tooMany: 'An arc for each pair would be a thicket on so large a board; the count and the table remain.',
  table: 'The counts as a table',
  tile: 'Tile',
  smaller: 'tiles after it that belong before it',
};
