import type { LessonName } from '../../lessons';

interface Said {
  question: string;
  choices?: string[];
  why: string;
}

export default {
  title: 'Three exercises',
  check: 'Check',
  right: 'Right',
  wrong: 'Not quite',
  answer: 'Answer:',
  yes: 'Yes',
  no: 'No',
  lessons: {
    impossible: [
      {
        question: 'Two tiles are exchanged. Can this board be solved by sliding?',
        why: 'When the gap is back at home, it has made an even number of steps, and each step is an exchange. To put 1 and 2 right takes one exchange: an odd number.',
      },
      {
        question: 'Now two pairs are exchanged. Can it be solved?',
        why: 'To put both pairs right takes two exchanges. That is even, as the steps of the gap are, and then there always is a way: lesson 5 proves it.',
      },
      {
        question: 'The gap leaves its corner, wanders about and comes back. How many slides were made?',
        choices: ['An even number', 'An odd number', 'Either can be'],
        why: 'Each step changes the colour under the gap, and the corner has one colour.',
      },
    ],
    inversions: [
      { question: 'How many inversions has this board?', why: 'Only 3 before 2 stands in the wrong order.' },
      { question: 'And this one?', why: '3 before 2, 3 before 1, 2 before 1.' },
      {
        question:
          'The board is 4 wide. What is the sum that decides: inversions plus rows between the gap and its home?',
        why: '15, 14 and 13 stand before 12: three inversions; the gap is one row from home: 3 + 1 = 4, even.',
      },
    ],
    cycles: [
      {
        question: 'How many loops has this board?',
        why: '1 and 2 stand on each other’s places, and so do 3 and 4.',
      },
      { question: 'How many exchanges put this one in order?', why: 'A loop of three takes two.' },
      {
        question: 'By how much does one slide change the number of exchanges that are needed?',
        choices: ['By nothing or by one', 'By exactly one', 'By one or by two'],
        why: 'A slide is an exchange: it merges two loops or splits one.',
      },
    ],
    checkerboard: [
      {
        question: 'How many steps is the gap from its home, the last cell?',
        why: 'Two rows down and two columns across.',
      },
      {
        question: 'Can this board be solved?',
        why: '5 and 8 and the gap form a loop of three: two exchanges, even. The gap is two steps away: even. The lamps agree.',
      },
      {
        question: 'And this one?',
        why: 'The gap and 5 stand on each other’s places: one exchange, odd. The gap is two steps away: even. The lamps differ.',
      },
    ],
    half: [
      {
        question:
          'A board can be solved. You exchange 5 and 6, and then 7 and 8. Can the new board be solved?',
        choices: ['Yes', 'No', 'It depends on the board'],
        why: 'The first exchange leads to the other kind, the second back again.',
      },
      {
        question: 'Three tiles change places in a circle. What becomes of a board that could be solved?',
        choices: ['It still can', 'It no longer can', 'It depends on the three'],
        why: 'A circle of three is two exchanges.',
      },
      {
        question: 'A 2×2 board can be laid out in 24 ways. How many of them can be solved?',
        why: 'Twelve pairs, one of each.',
      },
    ],
    halves: [
      {
        question: 'How many positions has the world of this board?',
        why: '6! is 720 ways to lay it out; half of them.',
      },
      {
        question: 'How many slides is the farthest position of a 2×2 board from its goal?',
        why: 'Twelve in a ring: the one opposite is six steps away.',
      },
      {
        question: 'You stand in the world without the goal. What leads into the other?',
        choices: ['A long enough way', 'A cleverer way', 'Only lifting tiles'],
        why: 'Slides never leave a world.',
      },
    ],
    distance: [
      { question: 'What is the Manhattan distance of this board?', why: '7 and 8 each have one step to go.' },
      {
        question: 'And with linear conflicts?',
        why: 'Four single steps; 2 and 1 stand in each other’s way, and so do 5 and 4: two more for each pair.',
      },
      {
        question: 'A guess says 20, the truth is 18. May a search trust such guesses?',
        choices: ['Yes, it is close enough', 'No, it is above the truth', 'Yes, if it is quick'],
        why: 'It might cut off the shortest way.',
      },
    ],
    search: [
      {
        question: 'What does IDA* remember?',
        choices: ['Every position it has seen', 'The last million positions', 'Only the path it stands on'],
        why: 'That is why it needs hardly any memory.',
      },
      {
        question: 'Why does the threshold rise by two?',
        choices: [
          'All solutions are even, or all are odd',
          'To save time',
          'Two is the smallest number of slides',
        ],
        why: 'Each slide turns the colour under the gap.',
      },
      {
        question: 'What does a better guide change?',
        choices: ['The length of the answer', 'How many positions are looked at', 'The number of solutions'],
        why: 'The answer stays a shortest one; there is less to look at.',
      },
    ],
    hardness: [
      {
        question: 'How many slides does the hardest 3×3 board need?',
        choices: ['20', '31', '80'],
        why: 'Only two positions are that far.',
      },
      {
        question: 'And the hardest board of the 15 puzzle?',
        choices: ['31', '53', '80'],
        why: 'Seventeen positions need 80.',
      },
      {
        question: 'Are most positions near the goal, far from it, or in between?',
        choices: ['Nearer to the farthest than to the goal', 'Near the goal', 'Spread evenly'],
        why: 'Most stand about two thirds of the way out: in the 15 puzzle 53 slides of 80 is the commonest distance.',
      },
    ],
    people: [
      {
        question: 'Why are rows filled from the top?',
        choices: [
          'So that the gap never needs the finished part',
          'Because it is the shortest way',
          'Because the goal begins there',
        ],
        why: 'What is finished never has to be moved again.',
      },
      {
        question: '2 and 3 end the row. What comes next?',
        choices: ['2 slides up', '3 slides to the right', 'Start the row anew'],
        why: 'Then 2 follows upwards, and both are in.',
      },
      {
        question: 'Three tiles are left in the last square and will not fit. What follows?',
        choices: ['Turn them longer', 'Undo the last row', 'The board could not be solved'],
        why: 'A board that can be solved always ends right.',
      },
    ],
    history: [
      {
        question: 'Who made the puzzle?',
        choices: ['Sam Loyd', 'Noyes Chapman', 'William Johnson'],
        why: 'Sam Loyd only claimed it, many years later.',
      },
      {
        question: 'Who proved first that no position of the 15 puzzle needs more than 80 slides?',
        choices: ['Brüngger, Marzetta, Fukuda and Nievergelt', 'Korf and Schultze', 'Johnson and Story'],
        why: 'In 1999, with a search on many computers.',
      },
      {
        question: '“The solvable positions are the even permutations.” When does that hold?',
        choices: [
          'Always',
          'Only when the gap is at home',
          'Whenever the gap is an even number of steps from home',
        ],
        why: 'One slide from the goal it fails.',
      },
    ],
  } as Record<LessonName, Said[]>,
};
