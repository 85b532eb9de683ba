/**
 * The game on the table. The rules, the clock and the history are the engine's `Game`; here they become reactive,
 * survive a reload, and end in the list of solves.
 */
import { engine } from '../engine';
import { Trouble } from '../engine/fault';
import type { Game } from '../engine';
import { forget, keep, kept } from '../shell/keep';
import { settings } from '../shell/settings.svelte';
import { addSolve } from './solves.svelte';

export type By = 'keys' | 'pointer' | 'hover' | 'touch';
export type Status = 'ready' | 'running' | 'paused' | 'solved';

/** The largest board the page deals. */
export const MAX_SIDE = 20;

const now = (): number => performance.timeOrigin + performance.now();
const randomSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0];

function sizeKept(): { rows: number; columns: number } {
  const found = /^(\d{1,2})x(\d{1,2})$/.exec(kept('size') ?? '');
  const side = (text: string | undefined): number => Math.min(MAX_SIDE, Math.max(2, Number(text ?? 4)));
  return { rows: side(found?.[1]), columns: side(found?.[2]) };
}

function asideKept(): { save: string; daily: string | null } | null {
  const text = kept('aside') ?? '';
  const cut = text.indexOf('\n');
  return cut < 0 ? null : { daily: text.slice(0, cut) || null, save: text.slice(cut + 1) };
}

class Session {
  #game: Game;
  /** Counts changes; reading it makes everything below reactive. */
  #version = $state(0);
  // What a move seldom changes is kept beside the game: 400 tiles look at it, and need not look again after a move.
  rows = $state(0);
  columns = $state(0);
  status = $state<Status>('ready');
  /** The tile that belongs on each cell. */
  goal = $state.raw<Uint32Array>(new Uint32Array());
  /** Milliseconds on the clock, refreshed while it runs. */
  time = $state(0);
  /** The date of the daily board being played, or none. */
  daily = $state<string | null>(null);
  /** The replay of the solve that just ended. */
  replay = $state<string | null>(null);
  /** The unfinished game that had to make room for this one; it can be taken up again. */
  aside = $state.raw<{ save: string; daily: string | null } | null>(asideKept());

  constructor() {
    this.#game = this.#restored() ?? this.#fresh(sizeKept());
    this.goal = this.#game.start().goal();
    this.#changed();
  }

  #restored(): Game | null {
    const text = kept('game');
    if (!text) return null;
    try {
      const game = engine.Game.restore(text);
      if (game.status === 'solved' || game.rows > MAX_SIDE || game.columns > MAX_SIDE) return null;
      this.daily = kept('daily-open') || null;
      return game;
    } catch {
      // A damaged game is set aside, so that a new one can be played.
      keep('game-damaged', text);
      forget('game');
      return null;
    }
  }

  #fresh({ rows, columns }: { rows: number; columns: number }): Game {
    return engine.Game.deal(rows, columns, settings.goal, randomSeed());
  }

  get game(): Game {
    void this.#version;
    return this.#game;
  }
  get tiles(): Uint32Array { return this.game.tiles(); }

  /** Puts another game on the table; one that was begun and not ended is put aside. */
  #seat(game: Game, daily: string | null): void {
    const begun = this.#game.status === 'running' || this.#game.status === 'paused';
    if (begun && this.#game.done > 0) this.#setAside({ save: this.#game.save(now()), daily: this.daily });
    this.#game = game;
    this.goal = game.start().goal();
    this.daily = daily;
    this.replay = null;
    this.#changed();
  }

  deal(rows = this.rows, columns = this.columns): void {
    keep('size', `${rows}x${columns}`);
    this.#seat(this.#fresh({ rows, columns }), null);
  }

  #setAside(aside: { save: string; daily: string | null } | null): void {
    this.aside = aside;
    if (aside) keep('aside', `${aside.daily ?? ''}\n${aside.save}`);
    else forget('aside');
  }

  /** Takes up the game that was put aside; the one on the table takes its place if it was begun. */
  back(): void {
    const { aside } = this;
    if (!aside) return;
    this.#setAside(null);
    try {
      const game = engine.Game.restore(aside.save);
      if (game.rows <= MAX_SIDE && game.columns <= MAX_SIDE) this.#seat(game, aside.daily);
    } catch {
      // A damaged game is no game.
    }
  }

  again(): void {
    this.#seat(this.#game.again(), this.daily);
  }

  /** Plays a given board; an error says why it cannot be played. */
  open(board: string, goal: string, daily: string | null = null): void {
    const game = engine.Game.of_board(board, goal);
    if (game.rows > MAX_SIDE || game.columns > MAX_SIDE) throw new Trouble('PageTooLarge', MAX_SIDE);
    this.#seat(game, daily);
  }

  #changed(): void {
    this.time = this.#game.elapsed_ms(now());
    this.rows = this.#game.rows;
    this.columns = this.#game.columns;
    this.status = this.#game.status as Status;
    this.#version += 1;
  }

  /** Keeps the whole game. Large games take a while to write, so this waits for a quiet moment. */
  save(): void {
    if (this.#game.status === 'solved') forget('game');
    else keep('game', this.#game.save(now()));
    keep('daily-open', this.daily ?? '');
    // For the lessons, which take the position on the table.
    keep('position', this.#game.position().text());
    keep('goal', this.#game.goal_name());
  }

  #moved(did: boolean): boolean {
    if (!did) return false;
    this.#changed();
    if (this.#game.status === 'solved') this.#ended();
    return true;
  }

  #ended(): void {
    try {
      this.replay = this.#game.replay();
      addSolve(this.replay, this.#game.hints, this.#game.undos, this.daily);
    } catch {
      // Too large a board for a replay: solved all the same.
      this.replay = null;
    }
    this.save();
  }

  press(cell: number, by: By): boolean { return this.#moved(this.#game.press(cell, by, now())); }
  slide(way: string, by: By): boolean { return this.#moved(this.#game.slide(way, by, now())); }
  pushTile(tile: number): boolean { return this.#moved(this.#game.push_tile(tile, 'keys', now())); }
  undo(): boolean { return this.#moved(this.#game.undo(now())); }
  redo(): boolean { return this.#moved(this.#game.redo(now())); }
  hint(): void { this.#moved(this.#game.hint(now())); }
  pause(): void { this.#moved(this.#game.pause(now())); this.save(); }
  resume(): void { this.#moved(this.#game.resume(now())); }

  /** Goes to a place in the history: so many pushes from the start. */
  scrub(done: number): void {
    let moved = false;
    while (this.#game.done > done && this.#game.undo(now())) moved = true;
    while (this.#game.done < done && this.#game.redo(now())) moved = true;
    this.#moved(moved);
  }

  /** Reads the clock. */
  tick(): void {
    this.time = this.#game.elapsed_ms(now());
  }
}

let only: Session | null = null;
/** The one game of this page, made when it is first looked at. */
export function session(): Session {
  only ??= new Session();
  return only;
}
export type { Session };
