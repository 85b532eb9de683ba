/** A replay out of whatever somebody hands us: our own, a link or a text of SlidySim or OpenSlidy, timed moves. */
import { Trouble } from '../engine/fault';

/** The longest text that is looked at, and as much of one as an address shows when it is none. */
export const MAX_REPLAY = 500_000;
const SHOWN = 200;

/** Whether a text is a list of solves, or a file with everything: those are taken in below the list. In an address spaces are commas. */
export const isList = (text: string): boolean =>
  /^\s*(#[ ,]taquin-backup|\d{12,}[ ,]\d+[ ,]\d+[ ,]\S)/.test(text);

/** The replay in a text or a file; an error says why there is none. */
export async function replayIn(given: string | Blob): Promise<string> {
  const text = typeof given === 'string' ? given : await given.slice(0, MAX_REPLAY).text();
  if (isList(text)) throw new Trouble('PageList');
  const { engine } = await import('../engine/full');
  return engine.imported(text.trim().slice(0, MAX_REPLAY), '', '', 1);
}

/** What a file begins with. */
export const beginning = async (file: Blob): Promise<string> => (await file.slice(0, SHOWN).text()).trim();
