/**
 * Where this tab keeps the game on its table: a place of its own, which it holds by a lock for as long as it lives, so that tabs never write
 * over each other's games. A tab that is loaded again finds its own place; a new one takes the place of a tab that is gone, with the game
 * that lies there: nothing is copied, so no full disk can lose it. What others left behind besides is put aside, where it can be seen.
 */
import { engine } from '../engine';
import { forget, isGuest, keep, kept, keptNames } from '../shell/keep';
import { newName, packed, putAside, unpacked, type Unfinished } from './asides';
import { writeDown } from './pending';

const NAME = 'game.';
/** Under this name the browser remembers a tab's place while the tab lives. */
const TAB = 'taquin.place';
/** A page that is loaded again may be there before its predecessor has let go. */
const PATIENCE_MS = 300;

let place = `${NAME}own`;

/** The game that this tab left in its place. */
export const ownGame = (): Unfinished | null => unpacked(kept(place) ?? '');
export const keepOwnGame = (game: Unfinished): boolean => keep(place, packed(game));
export const forgetOwnGame = (): void => forget(place);
/** The games on every tab's table. */
export const seatedGames = (): Unfinished[] =>
  keptNames(NAME).flatMap((name) => unpacked(kept(name) ?? '') ?? []);

/** A game that nobody can read is no game, but nothing is thrown away: it goes where unreadable lines are. */
function damaged(name: string): void {
  const text = kept(name);
  if (text) writeDown(`game ${JSON.stringify(text)}`, null);
  forget(name);
}
export const ownDamaged = (): void => damaged(place);

/** Does something under a lock that is free; false where it is not. */
function under(name: string, options: LockOptions, work: () => unknown): Promise<boolean> {
  return new Promise((done) => {
    const request = navigator.locks.request(`taquin.${name}`, options, (lock) => {
      if (!lock) return done(false);
      const held = work();
      done(true);
      return held;
    });
    request.catch(() => done(false));
  });
}
const forEver = (): Promise<never> => new Promise(() => {});

/** Whether there is a begun game; a damaged one is none. */
function begun(name: string): boolean {
  try {
    const game = engine.Game.restore(unpacked(kept(name) ?? '')?.save ?? '');
    const moves = game.done + game.undone;
    game.free();
    return moves > 0;
  } catch {
    damaged(name);
    return false;
  }
}
/** Takes a place that nobody holds, with the game in it; whether that came about. */
async function take(name: string): Promise<boolean> {
  let taken = false;
  const hold = (): Promise<never> | undefined => {
    // Somebody was quicker, and is gone again.
    if (kept(name) === null) return undefined;
    taken = true;
    return forEver();
  };
  if (navigator.locks) await under(name, { ifAvailable: true }, hold);
  if (taken) place = name;
  return taken;
}
/** Without locks nobody knows who lives: the game is moved, and a tab that lives writes its own down again. */
function move(from: string): void {
  const text = kept(from);
  if (text === null) return;
  place = newName(NAME, Date.now());
  keep(place, text);
  forget(from);
}

/** The games of tabs that are gone: one comes to this tab, begun ones before others and the newest first, and the rest are put aside. */
async function inherit(tidy: boolean): Promise<boolean> {
  const names = keptNames(NAME).reverse();
  const first = names.filter(begun);
  const order = [...first, ...names.filter((name) => !first.includes(name))];
  if (!navigator.locks) {
    if (order.length > 0) move(order[0]);
    return order.length > 0;
  }
  let found = false;
  for (const name of order) {
    if (!found) found = await take(name);
    else if (!tidy) break;
    else
      await under(name, { ifAvailable: true }, () => {
        const game = unpacked(kept(name) ?? '');
        if (game && first.includes(name)) putAside(game);
        forget(name);
      });
  }
  return found;
}

/** What earlier versions of the page kept for all tabs together. */
function takeOver(): void {
  const save = kept('game');
  if (save !== null) keep(newName(NAME, 0), packed({ daily: kept('daily-open') || null, save }));
  forget('game');
  forget('daily-open');
  forget('position');
  forget('goal');
}

/** Finds this tab's place. The engine is there. */
export async function takePlace(): Promise<void> {
  takeOver();
  let own: string | null = null;
  try {
    own = sessionStorage.getItem(TAB);
  } catch {
    // A browser that remembers no tab.
  }
  if (own?.startsWith(NAME)) {
    place = own;
    if (!navigator.locks || (await under(place, { signal: AbortSignal.timeout(PATIENCE_MS) }, forEver)))
      return;
    // The tab was copied: its game is the other's.
  }
  // Tabs that a browser opens again find their own: only a tab that nobody knows tidies up.
  if (!(await inherit(own === null))) {
    place = newName(NAME, Date.now());
    if (navigator.locks) await under(place, { ifAvailable: true }, forEver);
  }
  try {
    sessionStorage.setItem(TAB, place);
  } catch {
    // Nothing is kept.
  }
}

// A page that comes back as it was left has lost its place meanwhile.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && !isGuest()) location.reload();
});
