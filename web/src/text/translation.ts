/** The shape of a catalogue in another language: the same sentences, taking the same values. */
export type Translation<English> = English extends (...values: infer Values) => string
  ? (...values: Values) => string
  : English extends string
    ? string
    : { [Name in keyof English]: Translation<English[Name]> };

/** The key of each command, as it was chosen. */
export type Keys = Record<'undo' | 'redo' | 'pause' | 'deal' | 'hint', string>;
