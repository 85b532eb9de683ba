/**
 * The list of solves: their numbers in memory, their lines in the database. A solve that has just ended is written down at once
 * (`pending`), before anything else can go wrong, and taken from there into the database, by this visit or by a later one.
 */
import { engine } from '../engine';
import { forget, kept } from '../shell/keep';
import { ask, change, hash, hear, parts, rest, tell, type DailySolve, type Entry } from './database';
import { letGo, pending } from './pending';

export type { DailySolve, Entry } from './database';

/** Solves read from the database or summed up at once; and milliseconds of reading lines before the page may draw. */
const PART = 500;
const SLICE_MS = 8;

let entries = $state.raw<Entry[]>([]);
let days = $state.raw<Record<string, DailySolve>>({});
let unread = $state(0);
/** What could not be kept, and why. */
let trouble = $state.raw<{ full: boolean } | null>(null);

/** Every solve, oldest first. Reactive, as are the others. */
export const solves = (): Entry[] => entries;
/** The daily boards solved, by date. */
export const dailySolves = (): Record<string, DailySolve> => days;
/** Lines that are kept though nobody can read them. */
export const unreadable = (): number => unread;
export const storageTrouble = (): { full: boolean } | null => trouble;

/** The database did not do what it was asked for: the reader is told. */
export const failed = (error: unknown): void => {
  trouble = { full: error instanceof DOMException && error.name === 'QuotaExceededError' };
};

/** A line of the list; an error says why it is none. */
export function read(line: string): Entry {
  const found = new engine.LogEntry(line);
  const ended = found.ended_ms;
  const entry = {
    id: `${String(ended).padStart(15, '0')}-${hash(line)}`,
    ended,
    kind: found.kind,
    time: found.time_ms,
    stm: found.stm,
    mtm: found.mtm,
    mark: found.mark,
  };
  found.free();
  return entry;
}

