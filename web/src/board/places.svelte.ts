/**
 * Where each tile of a board is drawn: in its cell of a grid while it rests, or as a layer of its own, moved away from the cell in which it
 * was laid down. A layer each for 400 tiles would take most of a frame where no graphics card helps, and so would a transform each.
 */
import { untrack } from 'svelte';

/** Longer than a slide takes, and than a hand rests between two. */
const REST_MS = 400;

export class Place {
  /** The cell where the tile stands; nowhere yet. */
  now = $state(-1);
  /** The cell in which it was laid down. */
  laid = $state(-1);
  /** How far a hand has moved it, in cells. */
  by = $state.raw<readonly [number, number] | null>(null);
  raised = $state(false);
}

/** The places of a board's tiles, by number; that of the gap is the first. */
export class Places {
  readonly all: readonly Place[];
  readonly #columns: number;
  /** A board to look at: nothing on it can move next. */
  readonly #still: () => boolean;
  #raised = new Set<Place>();
  #resting = 0;
  #held: Place[] = [];

  constructor(rows: number, columns: number, still: () => boolean) {
    this.all = Array.from({ length: rows * columns }, () => new Place());
    this.#columns = columns;
    this.#still = still;
  }

  /** Tiles stand here now, by cell. */
  stand(tiles: ArrayLike<number>): void {
    const moved: Place[] = [];
    for (let cell = 0; cell < tiles.length; cell += 1) {
      const place = this.all[tiles[cell]];
      const before = untrack(() => place.now);
      if (before === cell) continue;
      place.now = cell;
      if (before >= 0) moved.push(place);
      else place.laid = cell;
    }
    untrack(() => this.#raise(moved));
  }

  /** A hand holds these tiles, so far from where they stand. */
  hold(tiles: readonly number[], by: readonly [number, number] | null): void {
    const now = tiles.map((tile) => this.all[tile]);
    for (const place of this.#held) if (!now.includes(place)) place.by = null;
    for (const place of now) place.by = by;
    this.#held = now;
    if (now.length > 0) untrack(() => this.#raise(now));
  }

  /** How far a tile is drawn from a cell, in cells. */
  away(tile: number, from: number): [number, number] {
    const { now, by } = this.all[tile];
    return [
      (now % this.#columns) - (from % this.#columns) + (by?.[0] ?? 0),
      Math.floor(now / this.#columns) - Math.floor(from / this.#columns) + (by?.[1] ?? 0),
    ];
  }

  /** Tiles that move, or can move next, lie above the others as layers of their own, so that a slide paints nothing. */
  #raise(moved: Place[]): void {
    for (const place of moved) {
      place.raised = true;
      this.#raised.add(place);
    }
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => this.#rest(), REST_MS);
  }
  /** When the hand rests the others are laid down, and painted as one. */
  #rest(): void {
    const gap = this.all[0].now;
    const row = (cell: number): number => Math.floor(cell / this.#columns);
    const next = new Set(
      this.#still()
        ? []
        : this.all.filter(
            ({ now }) =>
              now !== gap && (now % this.#columns === gap % this.#columns || row(now) === row(gap)),
          ),
    );
    for (const place of this.#raised) {
      if (next.has(place)) continue;
      place.raised = false;
      place.laid = place.now;
    }
    for (const place of next) place.raised = true;
    this.#raised = next;
  }

  /** The board is gone. */
  end(): void {
    clearTimeout(this.#resting);
  }
}
