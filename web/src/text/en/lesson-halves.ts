export default {
  question: 'Every position is a dot, every slide a line. Can you walk from one drawing to the other?',
  drawing: (count: number) => `${count} positions and the slides between them`,
  solvable: (count: string, farthest: number) =>
    `${count} positions from which the goal (the square) can be reached, in at most ${farthest} slides`,
  other: (count: string) => `${count} positions that can never reach it`,
  inHome: (slides: number) =>
    slides === 0
      ? 'This is the goal.'
      : `This position is solved in ${slides} ${slides === 1 ? 'slide' : 'slides'}.`,
  inOther: 'This position can never be solved.',
  enter: 'Go there',
  own: 'Only 2×2 and 2×3 are drawn here. Deal one of them to see your own board among these.',
  table: 'The counts as a table',
  slides: 'slides from the goal',
  positions: 'positions',
  why: 'Press near a dot to see its board, then slide its tiles: you wander along the lines and stay in your half. On 2×2 each half is a ring of twelve; on 2×3 there are two worlds of 360 positions. On 4×4 each has more than ten trillion.',
};
