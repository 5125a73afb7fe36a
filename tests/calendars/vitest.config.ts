import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/calendars/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/databases-global-setup.ts', 'tests/calendars/install.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
