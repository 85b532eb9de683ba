/**
 * A search that may take long, so that one can judge it: how far the present depth is, how long it will take, and, once it has
 * gone on for a while, the best way that a quicker solver finds beside it.
 */
import { solve, type Given, type Progress, type Solved } from './work';

/** Milliseconds before a search counts as slow. */
const SLOW_MS = 1500;
/** How long a short way is looked for beside it. */
const BESIDE_MS = 3000;

export interface News extends Progress {
  /** It has gone on for a while. */
  slow: boolean;
  /** The best way known meanwhile. */
  known: Solved | null;
}

/** Follows the reports on a shortest solution; `end` it with the search. */
export function follow(
  given: Given,
  tell: (news: News) => void,
): { onprogress: (progress: Progress) => void; end: () => void } {
  const beside = new AbortController();
  let first: number | null = null;
  let asked = false;
  let known: Solved | null = null;
  const onprogress = (progress: Progress): void => {
    const now = performance.now();
    if (progress.lowerBound > 0) first ??= now;
    const slow = first !== null && now - first > SLOW_MS;
    if (slow && !asked) {
      asked = true;
      solve(given, 'short', BESIDE_MS, { signal: beside.signal }).then(
        (found) => {
          known = found.found ? found : null;
        },
        () => undefined,
      );
    }
    tell({ ...progress, slow, known });
  };
  return { onprogress, end: () => beside.abort() };
}
