/** Unfinished games that made room for others, each kept by itself so that tabs do not overwrite each other's. */
import { forget, keep, kept, keptNames } from '../shell/keep';

/** From so many on, the oldest makes room for the next; a file may bring more. */
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
    return cut < 0 ? [] : [{ name, daily: text.slice(0, cut) || null, save: text.slice(cut + 1), at: Number.parseInt(name.split('.')[1] ?? '', 10) || 0 }];
  });
  return found.sort((a, b) => b.at - a.at);
}

const put = (save: string, daily: string | null, at: number): boolean => keep(`${NAME}.${at}-${Math.random().toString(36).slice(2, 8)}`, `${daily ?? ''}\n${save}`);

/** Puts a game aside; false when the browser has no room for it. */
export function putAside(save: string, daily: string | null): boolean {
  const all = asides();
  if (all.length >= MOST) forget(all[all.length - 1].name);
  return put(save, daily, Date.now());
}

/** Brings back a game that was put aside on another device, or earlier on this one: nothing has to make room for it. */
export function bringBack(save: string, daily: string | null, at: number): boolean {
  return save === kept('game') || asides().some((aside) => aside.save === save) || put(save, daily, at);
}

export const dropAside = (name: string): void => forget(name);
