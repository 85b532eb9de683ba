import { defineConfig } from 'vitest/config';

/** The built page in Firefox and WebKit, one after the other. */
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    environment: 'node',
    testTimeout: 240_000,
    hookTimeout: 180_000,
    maxWorkers: 1,
  },
});
