import { defineConfig } from 'vitest/config';
import { patient } from '../support/patience.ts';
import { isSample } from '../support/sampled-tests.ts';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/attack/*.test.ts'],
    // Each wants the machine for itself.
    fileParallelism: false,
    environment: 'node',
    // The attack of `npm test` is on a site of its own.
    globalSetup: [...(isSample ? [] : ['tests/support/databases-global-setup.ts']), 'tests/attack/install.ts'],
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
  },
});
