/**
 * The address: everything after `#/`, cut at `/`, with an optional `?name=value` at the end.
 * `#/learn/inversions/1,2,3/4,5,6/7,8,0?step=2` has the parts `learn`, `inversions` and three rows of a board,
 * which `boardFrom(parts, 2)` puts together again. What stands there came from anyone: it is text, bounded,
 * and never trusted further.
 */
const MAX_ADDRESS = 600_000;

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', '%20'));
  } catch {
    return part;
  }
}

export function routeOf(hash: string): Route {
  const text = hash.replace(/^#\/?/, '').slice(0, MAX_ADDRESS);
  const cut = text.indexOf('?');
  const path = cut < 0 ? text : text.slice(0, cut);
  return {
    parts: path
      .split('/')
      .filter((part) => part !== '')
      .map(decoded),
    query: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1)),
  };
}

/** The text of the board that starts at a part of the address; empty when there is none. */
export const boardFrom = (parts: string[], start: number): string => parts.slice(start).join('/');

/** The address of parts; a board's text may be one of them: `hashOf(['solve', '1 2 3/4 5 6/7 8 0'])`. */
export function hashOf(parts: string[], query: Record<string, string> = {}): string {
  const path = parts.map((part) =>
    encodeURIComponent(part).replaceAll('%20', ',').replaceAll('%2C', ',').replaceAll('%2F', '/'),
  );
  const rest = new URLSearchParams(query).toString();
  return `#/${path.join('/')}${rest && `?${rest}`}`;
}

let current = $state.raw(routeOf(typeof location === 'undefined' ? '' : location.hash));
if (typeof window !== 'undefined') {
  addEventListener('hashchange', () => {
    current = routeOf(location.hash);
  });
}

/** Where we are. Reactive. */
export const route = (): Route => current;

/** Goes there, as a link would. */
export function go(parts: string[], query?: Record<string, string>): void {
  location.hash = hashOf(parts, query);
}

/** Changes the address without a step in the browser's history: the state of a lesson while one plays with it. */
export function rewrite(parts: string[], query?: Record<string, string>): void {
  history.replaceState(null, '', hashOf(parts, query));
  current = routeOf(location.hash);
}
