/**
 * Everything that solves, away from the page, with the whole engine: it is fetched when the first question is asked. One worker
 * answers short questions (hints, distances, a look back), another does what may take long, a third short solutions of large
 * boards; so nobody waits behind a search. Work is stopped by an `AbortSignal`: its worker ends, and a new one takes its place
 * when it is needed.
 */
import { engine } from './index';
import whole from './pkg-full/taquin_wasm_bg.wasm?url';
import { Trouble } from './fault';
import { told } from './mishap.svelte';
import type { Given, Hint, Progress, Reply, Request, Solved } from './messages';

export type { Given, Hint, Progress, Solved } from './messages';

interface Options {
  signal?: AbortSignal;
  onprogress?: (progress: Progress) => void;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (why: Error) => void;
  onprogress?: (progress: Progress) => void;
}

type Question = Request extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never;

/** Work that was stopped. */
export class Stopped extends Error {}
/** The engine broke off; its worker is gone. */
class Trapped extends Error {}

/** The compiled module, the same for every worker; asked for again when it did not come. */
let fetched: Promise<WebAssembly.Module> | null = null;
function compiled(): Promise<WebAssembly.Module> {
  fetched ??= fetch(whole).then(async (answer) => {
    if (!answer.ok) throw new Trouble('PageFailed', `${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  });
  fetched.catch(() => {
    fetched = null;
  });
  return fetched;
}

class Desk {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  async #started(): Promise<Worker> {
    const module = await compiled();
    if (!this.#worker) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', (event: MessageEvent<Reply>) => this.#hear(event.data));
      worker.addEventListener('error', () => this.stop(new Trapped()));
      worker.postMessage({ id: 0, kind: 'start', module });
      this.#worker = worker;
    }
    return this.#worker;
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.kind === 'progress') return waiting.onprogress?.(reply.progress);
    // Everything that waits behind the broken question is asked again, too.
    if (reply.kind === 'trapped') return this.stop(new Trapped());
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting.resolve(reply.value);
    else waiting.reject(new Trouble(...reply.fault));
  }

  stop(why: Error = new Stopped()): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(why);
    this.#waiting.clear();
  }

  /** Asks; a question whose worker broke is asked once more, of a new one. */
  async ask<Value>(question: Question, options: Options = {}): Promise<Value> {
    try {
      return await this.#asked<Value>(question, options);
    } catch (error) {
      if (!(error instanceof Trapped)) throw error;
      told('again');
    }
    try {
      return await this.#asked<Value>(question, options);
    } catch (error) {
      if (!(error instanceof Trapped)) throw error;
      told('failed');
      throw new Trouble('Internal');
    }
  }

  async #asked<Value>(question: Question, { signal, onprogress }: Options): Promise<Value> {
    const worker = await this.#started();
    if (signal?.aborted) throw new Stopped();
    const id = this.#next++;
    const ended = new Promise<Value>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onprogress });
    });
    const stop = (): void => this.stop();
    signal?.addEventListener('abort', stop);
    worker.postMessage({ ...question, id });
    try {
      return await ended;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

const quick = new Desk();
const long = new Desk();
const large = new Desk();

/** Whether shortest solutions are found soon enough, from tables small enough, to be asked for at every turn. */
export const exact = ({ rows, columns }: { rows: number; columns: number }): boolean =>
  engine.is_exact(rows, columns);

/** Makes the tables for a board before they are needed. */
export const prepare = (given: Given): Promise<null> => quick.ask({ kind: 'prepare', ...given });

/** The shortest solution of a board that has exact distances, soon: for hints and distances. */
export const shortest = (given: Given, options?: Options): Promise<Solved> =>
  quick.ask({ kind: 'solve', want: 'optimal', timeMs: 0, ...given }, options);

/** What to do next, and why; null when the board is solved. The part of the board that comes next needs no shortest way. */
export const hint = (given: Given, exact: boolean, options?: Options): Promise<Hint | null> =>
  (exact ? quick : long).ask({ kind: 'hint', exact, ...given }, options);

/** No solution is shorter than this; at once, on boards of any size. */
export const atLeast = (given: Given): Promise<number> => quick.ask({ kind: 'bound', ...given });

/** A board of this size that needs exactly so many slides. */
export const dealAt = (rows: number, columns: number, goal: string, distance: number): Promise<string> =>
  long.ask({ kind: 'deal', rows, columns, goal, distance });

/** A solution that may take long. */
export const solve = (
  given: Given,
  want: 'optimal' | 'short' | 'human',
  timeMs: number,
  options?: Options,
): Promise<Solved> =>
  (want === 'short' ? large : long).ask({ kind: 'solve', want, timeMs, ...given }, options);

/**
 * The exact distance before the first move and after each, from the end, where it is found soonest. Each is a question of its own, so that
 * a hint asked for meanwhile is answered in between, and stopping ends no worker.
 */
export async function distances(
  given: Given,
  moves: string,
  { signal, onprogress }: Options = {},
): Promise<number[]> {
  const on = new engine.Position(given.board, given.goal, '');
  const boards = [given.board];
  for (const letter of moves) {
    on.slide(letter);
    boards.push(on.text());
  }
  on.free();
  const all: number[] = [];
  for (const board of boards.reverse()) {
    if (signal?.aborted) throw new Stopped();
    const distance = await quick.ask<number | null>({ kind: 'distance', board, goal: given.goal });
    if (distance === null) throw new Stopped();
    all.push(distance);
    const done = all.length - 1;
    const [total, none] = [moves.length, { nodes: 0, lowerBound: 0, nextBound: 0, leftMs: null, growth: 0 }];
    onprogress?.({ phase: 'distances', done, total, ...none });
  }
  return all.reverse();
}

/** Milliseconds that a search may go on when its answer is no longer wanted: ending it costs a new worker. */
const PATIENCE_MS = 400;

/**
 * A way to ask for shortest solutions while somebody slides: one question at a time, and of those that come meanwhile only
 * the last is asked. Questions that were passed over or stopped are answered with null.
 */
export function latest(): {
  ask: (given: Given, onprogress?: Options['onprogress']) => Promise<Solved | null>;
  stop: () => void;
} {
  type Waiting = { given: Given; onprogress: Options['onprogress']; answer: (solved: Solved | null) => void };
  let control: AbortController | null = null;
  let next: Waiting | null = null;
  const run = async ({ given, onprogress, answer }: Waiting): Promise<void> => {
    const begun = performance.now();
    const mine = new AbortController();
    control = mine;
    const hear = (progress: Progress): void => {
      // Tables in the making are never thrown away.
      if (next && progress.lowerBound > 0 && performance.now() - begun > PATIENCE_MS) mine.abort();
      else if (!next) onprogress?.(progress);
    };
    answer(await shortest(given, { signal: mine.signal, onprogress: hear }).catch(() => null));
    control = null;
    const waiting = next;
    next = null;
    if (waiting) void run(waiting);
  };
  return {
    ask: (given, onprogress) =>
      new Promise((answer) => {
        next?.answer(null);
        next = null;
        const waiting = { given, onprogress, answer };
        if (control) next = waiting;
        else void run(waiting);
      }),
    stop: () => control?.abort(),
  };
}
