/** The engine in a worker: solves one thing after another and reports. Ending the worker is how it is stopped. */
import type { Position, Solver } from './pkg/taquin_wasm.js';
import type { Given, Progress, Reply, Request, Solved } from './messages';

/** The glue of either module. */
export interface Glue {
  default: (options: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  Position: new (board: string, goal: string, size: string) => Position;
  Solver: new () => Solver;
}

let glue: Glue;
let current = 0;
const solver: { now?: Solver } = {};
const reply = (message: Reply): void => postMessage(message);

/** The engine calls this by name. */
(globalThis as unknown as Record<string, unknown>).taquinProgress = (
  phase: string, nodes: number, lowerBound: number, done: number, total: number,
): void => {
  const progress: Progress = { phase, nodes, lowerBound, done, total };
  reply({ id: current, kind: 'progress', progress });
};

const position = ({ board, goal }: Given): Position => new glue.Position(board, goal, '');

function solve(on: Position, want: string, timeMs: number): Solved {
  const answer = (solver.now ??= new glue.Solver()).solve(on, want, timeMs);
  const { moves, found, optimal, lower_bound: lowerBound, nodes } = answer;
  answer.free();
  return { moves, found, optimal, lowerBound, nodes };
}

/** The exact distance before the first move and after each. */
function distances(given: Given, moves: string, id: number): number[] {
  const on = position(given);
  const all = [solve(on, 'optimal', 0).lowerBound];
  for (const [index, way] of [...moves].entries()) {
    on.slide(way);
    all.push(on.is_solved ? 0 : solve(on, 'optimal', 0).lowerBound);
    reply({ id, kind: 'progress', progress: { phase: 'distances', nodes: 0, lowerBound: 0, done: index + 1, total: moves.length } });
  }
  return all;
}

async function handle(request: Request): Promise<unknown> {
  current = request.id;
  switch (request.kind) {
    case 'start':
      await glue.default({ module_or_path: request.module });
      return null;
    case 'prepare':
      (solver.now ??= new glue.Solver()).prepare(position(request));
      return null;
    case 'solve':
      return solve(position(request), request.want, request.timeMs);
    case 'distances':
      return distances(request, request.moves, request.id);
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
        reply({ id: request.id, kind: 'failed', why: error instanceof Error ? error.message : String(error) });
      }
    });
  });
}
