import { defineConfig } from 'vitest/config';
import { patient } from '../support/patience.ts';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/attack/*.test.ts'],
    // Each wants the machine for itself.
    fileParallelism: false,
    environment: 'node',
    globalSetup: ['tests/support/databases-global-setup.ts', 'tests/attack/install.ts'],
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
  },
});
