/**
 * The worker that reads the list of solves, sums it up and finds in it, so that no frame of the page depends on how many there are.
 * It writes nothing: solves are put into the database by the page, which tells what it has put.
 */
import init, * as engine from '../engine/pkg/taquin_wasm.js';
import { ask, parts, type Entry } from './database';
import type { Own, Question, Reply, Request, Since, Sitting, Sum, View } from './listing';

/** Solves read from the database at once. */
const PART = 2000;
/** Times drawn in the graph. */
const GRAPH = 100;
/** Sittings that can be chosen. */
const SITTINGS = 30;
/** Solves of the same size that are unpacked, the newest first, and as many of the same board as are shown. */
const LOOKED_AT = 500;
const SHOWN = 3;

/** Every solve as it was put into the database, oldest first; and each with the mark that it has among the others. */
let put: Entry[] = [];
let entries: Entry[] = [];
let question: Question | null = null;
let today = 0;
const reply = (message: Reply): void => postMessage(message);

/** Takes another list. Of solves of one deal, which a file can bring together, the engine lets the first count. */
function settle(all: Entry[]): void {
  const met = engine.met_before(all.map(({ kind, deal }) => (deal ? `${kind} ${deal}` : '')));
  put = all;
  entries = all.map((entry, at) => (met[at] ? { ...entry, mark: engine.known_mark(entry.mark) } : entry));
}

async function readAll(): Promise<void> {
  const all: Entry[] = [];
  for await (const part of parts<Entry>('solves', PART)) all.push(...part);
  settle(all);
}

async function add(ids: string[]): Promise<void> {
  const found = await Promise.all(
    ids.map((id) =>
      ask<Entry | undefined>('solves', (shelf) => shelf.get(id) as IDBRequest<Entry | undefined>),
    ),
  );
  const known = new Set(put.map((entry) => entry.id));
  const fresh = found.filter((entry) => entry !== undefined && !known.has(entry.id)) as Entry[];
  // An id begins with its time.
  if (fresh.length > 0) settle([...put, ...fresh].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** What marks say of the ways to play: there are few marks, and many solves. */
const sources = new Map<string, string>();
function sourceOf({ mark }: Entry): string {
  const known = sources.get(mark) ?? engine.source_of(mark);
  sources.set(mark, known);
  return known;
}

/** Solves summed up by the engine, which decides what counts. */
function summed(list: readonly Entry[]): Sum {
  const sum = new engine.Summary();
  const numbers = new Float64Array(3 * list.length);
  for (const [at, { time, stm, mtm }] of list.entries()) numbers.set([time, stm, mtm], 3 * at);
  sum.add(numbers, list.map(({ mark }) => mark).join('\n'));
  const found = [...sum.averages()];
  const averages = found.flatMap((length, at) =>
    at % 3 === 0 ? [{ length, current: found[at + 1], best: found[at + 2] }] : [],
  );
  const { solves, best_time_ms: time, best_stm: moves, best_tps: tps } = sum;
  sum.free();
  return { solves, time, moves, tps, averages };
}

/** The sittings of a kind of board, oldest first. */
function sittingsOf(lines: readonly Entry[]): Sitting[] {
  const begins = [...engine.sittings(Float64Array.from(lines, ({ ended }) => ended))];
  return begins.map((begin, at) => ({
    begin: lines[begin].ended,
    solves: (begins[at + 1] ?? lines.length) - begin,
  }));
}

/** When the solves that are asked for begin, and before when they end. */
function within(since: Since, sittings: readonly Sitting[]): [number, number] {
  if (since === 'all') return [0, Infinity];
  if (since === 'today') return [today, Infinity];
  if (since === 'session') return [sittings.at(-1)?.begin ?? 0, Infinity];
  return [since, sittings.find(({ begin }) => begin > since)?.begin ?? Infinity];
}

/** The last times that count, for the eye. */
function graphOf(list: readonly Entry[]): number[] {
  const times: number[] = [];
  for (let at = list.length - 1; at >= 0 && times.length < GRAPH; at -= 1)
    if (!engine.no_record(list[at].mark)) times.push(list[at].time);
  return times.reverse();
}

function viewOf(of: Question): View {
  const lines = entries.filter((entry) => entry.kind === of.kind);
  const sources = [...new Set(lines.map(sourceOf))];
  const sittings = sittingsOf(lines);
  const [begin, end] = within(of.since, sittings);
  const chosen = lines.filter(
    (entry) =>
      entry.ended >= begin &&
      entry.ended < end &&
      (!sources.includes(of.source) || sourceOf(entry) === of.source),
  );
  const sum = summed(chosen);
  const best = chosen.length === lines.length ? sum.time : summed(lines).time;
  return {
    of,
    total: entries.length,
    rows: of.rows > 0 ? entries.slice(-of.rows).reverse() : [],
    sources,
    sittings: sittings.slice(-SITTINGS).reverse(),
    best,
    sum,
    graph: graphOf(chosen),
  };
}

/** The replay in a line of the list. */
async function replayOf(id: string): Promise<string> {
  const line = await ask<string | undefined>(
    'lines',
    (shelf) => shelf.get(id) as IDBRequest<string | undefined>,
  ).catch(() => undefined);
  return engine.replay_in(line ?? '');
}

/** The board that a replay begins with. */
function startOf(replay: string): string | null {
  try {
    const unpacked = new engine.Replay(replay);
    const board = unpacked.start().text();
    unpacked.free();
    return board;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return null;
  }
}

async function same(kind: string, board: string, given: string): Promise<Own[]> {
  const found: Own[] = [];
  const candidates = entries.filter((entry) => entry.kind === kind).slice(-LOOKED_AT);
  for (const entry of candidates.reverse()) {
    const replay = await replayOf(entry.id);
    if (!replay || replay === given) continue;
    if (startOf(replay) === board) found.push({ entry, replay });
    if (found.length === SHOWN) break;
  }
  return found;
}

/** Whether there may be something else to see now. */
async function handle(request: Request): Promise<boolean> {
  switch (request.kind) {
    case 'start':
      await init({ module_or_path: request.module });
      await readAll();
      return true;
    case 'look':
      question = request.question;
      today = request.today;
      return true;
    case 'added':
      await add(request.ids);
      return true;
    case 'removed': {
      const gone = new Set(request.ids);
      settle(put.filter((entry) => !gone.has(entry.id)));
      return true;
    }
    case 'all':
      await readAll();
      return true;
    case 'same':
      reply({ kind: 'same', id: request.id, found: await same(request.of, request.board, request.given) });
      return false;
    case 'standing': {
      const found = entries.find((entry) => entry.id === request.of)?.mark;
      reply({ kind: 'standing', id: request.id, found });
      return false;
    }
  }
}

let waiting = 0;
let changed = false;
let queue: Promise<void> = Promise.resolve();
addEventListener('message', (event: MessageEvent<Request>) => {
  waiting += 1;
  queue = queue.then(async () => {
    waiting -= 1;
    try {
      changed = (await handle(event.data)) || changed;
      // Of many changes at once only what came of them is told.
      if (waiting > 0 || !changed || !question) return;
      changed = false;
      reply({ kind: 'view', view: viewOf(question) });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) reply({ kind: 'trapped' });
      else reply({ kind: 'failed', name: (error as Error).name });
    }
  });
});
