/** Two fingers on a large board make it larger and move it about; they slide nothing meanwhile. */
import { NEVER_WAS } from './pointer';

const MOST = 5;
/** Fingers of one pinch come down within so many milliseconds; what a finger did that was there for longer was meant. */
const TOGETHER_MS = 400;

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
  /** When the first of them came down. */
  let since = 0;
  let [scale, left, top] = [1, 0, 0];
  let last: { apart: number; middle: Touch } | null = null;

  const seen = (): { apart: number; middle: Touch } => {
    const [a, b] = [...touches.values()];
    return { apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
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
    if (touches.size === 1) since = event.timeStamp;
    if (touches.size !== 2) return;
    last = seen();
    // What the first finger began is taken back, and where it began just now, it never was.
    const detail = event.timeStamp - since <= TOGETHER_MS ? NEVER_WAS : 0;
    const target = event.target as Element;
    for (const pointerId of touches.keys()) target.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true, detail }));
    event.stopPropagation();
  };
  const move = (event: PointerEvent): void => {
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!last) return;
    event.stopPropagation();
    if (touches.size !== 2) return;
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
    // Only when the last finger has left may one slide again.
    if (touches.size === 0) last = null;
  };

  const hears: Record<string, (event: PointerEvent) => void> = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  for (const [name, hear] of Object.entries(hears)) frame.addEventListener(name, hear as EventListener, true);
  return () => {
    for (const [name, hear] of Object.entries(hears)) frame.removeEventListener(name, hear as EventListener, true);
    scale = 1;
    show();
  };
}
