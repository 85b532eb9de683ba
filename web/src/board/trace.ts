/** A point in units of cells: `x` counts columns from the left edge, `y` rows from the top. */
export interface Point {
  x: number;
  y: number;
}

/**
 * The cells that a straight line enters, in order, the one it starts in left out; what lies outside the board is
 * skipped. Between two events a fast pointer crosses several cells: each of them was passed over, and counts.
 */
export function trace(from: Point, to: Point, rows: number, columns: number): number[] {
  let column = Math.floor(from.x);
  let row = Math.floor(from.y);
  const lastColumn = Math.floor(to.x);
  const lastRow = Math.floor(to.y);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const stepX = Math.sign(dx);
  const stepY = Math.sign(dy);
  // The share of the way at which the next vertical and horizontal border is met.
  let nextX = stepX === 0 ? Infinity : (column + (stepX > 0 ? 1 : 0) - from.x) / dx;
  let nextY = stepY === 0 ? Infinity : (row + (stepY > 0 ? 1 : 0) - from.y) / dy;
  const cells: number[] = [];
  let left = Math.abs(lastColumn - column) + Math.abs(lastRow - row);
  for (; left > 0; left -= 1) {
    const across = column !== lastColumn && (row === lastRow || nextX <= nextY);
    if (across) {
      column += stepX;
      nextX += Math.abs(1 / dx);
    } else {
      row += stepY;
      nextY += Math.abs(1 / dy);
    }
    if (row >= 0 && row < rows && column >= 0 && column < columns) cells.push(row * columns + column);
  }
  return cells;
}

/** The cell under a point, or -1 outside the board. */
export function cellAt({ x, y }: Point, rows: number, columns: number): number {
  const row = Math.floor(y);
  const column = Math.floor(x);
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}
