/** Keys that slide: arrows, WASD and IJKL, naming the way of the tile or of the gap. */
import type { Way } from './pointer';

const keys: Record<string, Way> = {
  ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R',
  KeyW: 'U', KeyS: 'D', KeyA: 'L', KeyD: 'R',
  KeyI: 'U', KeyK: 'D', KeyJ: 'L', KeyL: 'R',
};
const opposite: Record<Way, Way> = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** The way a tile should go for this key, or null. Places on the keyboard count, not letters: layouts differ. */
export function wayOf(event: KeyboardEvent, names: 'tile' | 'gap'): Way | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const way = keys[event.key.startsWith('Arrow') ? event.key : event.code];
  if (!way) return null;
  return names === 'gap' ? opposite[way] : way;
}

/** Whether the keyboard is busy with a text or a control of its own. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
