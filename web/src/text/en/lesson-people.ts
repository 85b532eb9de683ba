export default {
  question: 'Which tiles would you place first, so that you never have to touch them again?',
  impossible: 'This board cannot be solved. Exchange two tiles first:',
  inRow: (place: number) => `row ${place}`,
  inColumn: (place: number) => `column ${place}`,
  place: (tile: number, line: string) =>
    `Next is ${tile}, in ${line}: walk the gap round it and push it home, without moving what is finished.`,
  placeTwo: (a: number, b: number, line: string) =>
    `${a} and ${b} end ${line}. Either alone would lock the other out: line them up, then turn both in.`,
  turn: 'Only the last block is left: turn its tiles round until all are home.',
  lead: 'Tiles cannot pass each other here: lead the gap home.',
  mend: 'Exchange two tiles',
  playSlide: 'One slide',
  playTile: 'This tile',
  playStage: 'This row or column',
  done: 'Everything is at home.',
  playAll: 'Play to the end',
  stop: 'Stop',
  another: 'Another board',
  played: (count: number) => (count === 1 ? '1 slide played' : `${count} slides played`),
  method: [
    'Fill the top row from the left. Walk the gap round a tile to push it along.',
    'The last two of a row go in together: park the corner tile, bring its neighbour, and turn both in.',
    'When two rows are left, go on column by column from the left in the same way.',
    'Three tiles in a square remain: turn them round until they fit. If the board can be solved, they always do.',
  ],
  speed: 'Speed',
  speeds: { slow: 'slow', steady: 'steady', fast: 'fast' },
  trick: 'The last two of a row',
  trickSteps: [
    'The corner’s tile stands one place early, its neighbour below it, the gap in the corner.',
    'The corner’s tile slides home.',
    'Its neighbour follows. Both are in.',
  ],
  turned:
    'With this goal the method is turned round: it starts with the row farthest from the gap’s home, and ends beside that home.',
  why: 'The same method solves a board of any size, and its length grows only as fast as it must: each of the mn tiles travels at most m + n cells, and each cell costs a handful of slides. A shortest solution is far shorter, but finding it is hard; this one you can do in your head.',
};
