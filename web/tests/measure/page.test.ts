import { test } from 'vitest';
import { chosen, close, open, withPage } from '../e2e/page';

withPage();
const RUNS = 10;

function told(what: string, values: number[], unit = 'ms'): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  console.log(`${what}: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)} ${unit} (${values.length})`);
}

/** Presses keys from the moment there is a board until one of them has moved a tile. */
const watchFirstMove = (): void => {
  const seen = window as unknown as Record<string, number>;
  const look = (): void => {
    const grid = document.querySelector('[role="grid"]');
    if (!grid) return void setTimeout(look, 1);
    seen.board = performance.now();
    for (const key of ['ArrowLeft', 'ArrowRight']) grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const moved = (): void => {
      if (document.querySelector('[data-testid="moves"]')?.textContent === '0') return void setTimeout(moved, 1);
      seen.moved = performance.now();
    };
    moved();
  };
  look();
};

test('from navigation to the first move', async () => {
  const [boards, moves]: number[][] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const watched = await open('', { init: watchFirstMove });
    const read = (name: string): Promise<number> => watched.page.waitForFunction((of) => (window as unknown as Record<string, number>)[of], name).then((found) => found.jsonValue());
    boards.push(await read('board'));
    moves.push(await read('moved'));
    await close(watched);
  }
  told('first visit, board there', boards);
  told('first visit, first move done', moves);
});

test('from navigation to an exact distance, without and with kept tables', async () => {
  const [first, second]: number[][] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    const watched = await open('#/play/5,1,2,4/9,6,3,8/13,10,7,12/14,11,15,0', { init: chosen({ distance: 'live' }) });
    for (const into of [first, second]) {
      await watched.page.getByTestId('distance').waitFor();
      into.push(await watched.page.evaluate(() => performance.now()));
      await watched.page.waitForFunction(async () => (await (await caches.open('taquin-keep-tables')).keys()).length > 0);
      if (into === first) await watched.page.reload();
    }
    await close(watched);
  }
  told('4x4, exact distance shown, first visit', first);
  told('4x4, exact distance shown, tables kept', second);
});

test('frames while lines of a 20x20 board slide', async () => {
  const init = new Function(`localStorage.setItem('taquin.size', '20x20')`) as () => void;
  const watched = await open('', { init, reducedMotion: 'no-preference' });
  await watched.page.getByRole('grid').waitFor();
  await watched.page.waitForTimeout(500);
  const frames = await watched.page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const box = grid.getBoundingClientRect();
    const click = (cell: number): void => {
      const at = { clientX: box.left + ((cell % 20) + 0.5) * (box.width / 20), clientY: box.top + (Math.floor(cell / 20) + 0.5) * (box.height / 20), bubbles: true, pointerId: 1, pointerType: 'mouse' };
      grid.setPointerCapture = () => undefined;
      for (const type of ['pointerdown', 'pointerup']) grid.dispatchEvent(new PointerEvent(type, at));
    };
    const cells = [...document.querySelectorAll('[role="gridcell"]')];
    const blank = (): number => cells.findIndex((cell) => !/\d/.test(cell.textContent ?? ''));
    const gaps: number[] = [];
    let last = performance.now();
    let across = true;
    let pressed = last;
    while (gaps.length < 300) {
      const now = await new Promise<number>((frame) => requestAnimationFrame(frame));
      gaps.push(now - last);
      last = now;
      if (now - pressed < 130) continue;
      pressed = now;
      const at = blank();
      const [row, column] = [Math.floor(at / 20), at % 20];
      click(across ? row * 20 + (column < 10 ? 19 : 0) : (row < 10 ? 19 : 0) * 20 + column);
      across = !across;
    }
    return { gaps: gaps.slice(5), moved: Number(document.querySelector('[data-testid="moves"]')?.textContent) };
  });
  told(`20x20, time between frames while ${frames.moved} tiles slid`, frames.gaps);
  console.log(`frames later than 20 ms: ${frames.gaps.filter((gap) => gap > 20).length} of ${frames.gaps.length}`);
  await close(watched);
});
