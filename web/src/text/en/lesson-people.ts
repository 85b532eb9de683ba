export default {
  question: 'Which tiles would you place first, so that you never have to touch them again?',
  impossible: 'This board cannot be solved. Exchange two tiles first, as in the lesson before.',
  stage: (kind: string, place: number, tiles: string) =>
    kind === 'row' ? `Next: row ${place}, tiles ${tiles}.` : kind === 'column' ? `Next: column ${place}, tiles ${tiles}.` : kind === 'block' ? `Last: the block that is left, tiles ${tiles}.` : 'Slide along the line until the gap is home.',
  done: 'Everything is at home.',
  playStage: 'Show me this stage',
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
  turned: 'With this goal the method is turned round: it starts with the row farthest from the gap’s home, and ends beside that home.',
  why: 'The same method solves a board of any size, and its length grows only as fast as it must: each of the mn tiles travels at most m + n cells, and each cell costs a handful of slides. A shortest solution is far shorter, but finding it is hard; this one you can do in your head.',
};
