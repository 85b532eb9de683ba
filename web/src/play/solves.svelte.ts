/**
 * The list of solves: in the database, read by a worker (`lister`), seen here through a view of it. A solve that has just ended is
 * written down at once (`pending`), before anything else can go wrong, and taken from there into the database, by this visit or by a
 * later one.
 */
import { engine } from '../engine';
import { forget, kept } from '../shell/keep';
import { addUnread, ask, change, hash, rest, type DailySolve, type Entry } from './database';
import { hear, tell as tellOthers, type News } from './news';
import { letGo, pending } from './pending';
import { failed, fine, storageTrouble } from './trouble.svelte';
import { look, standing, tellLister, view } from './view.svelte';

export type { DailySolve, Entry } from './database';
export { failed, look, storageTrouble, view };

/** Milliseconds of reading lines before the page may draw. */
const SLICE_MS = 8;

let days = $state.raw<Record<string, DailySolve>>({});
let unread = $state(0);

/** The daily boards solved, by date. Reactive, as are the others. */
export const dailySolves = (): Record<string, DailySolve> => days;
/** Lines that are kept though nobody can read them. */
export const unreadable = (): number => unread;

/** Tells the other tabs, and whoever reads the list for this one. */
export function tell(news: News): void {
  tellOthers(news);
  tellLister(news);
}

/** A time as names of solves begin with, so that they are in order. */
const inOrder = (ms: number): string => String(ms).padStart(15, '0');

/** A line of the list; an error says why it is none. */
export function read(line: string): Entry {
  const found = new engine.LogEntry(line);
  const ended = found.ended_ms;
  const entry = {
    id: `${inOrder(ended)}-${hash(line)}`,
    ended,
    kind: found.kind,
    time: found.time_ms,
    stm: found.stm,
    mtm: found.mtm,
    mark: found.mark,
    deal: found.deal,
  };
  found.free();
  return entry;
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
    addUnread(shelf, bad);
  });
  if (bad.length > 0) unread = await ask('unread', (shelf) => shelf.count());
  tell({ kind: 'added', ids: written.map(({ entry }) => entry.id) });
}

/** The line of a solve, with its replay. */
export const lineOf = (id: string): Promise<string | undefined> =>
  ask<string | undefined>('lines', (shelf) => shelf.get(id) as IDBRequest<string | undefined>);
export async function replayOf(id: string): Promise<string> {
  const line = await lineOf(id);
  return engine.replay_in(line ?? '');
}

/** Removes one solve from the list. */
export async function removeSolve(id: string): Promise<void> {
  await change(['solves', 'lines'], (shelf) => {
    shelf('solves').delete(id);
    shelf('lines').delete(id);
  });
  tell({ kind: 'removed', ids: [id] });
}

/** Lines of a text in slices, so that the page can draw between them. */
export async function readLines(
  lines: Iterable<string>,
): Promise<{ written: Written[]; bad: { line: number; text: string; why: unknown }[] }> {
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
  const there = await ask<DailySolve | undefined>(
    'daily',
    (shelf) => shelf.get(solve.date) as IDBRequest<DailySolve | undefined>,
  );
  if (!there)
    await change(['daily'], (shelf) => {
      shelf('daily').put(solve);
    });
  days = { ...days, [solve.date]: there ?? solve };
  tell({ kind: 'daily' });
}

/** What a solve is on the shelf of days. */
export const dailyOf = (entry: Entry, date: string): DailySolve => ({
  date,
  stm: entry.stm,
  time: entry.time,
  counts: engine.day_counts(date, entry.ended, entry.mark),
});

/**
 * A solve that was written down; null where nobody can read it. That a day's board had been solved before may be known only here: when
 * it was written down the list was not there yet, or another tab was quicker.
 */
async function writtenOf(line: string, daily: string | null): Promise<Written | null> {
  try {
    const entry = read(line);
    const before = daily
      ? await ask<DailySolve | undefined>(
          'daily',
          (shelf) => shelf.get(daily) as IDBRequest<DailySolve | undefined>,
        )
      : undefined;
    // The same solve, where the last visit ended before this was over.
    if (!before || (before.stm === entry.stm && before.time === entry.time)) return { entry, line };
    const found = new engine.LogEntry(line);
    const known = found.known_line();
    found.free();
    return { entry: read(known), line: known };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    return null;
  }
}

/** The solves of this visit, by the names they were written down under. */
const taken = new Map<string, Entry>();
/** What a solve of this visit turned out to be: the list may know its deal from another device. */
export async function markOf(name: string): Promise<string | undefined> {
  const entry = taken.get(name);
  return entry && ((await standing(entry.id)) ?? entry.mark);
}

/** Takes what games wrote down when they ended. */
export async function takePending(): Promise<void> {
  for (const { name, line, daily } of pending())
    try {
      const written = await writtenOf(line, daily);
      await put(written ? [written] : [], written ? [] : [line]);
      if (written && daily) await putDaily(dailyOf(written.entry, daily));
      letGo(name);
      if (written) taken.set(name, written.entry);
      fine();
    } catch (error) {
      failed(error);
    }
  void askToPersist();
}

/** Browsers throw away what nobody asked to keep when the disk is full. Asked once, after the first solve. */
async function askToPersist(): Promise<void> {
  if (kept('persist') || (await ask('solves', (shelf) => shelf.count()).catch(() => 0)) === 0) return;
  const granted = await navigator.storage?.persist?.().catch(() => false);
  if (granted === undefined) return;
  try {
    localStorage.setItem('taquin.persist', String(granted));
  } catch {
    /* Nothing is kept. */
  }
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
    for (const [date, solve] of Object.entries((found ?? {}) as Record<string, Omit<DailySolve, 'date'>>))
      await putDaily({ ...solve, date });
    forget('daily');
  }
}

/** Reads again what the page itself shows: at the start, and when much has changed. */
export async function reload(): Promise<void> {
  days = Object.fromEntries(
    (await ask<DailySolve[]>('daily', (shelf) => shelf.getAll() as IDBRequest<DailySolve[]>)).map((solve) => [
      solve.date,
      solve,
    ]),
  );
  unread = await ask('unread', (shelf) => shelf.count());
}

hear((news) => {
  tellLister(news);
  if (news.kind === 'daily' || news.kind === 'all') void reload();
});

/** Resolves when what earlier visits left behind is in the database. */
export const listed: Promise<void> = (async () => {
  try {
    await reload();
    await takeOver();
  } catch (error) {
    failed(error);
  }
  await takePending();
})();
