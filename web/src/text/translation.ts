/** The shape of a catalogue in another language: the same sentences, taking the same values. */
export type Translation<English> = English extends (...values: infer Values) => string
  ? (...values: Values) => string
  : English extends string
    ? string
    : { [Name in keyof English]: Translation<English[Name]> };

/** The key of each command, as it was chosen; a way for which none was chosen has none. Whether the space bar deals. */
export type Keys = Record<
  'up' | 'left' | 'down' | 'right' | 'undo' | 'redo' | 'pause' | 'deal' | 'hint',
  string
> & { space: boolean };
/** The four letters that slide where all were chosen, the usual ones where none was. */
export function slideKeys({ up, left, down, right }: Keys, usual: string): string {
  const chosen = [up, left, down, right];
  return chosen.every((key) => key === '') ? usual : chosen.map((key) => key.toUpperCase() || '…').join(' ');
}
