/**
 * The lessons, in the order in which they are told.
 *
 * To add a lesson `<name>`:
 * 1. `lessons/<name>.svelte`: the lesson. It gets the properties of `Lesson` below and loads only when opened.
 *    Draw on the shared `<LessonBoard>` (a board one can slide, with an SVG drawing above it).
 * 2. `text/{en,de,fr}/lesson-<name>.ts`: its words. `title` and `question` are shown by the frame; add a line to
 *    `Areas` in `text/index.svelte.ts` and read them with `words('lesson-<name>')`.
 * 3. Its name in `order` below, and its title and one-line summary in `text/{en,de,fr}/lessons.ts`.
 *
 * What the reader's last step changed stands out: `changed.svelte.ts` says how.
 *
 * A lesson computes nothing about tiles: it asks the engine (`engine.Position`, `evidence()`, …) and long work
 * asks the workers. Its state is its address: the board is kept there by the frame, anything else goes through
 * `extra` and `onextra`.
 */
import type { Component } from 'svelte';
import type { Position } from '../engine/full';

/** What a lesson is given. */
export interface Lesson extends Record<string, unknown> {
  /** The reader's position. A lesson that needs another shape starts from its own, and says so. */
  position: Position;
  /** The goal it is meant for: a name, or a board. */
  goal: string;
  /** The reader slid: the frame keeps the new position in the address. */
  onposition: (position: Position) => void;
  /** A way home from this position is shown. On the board of the game on the table that is help, and counts as such. */
  onway: (position: Position) => void;
  /** Puts a scramble of this size in the position's place. */
  deal: (rows: number, columns: number) => void;
  /** The lesson's own state as it stands in the address, short text by name. */
  extra: Record<string, string>;
  /** Changes that state. */
  onextra: (extra: Record<string, string>) => void;
}

/** The goal that goes without saying. */
export const USUAL = 'blank-last';

/** Whether a goal's name means something for every shape. */
export const isNamed = (goal: string): boolean =>
  ['blank-last', 'blank-first', 'snake', 'spiral'].includes(goal);

type Part = () => Promise<{ default: Component<Lesson> }>;
const parts: Partial<Record<string, Part>> = import.meta.glob<{ default: Component<Lesson> }>([
  './*.svelte',
  '!./Learn.svelte',
  '!./LessonBoard.svelte',
  '!./Fresh.svelte',
  '!./Exercises.svelte',
]);

/** The names of the lessons, in order; each is also its address. */
export const order = [
  'impossible',
  'inversions',
  'cycles',
  'checkerboard',
  'half',
  'halves',
  'distance',
  'search',
  'hardness',
  'people',
  'history',
] as const;
export type LessonName = (typeof order)[number];

/** The lessons that are written, with how to load each. */
export const lessons: { name: LessonName; part: Part }[] = order.flatMap((name) => {
  const part = parts[`./${name}.svelte`];
  return part ? [{ name, part }] : [];
});
