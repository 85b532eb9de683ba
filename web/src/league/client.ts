/**
 * The league that this page came from, if it came from one: who one is there, and its protocol (`docs/league.md`).
 *
 * The private key is made here and kept by the browser in a form that no script can read out; once, when it is made, it can be
 * saved as a file.
 */

export interface LeagueTold {
  service: string;
  now_ms: number;
  today: string;
  challenge: string;
  daily: string[];
  classes: string[];
}
export interface ResultTold {
  standing: 'ranked' | 'flagged' | 'unranked' | 'refused';
  reasons: string[];
  time_ms: number | null;
  slides: number | null;
  class: string;
  record: string;
}
export interface AttemptTold {
  id: string;
  player: string;
  event: string;
  board: string;
  result: ResultTold | null;
}
export interface VerdictTold {
  attempt: AttemptTold;
  par: number | null;
  proven: boolean;
}
export interface RowTold {
  rank: number;
  player: string;
  name: string;
  value: number;
  attempt: string;
  optimal: boolean;
}
export interface DayTold {
  day: string;
  size: string;
  board: string | null;
  par: number | null;
  proven: boolean;
}
export interface Me {
  id: string;
  name: string;
}
interface Identity extends Me {
  key: CryptoKey;
  public: string;
}

/** A refusal, by its code; with a receipt when what was sent has come, but could not be kept. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    detail: string,
    readonly receipt: string | null = null,
  ) {
    super(detail);
  }
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const base64 = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const digest = (bytes: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', bytes);

async function answered<Told>(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Told> {
  const answer = await fetch(path, { method, headers, body, cache: 'no-store' });
  if (answer.status === 204) return undefined as Told;
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    // What has no code is no league's: a proxy says it whose league is away for a moment, or a host that has none.
    if (typeof told.code !== 'string') throw new Error(`${path}: ${answer.status}`);
    throw new Refusal(told.code, String(told.detail ?? ''), answer.headers.get('taquin-arrived'));
  }
  return told as Told;
}

export const look = <Told>(path: string): Promise<Told> => answered('GET', path, {});
export const league = (): Promise<LeagueTold> => look('/api/league');

/** The league's challenge, fetched ahead of time: what is sent when the last tile falls should need one way and no more. */
let challenge: { text: string; at: number } | null = null;
const CHALLENGE_MS = 10 * 60 * 1000;
export async function freshChallenge(): Promise<string> {
  const told = await league();
  challenge = { text: told.challenge, at: performance.now() };
  return told.challenge;
}
const goodChallenge = async (): Promise<string> =>
  challenge && performance.now() - challenge.at < CHALLENGE_MS ? challenge.text : freshChallenge();

/** What says that a request is one's own: a challenge, and a signature under it. */
export async function signature(
  me: Identity,
  method: string,
  path: string,
  body = '',
): Promise<{ challenge: string; signature: string }> {
  const under = await goodChallenge();
  const hash = base64(await digest(new TextEncoder().encode(body)));
  const text = new TextEncoder().encode(['taquin-league-1', method, path, under, hash].join('\n'));
  return {
    challenge: under,
    signature: base64(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, me.key, text)),
  };
}

