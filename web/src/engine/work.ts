/**
 * Long work, away from the page. Two workers: one answers short questions (hints, distances), the other does
 * what may take long; so nobody waits behind a search. Work is stopped by an `AbortSignal`: its worker ends, and a
 * new one takes its place when it is needed.
 */
import { compiled } from './index';
import type { Given, Progress, Reply, Request, Solved } from './messages';

export type { Given, Progress, Solved } from './messages';

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

class Desk {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  async #started(): Promise<Worker> {
    const module = await compiled;
    if (!this.#worker) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', (event: MessageEvent<Reply>) => this.#hear(event.data));
      worker.addEventListener('error', () => this.stop(new Error('the worker failed')));
      worker.postMessage({ id: 0, kind: 'start', module });
      this.#worker = worker;
    }
    return this.#worker;
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.kind === 'progress') return waiting.onprogress?.(reply.progress);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting.resolve(reply.value);
    else waiting.reject(new Error(reply.why));
  }

  stop(why: Error = new Stopped()): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(why);
    this.#waiting.clear();
  }

  async ask<Value>(question: Question, { signal, onprogress }: Options = {}): Promise<Value> {
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

/** Makes the tables for a board before they are needed. */
export const prepare = (given: Given): Promise<null> => quick.ask({ kind: 'prepare', ...given });

/** The shortest solution of a board of up to 16 cells, soon: for hints and distances. */
export const shortest = (given: Given, options?: Options): Promise<Solved> =>
  quick.ask({ kind: 'solve', want: 'optimal', timeMs: 0, ...given }, options);

/** A solution that may take long. */
export const solve = (given: Given, want: 'optimal' | 'short' | 'human', timeMs: number, options?: Options): Promise<Solved> =>
  long.ask({ kind: 'solve', want, timeMs, ...given }, options);

/** The exact distances along moves, up to 16 cells. */
export const distances = (given: Given, moves: string, options?: Options): Promise<number[]> =>
  long.ask({ kind: 'distances', moves, ...given }, options);
