/** The last thing a game does: its solve is written down where nothing can come between, for `solves.svelte` to take from there. */
import { forget, keep, kept, keptNames } from '../shell/keep';

const PENDING = 'pending.';

export interface Pending {
  name: string;
  line: string;
  /** The date, where it was a day's board. */
  daily: string | null;
}

/** Its name, by which it is known until it is in the list. */
export function writeDown(line: string, daily: string | null): string {
  const name = `${PENDING}${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;
  keep(name, daily ? `${line}\n${daily}` : line);
  return name;
}

/** Solves that are written down and not yet in the database. */
export const pending = (): Pending[] =>
  keptNames(PENDING).flatMap((name) => {
    const [line, daily] = (kept(name) ?? '').split('\n');
    // Where there is none, another tab was quicker: it lets go only of what is on the disk.
    return line ? [{ name, line, daily: daily || null }] : [];
  });

/** It is on the disk. */
export const letGo = (name: string): void => forget(name);
