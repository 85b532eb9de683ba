/** Speaks to screen readers: one polite line, replaced by the next. */
let line = $state('');

export const announced = (): string => line;

export function announce(text: string): void {
  // A repeated sentence is spoken again only when it differs; a no-break space makes it so.
  line = text === line ? `${text}\u00a0` : text;
}
