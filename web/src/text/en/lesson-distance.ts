const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export default {
  question: 'How many slides are needed at least? Four guesses that are never too high.',
  drawing: 'Each line leads from a tile to its home.',
  choose: 'Choose one to see what it looks at.',
  conflicts: (pairs: number, more: number) =>
    `${pairs === 1 ? '1 pair stands in its own line' : `${pairs} pairs stand in their own lines`} in the wrong order: ${more} slides more.`,
  noConflict: 'No two tiles stand in their own line in the wrong order: nothing to add here.',
  walks: (rows: number, columns: number, both: number) =>
    `Wedges show which way home lies. Tiles must change rows ${times(rows)} and columns ${times(columns)}: at least ${both === 1 ? '1 slide' : `${both} slides`}.`,
  lines: 'What it knows, as tables',
  counts: {
    rows: 'Tiles standing in each row, by the row where they belong',
    columns: 'Tiles standing in each column, by the column where they belong',
  },
  only: (tiles: string, slides: number) =>
    `Solve only ${tiles}, the rest being blanks: these tiles alone need ${slides === 1 ? '1 slide' : `${slides} slides`}.`,
  another: 'Another board',
  unfit: (cells: number) =>
    `This lesson takes a board that can be solved, with two rows and two columns at least and up to ${cells} cells.`,
  manhattan: 'Manhattan distance',
  aboutManhattan: 'every tile walks home on its own',
  conflict: 'with linear conflicts',
  aboutConflict: 'two tiles in their own line but in the wrong order: one must step aside and back, two more',
  walking: 'Walking distance',
  aboutWalking: 'how many tiles must change rows, and columns, whichever they are',
  pattern: 'Pattern tables',
  aboutPattern: 'solve only these few tiles, then those; add the answers up',
  truth: 'The true distance',
  searching: 'searching…',
  why: 'No guess here is ever above the truth. That is what makes a search that trusts them find a shortest solution: it may stop looking where even the guess is too far. The closer the guess, the less there is to search.',
};
