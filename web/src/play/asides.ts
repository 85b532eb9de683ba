/** Unfinished games that made room for others, each kept by itself so that tabs do not overwrite each other's. */
import { forget, keep, kept, keptNames } from '../shell/keep';

/** So many are kept; the oldest makes room. */
const MOST = 20;
const NAME = 'aside';

export interface Aside {
  name: string;
  daily: string | null;
  save: string;
  /** When it was put aside; 0 when nobody knows. */
  at: number;
}

/** The newest first. */
export function asides(): Aside[] {
  const found = keptNames(NAME).flatMap((name): Aside[] => {
    const text = kept(name) ?? '';
    const cut = text.indexOf('\n');
    return cut < 0 ? [] : [{ name, daily: text.slice(0, cut) || null, save: text.slice(cut + 1), at: Number(name.split('.')[1] ?? 0) }];
  });
  return found.sort((a, b) => b.at - a.at);
}

/** Puts a game aside; false when the browser has no room for it. */
export function putAside(save: string, daily: string | null): boolean {
  for (const old of asides().slice(MOST - 1)) forget(old.name);
  return keep(`${NAME}.${Date.now()}`, `${daily ?? ''}\n${save}`);
}

export const dropAside = (name: string): void => forget(name);
