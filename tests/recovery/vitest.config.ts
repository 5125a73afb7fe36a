import { defineConfig } from 'vitest/config';
import { patient } from '../support/patience.ts';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/recovery/*.test.ts', 'tests/{restore-kills.long,backup-faults}.test.ts'],
    // Each wants the machine for itself.
    fileParallelism: false,
    environment: 'node',
    globalSetup: 'tests/support/databases-global-setup.ts',
    testTimeout: patient(300_000),
    hookTimeout: patient(300_000),
  },
});
