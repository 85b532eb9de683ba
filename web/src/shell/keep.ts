/** Text kept in the browser between visits. A browser that keeps nothing (private mode, full disk) is no error. */

/** What a guest remembers until it is gone; null for the page itself. */
let guest: Map<string, string> | null = null;

/** In a frame on somebody's page: the reader's settings are asked for once; from then on nothing is read and nothing left behind. */
export function beGuest(): void {
  const known = ['settings', 'keys'].flatMap((name): [string, string][] => {
    const text = kept(name);
    return text === null ? [] : [[name, text]];
  });
  guest = new Map(known);
}
export const isGuest = (): boolean => guest !== null;

export function kept(name: string): string | null {
  if (guest) return guest.get(name) ?? null;
  try {
    return localStorage.getItem(`taquin.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text; says whether it was kept. */
export function keep(name: string, text: string): boolean {
  if (guest) {
    guest.set(name, text);
    return true;
  }
  try {
    localStorage.setItem(`taquin.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a text. */
export function forget(name: string): void {
  if (guest) return void guest.delete(name);
  try {
    localStorage.removeItem(`taquin.${name}`);
  } catch {
    // Nothing was kept.
  }
}

/** The names of kept texts that begin like this. */
export function keptNames(start: string): string[] {
  if (guest) return [...guest.keys()].filter((name) => name.startsWith(start)).sort();
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(`taquin.${start}`))
      .map((name) => name.slice('taquin.'.length))
      .sort();
  } catch {
    return [];
  }
}
