/**
 * The game on the table. The rules, the clock and the history are the engine's `Game`; here they become reactive,
 * survive a reload, and end in the list of solves.
 */
import { engine } from '../engine';
import { Trouble } from '../engine/fault';
import type { Game } from '../engine';
import { isGuest, isUnwritten, keep, kept } from '../shell/keep';
import { settings } from '../shell/settings.svelte';
import { asides, dropAside, isAside, putAside, type Aside } from './asides';
import { writeDown } from './pending';
import { forgetOwnGame, keepOwnGame, ownDamaged, ownGame } from './place';
import { failed } from './trouble.svelte';

export type By = 'keys' | 'pointer' | 'hover' | 'touch';
export type Status = 'ready' | 'running' | 'paused' | 'solved';
/** Whether the solve that just ended is on the disk. */
export type Kept = 'waiting' | 'kept' | 'failed';

/** The largest board the page deals. */
export const MAX_SIDE = 20;

const now = (): number => performance.timeOrigin + performance.now();
const randomSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0];

function sizeKept(): { rows: number; columns: number } {
  const found = /^(\d{1,2})x(\d{1,2})$/.exec(kept('size') ?? '');
  const side = (text: string | undefined): number => Math.min(MAX_SIDE, Math.max(2, Number(text ?? 4)));
  return { rows: side(found?.[1]), columns: side(found?.[2]) };
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
  /** Slides per second until then. */
  tps = $state(0);
  /** The date of the daily board being played, or none. */
  daily = $state<string | null>(null);
  /** The replay of the solve that just ended. */
  replay = $state<string | null>(null);
  /** Why it makes no record, and whether it is kept. */
  noRecord = $state<string | null>(null);
  kept = $state<Kept>('waiting');
  /** Whether something would be lost if the page were left now. */
  unwritten = $state(false);
  /** Counts the games that came onto the table: what was begun on another is not gone on with. */
  seated = $state(0);
  /** The unfinished games that had to make room, the newest first; each can be taken up again. */
  asides = $state.raw<Aside[]>(asides());
  /** The dates of daily boards that were solved before; the list of solves tells. */
  solvedDays: (date: string) => boolean = () => false;

  /** The game before a finger came down. */
  #held: Game | null = null;

  constructor() {
    this.#game = this.#restored() ?? this.#fresh(sizeKept());
    this.goal = this.#game.start().goal();
    this.#changed(now());
    // Another tab put a game aside, or took one up.
    window.addEventListener('storage', (event) => {
      if (!event.key || event.key.startsWith('taquin.aside')) this.lookAside();
    });
  }

  /** Looks again at what was put aside: somebody else, or a file, may have brought some. */
  lookAside(): void {
    this.asides = asides();
  }

  #restored(): Game | null {
    const found = ownGame();
    if (!found) return null;
    try {
      const game = engine.Game.restore(found.save);
      if (game.status === 'solved' || game.rows > MAX_SIDE || game.columns > MAX_SIDE) return null;
      this.daily = found.daily;
      return game;
    } catch {
      ownDamaged();
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
  get tiles(): Uint32Array {
    return this.game.tiles();
  }

  /** Puts another game on the table; one that was begun and not ended is put aside. */
  #seat(game: Game, daily: string | null): void {
    const begun = this.#game.status === 'running' || this.#game.status === 'paused';
    if (begun && this.#game.done > 0) {
      putAside({ save: this.#game.save(now()), daily: this.daily });
      this.lookAside();
    }
    this.#letGo();
    this.#game = game;
    this.goal = game.start().goal();
    this.daily = daily;
    this.replay = null;
    this.noRecord = null;
    this.seated += 1;
    this.#changed(now());
    this.save();
  }

  deal(rows = this.rows, columns = this.columns): void {
    keep('size', `${rows}x${columns}`);
    this.#seat(this.#fresh({ rows, columns }), null);
  }

  /** Takes up a game that was put aside; the one on the table takes its place if it was begun. */
  back(aside: Aside): void {
    // Another tab may have been quicker.
    if (isAside(aside.name))
      try {
        const game = engine.Game.restore(aside.save);
        if (game.rows <= MAX_SIDE && game.columns <= MAX_SIDE) {
          this.#seat(game, aside.daily);
          dropAside(aside.name);
        }
      } catch {
        // A damaged game is no game; it stays where it is.
      }
    this.lookAside();
  }

  drop(aside: Aside): void {
    dropAside(aside.name);
    this.lookAside();
  }

  again(): void {
    this.#seat(this.#game.again(), this.daily);
  }

  /** Plays the board of a day. */
  openDay(date: string): void {
    this.#seat(engine.daily(date), date);
  }

  /** Plays a given board; an error says why it cannot be played. */
  open(board: string, goal: string, occasion: 'chosen' | 'placed' = 'chosen'): void {
    const game = engine.Game.of_board(board, goal).on(occasion);
    if (game.rows > MAX_SIDE || game.columns > MAX_SIDE) throw new Trouble('PageTooLarge', MAX_SIDE);
    this.#seat(game, null);
  }

  #changed(at: number): void {
    this.#read(at);
    this.rows = this.#game.rows;
    this.columns = this.#game.columns;
    this.status = this.#game.status as Status;
    this.#version += 1;
  }

  /** Keeps the whole game. Large games take a while to write, so this waits for a quiet moment. */
  save(): void {
    if (this.#game.status === 'solved') forgetOwnGame();
    else keepOwnGame({ save: this.#game.save(now()), daily: this.daily });
    this.unwritten = isUnwritten();
  }

  #moved(did: boolean, at: number): boolean {
    if (!did) return false;
    this.#changed(at);
    if (this.#game.status === 'solved') this.#ended();
    return true;
  }

  #ended(): void {
    if (this.daily && this.solvedDays(this.daily)) this.#game = this.#game.known();
    this.noRecord = this.#game.no_record ?? null;
    this.kept = 'waiting';
    try {
      this.replay = this.#game.replay();
      const unpacked = new engine.Replay(this.replay);
      const { hints, undos, occasion, deal_name: deal } = this.#game;
      const line = unpacked.log_line(Date.now(), hints, undos, occasion, deal);
      if (!isGuest()) void this.#list(writeDown(line, this.daily));
    } catch (error) {
      // Solved all the same, but there is nothing to keep.
      this.replay = null;
      this.kept = 'failed';
      failed(error);
    }
    this.save();
  }

  /** Brings what was written down into the list, which may know that its board had been met before. */
  async #list(name: string): Promise<void> {
    const game = this.seated;
    try {
      const list = await import('./solves.svelte');
      await list.listed;
      await list.takePending();
      const mark = await list.markOf(name);
      if (game !== this.seated) return;
      if (mark) this.noRecord = engine.no_record(mark) ?? null;
      this.kept = list.storageTrouble() ? 'failed' : 'kept';
    } catch {
      if (game === this.seated) this.kept = 'failed';
    }
  }

  press(cell: number, by: By, at = now()): boolean {
    return this.#moved(this.#game.press(cell, by, at), at);
  }
  slide(way: string, by: By, at = now()): boolean {
    return this.#moved(this.#game.slide(way, by, at), at);
  }
  pushTile(tile: number, at = now()): boolean {
    return this.#moved(this.#game.push_tile(tile, 'keys', at), at);
  }
  typeMoves(letters: string, at = now()): boolean {
    return this.#moved(this.#game.type_moves(letters, at), at);
  }
  undo(at = now()): boolean {
    return this.#moved(this.#game.undo(at), at);
  }
  redo(at = now()): boolean {
    return this.#moved(this.#game.redo(at), at);
  }
  hint(at = now()): void {
    this.#moved(this.#game.hint(at), at);
  }
  /** The computer's way was asked for, for the board as it stands or as it was dealt: that is help, though the clock may stand. */
  shown(board: string, goal: string, at = now()): void {
    const met =
      [this.#game.position().text(), this.#game.start().text()].includes(board) &&
      this.#game.goal_name() === goal;
    if (!met || this.#game.status === 'solved') return;
    const paused = this.#game.resume(at);
    this.hint(at);
    if (paused) this.#game.pause(at);
    this.#changed(at);
    this.save();
  }
  pause(at = now()): void {
    this.#moved(this.#game.pause(at), at);
    this.save();
  }
  resume(at = now()): void {
    this.#moved(this.#game.resume(at), at);
  }

  /** Remembers the game as it stands, for `retract`. */
  hold(): void {
    this.#letGo();
    this.#held = this.#game.copy();
  }
  /** Nothing was done since `hold`: no move, none undone, no clock. A game that has ended meanwhile stays ended. */
  retract(): void {
    if (!this.#held || this.#game.status === 'solved') return;
    this.#game.free();
    this.#game = this.#held;
    this.#held = null;
    this.#changed(now());
  }
  #letGo(): void {
    this.#held?.free();
    this.#held = null;
  }

  /** Goes to a place in the history: so many pushes from the start. */
  scrub(done: number, at = now()): void {
    let moved = false;
    while (this.#game.done > done && this.#game.undo(at)) moved = true;
    while (this.#game.done < done && this.#game.redo(at)) moved = true;
    this.#moved(moved, at);
  }

  /** Reads the clock. */
  tick(): void {
    this.#read(now());
  }
  #read(at: number): void {
    this.time = this.#game.elapsed_ms(at);
    this.tps = this.#game.tiles_per_second(at) ?? 0;
  }
}

let only: Session | null = null;
/** The one game of this page, made when it is first looked at. */
export function session(): Session {
  only ??= new Session();
  return only;
}
/** The game on the table for whoever explains it: none while its board is covered, or before there is one. */
export const uncovered = (): Session | null => (only && only.status !== 'paused' ? only : null);
export type { Session };
