import { defineConfig } from 'vitest/config';

/** Pictures of the built page, for somebody to look at. */
export default defineConfig({
  test: {
    include: ['tests/look/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
