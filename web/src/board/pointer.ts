/**
 * Mouse, pen and fingers on a board: click a tile, drag it (and take it back), swipe, press, or trace by hovering.
 *
 * Whatever is meant is told with the time of the event that meant it, not of the moment at which we got round to it: under load
 * the two are far apart, and a time is a record.
 */

/** A point in units of cells: `x` counts columns from the left edge, `y` rows from the top. */
export interface Point {
  x: number;
  y: number;
}

/** A tile's way: `U D L R`, the direction in which tiles travel. */
export type Way = 'U' | 'D' | 'L' | 'R';

/** What pressing a cell would do: these cells' tiles move one cell this way. */
export interface Line {
  way: Way;
  cells: number[];
}

/** How a pointer is understood: `click` to click, drag and swipe, `press` to slide at the first touch, `hover` to trace, `none` to look only. */
export type Mode = 'click' | 'press' | 'hover' | 'none';

/** The board as the pointer needs it. Times are those of `stamp`. */
export interface Surface {
  rows: () => number;
  columns: () => number;
  mode: () => Mode;
  /** Counts the boards: what a hand has begun on one it does not end on the next. */
  board: () => number;
  line: (cell: number) => Line | null;
  /** The cells that a line between two points crosses, the first left out. */
  crossed: (from: Point, to: Point) => ArrayLike<number>;
  /** The player means this cell: slide its line. */
  press: (cell: number, at: number) => void;
  /** The player means this direction. */
  swipe: (way: Way, at: number) => void;
  /** A finger comes down: what it does, and another that comes soon after, may turn out to be a pinch. */
  hold: () => void;
  /** It was one: nothing that was done since has been done. */
  takeBack: () => void;
  /** Tiles follow the finger, by a share of a cell; null when they are let go. */
  drag: (line: Line | null, share: number) => void;
}

/** What `pinch.ts` cancels a finger with: what it did was the beginning of a pinch. */
export const PINCHED = 1;
/** Fingers of one pinch come down within so many milliseconds; what one did that was there for longer was meant. */
const TOGETHER_MS = 400;

/** When an event happened, in milliseconds since 1970. */
export const stamp = (event: Event): number => performance.timeOrigin + event.timeStamp;

/** What the browser put together into one event, each at its own time. */
function eachOf(event: PointerEvent): PointerEvent[] {
  const coalesced = event.getCoalescedEvents?.() ?? [];
  return coalesced.length > 0 ? coalesced : [event];
}

/** The cell under a point, or -1 outside the board. */
export function cellAt({ x, y }: Point, rows: number, columns: number): number {
  const row = Math.floor(y);
  const column = Math.floor(x);
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}

const vectors: Record<Way, Point> = {
  U: { x: 0, y: -1 },
  D: { x: 0, y: 1 },
  L: { x: -1, y: 0 },
  R: { x: 1, y: 0 },
};
/** Movements below this share of a cell are a click with a trembling hand. */
const STILL = 0.08;
/** A drag past this share of a cell goes through when let go. */
const THROUGH = 0.35;
/** A swipe counts once the finger has gone this share of a cell. */
const SWIPE = 0.45;

interface Grip {
  pointer: number;
  board: number;
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
  /**
   * Where each pointer was last seen, on the screen. It is followed while nothing can be moved, too: else the way from a place
   * where it was before a pause or a new board would be traced over that board.
   */
  const last = new Map<number, Point>();
  /** The fingers on the board, and when the game was held for them. */
  const fingers = new Set<number>();
  let held = 0;

  const point = ({ x, y }: Point, box: DOMRect): Point => ({
    x: ((x - box.left) / box.width) * surface.columns(),
    y: ((y - box.top) / box.height) * surface.rows(),
  });
  const screen = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
  const pressed = (cell: number, at: number): boolean => {
    if (cell < 0 || !surface.line(cell)) return false;
    surface.press(cell, at);
    return true;
  };

  const trace = (event: PointerEvent): void => {
    const box = element.getBoundingClientRect();
    for (const each of eachOf(event)) {
      const before = last.get(event.pointerId);
      const now = screen(each);
      last.set(event.pointerId, now);
      if (surface.mode() === 'none') continue;
      const to = point(now, box);
      const entered = before
        ? surface.crossed(point(before, box), to)
        : [cellAt(to, surface.rows(), surface.columns())];
      for (let index = 0; index < entered.length; index += 1) pressed(entered[index], stamp(each));
    }
  };

