import { defineConfig } from 'vitest/config';

/** How fast the built page is in a real browser: figures to write down, never asserted. */
export default defineConfig({
  test: {
    include: ['tests/measure/**/*.test.ts'],
    environment: 'node',
    testTimeout: 200_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: [['default', { summary: false }]],
    disableConsoleIntercept: true,
  },
});
