/**
 * The whole engine, with what the lessons draw. It is a module of its own, loaded when a lesson is opened, so that
 * nobody who plays waits for it. Its positions are not those of `./index`: what crosses over crosses as text.
 */
import init, * as engine from './pkg-full/taquin_wasm.js';
import address from './pkg-full/taquin_wasm_bg.wasm?url';

await init({ module_or_path: fetch(address) });

export { engine };
export type { Evidence, Position } from './pkg-full/taquin_wasm.js';
