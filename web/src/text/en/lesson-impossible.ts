export default {
  question: 'Tiles 14 and 15 are exchanged. Can you put them right by sliding?',
  ownQuestion: (a: number, b: number) =>
    `Tiles ${b} and ${a} of your board have changed places. Can you still solve it by sliding?`,
  ownAsIs: 'This is your board as it stands. Can you solve it by sliding?',
  toOwn: 'Spoil my own board',
  toPrize: 'The prize board',
  slides: (count: number) => (count === 1 ? '1 slide so far' : `${count} slides so far`),
  solved: 'Solved. But you lifted two tiles out of the tray.',
  prize:
    'In 1880 half the world tried. Later a prize of $1,000 was offered for it. Try it for a while before you read on.',
  machine: 'Let a machine try everything',
  analogue:
    'The tiles of the 15 puzzle and its gap can be laid out in 20.9 trillion ways, too many to show. Here is its little brother: two rows of three with two tiles exchanged. The machine visits every position it can reach, the nearest first.',
  run: 'Search everything',
  drawing: (reached: number) => `${reached} of 360 positions reached`,
  reached: (reached: string, depth: number) =>
    `${reached === '1' ? '1 position' : `${reached} positions`} within ${depth === 1 ? '1 slide' : `${depth} slides`}…`,
  exhausted: (reached: string) =>
    `All ${reached} positions that can be reached have been visited. The solved board is not among them.`,
  answer: 'The answer, once you have tried',
  lift: 'Why one lift would do',
  why: 'Every slide exchanges the gap with a tile and moves the gap one cell. When the gap is back in its corner it has gone up as often as down and left as often as right: an even number of steps, so an even number of exchanges. Exchanging 14 and 15 is one: odd. What an odd number of exchanges does no even number can do; lesson 3 shows why. Lift the two out and put them back the other way round, and the odd one is paid for.',
  ownWhy:
    'Every slide exchanges the gap with a tile and moves the gap one cell. On a board that can be solved, the exchanges that put everything home and the steps that lead the gap home are both even or both odd; lesson 4 shows why. On this board one was odd and the other even. Lift two tiles out and put each in the other’s place: that is one exchange more, and they agree.',
  lineWhy:
    'In a single line tiles cannot pass each other: no slide changes their order. Only lifting them out does.',
  lifting: 'Lift two tiles',
  again: 'Start again',
  mended: 'Now it can be solved: slide on.',
};
