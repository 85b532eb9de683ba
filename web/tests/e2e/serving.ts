/** A plain static host for folders of the built page: it can change the folder, fail, be slow, and it weighs what it sends. */
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.txt': 'text/plain',
};

export interface Host {
  url: string;
  folder: string;
  /** What every answer has to go through: a status of its own, a wait in milliseconds, or nothing at all. */
  trouble: { status?: number; wait?: number; gone?: boolean };
  /** Bytes sent, by path. */
  sent: Record<string, number>;
  end: () => Promise<void>;
}

export async function host(folder: string): Promise<Host> {
  const state: Host = { url: '', folder, trouble: {}, sent: {}, end: async () => {} };
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      const name = path.endsWith('/') ? 'index.html' : path.slice(1);
      if (state.trouble.gone) return void request.socket.destroy();
      if (state.trouble.wait) await new Promise((done) => setTimeout(done, state.trouble.wait));
      const body = state.trouble.status ? null : await readFile(join(state.folder, name)).catch(() => null);
      if (!body) {
        response.writeHead(state.trouble.status ?? 404).end('no');
        return;
      }
      const packed = extname(name) === '.woff2' ? body : gzipSync(body);
      state.sent[name] = (state.sent[name] ?? 0) + packed.length;
      response.writeHead(200, {
        'content-type': kinds[extname(name)] ?? 'application/octet-stream',
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(packed === body ? {} : { 'content-encoding': 'gzip' }),
      });
      response.end(packed);
    })();
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  state.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  state.end = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return state;
}

/** The files that the service worker of a build lists. */
export const listed = (folder: string): string[] =>
  [...readFileSync(join(folder, 'sw.js'), 'utf8').matchAll(/^const (?:first|rest) = (\[.*\]);$/gm)].flatMap(
    ([, list]) => JSON.parse(list) as string[],
  );
