export default {
  question: 'Of all boards exactly half can be solved. Why half, and not a third, or all but a few?',
  unfit: 'A single line has no partners to show. Take a board with two rows and two columns at least.',
  yours: 'Your board',
  partner: 'Its partner: 1 and 2 exchanged',
  exchanges: 'exchanges to the goal',
  steps: 'steps of the gap',
  odd: 'odd',
  even: 'even',
  solved: 'Everything is at home.',
  can: 'The lamps agree: it can be solved.',
  cannot: 'The lamps differ: it cannot be solved.',
  stuck: 'The end of its road: only two tiles beside the gap stand the wrong way round.',
  lead: 'Lead both, row by row',
  stop: 'Stop',
  another: 'Another board',
  steps_: [
    [
      'Every board has one partner.',
      'Lift tiles 1 and 2, wherever they stand, and put each in the other’s place. Do it again, and the first board is back. So all boards fall into pairs: none is left over, none is in two pairs.',
    ],
    [
      'In each pair exactly one has lamps that agree.',
      'The lamps are those of the lesson before. Exchanging two tiles is one exchange more: the first lamp turns. The gap has not moved: the second stays as it was. Slide either board and watch: both lamps of both boards turn together.',
    ],
    [
      'Lamps that differ: never.',
      'At the goal both lamps are even, so they agree. A slide turns both. A board where they differ keeps differing, and never becomes the goal. So no more than half can be solved.',
    ],
    [
      'Lamps that agree: always.',
      'Fill row after row from the top, as people do; when two rows are left, column after column. Three tiles and the gap remain, in a square. Turn them round until the gap is at home and so is the tile across from it: the two beside the gap are then right, or the wrong way round. In that second case one exchange is missing and the gap is home: the lamps differ. So a board whose lamps agree ends solved.',
    ],
    [
      'There is no third kind.',
      'Whatever board you begin with, the method ends at one of two boards: the goal, or the goal with two tiles beside the gap exchanged. Each board leads to one of them, and its partner to the other: half of all boards can be solved. The sum of lesson 2 tells the same boards apart. When two tiles are exchanged, they pass each other once, and each tile between them passes both: an odd number of changes. So of each pair one has an even sum and the other an odd one. A board with an odd sum can never be solved, and half of all boards can: so every board with an even sum can.',
    ],
  ] as [string, string][],
  sum: (all: string, half: string) =>
    `A board of this size can be laid out in ${all} ways. That makes ${half} pairs, and one of each pair can be solved: ${half} boards.`,
  sumOfAny:
    'However many boards of this size there are: they come in pairs, and one of each pair can be solved.',
  corridor:
    'The method needs two rows and two columns. In a single line tiles cannot pass each other, and nearly every order is out of reach.',
};
