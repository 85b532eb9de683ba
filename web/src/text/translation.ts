/** The shape of a catalogue in another language: the same sentences, taking the same values. */
export type Translation<English> = English extends (...values: infer Values) => string
  ? (...values: Values) => string
  : English extends string
    ? string
    : { [Name in keyof English]: Translation<English[Name]> };
