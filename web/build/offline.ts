import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Writes the service worker: the list of every file of this build, and a cache named after their contents. */
export function offline(): Plugin {
  return {
    name: 'taquin-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map')).sort();
      const digest = createHash('sha256');
      for (const name of files) {
        const file = bundle[name];
        digest.update(name).update(file.type === 'chunk' ? file.code : file.source);
      }
      const list = ['./', 'icon.svg', 'manifest.webmanifest', ...files.filter((name) => name !== 'index.html')];
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker(digest.digest('hex').slice(0, 12), list) });
    },
  };
}

/** Files are fetched once per build and answered from the cache; the page itself is asked for first, so that a new build arrives. */
function worker(version: string, files: string[]): string {
  return `const cacheName = 'taquin-${version}';
const files = ${JSON.stringify(files, null, 1)};
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('taquin-') && name !== cacheName && !name.startsWith('taquin-keep')).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('./', { cacheName })));
    return;
  }
  event.respondWith(caches.match(request, { cacheName }).then((hit) => hit ?? fetch(request)));
});
`;
}
