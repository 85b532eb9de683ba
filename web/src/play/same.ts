/** One's own solves of a board. */
import { engine } from '../engine';
import { listed, replayOf, solves, type Entry } from './solves.svelte';

/** Solves of the same size that are unpacked, the newest first, and as many of the same board as are shown. */
const LOOKED_AT = 500;
const SHOWN = 3;

export interface Own {
  entry: Entry;
  replay: string;
}

/** The newest solves of this device that begin with the same board, other than the one given. */
export async function solvesOf(kind: string, board: string, given: string): Promise<Own[]> {
  await listed;
  const found: Own[] = [];
  const candidates = solves().filter((entry) => entry.kind === kind);
  for (const entry of candidates.slice(-LOOKED_AT).reverse()) {
    const replay = await replayOf(entry.id).catch(() => '');
    if (!replay || replay === given) continue;
    const unpacked = new engine.Replay(replay);
    if (unpacked.start().text() === board) found.push({ entry, replay });
    unpacked.free();
    if (found.length === SHOWN) break;
  }
  return found;
}
