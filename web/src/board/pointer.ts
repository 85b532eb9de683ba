/**
 * Mouse, pen and finger on a board: click a tile, drag it (and take it back), swipe, or trace by hovering.
 */
import { cellAt, trace, type Point } from './trace';

/** A tile's way: `U D L R`, the direction in which tiles travel. */
export type Way = 'U' | 'D' | 'L' | 'R';

/** What pressing a cell would do: these cells' tiles move one cell this way. */
export interface Line {
  way: Way;
  cells: number[];
}

/** The board as the pointer needs it. */
export interface Surface {
  rows: () => number;
  columns: () => number;
  /** `click` to click, drag and swipe, `hover` to trace, `none` to look only. */
  mode: () => 'click' | 'hover' | 'none';
  line: (cell: number) => Line | null;
  /** The player means this cell: slide its line. */
  press: (cell: number) => void;
  /** The player means this direction. */
  swipe: (way: Way) => void;
  /** Tiles follow the finger, by a share of a cell; null when they are let go. */
  drag: (line: Line | null, share: number) => void;
}

const vectors: Record<Way, Point> = { U: { x: 0, y: -1 }, D: { x: 0, y: 1 }, L: { x: -1, y: 0 }, R: { x: 1, y: 0 } };
/** Movements below this share of a cell are a click with a trembling hand. */
const STILL = 0.08;
/** A drag past this share of a cell goes through when let go. */
const THROUGH = 0.35;
/** A swipe counts once the finger has gone this share of a cell. */
const SWIPE = 0.45;

interface Grip {
  pointer: number;
  start: Point;
  cell: number;
  line: Line | null;
  share: number;
  moved: boolean;
  swiping: boolean;
}

/** Listens on an element whose box is exactly the board's cells; returns the way to stop. */
export function listen(element: HTMLElement, surface: Surface): () => void {
  let grip: Grip | null = null;
  let last: Point | null = null;

  const point = (event: PointerEvent, box: DOMRect): Point => ({
    x: ((event.clientX - box.left) / box.width) * surface.columns(),
    y: ((event.clientY - box.top) / box.height) * surface.rows(),
  });

  const hover = (event: PointerEvent): void => {
    const box = element.getBoundingClientRect();
    const coalesced = event.getCoalescedEvents?.() ?? [];
    for (const each of coalesced.length > 0 ? coalesced : [event]) {
      const to = point(each, box);
      const entered = last ? trace(last, to, surface.rows(), surface.columns()) : [cellAt(to, surface.rows(), surface.columns())];
      last = to;
      for (const cell of entered) if (cell >= 0 && surface.line(cell)) surface.press(cell);
    }
  };

  const down = (event: PointerEvent): void => {
    if (surface.mode() === 'none' || (event.pointerType === 'mouse' && event.button !== 0)) return;
    const start = point(event, element.getBoundingClientRect());
    const cell = cellAt(start, surface.rows(), surface.columns());
    if (surface.mode() === 'hover') {
      // A finger lands without having come from anywhere.
      last = start;
      if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
      if (cell >= 0 && surface.line(cell)) surface.press(cell);
      return;
    }
    if (grip) return;
    element.setPointerCapture(event.pointerId);
    grip = { pointer: event.pointerId, start, cell, line: cell < 0 ? null : surface.line(cell), share: 0, moved: false, swiping: false };
  };

  const move = (event: PointerEvent): void => {
    if (surface.mode() === 'hover') return hover(event);
    if (!grip || event.pointerId !== grip.pointer) return;
    const now = point(event, element.getBoundingClientRect());
    const by = { x: now.x - grip.start.x, y: now.y - grip.start.y };
    if (Math.hypot(by.x, by.y) > STILL) grip.moved = true;
    if (!grip.moved) return;
    if (grip.line && !grip.swiping) {
      const way = vectors[grip.line.way];
      grip.share = Math.min(1, Math.max(0, by.x * way.x + by.y * way.y));
      const aside = Math.abs(by.x * way.y) + Math.abs(by.y * way.x);
      if (grip.share > 0 || aside < SWIPE) return surface.drag(grip.line, grip.share);
    }
    if (Math.max(Math.abs(by.x), Math.abs(by.y)) < SWIPE) return;
    if (!grip.swiping) surface.drag(null, 0);
    grip.swiping = true;
    grip.start = now;
    surface.swipe(Math.abs(by.x) > Math.abs(by.y) ? (by.x > 0 ? 'R' : 'L') : by.y > 0 ? 'D' : 'U');
  };

  const up = (event: PointerEvent): void => {
    if (!grip || event.pointerId !== grip.pointer) return;
    const { cell, line, share, moved, swiping } = grip;
    grip = null;
    surface.drag(null, 0);
    if (line && !swiping && (!moved || share > THROUGH)) surface.press(cell);
  };

  const cancel = (event: PointerEvent): void => {
    if (!grip || event.pointerId !== grip.pointer) return;
    grip = null;
    surface.drag(null, 0);
  };

  const leave = (event: PointerEvent): void => {
    // The way out still crosses cells; from outside, the way in is traced from where it was left.
    if (surface.mode() === 'hover') hover(event);
    last = null;
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', leave);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', leave);
  };
}
