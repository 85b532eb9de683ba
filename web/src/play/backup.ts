/**
 * One file with everything: every solve as a line of the list, and what else is kept as lines beginning with `#`. A plain list, as the
 * command line writes it, is such a file too. Files are read and written a part at a time: ten thousand large solves are 200 MB.
 */
import { engine } from '../engine';
import { rereadKeys } from '../board/keys.svelte';
import { keep, kept } from '../shell/keep';
import { rereadSettings } from '../shell/settings.svelte';
import { asides, putAside, type Unfinished } from './asides';
import { addUnread, ask, change, counts, parts, type Shelf } from './database';
import { pending } from './pending';
import { seatedGames } from './place';
import { session } from './session.svelte';
import {
  dailyOf,
  failed,
  put,
  putDaily,
  read,
  readLines,
  reload,
  tell,
  type DailySolve,
} from './solves.svelte';

const HEADER = '# taquin-backup 1';
/** Lines read from the database, or put into it, at once. */
const PART = 200;
/** The names of the texts that are kept as they are. */
const TEXTS = ['settings', 'keys', 'size'] as const;

/** A line that could not be read, counted from 1, and why. */
export interface BadLine {
  line: number;
  why: unknown;
}

/**
 * What stands on a shelf, as lines; each part is handed to the browser at once, so that nothing is long in the end. A shelf that cannot
 * be read costs only itself: what is elsewhere is saved all the same.
 */
async function linesOf<Value>(name: Shelf, line: (value: Value) => string): Promise<Blob[]> {
  const pieces: Blob[] = [];
  try {
    for await (const values of parts<Value>(name, PART))
      pieces.push(new Blob(values.map((value) => `${line(value)}\n`)));
  } catch (error) {
    failed(error);
  }
  return pieces;
}
const dayLine = (solve: DailySolve): string => `# daily ${JSON.stringify(solve)}`;
const unreadLine = (line: string): string => `# unread ${JSON.stringify(line)}`;
const gameLine = ({ save, daily }: Unfinished, at: number): string =>
  `# game ${JSON.stringify({ save, daily, at })}`;

/** Solves that the database has not taken yet, or never will: they are why somebody saves a file. */
function pendingLines(): string[] {
  return pending().flatMap(({ line, daily }) => {
    try {
      return [line, ...(daily ? [dayLine(dailyOf(read(line), daily))] : [])];
    } catch {
      return [unreadLine(line)];
    }
  });
}

/** Everything as a file. */
export async function exported(): Promise<Blob> {
  const pieces: string[] = [HEADER];
  for (const name of TEXTS) {
    const text = kept(name);
    if (text !== null) pieces.push(`# ${name} ${JSON.stringify(text)}`);
  }
  session().save();
  for (const aside of asides()) pieces.push(gameLine(aside, aside.at));
  for (const game of seatedGames()) pieces.push(gameLine(game, Date.now()));
  pieces.push(...pendingLines());
  const shelves = [
    await linesOf<DailySolve>('daily', dayLine),
    await linesOf('unread', unreadLine),
    await linesOf<string>('lines', (line) => line),
  ];
  return new Blob([...pieces.map((line) => `${line}\n`), ...shelves.flat()], { type: 'text/plain' });
}

/** Puts back what stands behind a `#`; whether it could be read. */
async function restore(line: string): Promise<boolean> {
  const found = /^# (\w+) (.*)$/.exec(line);
  if (!found || line === HEADER) return true;
  const [, name, rest] = found;
  try {
    const value: unknown = JSON.parse(rest);
    if ((TEXTS as readonly string[]).includes(name) && typeof value === 'string') keep(name, value);
    else if (name === 'daily') await putDaily(dayOf(value));
    else if (name === 'unread' && typeof value === 'string')
      await change(['unread'], (shelf) => addUnread(shelf, [value]));
    else if (name === 'game') {
      const { save, daily, at } = value as { save: string; daily: string | null; at?: number };
      engine.Game.restore(save).free();
      // What is here already is not brought twice. Of two states of a game, the one that is solved first makes the record.
      if ([...seatedGames(), ...asides()].some((each) => each.save === save)) return true;
      putAside(
        { save, daily: typeof daily === 'string' ? daily : null },
        typeof at === 'number' && at > 0 ? Math.floor(at) : Date.now(),
      );
    }
    return true;
  } catch {
    return false;
  }
}

function dayOf(value: unknown): DailySolve {
  const solve = value as DailySolve;
  const { date, stm, time } = solve;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || typeof stm !== 'number' || typeof time !== 'number')
    throw new Error('no day');
  return { date, stm, time, counts: counts(solve) === true };
}

/** Takes a file in: what is not here yet is added, nothing that is here is lost. */
export async function imported(file: Blob): Promise<{ added: number; bad: BadLine[] }> {
  // What is compared with the file is the game as it stands, not as it was kept some seconds ago.
  session().save();
  const before = await ask('solves', (shelf) => shelf.count());
  const bad: BadLine[] = [];
  let waiting: string[] = [];
  let first = 1;
  const flush = async (): Promise<void> => {
    const lines = waiting;
    const start = first;
    waiting = [];
    first += lines.length;
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('#')) continue;
      lines[index] = '';
      if (!(await restore(line)))
        bad.push({ line: start + index, why: new Error('unreadable', { cause: ['LineWords'] }) });
    }
    const { written, bad: refused } = await readLines(lines);
    bad.push(...refused.map(({ line, why }) => ({ line: start + line - 1, why })));
    if (written.length > 0) await put(written);
  };
  let rest = '';
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const pieces = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (pieces.pop() ?? '');
    waiting.push(...pieces);
    if (waiting.length >= PART) await flush();
    if (done) break;
  }
  await flush();
  // What was brought is what counts from now on: the next choice must not write back what stood here before.
  rereadSettings();
  rereadKeys();
  session().lookAside();
  await reload();
  tell({ kind: 'all' });
  return { added: (await ask('solves', (shelf) => shelf.count())) - before, bad };
}
