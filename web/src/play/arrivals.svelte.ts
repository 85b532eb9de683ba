/**
 * The ways in which a board comes onto the table: dealt, the same again, at a distance, taken up, a day's, somebody's in an address.
 * Each is announced, and nothing of the last board stays.
 */
import { engine } from '../engine';
import { dealAt } from '../engine/work';
import { announce } from '../shell/announce.svelte';
import { go, route } from '../shell/route.svelte';
import { settings } from '../shell/settings.svelte';
import { words } from '../text/index.svelte';
import { told } from '../text/told';
import type { Aside } from './asides';
import { MAX_REPLAY } from './handed';
import { today } from './today';
import type { Session } from './session.svelte';

export class Arrivals {
  /** What is wrong with the board that was asked for. */
  problem = $state.raw<(() => string) | null>(null);
  /** The length of a shortest solution of the day's board. */
  par = $state<number | null>(null);
  /** An earlier solve of this board to race against. */
  ghost = $state.raw<{ replay: string } | null>(null);
  #table: Session;

  constructor(table: Session) {
    this.#table = table;
  }

  #begin(): void {
    this.ghost = null;
    this.par = null;
    this.problem = null;
  }
  #say(sentence: 'dealt' | 'raced' | 'given'): void {
    announce(words('play')[sentence](this.#table.rows, this.#table.columns));
  }
  /** The address names another board than the one that is there now. */
  #leaveAddress(): void {
    if (route().parts[0] === 'daily' || route().parts.length > 1) go(['play']);
  }

  deal(rows?: number, columns?: number): void {
    this.#begin();
    this.#table.deal(rows, columns);
    this.#say('dealt');
    this.#leaveAddress();
  }
  /** The same board, with or without the solve that just ended to race against. */
  again(replay: string | null): void {
    this.ghost = replay ? { replay } : null;
    this.#table.again();
    this.#say(this.ghost ? 'raced' : 'dealt');
  }
  /** A board at exactly this distance; a problem says that there is none. */
  async placed(distance: number): Promise<void> {
    const { rows, columns } = this.#table;
    try {
      const board = await dealAt(rows, columns, settings.goal, distance);
      this.#begin();
      this.#table.open(board, settings.goal, 'placed');
      this.#say('dealt');
      this.#leaveAddress();
    } catch (error) {
      this.problem = () => words('play').badBoard(told(error));
    }
  }
  /** An unfinished game that was put aside. */
  takeUp(aside: Aside): void {
    this.#begin();
    this.#table.back(aside);
    const { rows, columns, game, daily } = this.#table;
    announce(words('play').takenUp(rows, columns, game.stm));
    if (daily) go(['daily', daily]);
    else this.#leaveAddress();
  }
  /** The board of a day, unless it is on the table already or waits aside. */
  #openDaily(date: string): void {
    if (!engine.is_day(date)) return void (this.problem = () => words('play').badDate);
    if (!engine.is_dealt(date, today())) return void (this.problem = () => words('play').futureDate);
    if (this.#table.daily === date) return;
    this.par = null;
    const waits = this.#table.asides.find((aside) => aside.daily === date);
    if (waits) this.#table.back(waits);
    else this.#table.openDay(date);
    announce(words('play').dayGiven(date, this.#table.rows, this.#table.columns));
  }
  /** What the address asks for: a day's board, or somebody's. */
  follow(): void {
    const { parts, query } = route();
    this.problem = null;
    if (parts[0] === 'daily') return this.#openDaily(parts[1] ?? today());
    if (parts[0] !== 'play' || parts.length < 2) return;
    const goal = query.get('goal') ?? 'blank-last';
    try {
      const asked = new engine.Position(parts.slice(1).join('/'), goal, '');
      // After a reload the game on the table may have come a long way from the board in the address.
      const { game, status } = this.#table;
      const same =
        status !== 'solved' &&
        `${game.start().goal()}` === `${asked.goal()}` &&
        [game.start().text(), game.position().text()].includes(asked.text());
      if (!same) this.#table.open(asked.text(), goal);
      this.ghost = ghostOf(query.get('ghost') ?? '', asked.text());
      if (this.ghost) this.#say('raced');
      else if (!same) this.#say('given');
    } catch (error) {
      this.problem = () => words('play').badBoard(told(error));
    }
  }
}

/** An earlier solve of the same board, with its times. */
function ghostOf(replay: string, board: string): { replay: string } | null {
  if (!replay || replay.length > MAX_REPLAY) return null;
  const found = new engine.Replay(replay);
  return found.start().text() === board && found.times_ms().length > 0 ? { replay } : null;
}
