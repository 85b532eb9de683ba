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
  | ({ id: number; kind: 'hint'; exact: boolean } & Given)
  | ({ id: number; kind: 'bound' } & Given)
  | ({ id: number; kind: 'distance' } & Given)
  | { id: number; kind: 'deal'; rows: number; columns: number; goal: string; distance: number }
  | ({ id: number; kind: 'solve'; want: 'optimal' | 'short' | 'human'; timeMs: number } & Given);

/** What to do next: the part of the board that comes next, what is missing there, and the first slides of a way home. */
export interface Hint {
  stage: { kind: string; number: number; cells: number[] };
  missing: number[];
  slides: { tile: number; way: 'U' | 'D' | 'L' | 'R' }[];
  /** How long the whole way is. */
  length: number;
}

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
  /** What no solution will be shorter than when the present iteration has found none. */
  nextBound: number;
  /** Of the tables in the making, or of the present iteration of a search, as many as it should have (0: nobody can say). */
  done: number;
  total: number;
  /** Milliseconds until that is done; null when nobody can say. */
  leftMs: number | null;
  /** How many times as much work each deeper iteration of a search is. */
  growth: number;
}

export type Reply =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'done'; value: unknown }
  /** The engine broke off in the middle: nothing it says afterwards can be trusted. */
  | { id: number; kind: 'trapped' }
  | { id: number; kind: 'failed'; fault: Fault };
