import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/attack/*.test.ts'],
    // Each wants the machine for itself.
    fileParallelism: false,
    environment: 'node',
    globalSetup: 'tests/support/databases-global-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
