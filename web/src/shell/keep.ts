/** Text kept in the browser between visits. A browser that keeps nothing (private mode, full disk) is no error. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`taquin.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text; says whether it was kept. */
export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(`taquin.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a text. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(`taquin.${name}`);
  } catch {
    // Nothing was kept.
  }
}

/** The names of kept texts that begin like this. */
export function keptNames(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(`taquin.${start}`))
      .map((name) => name.slice('taquin.'.length))
      .sort();
  } catch {
    return [];
  }
}
