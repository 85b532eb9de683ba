/**
 * What goes between the page and the worker that has read the list of solves. The page never holds the list: it asks what is to be seen,
 * and is told a few rows and numbers, however many solves there are.
 */
import type { Entry } from './database';

/** Which solves are summed up. */
export type Since = 'all' | 'today' | 'session' | number;
/** Solves made in one go: when the first of them ended, and how many there are. */
export interface Sitting {
  begin: number;
  solves: number;
}

/** What is to be seen: the newest rows of all, and what the solves of one kind of board sum up to. */
export interface Question {
  /** `4x4 blank-last`. */
  kind: string;
  /** What they were played with, or `all`. */
  source: string;
  /** A sitting is named by when its first solve ended; `session` is the last one. */
  since: Since;
  rows: number;
}

/** What solves sum up to. What is not known yet is `undefined`; times in milliseconds. */
export interface Sum {
  solves: number;
  time: number | undefined;
  moves: number | undefined;
  tps: number | undefined;
  averages: { length: number; current: number; best: number }[];
}

export interface View {
  /** What was asked. */
  of: Question;
  /** Solves of every kind, and the newest of them, the last one first. */
  total: number;
  rows: Entry[];
  /** What solves of this kind were played with. */
  sources: string[];
  /** The last sittings on this kind of board, the newest first. */
  sittings: Sitting[];
  /** The best time on this kind of board, whatever is chosen. */
  best: number | undefined;
  sum: Sum;
  /** The last times that count, oldest first. */
  graph: number[];
}

/** One's own solve of a board. */
export interface Own {
  entry: Entry;
  replay: string;
}

export type Request =
  | { kind: 'start'; module: WebAssembly.Module }
  /** `today` is when the reader's day began. */
  | { kind: 'look'; question: Question; today: number }
  | { kind: 'added' | 'removed'; ids: string[] }
  | { kind: 'all' }
  /** The newest solves that begin with a board, other than the replay given. */
  | { kind: 'same'; id: number; of: string; board: string; given: string }
  /** What a solve counts as among all others. */
  | { kind: 'standing'; id: number; of: string };

export type Reply =
  | { kind: 'view'; view: View }
  | { kind: 'same'; id: number; found: Own[] }
  | { kind: 'standing'; id: number; found: string | undefined }
  /** The database failed, by this name; or the engine broke off, and nothing it says afterwards can be trusted. */
  | { kind: 'failed'; name: string }
  | { kind: 'trapped' };

const NOTHING: Question = { kind: '', source: 'all', since: 'all', rows: 0 };
/** Before anything was read. */
export const EMPTY: View = {
  of: NOTHING,
  total: 0,
  rows: [],
  sources: [],
  sittings: [],
  best: undefined,
  sum: { solves: 0, time: undefined, moves: undefined, tps: undefined, averages: [] },
  graph: [],
};