async function signed<Told>(
  me: Identity,
  method: string,
  path: string,
  value?: unknown,
  receipt: string | null = null,
): Promise<Told> {
  const body = value === undefined ? '' : JSON.stringify(value);
  const once = async (): Promise<Told> => {
    const { challenge: under, signature: proof } = await signature(me, method, path, body);
    const headers = {
      'Taquin-Player': me.id,
      'Taquin-Challenge': under,
      'Taquin-Signature': proof,
      ...(receipt ? { 'Taquin-Arrived': receipt } : {}),
    };
    return answered(method, path, headers, value === undefined ? undefined : body);
  };
  try {
    return await once();
  } catch (error) {
    // A machine that slept has a challenge that is older than it looks.
    if (!(error instanceof Refusal) || error.code !== 'unsigned' || !challenge) throw error;
    challenge = null;
    return once();
  }
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('taquin-league', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('me');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function stored<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const base = await database();
  return new Promise((resolve, reject) => {
    const request = work(base.transaction('me', mode).objectStore('me'));
    request.onsuccess = () => resolve(request.result as Value);
    request.onerror = () => reject(request.error);
  });
}

/** Who one is, from an earlier visit. */
export const known = (): Promise<Identity | undefined> => stored('readonly', (store) => store.get('me'));

/** A key from its own file or a new one; with the text of a file that holds it. */
async function keyOf(
  file: string | null,
): Promise<{ key: CryptoKey; public: string; id: string; file: string }> {
  const pair = file === null ? await crypto.subtle.generateKey(curve, true, ['sign', 'verify']) : null;
  const jwk = (
    pair ? await crypto.subtle.exportKey('jwk', pair.privateKey) : JSON.parse(file ?? '').key
  ) as JsonWebKey;
  const open = await crypto.subtle.importKey(
    'jwk',
    { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, ext: true },
    curve,
    true,
    ['verify'],
  );
  const raw = await crypto.subtle.exportKey('raw', open);
  // From here on no script can read it out.
  const key = await crypto.subtle.importKey('jwk', { ...jwk, ext: false, key_ops: ['sign'] }, curve, false, [
    'sign',
  ]);
  const id = base64(new Uint8Array(await digest(raw)).slice(0, 15));
  return { key, public: base64(raw), id, file: JSON.stringify({ taquin_league_key: 1, key: jwk }) };
}

/** Comes to the league with a name; gives the file with the key, which is not to be had later. */
export async function join(name: string): Promise<{ me: Identity; file: string }> {
  const { file, ...made } = await keyOf(null);
  const me: Identity = { ...made, name };
  const told = await signed<Me>(me, 'POST', '/api/players', { key: me.public, name });
  me.name = told.name;
  await stored('readwrite', (store) => store.put(me, 'me'));
  return { me, file };
}

/** Comes back with a key from another device. */
export async function comeBack(file: string): Promise<Identity> {
  const { file: _, ...made } = await keyOf(file);
  const told = await look<Me>(`/api/players/${made.id}`);
  const me = { ...made, name: told.name };
  await stored('readwrite', (store) => store.put(me, 'me'));
  return me;
}

export async function rename(me: Identity, name: string): Promise<Identity> {
  const told = await signed<Me>(me, 'PUT', `/api/players/${me.id}/name`, { was: me.name, name });
  const renamed = { ...me, name: told.name };
  await stored('readwrite', (store) => store.put(renamed, 'me'));
  return renamed;
}

export const exported = (me: Identity): Promise<unknown> =>
  signed(me, 'POST', `/api/players/${me.id}/export`);

export async function leave(me: Identity): Promise<void> {
  await signed(me, 'DELETE', `/api/players/${me.id}`);
  await stored('readwrite', (store) => store.clear());
}

/** Begins an attempt; a wish that was not answered is the same wish again. */
export function begin(me: Identity, event: string): Promise<AttemptTold> {
  const token = base64(crypto.getRandomValues(new Uint8Array(12)));
  return patient(() => signed(me, 'POST', '/api/attempts', { event, token }));
}

/** Sends what was done, until it is answered: the same record again gets the same answer. */
export const submit = (me: Identity, attempt: string, record: string): Promise<VerdictTold> =>
  patient((receipt) => signed(me, 'POST', `/api/attempts/${attempt}/record`, { record }, receipt), 200);

/** Makes a room for races; its name is good from then on. */
export const makeRoom = async (me: Identity, event: string): Promise<string> =>
  (await patient(() => signed<{ id: string }>(me, 'POST', '/api/races', { event }))).id;

/** Tries again while nobody answers; a refusal is an answer. What had come already is told to have, by its receipt. */
async function patient<Told>(ask: (receipt: string | null) => Promise<Told>, tries = 4): Promise<Told> {
  let receipt: string | null = null;
  for (let left = tries; ; left -= 1) {
    try {
      return await ask(receipt);
    } catch (error) {
      if (error instanceof Refusal) receipt ??= error.receipt;
      if (
        (error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'too-many') ||
        left === 0
      )
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  }
}
export type { Identity };
