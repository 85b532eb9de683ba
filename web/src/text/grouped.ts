/** Sentences that write the numbers they are given as their language does: 13,000, 13.000, 13 000. */

/** Below this no language groups digits. */
const GROUPED = 1000;

/** The sentence with the large whole numbers that it was given written out; whatever else stands in it stays as it is. */
function grouped(said: unknown, given: readonly unknown[], write: (value: number) => string): unknown {
  if (typeof said !== 'string') return said;
  const large = given.filter(
    (value): value is number => Number.isInteger(value) && Math.abs(value as number) >= GROUPED,
  );
  return large.reduce(
    (text, value) =>
      text.replace(new RegExp(`(?<![\\d.,])${Math.abs(value)}(?!\\d|[.,]\\d)`, 'g'), write(Math.abs(value))),
    said,
  );
}

/** The same catalogue, in sentences that group digits. */
export function grouping<Words>(words: Words, write: (value: number) => string): Words {
  if (typeof words === 'function')
    return ((...given: unknown[]) =>
      grouped((words as (...all: unknown[]) => unknown)(...given), given, write)) as Words;
  if (!words || typeof words !== 'object' || Array.isArray(words)) return words;
  return Object.fromEntries(
    Object.entries(words).map(([name, each]) => [name, grouping(each, write)]),
  ) as Words;
}
