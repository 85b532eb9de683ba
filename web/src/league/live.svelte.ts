/** One's place in a room: a socket that comes back by itself, and the room as it was told last (`docs/league.md`). */
import { signature, type Identity } from './client';

export interface FinishTold {
  standing: 'ranked' | 'flagged' | 'unranked' | 'refused';
  reasons: string[];
  finish_ms: number | null;
  time_ms: number | null;
  slides: number | null;
}
export interface SeatTold {
  id: string;
  name: string;
  present: boolean;
  ready: boolean;
  attempt: string | null;
  progress: number;
  slides: number;
  result: FinishTold | null;
}
export interface RaceTold {
  phase: 'waiting' | 'counting' | 'racing';
  size: string;
  class: string;
  starts_ms: number | null;
  opened_ms: number | null;
  board: string | null;
  players: SeatTold[];
  watching: number;
  trouble: string | null;
}

/** Waits between two tries, in milliseconds. */
const TRIES = [250, 500, 1000, 2000, 4000];
/** What trying again does not mend. */
const FINAL = ['not-found', 'unsigned', 'foreign-origin'];

export class Live {
  race = $state.raw<RaceTold | null>(null);
  seated = $state(false);
  connected = $state(false);
  /** The code of what went wrong for good. */
  problem = $state('');
  /** What the league had heard of one's own run when one came. */
  record: string | null = null;
  /** The league's clock is this far ahead of ours, the way of a message left out. */
  #ahead = 0;
  #socket: WebSocket | null = null;
  #failed = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly room: string,
    readonly me: Identity | null,
    readonly now: () => number,
  ) {
    void this.#open();
  }

  async #open(): Promise<void> {
    const path = `/api/races/${encodeURIComponent(this.room)}/live`;
    let hello: unknown = 'watch';
    try {
      if (this.me) hello = { player: { id: this.me.id, ...(await signature(this.me, 'GET', path)) } };
    } catch {
      return this.#later();
    }
    if (this.#ended) return;
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.connected = false;
      this.#later();
    };
  }

  #later(): void {
    if (this.#ended || FINAL.includes(this.problem)) return;
    this.#again = setTimeout(() => void this.#open(), TRIES[Math.min(this.#failed, TRIES.length - 1)]);
    this.#failed += 1;
  }

  #hear(told: {
    you?: { seated: boolean; record: string | null };
    now_ms?: number;
    race?: RaceTold;
    problem?: { code: string };
  }): void {
    if (told.you) {
      this.seated = told.you.seated;
      this.record = told.you.record;
      [this.connected, this.#failed, this.problem] = [true, 0, ''];
    }
    // Only what keeps one out: the rest is about a message of one's own, and the next one mends it.
    if (told.problem && !this.connected) this.problem = told.problem.code;
    if (told.race && told.now_ms !== undefined) {
      this.#ahead = told.now_ms - this.now();
      this.race = told.race;
    }
  }

  #say(what: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.connected)
      this.#socket.send(JSON.stringify(what));
  }

  ready(is: boolean): void {
    this.#say({ ready: is });
  }
  tell(record: string): void {
    this.#say({ record });
  }
  look(): void {
    this.#say('look');
  }

  /** A moment of the league's clock on ours. */
  at(ms: number): number {
    return ms - this.#ahead;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    this.#socket?.close();
  }
}
