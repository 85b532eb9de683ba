/** What the part on the screen adds to the window's title: a lesson's name. */
let title = $state('');

export const titled = (): string => title;
export function entitle(text: string): void {
  title = text;
}
