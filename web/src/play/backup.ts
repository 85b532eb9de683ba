/**
 * One file with everything: every solve as a line of the list, and what else is kept as lines beginning with `#`. A plain list, as the
 * command line writes it, is such a file too. Files are read and written a part at a time: ten thousand large solves are 200 MB.
 */
import { engine } from '../engine';
import { keep, kept } from '../shell/keep';
import { asides, putAside } from './asides';
import { ask, change, parts, tell } from './database';
import { put, putDaily, readLines, reload, type DailySolve } from './solves.svelte';

const HEADER = '# taquin-backup 1';
/** Lines read from the database, or put into it, at once. */
const PART = 200;
/** The names of the texts that are kept as they are. */
const TEXTS = ['settings', 'keys', 'size'] as const;

/** A line that could not be read, counted from 1, and why. */
export interface BadLine {
  line: number;
  why: unknown;
}

/** Everything as a file. */
export async function exported(): Promise<Blob> {
  const pieces: string[] = [`${HEADER}\n`];
  for (const name of TEXTS) {
    const text = kept(name);
    if (text !== null) pieces.push(`# ${name} ${JSON.stringify(text)}\n`);
  }
  for (const solve of await ask<DailySolve[]>('daily', (shelf) => shelf.getAll() as IDBRequest<DailySolve[]>)) pieces.push(`# daily ${JSON.stringify(solve)}\n`);
  for (const { save, daily } of asides()) pieces.push(`# game ${JSON.stringify({ save, daily })}\n`);
  const game = kept('game');
  if (game !== null) pieces.push(`# game ${JSON.stringify({ save: game, daily: kept('daily-open') || null })}\n`);
  for await (const { values } of parts<string>('unread', PART)) pieces.push(...values.map((line) => `# unread ${JSON.stringify(line)}\n`));
  for await (const { values } of parts<string>('lines', PART)) pieces.push(...values.map((line) => `${line}\n`));
  return new Blob(pieces, { type: 'text/plain' });
}

/** Puts back what stands behind a `#`; whether it could be read. */
async function restore(line: string): Promise<boolean> {
  const found = /^# (\w+) (.*)$/.exec(line);
  if (!found || line === HEADER) return true;
  const [, name, rest] = found;
  try {
    const value: unknown = JSON.parse(rest);
    if ((TEXTS as readonly string[]).includes(name) && typeof value === 'string') keep(name, value);
    else if (name === 'daily') await putDaily(dailyOf(value));
    else if (name === 'unread' && typeof value === 'string')
      await change(['unread'], (shelf) => {
        shelf('unread').add(value);
      });
    else if (name === 'game') {
      const { save, daily } = value as { save: string; daily: string | null };
      engine.Game.restore(save).free();
      if (!asides().some((aside) => aside.save === save)) putAside(save, typeof daily === 'string' ? daily : null);
    }
    return true;
  } catch {
    return false;
  }
}

function dailyOf(value: unknown): DailySolve {
  const { date, stm, time, late, helped } = value as DailySolve;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || typeof stm !== 'number' || typeof time !== 'number') throw new Error('no day');
  return { date, stm, time, late: late === true, helped: helped === true };
}

/** Takes a file in: what is not here yet is added, nothing that is here is lost. */
export async function imported(file: Blob): Promise<{ added: number; bad: BadLine[] }> {
  const before = await ask('solves', (shelf) => shelf.count());
  const bad: BadLine[] = [];
  let waiting: string[] = [];
  let first = 1;
  const flush = async (): Promise<void> => {
    const lines = waiting;
    const start = first;
    waiting = [];
    first += lines.length;
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('#')) continue;
      lines[index] = '';
      if (!(await restore(line))) bad.push({ line: start + index, why: new Error('unreadable', { cause: ['LineWords'] }) });
    }
    const { written, bad: refused } = await readLines(lines);
    bad.push(...refused.map(({ line, why }) => ({ line: start + line - 1, why })));
    if (written.length > 0) await put(written);
  };
  let rest = '';
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const pieces = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (pieces.pop() ?? '');
    waiting.push(...pieces);
    if (waiting.length >= PART) await flush();
    if (done) break;
  }
  await flush();
  await reload();
  tell({ kind: 'all' });
  return { added: (await ask('solves', (shelf) => shelf.count())) - before, bad };
}