function merge(more: Entry[]): void {
  const known = new Set(entries.map((entry) => entry.id));
  const fresh = more.filter((entry) => !known.has(entry.id));
  if (fresh.length === 0) return;
  const last = entries[entries.length - 1]?.id ?? '';
  const all = [...entries, ...fresh];
  // Nearly always the new ones are the latest.
  entries = fresh.every((entry, index) => entry.id > (index === 0 ? last : fresh[index - 1].id)) ? all : all.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface Written {
  entry: Entry;
  line: string;
}

/** Puts solves into the database, each once; resolves when they are on the disk. */
export async function put(written: Written[], bad: string[] = []): Promise<void> {
  await change(['solves', 'lines', 'unread'], (shelf) => {
    for (const { entry, line } of written) {
      shelf('solves').put(entry);
      shelf('lines').put(line, entry.id);
    }
    for (const line of bad) shelf('unread').add(line);
  });
  unread += bad.length;
  merge(written.map(({ entry }) => entry));
  tell({ kind: 'added', ids: written.map(({ entry }) => entry.id) });
}

/** What solves sum up to. What is not known yet is `undefined`; times in milliseconds. */
export interface Sum {
  solves: number;
  time: number | undefined;
  moves: number | undefined;
  tps: number | undefined;
  averages: { length: number; current: number; best: number }[];
}

async function sumUp(list: readonly Entry[], found: (sum: Sum) => void, stop: { asked: boolean }): Promise<void> {
  const sum = new engine.Summary();
  for (let at = 0; at < list.length && !stop.asked; at += PART) {
    if (at > 0) await rest();
    const part = list.slice(at, at + PART);
    sum.add(Float64Array.from(part.flatMap(({ time, stm, mtm }) => [time, stm, mtm])), part.map(({ mark }) => mark).join('\n'));
  }
  const numbers = [...sum.averages()];
  const averages = numbers.flatMap((length, at) => (at % 3 === 0 ? [{ length, current: numbers[at + 1], best: numbers[at + 2] }] : []));
  if (!stop.asked) found({ solves: sum.solves, time: sum.best_time_ms, moves: sum.best_stm, tps: sum.best_tps, averages });
  sum.free();
}

/** Solves summed up by the engine, which decides what counts, in parts, so that the page can draw between them. Calling what comes back ends it. */
export function summing(list: readonly Entry[], found: (sum: Sum) => void): () => void {
  const stop = { asked: false };
  void sumUp(list, found, stop);
  return () => {
    stop.asked = true;
  };
}

/** The line of a solve, with its replay. */
export const lineOf = (id: string): Promise<string | undefined> => ask<string | undefined>('lines', (shelf) => shelf.get(id) as IDBRequest<string | undefined>);
export async function replayOf(id: string): Promise<string> {
  const line = await lineOf(id);
  return line?.split(' ')[3] ?? '';
}

/** Removes one solve from the list. */
export async function removeSolve(id: string): Promise<void> {
  await change(['solves', 'lines'], (shelf) => {
    shelf('solves').delete(id);
    shelf('lines').delete(id);
  });
  entries = entries.filter((entry) => entry.id !== id);
  tell({ kind: 'removed', ids: [id] });
}

/** Lines of a text in slices, so that the page can draw between them. */
export async function readLines(lines: Iterable<string>): Promise<{ written: Written[]; bad: { line: number; text: string; why: unknown }[] }> {
  const written: Written[] = [];
  const bad: { line: number; text: string; why: unknown }[] = [];
  let begun = performance.now();
  let number = 0;
  for (const each of lines) {
    number += 1;
    const line = each.trim();
    if (line === '') continue;
    try {
      written.push({ entry: read(line), line });
    } catch (why) {
      bad.push({ line: number, text: line, why });
    }
    if (performance.now() - begun > SLICE_MS) {
      await rest();
      begun = performance.now();
    }
  }
  return { written, bad };
}

/** The first solve of a day's board; later ones change nothing. */
export async function putDaily(solve: DailySolve): Promise<void> {
  if (days[solve.date]) return;
  const there = await ask<DailySolve | undefined>('daily', (shelf) => shelf.get(solve.date) as IDBRequest<DailySolve | undefined>);
  if (!there)
    await change(['daily'], (shelf) => {
      shelf('daily').put(solve);
    });
  days = { ...days, [solve.date]: there ?? solve };
  tell({ kind: 'daily' });
}

/** What a solve is on the shelf of days. */
export const dailyOf = (entry: Entry, date: string): DailySolve => ({ date, stm: entry.stm, time: entry.time, counts: engine.day_counts(date, entry.ended, entry.mark) });

/** Takes what games wrote down when they ended. */
export async function takePending(): Promise<void> {
  for (const { name, line, daily } of pending()) {
    let entry: Entry | null = null;
    try {
      entry = read(line);
    } catch {
      // Nobody can read it: it is kept as it is.
    }
    try {
      await put(entry ? [{ entry, line }] : [], entry ? [] : [line]);
      if (entry && daily) await putDaily(dailyOf(entry, daily));
      letGo(name);
      trouble = null;
    } catch (error) {
      failed(error);
    }
  }
  askToPersist();
}

/** Browsers throw away what nobody asked to keep when the disk is full. Asked once, after the first solve. */
function askToPersist(): void {
  if (entries.length === 0 || kept('persist')) return;
  void navigator.storage
    ?.persist?.()
    .catch(() => false)
    .then((granted) => {
      if (granted !== undefined)
        try {
          localStorage.setItem('taquin.persist', String(granted));
        } catch {
          /* Nothing is kept. */
        }
    });
}

/** What earlier versions of the page kept as one text. Nothing is cut, and it goes only when everything is in the database. */
async function takeOver(): Promise<void> {
  const list = kept('solves');
  if (list !== null) {
    const { written, bad } = await readLines(list.split('\n'));
    await put(
      written,
      bad.map(({ text }) => text),
    );
    forget('solves');
  }
  const old = kept('daily');
  if (old !== null) {
    let found: unknown = null;
    try {
      found = JSON.parse(old);
    } catch {
      await put([], [`daily ${old}`]);
    }
    for (const [date, solve] of Object.entries((found ?? {}) as Record<string, Omit<DailySolve, 'date'>>)) await putDaily({ ...solve, date });
    forget('daily');
  }
}

/** Reads everything again: at the start, and when much has changed. */
export async function reload(): Promise<void> {
  const all: Entry[] = [];
  for await (const part of parts<Entry>('solves', PART)) all.push(...part.values);
  entries = all;
  days = Object.fromEntries((await ask<DailySolve[]>('daily', (shelf) => shelf.getAll() as IDBRequest<DailySolve[]>)).map((solve) => [solve.date, solve]));
  unread = await ask('unread', (shelf) => shelf.count());
}

hear((news) => {
  if (news.kind === 'removed') entries = entries.filter((entry) => !news.ids.includes(entry.id));
  else if (news.kind === 'added') void Promise.all(news.ids.map((id) => ask<Entry | undefined>('solves', (shelf) => shelf.get(id) as IDBRequest<Entry | undefined>))).then((found) => merge(found.filter((entry) => entry !== undefined)));
  else void reload();
});

/** Resolves when the list is there. */
export const listed: Promise<void> = (async () => {
  try {
    await reload();
    await takeOver();
  } catch (error) {
    failed(error);
  }
  await takePending();
})();
