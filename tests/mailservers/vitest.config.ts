import { defineConfig } from 'vitest/config';
import { patient } from '../support/patience.ts';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    // The mailbox of bounces is a real Dovecot's.
    include: ['tests/mailservers/*.test.ts', 'src/features/newsletter/bounces/bounce-mailbox.journey.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/databases-global-setup.ts', 'tests/mailservers/install.ts'],
    testTimeout: patient(300_000),
    hookTimeout: patient(300_000),
    // Each starts mail servers of its own.
    fileParallelism: false,
  },
});
