/** One's own solves of a board. */
import type { Own } from './listing';
import { listed } from './solves.svelte';
import { same } from './view.svelte';

export type { Own } from './listing';

/** The newest solves of this device that begin with the same board, other than the one given. */
export async function solvesOf(kind: string, board: string, given: string): Promise<Own[]> {
  await listed;
  return same(kind, board, given);
}
