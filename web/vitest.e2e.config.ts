import { defineConfig } from 'vitest/config';

/** The built page in a real browser, served by `taquin serve`. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two browsers at a time: a page under test mostly waits, and the machine that tests may have two cores.
    maxWorkers: 2,
    // What is waited for comes sooner or later: a second is too little where others compile.
    expect: { poll: { timeout: 15_000 } },
  },
});
