import { keep, kept } from '../shell/keep';

/** Whether a league answers here: the page itself says so, in a header that a script may read. No host is asked for what it does not have. */
export function isHere(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const told = visit?.serverTiming?.some((entry) => entry.name === 'taquin-league') ?? false;
  if (told) keep('league', 'here');
  return told || kept('league') === 'here';
}
