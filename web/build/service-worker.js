/*
 * The page without a network, and across updates. `build/offline.ts` fills in the four constants.
 *
 * Files are named after their contents, so one that is in any cache is right, whichever build put it there: a tab of the last build
 * goes on with the last build's files. The page itself is asked for first, so that a new build arrives; an answer that does
 * not come, or comes as an error, is replaced by the page that is kept. What a first visit does not need is fetched when the page
 * says so, after the first touch.
 */
const version = 'VERSION';
const entry = 'ENTRY';
const first = ['FIRST'];
const rest = ['REST'];
const name = `taquin-${version}`;
const PATIENCE_MS = 3000;
/** Builds whose files are kept for tabs that are still open. */
const OLD = 2;

const builds = async () =>
  (await caches.keys()).filter((each) => each.startsWith('taquin-') && !each.startsWith('taquin-keep'));

async function find(request, options) {
  for (const each of [name, ...(await builds()).reverse()]) {
    const hit = await (await caches.open(each)).match(request, options);
    if (hit) return hit;
  }
  return undefined;
}

/** Brings files into this build's cache, from another build's where it has them. */
async function take(files) {
  const cache = await caches.open(name);
  for (const file of files) {
    if (await cache.match(file)) continue;
    const answer =
      (file.startsWith('assets/') && (await find(file))) ||
      (await fetch(file, file.startsWith('assets/') ? {} : { cache: 'no-cache' }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer);
  }
}

async function install() {
  const page = await fetch('./', { cache: 'no-cache' });
  // Between two deployments the page of another build may come: then this one is not installed, and tried again later.
  if (!page.ok || !(await page.clone().text()).includes(entry))
    throw new Error('the page is of another build');
  const old = (await builds()).length > 0;
  await (await caches.open(name)).put('./', page);
  await take(old ? [...first, ...rest] : first);
  await self.skipWaiting();
}

async function activate() {
  const old = (await builds()).filter((each) => each !== name);
  await Promise.all(old.slice(0, Math.max(0, old.length - OLD)).map((each) => caches.delete(each)));
  await self.clients.claim();
}

async function page(request) {
  const where = new URL(request.url);
  const key = /\.html$/.test(where.pathname) ? where.pathname.split('/').pop() : './';
  const kept = async () => (await caches.open(name)).match(key);
  const asked = fetch(request).then((answer) =>
    answer.status >= 500 ? kept().then((hit) => hit ?? answer) : answer,
  );
  const patient = new Promise((done) => setTimeout(done, PATIENCE_MS)).then(kept).then((hit) => hit ?? asked);
  return Promise.race([asked, patient]).catch(async (error) => {
    const hit = await kept();
    if (hit) return hit;
    throw error;
  });
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  // What is missing now is asked for again at the next visit.
  if (event.data === 'rest') event.waitUntil(take([...first, ...rest]).catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  // Who asks past every cache wants to know what the service has now: whether there is a newer build.
  if (request.mode !== 'navigate' && request.cache === 'no-store') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(find(request).then((hit) => hit ?? fetch(request)));
});
