/**
 * What is kept between visits and must never be lost, in the browser's database: one record a solve, added and never rewritten,
 * so that tabs cannot overwrite each other's and a kill at any moment costs nothing that was kept before.
 *
 * A solve is two records: its numbers, which a list needs, and its line with the replay, which is long and read one at a time.
 */

const NAME = 'taquin';
const VERSION = 1;

export type Shelf = 'solves' | 'lines' | 'daily' | 'unread';

/** A solve's numbers. `mark` says with what help and on which occasion; the engine decides from it whether it counts. */
export interface Entry {
  /** When it ended, and a hash of its line: in order of time, and the same solve is the same record wherever it comes from. */
  id: string;
  ended: number;
  /** The board's size and goal: `4x4 blank-last`. */
  kind: string;
  time: number;
  stm: number;
  mtm: number;
  mark: string;
  /** What its board was drawn from, where that is known: of solves of one deal the first counts. */
  deal?: string;
}

/** How a day's board was first solved, and whether that counts among the days in a row. */
export interface DailySolve {
  date: string;
  stm: number;
  time: number;
  counts?: boolean;
  /** What earlier versions wrote instead. */
  late?: boolean;
  helped?: boolean;
}
export const counts = (solve: DailySolve): boolean => solve.counts ?? !(solve.late || solve.helped);

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((found, failed) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('solves', { keyPath: 'id' });
      database.createObjectStore('lines');
      database.createObjectStore('daily', { keyPath: 'date' });
      database.createObjectStore('unread', { autoIncrement: true });
    };
    request.onsuccess = () => {
      // A newer page in another tab may want to change the shelves: let it.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      request.result.onclose = () => {
        opened = null;
      };
      found(request.result);
    };
    request.onerror = () => {
      opened = null;
      failed(request.error ?? new Error('no database'));
    };
  });
  return opened;
}

const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error ?? new Error('the database failed'));
  });

/** Changes shelves, all or nothing. Resolves when the change is on the disk. */
export async function change(
  shelves: Shelf[],
  work: (shelf: (name: Shelf) => IDBObjectStore) => void,
): Promise<void> {
  const database = await open();
  const transaction = database.transaction(shelves, 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((kept, failed) => {
    transaction.oncomplete = () => kept();
    transaction.onabort = () => failed(transaction.error ?? new Error('the database failed'));
    transaction.onerror = () => failed(transaction.error ?? new Error('the database failed'));
  });
  // Work that throws is told by what it throws; that the change was given up with it is no second fault.
  done.catch(() => undefined);
  work((name) => transaction.objectStore(name));
  await done;
}

/** Puts lines that nobody can read on their shelf, in a change of it; each stands there once, wherever it comes from and however often. */
export function addUnread(shelf: (name: Shelf) => IDBObjectStore, lines: string[]): void {
  if (lines.length === 0) return;
  const there = shelf('unread').getAll() as IDBRequest<string[]>;
  there.onsuccess = () => {
    for (const line of new Set(lines)) if (!there.result.includes(line)) shelf('unread').add(line);
  };
}

/** Reads from a shelf. */
export async function ask<Value>(
  name: Shelf,
  question: (shelf: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await open();
  return answered(question(database.transaction(name).objectStore(name)));
}

/** Everything on a shelf in order, a part at a time, with a rest between the parts so that nobody waits for a frame. */
export async function* parts<Value>(name: Shelf, size: number): AsyncGenerator<Value[]> {
  let after: IDBValidKey | undefined;
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true);
    const database = await open();
    const shelf = database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([
      answered(shelf.getAllKeys(range, size)),
      answered(shelf.getAll(range, size) as IDBRequest<Value[]>),
    ]);
    if (keys.length > 0) yield values;
    if (keys.length < size) return;
    after = keys[keys.length - 1];
    await rest();
  }
}

/** Lets the page draw. */
export const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** A short hash of a text, for names: FNV-1a. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
