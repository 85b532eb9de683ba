/** Text kept in the browser between visits. A browser that keeps nothing (private mode, full disk) is no error. */

/** What a guest remembers until it is gone; null for the page itself. */
let guest: Map<string, string> | null = null;
/** What the browser would not take: it lasts until the page is left, and is written as soon as there is room. */
const unwritten = new Map<string, string>();
const PREFIX = 'taquin.';

/** In a frame on somebody's page: the reader's settings are asked for once; from then on nothing is read and nothing left behind. */
export function beGuest(): void {
  const known = ['settings', 'keys'].flatMap((name): [string, string][] => {
    const text = kept(name);
    return text === null ? [] : [[name, text]];
  });
  guest = new Map(known);
}
export const isGuest = (): boolean => guest !== null;
/** Whether something would be lost if the page were left now. */
export const isUnwritten = (): boolean => unwritten.size > 0;

export function kept(name: string): string | null {
  if (guest) return guest.get(name) ?? null;
  try {
    return unwritten.get(name) ?? localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

function write(name: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, text);
    unwritten.delete(name);
    return true;
  } catch {
    unwritten.set(name, text);
    return false;
  }
}
function writeAgain(): void {
  for (const [name, text] of [...unwritten]) write(name, text);
}

/** Keeps a text; says whether it is on the disk. Where it is not, it is kept until the page is left. */
export function keep(name: string, text: string): boolean {
  if (guest) {
    guest.set(name, text);
    return true;
  }
  if (!write(name, text)) return false;
  writeAgain();
  return true;
}

/** Forgets a text. */
export function forget(name: string): void {
  if (guest) return void guest.delete(name);
  unwritten.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
  writeAgain();
}

/** The names of kept texts that begin like this. */
export function keptNames(start: string): string[] {
  if (guest) return [...guest.keys()].filter((name) => name.startsWith(start)).sort();
  const names = new Set([...unwritten.keys()].filter((name) => name.startsWith(start)));
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX + start)) names.add(name.slice(PREFIX.length));
  } catch {
    // Nothing was kept.
  }
  return [...names].sort();
}
