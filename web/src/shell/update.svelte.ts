/** Offline use and new versions. Both are gifts: a browser that refuses the service worker loses nothing else. */
let fresh = $state(false);

/** Whether another build of the page is there. */
export const newVersion = (): boolean => fresh;

/** Asks the service for the page: whether it is of another build than this one. */
export async function isOutdated(): Promise<boolean> {
  const own = document
    .querySelector<HTMLScriptElement>('script[type="module"][src]')
    ?.getAttribute('src')
    ?.split('/')
    .pop();
  try {
    const answer = await fetch('./', { cache: 'no-store' });
    if (!answer.ok || !own) return false;
    const outdated = !(await answer.text()).includes(own);
    fresh ||= outdated;
    return outdated;
  } catch {
    return false;
  }
}

/** Milliseconds between two looks for a new version, while the page is open. */
const LOOK_MS = 60 * 60 * 1000;

export function watchUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let had = serviceWorker.controller !== null;
  let asked = false;
  // Everything else of the page, once somebody stays: not before the first touch, which comes first.
  const rest = (): void => {
    if (asked) return;
    asked = true;
    void serviceWorker.ready.then(({ active }) => active?.postMessage('rest'));
  };
  for (const sign of ['pointerdown', 'keydown', 'hashchange']) addEventListener(sign, rest, { once: true });
  serviceWorker.addEventListener('controllerchange', () => {
    // A first visit's first worker is this build's own; the next one is news to it, too.
    if (had) void isOutdated();
    had = true;
  });
  serviceWorker.register('./sw.js').then(
    (registration) => {
      setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) void registration.update().catch(() => undefined);
      });
    },
    () => undefined,
  );
}
