/** What goes between the page and its workers: plain text and numbers. */

import type { Fault } from './fault';

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
  /** Of the tables in the making, or of the present iteration of a search, as many as it should have (0: nobody can say). */
  done: number;
  total: number;
  /** How many times as much work each deeper iteration of a search is. */
  growth: number;
}

export type Reply =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; fault: Fault };
