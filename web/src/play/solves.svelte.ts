/** The list of solves, one line each as the engine writes them, newest last; kept in the browser, exported as a file. */
import { engine } from '../engine';
import { keep, kept } from '../shell/keep';
import { today } from './format';

const MAX_LINES = 2000;
const MAX_IMPORT = 2_000_000;

export interface Entry {
  line: string;
  ended: number;
  kind: string;
  time: number;
  stm: number;
  mtm: number;
  tps: number | null;
  unaided: boolean;
  replay: string;
}

/** A line of the list; an error says why it is none. */
function read(line: string): Entry {
  const found = new engine.LogEntry(line);
  const entry = {
    line, ended: found.ended_ms, kind: found.kind, time: found.time_ms, stm: found.stm, mtm: found.mtm,
    tps: found.tiles_per_second ?? null, unaided: found.unaided, replay: found.replay,
  };
  found.free();
  return entry;
}

/** A line that could not be read, counted from 1, and why. */
export interface BadLine {
  line: number;
  why: unknown;
}

/** The solves of a text, one a line, and the lines that are none. */
function parse(text: string): { found: Entry[]; bad: BadLine[] } {
  const found: Entry[] = [];
  const bad: BadLine[] = [];
  const lines = text.slice(0, MAX_IMPORT).split('\n').map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    if (found.length + bad.length >= MAX_LINES) break;
    try {
      found.push(read(line));
    } catch (why) {
      bad.push({ line: index + 1, why });
    }
  }
  return { found, bad };
}

/** Read once: this file is loaded with the game, when the engine is there. */
let entries = $state.raw<Entry[]>(parse(kept('solves') ?? '').found);

/** Every solve, oldest first. */
export const solves = (): Entry[] => entries;

function put(next: Entry[]): void {
  entries = next.slice(-MAX_LINES);
  keep('solves', exported());
}

/** The list as a text that `importSolves` and the command line read. */
export const exported = (): string => solves().map((entry) => `${entry.line}\n`).join('');

/** Adds the solve that a replay tells. */
export function addSolve(replay: string, hints: number, undos: number, daily: string | null): void {
  const unpacked = new engine.Replay(replay);
  const entry = read(unpacked.log_line(Date.now(), hints, undos));
  put([...solves(), entry]);
  const earlier = dailySolves();
  if (!daily || earlier[daily]) return;
  keep('daily', JSON.stringify({ ...earlier, [daily]: { stm: entry.stm, time: entry.time, late: daily !== today() } }));
}

/** Adds the solves of a file that are not here yet; says how many there were, and what was no solve. */
export function importSolves(text: string): { added: number; bad: BadLine[] } {
  const known = new Set(solves().map((entry) => entry.line));
  const { found, bad } = parse(text);
  const fresh = found.filter((entry) => !known.has(entry.line));
  if (fresh.length > 0) put([...solves(), ...fresh].sort((a, b) => a.ended - b.ended));
  return { added: fresh.length, bad };
}

/** Removes one solve from the list. */
export const removeSolve = (line: string): void => put(solves().filter((entry) => entry.line !== line));

/** How a day's board was first solved; late, when it was on another day. */
export interface DailySolve {
  stm: number;
  time: number;
  late?: boolean;
}

/** The daily boards solved, by date. */
export function dailySolves(): Record<string, DailySolve> {
  try {
    const found: unknown = JSON.parse(kept('daily') ?? '{}');
    return found && typeof found === 'object' ? (found as Record<string, DailySolve>) : {};
  } catch {
    return {};
  }
}
