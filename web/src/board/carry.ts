/** A tile lifted out of its place and set down on another: how a position is edited by mouse, pen and finger. */
import { cellAt, type Point } from './pointer';

/** The board as the hand needs it. */
export interface Shelf {
  rows: () => number;
  columns: () => number;
  /** The tile of a cell hangs this many cells aside of its place; null when it is set down. */
  carry: (cell: number | null, by: Point) => void;
  /** A cell was touched without being moved. */
  press: (cell: number) => void;
  exchange: (from: number, to: number) => void;
}

/** Movements below this share of a cell are a click with a trembling hand. */
const STILL = 0.15;

/** Listens on an element whose box is exactly the board's cells; returns the way to stop. */
export function listenCarry(element: HTMLElement, shelf: Shelf): () => void {
  let grip: { pointer: number; start: Point; cell: number; moved: boolean } | null = null;

  const point = (event: PointerEvent): Point => {
    const box = element.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * shelf.columns(),
      y: ((event.clientY - box.top) / box.height) * shelf.rows(),
    };
  };
  const down = (event: PointerEvent): void => {
    if (grip || (event.pointerType === 'mouse' && event.button !== 0)) return;
    const start = point(event);
    const cell = cellAt(start, shelf.rows(), shelf.columns());
    if (cell < 0) return;
    element.setPointerCapture(event.pointerId);
    grip = { pointer: event.pointerId, start, cell, moved: false };
  };
  const move = (event: PointerEvent): void => {
    if (!grip || event.pointerId !== grip.pointer) return;
    const now = point(event);
    const by = { x: now.x - grip.start.x, y: now.y - grip.start.y };
    grip.moved ||= Math.hypot(by.x, by.y) > STILL;
    if (grip.moved) shelf.carry(grip.cell, by);
  };
  const end = (event: PointerEvent): void => {
    if (!grip || event.pointerId !== grip.pointer) return;
    const { cell, moved } = grip;
    grip = null;
    shelf.carry(null, { x: 0, y: 0 });
    if (event.type === 'pointercancel') return;
    const to = cellAt(point(event), shelf.rows(), shelf.columns());
    if (!moved) shelf.press(cell);
    else if (to >= 0 && to !== cell) shelf.exchange(cell, to);
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
  };
}
