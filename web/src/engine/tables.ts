/**
 * Tables kept in the browser between visits, in a cache of their own that a new build of the page spares. What is kept is
 * checked by the engine, byte by byte; what is damaged or foreign is made anew and replaced. A browser that keeps nothing
 * makes them at every visit.
 */
import type { Position, Solver } from './pkg-full/taquin_wasm.js';

/** The service worker leaves caches alone whose names begin with `taquin-keep`. */
export const CACHE = 'taquin-keep-tables';

const address = (name: string): string =>
  new URL(`/taquin-tables/${encodeURIComponent(name)}`, location.origin).href;

async function kept(name: string): Promise<Uint8Array | null> {
  try {
    const found = await (await caches.open(CACHE)).match(address(name));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

async function keep(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(address(name), new Response(bytes));
  } catch {
    // No storage, or no room in it: the tables are made again next time.
  }
}

async function take(solver: Solver, on: Position, name: string): Promise<void> {
  const bytes = await kept(name);
  if (bytes && solver.accept(on, bytes)) return;
  solver.prepare(on);
  const made = solver.to_keep(on);
  if (made) await keep(name, made as Uint8Array<ArrayBuffer>);
}

/** Sees that a solver has the tables for a board. Of several workers, one makes them and the others wait and read. */
export async function ready(solver: Solver, on: Position): Promise<void> {
  const name = solver.lacks(on);
  if (name === undefined) return;
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks) await locks.request(`taquin-tables ${name}`, () => take(solver, on, name));
  else await take(solver, on, name);
}
