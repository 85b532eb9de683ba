/** The last thing a game does: its solve is written down where nothing can come between, for `solves.svelte` to take from there. */
import { forget, keep, kept, keptNames } from '../shell/keep';

const PENDING = 'pending.';
/** What a browser that keeps nothing did not take down: it lasts until the page is left. */
const unwritten = new Map<string, string>();

export interface Pending {
  name: string;
  line: string;
  /** The date, where it was a day's board. */
  daily: string | null;
}

export function writeDown(line: string, daily: string | null): void {
  const name = `${PENDING}${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;
  const text = daily ? `${line}\n${daily}` : line;
  if (!keep(name, text)) unwritten.set(name, text);
}

/** Solves that are written down and not yet in the database. */
export const pending = (): Pending[] =>
  [...keptNames(PENDING), ...unwritten.keys()].flatMap((name) => {
    const [line, daily] = (kept(name) ?? unwritten.get(name) ?? '').split('\n');
    // Where there is none, another tab was quicker: it lets go only of what is on the disk.
    return line ? [{ name, line, daily: daily || null }] : [];
  });

/** It is on the disk. */
export function letGo(name: string): void {
  unwritten.delete(name);
  forget(name);
}
