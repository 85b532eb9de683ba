import { expect, test } from 'vitest';
import { clock } from '../../src/play/format';
import { grouping } from '../../src/text/grouped';

test('times are written as players write them, to the millisecond, never rounded up', () => {
  expect([0, 560, 9999.9, 59_999, 60_000, 83_456, 3_661_000].map((ms) => clock(ms))).toEqual([
    '0.000',
    '0.560',
    '9.999',
    '59.999',
    '1:00.000',
    '1:23.456',
    '1:01:01.000',
  ]);
  expect([999, 59_999].map((ms) => clock(ms, 1))).toEqual(['0.9', '59.9']);
});

/** Sentences whose numbers are never one: limits, radii, worlds, and what is told after a tenth of a second. */
const NEVER_ONE = [
  'TooManyMoves',
  'TooManyCells',
  'NotSquare',
  'SizeTooLarge',
  'TextTooLong',
  'PageTooLarge',
  'lesson-half.ts.sum',
  'lesson-distance.ts.conflicts',
  'lesson-halves.ts',
  'lesson-hardness.ts.numbers',
  'lesson-distance.ts.unfit',
  'lesson-search.ts.instead',
  'lesson-impossible.ts.exhausted',
  '.nodes',
  'shell.ts.board',
];

const MANY =
  /(^|[^\d.,])1 (moves|slides|runs|pushes|solves|days|lines|positions|loops|exchanges|cells|numbers|branches|pairs|others|seconds|bytes|steps|Züge|Zügen|Tage|Lösungen|Zeilen|Felder|Feldern|Zahlen|Sekunden|Bytes|Schritte|abgeschnittene|Paare|anderen|coups|parties|jours|cases|nombres|branches|paires|autres|secondes|octets)(?![a-zäöüé])/;

test('one is never many: no sentence of any language says 1 moves', async () => {
  const catalogues = import.meta.glob<{ default: Record<string, unknown> }>('../../src/text/*/*.ts', {
    eager: true,
  });
  expect(Object.keys(catalogues).length).toBeGreaterThan(50);
  const wrong: string[] = [];
  const look = (where: string, value: unknown): void => {
    if (value && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) look(`${where}.${name}`, each);
    if (typeof value !== 'function') return;
    let said: unknown;
    try {
      // A large number comes written out.
      said = value(
        ...Array.from({ length: value.length }, (_, at) =>
          where.endsWith('.reached') && at === 0 ? '1' : 1,
        ),
      );
    } catch {
      // It wants something else than numbers.
    }
    if (typeof said === 'string' && !NEVER_ONE.some((name) => where.includes(name)) && MANY.test(said))
      wrong.push(`${where}: ${said}`);
  };
  for (const [file, { default: words }] of Object.entries(catalogues)) look(file.slice(15), words);
  expect(wrong).toEqual([]);
});

test('in French no mark that stands apart from its word can begin a line', async () => {
  const catalogues = import.meta.glob<{ default: Record<string, unknown> }>('../../src/text/fr/*.ts', {
    eager: true,
  });
  const wrong: string[] = [];
  let looked = 0;
  const look = (where: string, value: unknown): void => {
    let said = value;
    if (value && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) look(`${where}.${name}`, each);
    if (typeof value === 'function')
      try {
        said = value(...Array.from({ length: value.length }, () => 2));
      } catch {
        // It wants something else than numbers.
      }
    if (typeof said !== 'string') return;
    looked += 1;
    if (/ [?!:;»]|« /.test(said)) wrong.push(`${where}: ${said}`);
  };
  for (const [file, { default: words }] of Object.entries(catalogues)) look(file.slice(15), words);
  expect(looked).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test('the word permutation is said only where a lesson has explained it', () => {
  const catalogues = import.meta.glob<string>('../../src/text/*/*.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  // In the order of the lessons the checkerboard explains it; the craze comes last, and the exercises of a lesson after it.
  const explained = ['lesson-checkerboard.ts', 'lesson-history.ts', 'exercises.ts'];
  // Names of words aside, what stands in quotes is said.
  const says = Object.entries(catalogues).filter(([, text]) => /['`’“][^'`]*\b[Pp]ermutation/.test(text));
  expect(says.length).toBeGreaterThan(0);
  expect(
    says.map(([file]) => file).filter((file) => !explained.some((name) => file.endsWith(`/${name}`))),
  ).toEqual([]);
});

test('of a single farthest position nobody says that there are 1 of them', async () => {
  const catalogues = import.meta.glob<{
    default: { numbers: (size: string, total: string, radius: number, last: string) => string };
  }>('../../src/text/*/lesson-hardness.ts', { eager: true });
  const said = Object.values(catalogues).map(({ default: words }) => words.numbers('2×3', '360', 21, '1'));
  expect(said).toHaveLength(3);
  for (const sentence of said) expect(sentence).not.toMatch(/\b1\b/);
});

test('sentences write large numbers as their language does, and touch nothing else', async () => {
  const catalogues = import.meta.glob<{ default: Record<string, unknown> }>('../../src/text/*/play.ts', {
    eager: true,
  });
  const said = Object.fromEntries(
    Object.entries(catalogues).map(([file, { default: words }]) => {
      const language = file.split('/').at(-2) ?? '';
      const text = grouping(
        words as {
          away: (count: number) => string;
          solvesOf: (count: number) => string;
          dailyOf: (date: string) => string;
        },
        (value) => new Intl.NumberFormat(language).format(value),
      );
      return [
        language,
        [text.away(13_000), text.solvesOf(999), text.dailyOf('2026-11-15')].map((sentence) =>
          /[\d.,\s\u202f-]*\d/.exec(sentence)?.[0].trim(),
        ),
      ];
    }),
  );
  expect(said).toEqual({
    de: ['13.000', '999', '2026-11-15'],
    en: ['13,000', '999', '2026-11-15'],
    fr: ['13\u202f000', '999', '2026-11-15'],
  });
  const words = grouping(
    { both: (a: number, b: number) => `${a} of ${b}`, deep: { one: (a: number) => `is ${a}. So ${a}1` } },
    (value) => `<${value}>`,
  );
  expect([words.both(1000, 12_000), words.deep.one(2000)]).toEqual([
    '<1000> of <12000>',
    'is <2000>. So 20001',
  ]);
});