  const down = (event: PointerEvent): void => {
    last.set(event.pointerId, screen(event));
    const mode = surface.mode();
    if (mode === 'none' || (event.pointerType === 'mouse' && event.button !== 0)) return;
    if (event.pointerType === 'touch') {
      if (fingers.size === 0 || stamp(event) - held > TOGETHER_MS) {
        held = stamp(event);
        surface.hold();
      }
      fingers.add(event.pointerId);
    }
    const start = point(screen(event), element.getBoundingClientRect());
    const cell = cellAt(start, surface.rows(), surface.columns());
    if (mode !== 'click') {
      // Fingers are held by what they touched first; here each goes its own way over the board.
      if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
      return void pressed(cell, stamp(event));
    }
    // A second finger does not wait for the first.
    if (grip) return void pressed(cell, stamp(event));
    element.setPointerCapture(event.pointerId);
    grip = {
      pointer: event.pointerId,
      board: surface.board(),
      start,
      cell,
      line: cell < 0 ? null : surface.line(cell),
      share: 0,
      moved: false,
      swiping: false,
    };
  };

  const dragged = (event: PointerEvent, held: Grip): void => {
    const now = point(screen(event), element.getBoundingClientRect());
    const by = { x: now.x - held.start.x, y: now.y - held.start.y };
    if (Math.hypot(by.x, by.y) > STILL) held.moved = true;
    if (!held.moved) return;
    if (held.line && !held.swiping) {
      const way = vectors[held.line.way];
      held.share = Math.min(1, Math.max(0, by.x * way.x + by.y * way.y));
      const aside = Math.abs(by.x * way.y) + Math.abs(by.y * way.x);
      if (held.share > 0 || aside < SWIPE) return surface.drag(held.line, held.share);
    }
    if (Math.max(Math.abs(by.x), Math.abs(by.y)) < SWIPE) return;
    if (!held.swiping) surface.drag(null, 0);
    held.swiping = true;
    held.start = now;
    surface.swipe(
      Math.abs(by.x) > Math.abs(by.y) ? (by.x > 0 ? 'R' : 'L') : by.y > 0 ? 'D' : 'U',
      stamp(event),
    );
  };

  const move = (event: PointerEvent): void => {
    const mode = surface.mode();
    if (mode === 'hover' || (mode === 'press' && event.buttons !== 0) || mode === 'none') return trace(event);
    last.set(event.pointerId, screen(event));
    if (grip?.board !== surface.board()) grip = null;
    if (grip && event.pointerId === grip.pointer) for (const each of eachOf(event)) dragged(each, grip);
  };

  const up = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') last.delete(event.pointerId);
    fingers.delete(event.pointerId);
    if (!grip || event.pointerId !== grip.pointer) return;
    const { board, cell, line, share, moved, swiping } = grip;
    grip = null;
    surface.drag(null, 0);
    if (board === surface.board() && line && !swiping && (!moved || share > THROUGH))
      surface.press(cell, stamp(event));
  };

  const cancel = (event: PointerEvent): void => {
    last.delete(event.pointerId);
    // What the system cancels was still meant.
    if (fingers.delete(event.pointerId) && !event.isTrusted && event.detail === PINCHED) surface.takeBack();
    if (!grip || event.pointerId !== grip.pointer) return;
    grip = null;
    surface.drag(null, 0);
  };

  const leave = (event: PointerEvent): void => {
    // The way out still crosses cells; from outside, the way in begins with the cell that is entered. A finger that was lifted, or
    // pinched, goes no way.
    if (surface.mode() === 'hover' && last.has(event.pointerId)) trace(event);
    last.delete(event.pointerId);
  };

  const hears: Record<string, (event: PointerEvent) => void> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: cancel,
    pointerleave: leave,
  };
  for (const [name, hear] of Object.entries(hears)) element.addEventListener(name, hear as EventListener);
  return () => {
    for (const [name, hear] of Object.entries(hears))
      element.removeEventListener(name, hear as EventListener);
  };
}
