/** The list of solves as far as it is seen: a worker has read it (`lister`), and is told of every change. */
import { compiled } from '../engine';
import { EMPTY, type Own, type Question, type Reply, type Request, type View } from './listing';
import type { News } from './news';
import { failed } from './trouble.svelte';

/** How often a worker that broke is replaced. */
const AGAIN = 3;

let seen = $state.raw<View>(EMPTY);
let asked: Question | null = null;
let broken = 0;
let number = 0;
const waiting = new Map<number, (found: Own[] | string | undefined) => void>();

/** What was asked to be seen of the list. Reactive. */
export const view = (): View => seen;

/** What is to be seen, as of now: days begin and end while a page is open. */
const looking = (): Request[] =>
  asked ? [{ kind: 'look', question: asked, today: new Date().setHours(0, 0, 0, 0) }] : [];

async function start(): Promise<Worker> {
  const module = await compiled;
  const worker = new Worker(new URL('./lister.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<Reply>) => heard(event.data, worker));
  worker.addEventListener('error', () => broke(worker));
  for (const request of [{ kind: 'start', module }, ...looking()] as Request[]) worker.postMessage(request);
  return worker;
}
let lister = start();
const post = (request: Request): void => void lister.then((worker) => worker.postMessage(request));

/** A worker that broke off is replaced; the new one reads everything again. */
function broke(worker: Worker): void {
  worker.terminate();
  for (const answer of waiting.values()) answer(undefined);
  waiting.clear();
  broken += 1;
  if (broken <= AGAIN) lister = start();
  else failed(null);
}

function heard(reply: Reply, from: Worker): void {
  if (reply.kind === 'view') seen = reply.view;
  else if (reply.kind === 'trapped') broke(from);
  else if (reply.kind === 'failed') failed(new DOMException('', reply.name));
  else {
    waiting.get(reply.id)?.(reply.found);
    waiting.delete(reply.id);
  }
}

/** Chooses what is to be seen. */
export function look(question: Question): void {
  asked = question;
  looking().forEach(post);
}

/** Solves came, went, or all have to be read again. */
export function tellLister(news: News): void {
  if (news.kind === 'daily') return;
  post(news as Request);
  looking().forEach(post);
}

/** Asks; no answer where the worker broke. */
function answered(request: (id: number) => Request): Promise<Own[] | string | undefined> {
  number += 1;
  const id = number;
  return new Promise((found) => {
    waiting.set(id, found);
    post(request(id));
  });
}

/** The newest solves that begin with the same board, other than the replay given. */
export const same = async (of: string, board: string, given: string): Promise<Own[]> =>
  ((await answered((id) => ({ kind: 'same', id, of, board, given }))) as Own[] | undefined) ?? [];

/** The mark of a solve among all others: of solves of one deal the first counts. */
export const standing = async (of: string): Promise<string | undefined> =>
  (await answered((id) => ({ kind: 'standing', id, of }))) as string | undefined;
