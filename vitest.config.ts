import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/postgres-global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 1,
    // By default one core stays free, which on two cores doubles the time.
    maxWorkers: '100%',
  },
});
