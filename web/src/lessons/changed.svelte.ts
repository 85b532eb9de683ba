/**
 * What the reader's last step changed, so that it stands out: the same way in every lesson.
 *
 * A lesson says once, with `stepping`, where it stands: `step` is another text after each step, `scene` another one when something else
 * is looked at (a size, a guide), and then nothing has changed but everything is new. Numbers and words stand in `<Fresh>`; drawings ask
 * `changed` what there was before. What is fresh stays so until the next step: nobody has to be quick, and nothing has to move.
 */
import { getContext, setContext, untrack } from 'svelte';
import { engine, type Position } from '../engine/full';

interface Moment {
  step: string;
  scene?: string;
  /** The board, where each step is a push or an exchange on it: whatever is farther from the last one is another board. */
  board?: string;
}
const KEY = Symbol('where a lesson stands');

/** Tells the lesson's parts where it stands. */
export function stepping(moment: () => Moment): void {
  setContext(KEY, moment);
}
/** The same for a lesson whose steps are slides of one board. */
export const sliding = (position: () => Position): void =>
  stepping(() => ({ step: position().text(), board: position().text() }));

/** Two boards that are one push or one exchange apart, written as text. */
const isStep = (before: string | undefined, after: string | undefined): boolean =>
  before === undefined || after === undefined || engine.moved(before, after) !== undefined;

/** What a value was before the last step; null where there was no step, or something else was looked at. */
export function changed<Value>(value: () => Value): { readonly before: { value: Value } | null } {
  const moment = getContext<(() => Moment) | undefined>(KEY) ?? ((): Moment => ({ step: '' }));
  let last: (Moment & { value: Value }) | null = null;
  let before = $state.raw<{ value: Value } | null>(null);
  $effect.pre(() => {
    const now = { ...moment(), value: value() };
    untrack(() => {
      if (last && last.scene !== now.scene) before = null;
      else if (last && last.step !== now.step)
        before = isStep(last.board, now.board) ? { value: last.value } : null;
      last = now;
    });
  });
  return {
    get before() {
      return before;
    },
  };
}
