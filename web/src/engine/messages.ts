/** What goes between the page and its workers: plain text and numbers. */

/** A board for the worker: its text and its goal's. */
export interface Given {
  board: string;
  goal: string;
}

export type Request =
  | { id: number; kind: 'start'; module: WebAssembly.Module }
  | ({ id: number; kind: 'prepare' } & Given)
  | ({ id: number; kind: 'solve'; want: 'optimal' | 'short' | 'human'; timeMs: number } & Given);

/** A solution, or what was proven without one. */
export interface Solved {
  moves: string;
  found: boolean;
  optimal: boolean;
  lowerBound: number;
  nodes: number;
}

/** How far long work has come. */
export interface Progress {
  phase: string;
  nodes: number;
  lowerBound: number;
  done: number;
  total: number;
}

export type Reply =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; why: string };
