/**
 * The Rust engine, on this thread: rules, notation, verdicts, the game. It cannot solve: everything that searches goes to the
 * workers of `./work.ts`, with a larger module that nobody waits for before the first move.
 */
import init, * as engine from './pkg/taquin_wasm.js';
import type { Line } from '../board/pointer';
import address from './pkg/taquin_wasm_bg.wasm?url';

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  const typed = answer.headers.get('content-type') === 'application/wasm';
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** The compiled engine, for the worker that has to know the same rules. */
export const compiled: Promise<WebAssembly.Module> = compile();
/** Resolves when the engine can be called. The page waits for it before it shows anything. */
export const ready: Promise<void> = compiled.then(async (module) => {
  await init({ module_or_path: module });
});

export { engine };
export type { Evidence, Game, Position, Replay, Track } from './pkg/taquin_wasm.js';

/** What pressing a cell would move, as the board wants it. */
export function lineOf(
  on: { line: (cell: number) => import('./pkg/taquin_wasm.js').Line | undefined },
  cell: number,
): Line | null {
  const found = on.line(cell);
  if (!found) return null;
  const line = { way: found.way as Line['way'], cells: [...found.cells] };
  found.free();
  return line;
}
