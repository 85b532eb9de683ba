/**
 * Two fingers on a large board make it larger and move it about; they slide nothing meanwhile. Two fingers that only tap play, each at
 * once: a pinch is what moves, and then what its fingers did before has not been done.
 */
import { PINCHED } from './pointer';

const MOST = 5;
/** Pixels that two fingers go apart, together or along before it is a pinch. */
const MOVED = 10;

interface Touch {
  x: number;
  y: number;
}

/**
 * Listens on a frame whose first child is the board. The child is scaled and moved within the frame, so that whoever asks for its box is
 * told where it is now. Returns the way to stop, which leaves the board as it was.
 */
export function pinch(frame: HTMLElement): () => void {
  const touches = new Map<number, Touch>();
  /** Where two fingers came to be, which may still be a pinch or not. */
  let perhaps: { apart: number; middle: Touch } | null = null;
  let [scale, left, top] = [1, 0, 0];
  let last: { apart: number; middle: Touch } | null = null;

  const seen = (): { apart: number; middle: Touch } => {
    const [a, b] = [...touches.values()];
    return {
      apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  };
  const show = (): void => {
    const child = frame.firstElementChild;
    if (!(child instanceof HTMLElement)) return;
    // Never beyond the frame's edges.
    left = Math.min(0, Math.max(left, frame.clientWidth * (1 - scale)));
    top = Math.min(0, Math.max(top, frame.clientHeight * (1 - scale)));
    child.style.transformOrigin = '0 0';
    child.style.transform = scale === 1 ? '' : `translate(${left}px, ${top}px) scale(${scale})`;
  };
  const down = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (last) return event.stopPropagation();
    perhaps = touches.size === 2 ? seen() : null;
  };
  /** Whether two fingers have begun to pinch; their presses are taken back. */
  const begun = (): boolean => {
    if (!perhaps || touches.size !== 2) return false;
    const now = seen();
    if (
      Math.abs(now.apart - perhaps.apart) < MOVED &&
      Math.hypot(now.middle.x - perhaps.middle.x, now.middle.y - perhaps.middle.y) < MOVED
    )
      return false;
    last = perhaps;
    perhaps = null;
    const board = frame.querySelector('[role="grid"]');
    for (const pointerId of touches.keys())
      board?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true, detail: PINCHED }));
    return true;
  };
  const move = (event: PointerEvent): void => {
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!last && !begun()) return;
    event.stopPropagation();
    if (!last || touches.size !== 2) return;
    const now = seen();
    const box = frame.getBoundingClientRect();
    const next = Math.min(MOST, Math.max(1, (scale * now.apart) / last.apart));
    // The place between the fingers stays between the fingers.
    left = now.middle.x - box.left - ((last.middle.x - box.left - left) * next) / scale;
    top = now.middle.y - box.top - ((last.middle.y - box.top - top) * next) / scale;
    scale = next;
    last = now;
    show();
  };
  const up = (event: PointerEvent): void => {
    if (!event.isTrusted || !touches.delete(event.pointerId)) return;
    if (last) event.stopPropagation();
    perhaps = null;
    // Only when the last finger has left may one slide again.
    if (touches.size === 0) last = null;
  };

  const hears: Record<string, (event: PointerEvent) => void> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
  };
  for (const [name, hear] of Object.entries(hears)) frame.addEventListener(name, hear as EventListener, true);
  return () => {
    for (const [name, hear] of Object.entries(hears))
      frame.removeEventListener(name, hear as EventListener, true);
    scale = 1;
    show();
  };
}
