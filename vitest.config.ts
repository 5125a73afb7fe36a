import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/databases-global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 1,
    // A worker loads the server's modules once, not for each file: a fifth of the time. No test changes a module.
    isolate: false,
    // Many tests wait for a clock, a mail server or a process of their own: two more than cores keep these at work.
    maxWorkers: availableParallelism() + 2,
  },
});
