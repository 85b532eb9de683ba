/**
 * Every word of the page, one catalogue per area and language: `text/<language>/<area>.ts`.
 *
 * A catalogue is a plain object of strings, and of functions where a sentence takes a value. English is the
 * model: the other languages have its type, so that a missing sentence does not compile. Catalogues load with
 * the part of the page that needs them: `await load('solve')` first, then `words('solve').title` anywhere.
 */
import { settings } from '../shell/settings.svelte';
import { grouping } from './grouped';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languages;

type Catalogue = Record<string, unknown>;
const files = import.meta.glob<{ default: Catalogue }>('./*/*.ts');
const needed = new Set<string>();
let loaded = $state.raw<{ language: Language; areas: Record<string, Catalogue> }>({
  language: 'en',
  areas: {},
});

/** The language asked for in the settings, or the browser's first one that we speak. */
export function chosenLanguage(): Language {
  if (settings.language !== 'auto') return settings.language;
  const spoken = typeof navigator === 'undefined' ? [] : navigator.languages;
  return (
    (spoken.map((name) => name.slice(0, 2)).find((name) => name in languages) as Language | undefined) ?? 'en'
  );
}

async function fetched(language: Language, area: string): Promise<Catalogue> {
  const file = files[`./${language}/${area}.ts`] ?? files[`./en/${area}.ts`];
  if (!file) throw new Error(`there is no text for ${area}`);
  return grouping((await file()).default, number);
}

/** Loads areas in the chosen language. Parts of the page call it before they are shown. */
export async function load(...areas: string[]): Promise<void> {
  for (const area of areas) needed.add(area);
  await refresh();
}

/** Brings every area in use to the chosen language, all at once. */
export async function refresh(): Promise<void> {
  const language = chosenLanguage();
  const same = loaded.language === language;
  if (same && [...needed].every((area) => loaded.areas[area])) return;
  const entries = await Promise.all(
    [...needed].map(
      async (area) => [area, (same && loaded.areas[area]) || (await fetched(language, area))] as const,
    ),
  );
  if (language !== chosenLanguage()) return;
  loaded = { language, areas: { ...(same ? loaded.areas : {}), ...Object.fromEntries(entries) } };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** The words of an area that was loaded. Reactive: a change of language shows at once. */
export function words<Area extends keyof Areas>(area: Area): Areas[Area] {
  return loaded.areas[area] as unknown as Areas[Area];
}

/** The language now on the screen. */
export const language = (): Language => loaded.language;

const formats = new Map<string, Intl.NumberFormat>();
/** A number as this language writes it. To make a format takes far longer than to use it. */
export function number(value: number | bigint, digits = 0): string {
  const name = `${loaded.language} ${digits}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(loaded.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(name, format);
  return format.format(value);
}

/** The sign between a number's whole and its parts. */
export const point = (): string => (loaded.language === 'en' ? '.' : ',');

/** The catalogues by name. A new area adds its line here and its three files. */
export interface Areas {
  shell: typeof import('./en/shell').default;
  play: typeof import('./en/play').default;
  solve: typeof import('./en/solve').default;
  settings: typeof import('./en/settings').default;
  league: typeof import('./en/league').default;
  race: typeof import('./en/race').default;
  faults: typeof import('./en/faults').default;
  waiting: typeof import('./en/waiting').default;
  lessons: typeof import('./en/lessons').default;
  exercises: typeof import('./en/exercises').default;
  'lesson-impossible': typeof import('./en/lesson-impossible').default;
  'lesson-inversions': typeof import('./en/lesson-inversions').default;
  'lesson-checkerboard': typeof import('./en/lesson-checkerboard').default;
  'lesson-cycles': typeof import('./en/lesson-cycles').default;
  'lesson-half': typeof import('./en/lesson-half').default;
  'lesson-halves': typeof import('./en/lesson-halves').default;
  'lesson-distance': typeof import('./en/lesson-distance').default;
  'lesson-search': typeof import('./en/lesson-search').default;
  'lesson-hardness': typeof import('./en/lesson-hardness').default;
  'lesson-people': typeof import('./en/lesson-people').default;
  'lesson-history': typeof import('./en/lesson-history').default;
}
