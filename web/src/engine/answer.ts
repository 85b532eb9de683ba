/** The engine in a worker: solves one thing after another and reports. Ending the worker is how it is stopped. */
import type { Position, Solver } from './pkg-full/taquin_wasm.js';
import type { Given, Hint, Progress, Reply, Request, Solved } from './messages';
import { faultOf } from './fault';
import { ready } from './tables';

/** The engine's glue. */
export interface Glue {
  default: (options: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  Position: (new (
    board: string,
    goal: string,
    size: string,
  ) => Position) & { solved: (rows: number, columns: number, goal: string) => Position };
  Solver: new () => Solver;
}

let glue: Glue;
let current = 0;
const solver: { now?: Solver } = {};
const reply = (message: Reply): void => postMessage(message);

/** The engine calls this by name. */
(globalThis as unknown as Record<string, unknown>).taquinProgress = (
  phase: string,
  nodes: number,
  lowerBound: number,
  nextBound: number,
  done: number,
  total: number,
  left?: number,
  growth = 0,
): void => {
  const leftMs = left ?? null;
  const progress: Progress = { phase, nodes, lowerBound, nextBound, done, total, leftMs, growth };
  reply({ id: current, kind: 'progress', progress });
};

const position = ({ board, goal }: Given): Position => new glue.Position(board, goal, '');

async function solve(on: Position, want: string, timeMs: number): Promise<Solved> {
  const by = (solver.now ??= new glue.Solver());
  if (want === 'optimal') await ready(by, on);
  const answer = by.solve(on, want, timeMs);
  const { moves, found, optimal, lower_bound: lowerBound, nodes } = answer;
  answer.free();
  return { moves, found, optimal, lowerBound, nodes };
}

async function hint(on: Position, exact: boolean): Promise<Hint | null> {
  const { moves, found } = await solve(on, exact ? 'optimal' : 'human', 0);
  const parts = found ? on.hint(moves, exact) : undefined;
  if (!parts) return null;
  const { kind, number, cells } = parts.stage;
  const slides = [...parts.tiles].map((tile, index) => ({ tile, way: parts.ways[index] as 'U' }));
  return {
    stage: { kind, number, cells: [...cells] },
    missing: [...parts.missing],
    slides,
    length: parts.length,
  };
}

async function handle(request: Request): Promise<unknown> {
  current = request.id;
  switch (request.kind) {
    case 'start':
      await glue.default({ module_or_path: request.module });
      return null;
    case 'prepare':
      await ready((solver.now ??= new glue.Solver()), position(request));
      return null;
    case 'hint':
      return hint(position(request), request.exact);
    case 'deal': {
      const { rows, columns, goal, distance } = request;
      const by = (solver.now ??= new glue.Solver());
      await ready(by, glue.Position.solved(rows, columns, goal));
      return by.deal_at(rows, columns, goal, crypto.getRandomValues(new BigUint64Array(1))[0], distance);
    }
    case 'bound':
      return position(request).at_least();
    case 'distance': {
      const by = (solver.now ??= new glue.Solver());
      const on = position(request);
      await ready(by, on);
      return by.distance(on) ?? null;
    }
    case 'solve':
      return solve(position(request), request.want, request.timeMs);
  }
}

/** Answers the page with this module. */
export function serve(by: Glue): void {
  glue = by;
  let queue: Promise<void> = Promise.resolve();
  addEventListener('message', (event: MessageEvent<Request>) => {
    const request = event.data;
    queue = queue.then(async () => {
      try {
        reply({ id: request.id, kind: 'done', value: await handle(request) });
      } catch (error) {
        // A trap (a broken invariant, or no more memory) leaves the module as it was in the middle of something.
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
          reply({ id: request.id, kind: 'trapped' });
        else reply({ id: request.id, kind: 'failed', fault: faultOf(error) });
      }
    });
  });
}
