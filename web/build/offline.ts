import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { firstLoad, type Part } from './weight.ts';

/** Writes the service worker: the list of every file of this build, and a cache named after their contents. */
export function offline(): Plugin {
  return {
    name: 'taquin-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => !name.endsWith('.map'))
        .sort();
      const digest = createHash('sha256');
      for (const name of files) {
        const file = bundle[name];
        digest.update(name).update(file.type === 'chunk' ? file.code : file.source);
      }
      const pages = files.filter((name) => name.endsWith('.html') && name !== 'index.html');
      const first = firstLoad(bundle as unknown as Record<string, Part>)
        .map((part) => part.fileName)
        .filter((name) => !name.endsWith('.html'))
        .sort();
      const rest = [
        'icon.svg',
        'manifest.webmanifest',
        'taquin-element.js',
        ...pages,
        ...files.filter((name) => !name.endsWith('.html') && !first.includes(name)),
      ];
      const entry = files.find((name) => {
        const file = bundle[name];
        return file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith('index.html');
      });
      const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')
        .replace("'VERSION'", JSON.stringify(digest.digest('hex').slice(0, 12)))
        .replace("'ENTRY'", JSON.stringify(entry ?? ''))
        .replace("['FIRST']", JSON.stringify(first))
        .replace("['REST']", JSON.stringify(rest));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
