/** A solve as a picture to share: the board as it was dealt, and what came of it. Drawn here, sent nowhere. */
export interface Card {
  tiles: ArrayLike<number>;
  columns: number;
  title: string;
  lines: string[];
}

const SIZE = 1080;

export async function pictureOf({ tiles, columns, title, lines }: Card): Promise<Blob | null> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIZE, SIZE];
  const on = canvas.getContext('2d');
  if (!on) return null;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const write = (text: string, x: number, y: number, size: number, ink: string, weight = 600): void => {
    on.font = `${weight} ${size}px Figtree, sans-serif`;
    on.fillStyle = colour(ink);
    on.fillText(text, x, y);
  };
  on.fillStyle = colour('--paper');
  on.fillRect(0, 0, SIZE, SIZE);
  on.textBaseline = 'middle';
  write(title, 80, 90, 52, '--ink', 720);
  lines.forEach((line, at) => write(line, 80, 160 + at * 54, 42, at === 0 ? '--accent-strong' : '--quiet'));
  const rows = tiles.length / columns;
  const top = 190 + lines.length * 54;
  const cell = Math.min((SIZE - 160) / columns, (SIZE - top - 60) / rows);
  const [left, gap] = [(SIZE - cell * columns) / 2, cell * 0.04];
  on.fillStyle = colour('--tray');
  on.beginPath();
  on.roundRect(left - 14, top - 14, cell * columns + 28, cell * rows + 28, 24);
  on.fill();
  on.textAlign = 'center';
  for (let at = 0; at < tiles.length; at += 1) {
    if (tiles[at] === 0) continue;
    const [x, y] = [left + (at % columns) * cell, top + Math.floor(at / columns) * cell];
    on.fillStyle = colour('--tile');
    on.beginPath();
    on.roundRect(x + gap, y + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.11);
    on.fill();
    write(String(tiles[at]), x + cell / 2, y + cell / 2, cell * 0.36, '--tile-ink');
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
