import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What a visit may cost before the first move (page, script, styles, font, engine, service worker, the list of solves): 250 kB, less what other compressors add. */
const MOST_BYTES = 249_000;
/** The last sizes that somebody looked at; `npm run weigh` writes them. */
const RECORD = new URL('../first-load.json', import.meta.url);
/** Where a first visit begins: the page, the game, and its words. Everything they import comes along. */
const ROOTS = [
  '/index.html',
  '/src/play/Play.svelte',
  '/src/play/solves.svelte.ts',
  '/src/play/SolveList.svelte',
  '/src/text/en/shell.ts',
  '/src/text/en/play.ts',
];
/** What they ask for by its address: the engine that plays, the letters of most languages, the worker that reads the list of solves. */
const ASKED = /^assets\/(figtree-latin-wght|lister-)|\/pkg\/taquin_wasm_bg\.wasm$/;

export interface Part {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
  imports?: string[];
  code?: string;
  source?: string | Uint8Array;
  originalFileNames?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** The files of a first visit. */
export function firstLoad(bundle: Record<string, Part>): Part[] {
  const parts = Object.values(bundle);
  const found = new Set<Part>();
  const take = (part: Part | undefined): void => {
    if (!part || found.has(part)) return;
    found.add(part);
    for (const name of [...(part.imports ?? []), ...(part.viteMetadata?.importedCss ?? [])])
      take(bundle[name]);
  };
  for (const root of ROOTS) {
    const chunk = parts.find((part) => part.facadeModuleId?.endsWith(root));
    if (!chunk) throw new Error(`the first load has no ${root}`);
    take(chunk);
  }
  take(bundle['index.html']);
  for (const part of parts)
    if ([part.fileName, ...(part.originalFileNames ?? [])].some((name) => ASKED.test(name))) take(part);
  return [...found];
}

/** Compressed as servers do it, unless that makes it longer. */
function weight({ code, source }: Part): number {
  const bytes = Buffer.from(code ?? source ?? '');
  return Math.min(bytes.length, gzipSync(bytes).length);
}

/**
 * Weighs the first load of every build, and tells which files grew since the last record. With `TAQUIN_WEIGH=check` a first load
 * that is too heavy is an error; with `record` the sizes are written down.
 */
export function weigh(): Plugin {
  return {
    name: 'taquin-weigh',
    apply: 'build',
    enforce: 'post',
    writeBundle(_, bundle) {
      const known = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, number>;
      const parts = firstLoad(bundle as unknown as Record<string, Part>);
      const sizes: Record<string, number> = Object.fromEntries(
        parts
          .map((part): [string, number] => [part.fileName.replace(/-[\w-]{8}(\.\w+)$/, '$1'), weight(part)])
          .sort(),
      );
      const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
      const grown = Object.entries(sizes)
        .map(([name, size]) => ({ name, size, by: size - (known[name] ?? 0) }))
        .filter(({ by }) => by > 0)
        .sort((a, b) => b.by - a.by);
      const lines = grown.map(({ name, size, by }) => `  ${name}: ${size} bytes, ${by} more than recorded`);
      const says = [`first load: ${total} of ${MOST_BYTES} bytes compressed`, ...lines].join('\n');
      const asked = process.env.TAQUIN_WEIGH;
      if (asked === 'record') writeFileSync(RECORD, `${JSON.stringify(sizes, null, 1)}\n`);
      if (asked === 'check' && total > MOST_BYTES) this.error(says);
      console.log(says);
    },
  };
}
