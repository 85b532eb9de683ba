/** What the player chose, kept between visits. Each field lists every value it can have; anything else is the first. */
import { keep, kept } from './keep';

const choices = {
  language: ['auto', 'en', 'de', 'fr'],
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'full', 'none'],
  scheme: ['plain', 'rows', 'fringe', 'grids', 'picture'],
  pointer: ['click', 'press', 'hover'],
  arrows: ['tile', 'gap'],
  letters: ['on', 'off'],
  digits: ['on', 'off'],
  space: ['deal', 'pause', 'hint', 'none'],
  sound: ['off', 'on'],
  clock: ['shown', 'hidden'],
  distance: ['asked', 'live'],
  goal: ['blank-last', 'blank-first', 'snake', 'spiral'],
} as const;

type Choices = typeof choices;
export type Settings = { -readonly [Name in keyof Choices]: Choices[Name][number] };
export type SettingName = keyof Settings;

/** The values a setting can have, its default first. */
export const values = <Name extends SettingName>(name: Name): readonly Settings[Name][] =>
  choices[name] as unknown as readonly Settings[Name][];

function read(): Settings {
  let found: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(kept('settings') ?? '{}');
    if (parsed && typeof parsed === 'object') found = parsed as Record<string, unknown>;
  } catch {
    // A damaged entry means the defaults.
  }
  const names = Object.keys(choices) as SettingName[];
  return Object.fromEntries(
    names.map((name) => [name, values(name).find((value) => value === found[name]) ?? values(name)[0]]),
  ) as Settings;
}

export const settings: Settings = $state(read());

/** Takes what is kept now: a file brought other settings, or another tab chose some. */
export function rereadSettings(): void {
  Object.assign(settings, read());
}
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'taquin.settings') rereadSettings();
  });
}

/** Changes a setting and keeps it. */
export function choose<Name extends SettingName>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  keep('settings', JSON.stringify(settings));
}

const media = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;

/** Whether things may move: the setting, or what the system asks for. */
export const moving = (): boolean =>
  settings.motion === 'system' ? !media('(prefers-reduced-motion: reduce)') : settings.motion === 'full';

/** Puts theme and motion on the document, and again whenever they or the system's wishes change. */
export function dress(): void {
  const apply = (): void => {
    const dark =
      settings.theme === 'system' ? media('(prefers-color-scheme: dark)') : settings.theme === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.motion = moving() ? 'full' : 'none';
  };
  $effect.root(() => {
    $effect(apply);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', apply);
  apply();
}
