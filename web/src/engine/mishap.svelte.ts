/** What the reader is told when the engine broke off: that it was started anew, or that even that did not help. */
export type Mishap = 'again' | 'failed' | 'page';

let latest = $state<Mishap | null>(null);

export const mishap = (): Mishap | null => latest;
export function told(what: Mishap | null): void {
  latest = what;
}

/** The engine on the page's own thread cannot be replaced: it takes a new page, which loses nothing. */
export function watchPage(): void {
  const see = (error: unknown): void => {
    if (error instanceof WebAssembly.RuntimeError) told('page');
  };
  addEventListener('error', (event) => see(event.error));
  addEventListener('unhandledrejection', (event) => see(event.reason));
}
