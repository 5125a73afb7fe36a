import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/postgres-global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 1,
    // Many tests wait for a clock, a mail server or a process of their own: two more than cores keep these at work.
    maxWorkers: availableParallelism() + 2,
  },
});
