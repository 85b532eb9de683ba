/**
 * Three exercises a lesson, in the order of the words in `text/<language>/exercises.ts`. What can be reckoned is reckoned by the engine,
 * so that no answer is written down wrong; of choices, `right` is the place of the right one.
 */
import { engine } from '../engine/full';
import { USUAL, type LessonName } from './index';

export interface Exercise {
  /** A board to draw beside the question. */
  board?: string;
  goal?: string;
  /** What is asked of it: a number, or yes and no. */
  ask:
    | 'solvable'
    | 'inversions'
    | 'sum'
    | 'loops'
    | 'exchanges'
    | 'steps'
    | 'manhattan'
    | 'conflict'
    | 'positions'
    | 'farthest'
    | 'choice';
  /** Of choices, the place of the right one. */
  right?: number;
}

const choice = (right: number, board?: string): Exercise => ({ ask: 'choice', right, board });

export const exercises: Record<LessonName, Exercise[]> = {
  impossible: [
    { ask: 'solvable', board: '2 1 3/4 5 6/7 8 0' },
    { ask: 'solvable', board: '2 1 3/5 4 6/7 8 0' },
    choice(0),
  ],
  inversions: [
    { ask: 'inversions', board: '1 3 2/4 5 6/7 8 0' },
    { ask: 'inversions', board: '3 2 1/4 5 6/7 8 0' },
    { ask: 'sum', board: '1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12' },
  ],
  cycles: [
    { ask: 'loops', board: '2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 0' },
    { ask: 'exchanges', board: '2 3 1/4 5 6/7 8 0' },
    choice(1),
  ],
  checkerboard: [
    { ask: 'steps', board: '0 1 2/3 4 5/6 7 8' },
    { ask: 'solvable', board: '1 2 3/4 0 6/7 5 8' },
    { ask: 'solvable', board: '1 2 3/4 0 6/7 8 5' },
  ],
  half: [choice(0, '1 2 3/4 5 6/7 8 0'), choice(0), { ask: 'positions', board: '1 2/3 0' }],
  halves: [{ ask: 'positions', board: '1 2 3/4 5 0' }, { ask: 'farthest', board: '1 2/3 0' }, choice(2)],
  distance: [
    { ask: 'manhattan', board: '1 2 3/4 5 6/0 7 8' },
    { ask: 'conflict', board: '2 1 3/5 4 6/7 8 0' },
    choice(1),
  ],
  search: [choice(2), choice(0), choice(1)],
  hardness: [choice(1), choice(2), choice(0)],
  people: [choice(0), choice(1, '1 3 0/4 2 5/6 7 8'), choice(2)],
  history: [choice(1), choice(0), choice(2)],
};

/** The right answer: a number, or the place of a choice (yes is 0, no is 1). */
export function answer({ ask, board = '', goal = USUAL, right = 0 }: Exercise): number {
  if (ask === 'choice') return right;
  const on = new engine.Position(board, goal, '');
  if (ask === 'solvable') return on.is_solvable ? 0 : 1;
  if (ask === 'manhattan' || ask === 'conflict') {
    const bounds = new engine.Guesses(on).of(on);
    return ask === 'manhattan' ? bounds.manhattan : bounds.linear_conflict;
  }
  if (ask === 'positions' || ask === 'farthest') {
    const world = new engine.World(on);
    return ask === 'positions' ? world.within(world.farthest) : world.farthest;
  }
  const seen = on.evidence();
  return {
    inversions: seen.inversions,
    sum: seen.sum,
    loops: seen.cycles().length,
    exchanges: seen.exchanges,
    steps: seen.blank_distance,
  }[ask];
}
