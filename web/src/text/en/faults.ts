const tile = (number: number): string => (number === 0 ? 'the gap' : `tile ${number}`);
const size = (rows: number, columns: number): string => `${rows}×${columns}`;
/** So many of something; numbers that are long come as text. */
const some = (count: number | string, one: string, more: string): string =>
  `${count} ${String(count) === '1' ? one : more}`;

/** What is wrong, by the engine's kinds of errors (`taquin_core::fault::Kind` lists the values of each) and a few of the page's own. */
export default {
  SizeEmpty: (rows: number, columns: number) => `a size of ${size(rows, columns)} has no cells`,
  SizeTooLarge: (rows: number, columns: number, most: string) =>
    `a size of ${size(rows, columns)} has more than ${most} cells`,
  SizeSyntax: (text: string) => `${text} is not a size; write rows x columns, such as 4x4 or 3x5`,
  WrongCount: (rows: number, columns: number, found: number) =>
    `a board of ${size(rows, columns)} has ${some(rows * columns, 'cell', 'cells')}, but ${found === 1 ? '1 number was' : `${found} numbers were`} given`,
  OutOfRange: (number: number, row: number, column: number, largest: number) =>
    `${number} in row ${row}, column ${column} is no tile of this board; they run from 1 to ${largest}, and 0 is the gap`,
  Duplicate: (
    number: number,
    row: number,
    column: number,
    otherRow: number,
    otherColumn: number,
    missing: number,
  ) =>
    `${tile(number)} appears twice, in row ${row}, column ${column} and in row ${otherRow}, column ${otherColumn}; ${tile(missing)} is missing`,
  BoardEmpty: 'it is empty; write rows such as 1 2 3/4 5 6/7 8 0',
  NoTile: (word: string, row: number, column: number) =>
    `${word} in row ${row}, column ${column} is not a tile; write 1, 2, 3 … and 0, _ or . for the gap`,
  Dangling: (separator: string, row: number, column: number) =>
    `the ${separator} near row ${row}, column ${column} separates nothing; remove it or fill in what is missing`,
  Ragged: (row: number, found: number, expected: number) =>
    `row ${row} has ${some(found, 'cell', 'cells')} where the first row has ${expected}`,
  NotSquare: (count: number) => `${count} numbers in one line fill no square board; separate the rows with /`,
  NotJson: (found: string, row: number) =>
    `${found} in row ${row} does not belong there; write [[1,2],[3,0]] or [1,2,3,0]`,
  JsonEnds: (row: number) => `a bracket is open at the end, in row ${row}; write [[1,2],[3,0]] or [1,2,3,0]`,
  Utf16: 'the text is in UTF-16; save it as UTF-8',
  TextTooLong: (bytes: string, cells: string) =>
    `the text is too long for a board: ${bytes} bytes hold only ${some(cells, 'cell', 'cells')}`,
  TooManyCells: (most: string) => `it has more than ${most} cells`,
  GoalOutside: (row: number, column: number, rows: number, columns: number) =>
    `the goal has the gap in row ${row}, column ${column}, outside a board of ${size(rows, columns)}`,
  GoalShape: (rows: number, columns: number, startRows: number, startColumns: number) =>
    `the goal is a board of ${size(rows, columns)}, but the start is one of ${size(startRows, startColumns)}`,
  GoalPlace: (text: string) => `${text} is no goal; write blank-at:ROW,COLUMN, both counted from 1`,
  GoalUnknown: (text: string, why: string) =>
    `${text} is neither the name of a goal (blank-last, blank-first, blank-at:R,C, snake, spiral) nor a board: ${why}`,
  NoMove: (word: string, place: number) =>
    `${word} at character ${place} is not a move; write U D L R, Up Down Left Right, or arrows`,
  MoveCount: (digits: string, place: number, most: string) =>
    `the count ${digits} at character ${place} must follow a move and be from 1 to ${most}`,
  TooManyMoves: (most: string) => `there are more than ${most} moves`,
  IllegalMove: (number: number, letter: string) =>
    `no tile can make move ${number} (${letter}): the gap is at the edge`,
  ReplayText: 'its text has other signs than letters, digits, - and _, or is cut',
  ReplayShort: (byte: number) =>
    `it ends too early, at byte ${byte}; it may have been cut when it was copied`,
  ReplayLong: (bytes: number) => `it has ${some(bytes, 'byte', 'bytes')} too many`,
  ReplayVersion: (format: number) => `it has format ${format}, which this page does not read`,
  ReplayDamaged: 'it is damaged',
  ReplayTooLarge: (rows: number, columns: number) =>
    `a board of ${size(rows, columns)} is too large for a replay`,
  ReplayBoard: (why: string) => `its board is none: ${why}`,
  ReplayPlay: (why: string) => `it cannot be played: ${why}`,
  ReplayTimes: (moves: number, times: number) =>
    `it has other numbers of moves (${moves}) and times (${times})`,
  ReplayTimesFall: (move: number) => `move ${move} is earlier than the move before it`,
  TimedWord: (word: string, place: number) =>
    `${word} (word ${place}) has no time; write R@46 for a slide to the right after 46 ms`,
  TimedMove: (place: number, why: string) => `word ${place}: ${why}`,
  TimedFall: (place: number, time: string) => `word ${place} is at ${time} ms, before the word before it`,
  ImportNoBoard: 'timed moves do not tell their board; give it, or its size when they end solved',
  ImportLink: 'it is no link of SlidySim or OpenSlidy that can be read',
  ImportNoSolve: (found: number, asked: number) =>
    `the link has ${some(found, 'solve', 'solves')}; there is no number ${asked}`,
  NoDay: (text: string) => `${text} is no day; write year, month and day, such as 2026-11-15`,
  LineWords: 'a line of the list is: when, hints, undos and a replay, with spaces between',
  NoSolve: 'the game has no times or does not end at its goal',
  Unsolvable: (odd: number, distance: number) =>
    `no solution exists: it takes an ${odd ? 'odd' : 'even'} number of exchanges to put everything home, but the gap is ${some(distance, 'step', 'steps')} from its home; swap any two tiles and one exists`,
  UnsolvableOrder: (place: number, found: number, wanted: number) =>
    `no solution exists: in a single line tiles cannot pass each other, and tile number ${place} in order is ${found} where the goal has ${wanted}`,
  AlreadySolved: 'it is solved already',
  NothingToPlay: (rows: number, columns: number) => `a board of ${size(rows, columns)} has one position only`,
  NoDeal: 'no such board was found',
  TooFar: (rows: number, columns: number, wanted: number, radius: number) =>
    `no board of ${size(rows, columns)} is ${some(wanted, 'move', 'moves')} from the goal: the farthest take ${radius}`,
  SavedGame: 'the saved game is damaged',
  TooLarge: 'the board is too large for this',
  Stopped: 'the time or the memory was not enough',
  Internal: 'this is an error of the program',
  PageList:
    'it is a file with solves; take it in with “Take in a file”, below the list of solves, where you play',
  PageTextTooLong: 'it is too long',
  PageTooLarge: (side: number) =>
    `it may have up to ${side} rows and columns here; the command line takes larger ones`,
  PageFailed: (why: string) => `something unforeseen happened (${why})`,
};
