/** Keys that slide, and keys that mean something else: single letters can be chosen anew, or switched off. */
import { keep, kept } from '../shell/keep';
import { settings } from '../shell/settings.svelte';
import type { Way } from './pointer';

const arrows: Record<string, Way> = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
/** Places on the keyboard count here, not letters: layouts differ. */
const places: Record<string, Way> = {
  KeyW: 'U',
  KeyS: 'D',
  KeyA: 'L',
  KeyD: 'R',
  KeyI: 'U',
  KeyK: 'D',
  KeyJ: 'L',
  KeyL: 'R',
};
const opposite: Record<Way, Way> = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** The way a tile should go for this key, or null. */
export function wayOf(event: KeyboardEvent, names: 'tile' | 'gap'): Way | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const way =
    arrows[event.key] ?? (settings.letters === 'on' && !elsewhere(event.target) ? letterWay(event) : null);
  if (!way) return null;
  return names === 'gap' ? opposite[way] : way;
}

/** The way of a letter: one that was chosen for it, or one of the usual places, unless another was chosen for the way or the letter. */
function letterWay(event: KeyboardEvent): Way | null {
  const key = event.key.toLowerCase();
  const command = (Object.keys(bound) as Command[]).find((name) => bound[name] === key);
  if (command) return slides[command] ?? null;
  const usual = places[event.code];
  return usual && chosenFor(usual) === '' ? usual : null;
}

/** Whether the keyboard is busy with a text or a control of its own. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** What a single key can be told to do, and its usual key; a way's usual ones are places. */
export const commands = {
  up: '',
  left: '',
  down: '',
  right: '',
  undo: 'u',
  redo: 'r',
  pause: 'p',
  deal: 'n',
  hint: 'h',
} as const;
export type Command = keyof typeof commands;
type Slide = 'up' | 'left' | 'down' | 'right';
const slides: Partial<Record<Command, Way>> = { up: 'U', left: 'L', down: 'D', right: 'R' };
const chosenFor = (way: Way): string =>
  bound[(Object.keys(slides) as Command[]).find((name) => slides[name] === way) as Command];

function read(): Record<Command, string> {
  const found: Record<string, string> = { ...commands };
  try {
    const chosen = JSON.parse(kept('keys') ?? '{}') as Record<string, unknown>;
    for (const name of Object.keys(commands)) {
      const key = chosen[name];
      if (typeof key === 'string' && [...key].length === 1) found[name] = key;
    }
  } catch {
    // A damaged choice is none.
  }
  return found as Record<Command, string>;
}
const bound = $state<Record<Command, string>>(read());

/** Takes what is kept now: a file brought other keys. */
export function rereadKeys(): void {
  Object.assign(bound, read());
}

/** The key of each command. */
export const bindings = (): Record<Command, string> => bound;

/** Gives a command another key, or its usual one back for none; false when it is no single sign, or another command has it. */
export function bind(command: Command, key: string): boolean {
  const sign = key.trim().toLowerCase() || commands[command];
  const taken =
    sign !== '' && Object.entries(bound).some(([name, other]) => name !== command && other === sign);
  const digit = settings.digits === 'on' && /\d/.test(sign);
  if ([...sign].length > 1 || taken || digit) return false;
  bound[command] = sign;
  keep('keys', JSON.stringify(bound));
  return true;
}

/** Whether a key is meant for the control that has the focus: a link is no place to deal from. */
function elsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('a[href], summary') !== null ||
    (target.closest('button') !== null && target.matches(':focus-visible'))
  );
}

/** What a key asks for: a command, a digit of a tile's number, or nothing. */
export function commandOf(event: KeyboardEvent): Exclude<Command, Slide> | { digit: string } | null {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    settings.letters === 'off' ||
    elsewhere(event.target)
  )
    return null;
  const key = event.key.toLowerCase();
  if (/^\d$/.test(key) && settings.digits === 'on') return { digit: key };
  // The large key, when nothing else would be pressed by it: a button, or the tile under the board's cursor.
  if (key === ' ') {
    const pressed =
      event.target instanceof Element && event.target.closest('button, [role="grid"][aria-activedescendant]');
    return pressed || settings.space === 'none' ? null : settings.space;
  }
  const found = (Object.keys(bound) as Command[]).find((name) => bound[name] === key);
  return found && !(found in slides) ? (found as Exclude<Command, Slide>) : null;
}
