/** Unfinished games that made room for others, each kept by itself so that tabs do not overwrite each other's. None goes but by its player's hand. */
import { forget, keep, kept, keptNames } from '../shell/keep';

const NAME = 'aside.';

/** An unfinished game as it is kept, with its date where it is a day's board. */
export interface Unfinished {
  daily: string | null;
  save: string;
}
export interface Aside extends Unfinished {
  name: string;
  /** When it was put aside; 0 when nobody knows. */
  at: number;
}

export const packed = ({ daily, save }: Unfinished): string => `${daily ?? ''}\n${save}`;
export function unpacked(text: string): Unfinished | null {
  const cut = text.indexOf('\n');
  return cut < 0 ? null : { daily: text.slice(0, cut) || null, save: text.slice(cut + 1) };
}
/** A name that no other tab gives, and that tells when it was given. */
export const newName = (start: string, at: number): string =>
  `${start}${at}-${Math.random().toString(36).slice(2, 8)}`;

/** The newest first. */
export function asides(): Aside[] {
  const found = keptNames(NAME).flatMap((name): Aside[] => {
    const game = unpacked(kept(name) ?? '');
    return game ? [{ name, ...game, at: Number.parseInt(name.slice(NAME.length), 10) || 0 }] : [];
  });
  return found.sort((a, b) => b.at - a.at);
}

export const putAside = (game: Unfinished, at = Date.now()): void =>
  void keep(newName(NAME, at), packed(game));
export const isAside = (name: string): boolean => kept(name) !== null;
export const dropAside = (name: string): void => forget(name);
