import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './build/offline.ts';
import { weigh } from './build/weight.ts';

export default defineConfig({
  // Relative addresses: the folder works at any path of any static host.
  base: './',
  plugins: [svelte(), offline(), weigh()],
  build: {
    target: 'es2022',
    // Nothing is inlined: the content-security policy allows files of our own and nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A build of the same sources with other names, for the tests of an update.
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      output: { banner: process.env.TAQUIN_STAMP ? `/* ${process.env.TAQUIN_STAMP} */` : '' },
    },
  },
  worker: { format: 'es' },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node' },
});
