export default {
  question: 'Who made the puzzle, who claimed it, and who was wrong about it?',
  events: [
    ['1874', 'Noyes Chapman, postmaster in Canastota, New York, shows friends a puzzle of numbered blocks.'],
    [
      '1879',
      'In the American Journal of Mathematics William Johnson proves that half of all positions can never be solved, and William Story that all the others can.',
    ],
    [
      'January to July 1880',
      'The craze: from Boston through America to Europe, in offices, trams and parliaments.',
    ],
    [
      '1891',
      'Sam Loyd begins to claim that the puzzle was his. It was not. His prize of $1,000 for exchanging 14 and 15 was safe all the same.',
    ],
    [
      '1990',
      'Daniel Ratner and Manfred Warmuth prove that finding a shortest solution is NP-hard for large boards.',
    ],
    [
      '1999',
      'Adrian Brüngger, Ambros Marzetta, Komei Fukuda and Jürg Nievergelt prove that no position of the 15 puzzle needs more than 80 slides.',
    ],
    [
      '2005',
      'Richard Korf and Peter Schultze count all positions of the 15 puzzle by distance: exactly 17 need 80 slides.',
    ],
  ] as [string, string][],
  wrong: 'Wrong rules that are still in print',
  right:
    'The right rule: with an odd width the inversions must be even; with an even width, inversions plus the rows between the gap and its home must be even. The height plays no part. Each of the rules below says something else, and one board is enough to refute it.',
  ruleSays: 'The rule says:',
  truly: 'In truth:',
  here: 'Of your position it says:',
  yes: 'it can be solved.',
  no: 'it cannot be solved.',
  nothing: 'nothing.',
  isRight: 'right',
  isWrong: 'wrong',
  wrongHere: (count: number) =>
    count === 0
      ? 'No wrong rule errs on this one: slide on.'
      : count === 1
        ? 'One wrong rule errs here.'
        : `${count} wrong rules err here.`,
  canBeSolved: 'It can be solved.',
  cannotBeSolved: 'It cannot be solved.',
  rules: [
    [
      '4×4: inversions plus the gap’s row counted from the bottom must be even.',
      'It is solved, yet 0 + 1 is odd. Counted from the top it would be right.',
    ],
    [
      'Even width: even inversions if the gap is in an even row from the top, odd ones if it is in an odd row.',
      'It is solved, with the gap in row 3. True only for even heights.',
    ],
    [
      'The positions that can be solved are the even permutations.',
      'One slide from the goal the permutation is odd, yet the board can be solved. The rule holds whenever the gap is an even number of steps from home, and fails on all other boards.',
    ],
    ['The inversions must be even.', 'One slide from the goal there are three, yet the board can be solved.'],
    [
      'The rule for the gap last, used for a goal with the gap first.',
      'It is that goal itself: no inversions, row 1.',
    ],
  ] as [string, string][],
  sources: 'Sources',
  references: [
    'W. W. Johnson and W. E. Story, Notes on the “15” puzzle, American Journal of Mathematics 2 (1879)',
    'J. Slocum and D. Sonneveld, The 15 Puzzle (2006)',
    'A. F. Archer, A modern treatment of the 15 puzzle, American Mathematical Monthly 106 (1999)',
    'D. Ratner and M. Warmuth, The (n² − 1)-puzzle and related relocation problems, Journal of Symbolic Computation 10 (1990)',
    'A. Brüngger, A. Marzetta, K. Fukuda and J. Nievergelt, The parallel search bench ZRAM and its applications, Annals of Operations Research 90 (1999)',
    'R. Korf and P. Schultze, Large-scale parallel breadth-first search, AAAI (2005)',
  ],
};
