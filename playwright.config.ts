import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { browserFlags } from './tests/support/browser.ts';
import { patient } from './tests/support/patience.ts';
import { isSample } from './tests/support/sampled-tests.ts';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: isSample ? '*.long.spec.ts' : [],
  ...(isSample && { grepInvert: /@long/ }),
  outputDir: 'test-results',
  timeout: patient(120_000),
  expect: { timeout: patient(15_000) },
  // One more than cores: while a journey waits for an answer or a mail, another one goes on.
  workers: Math.min(6, availableParallelism() + 1),
  // A machine that does other things too may be too slow for a journey once; `npm test` names those that needed it.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // What cannot be pressed by then never will be; the whole journey has longer.
    actionTimeout: patient(30_000),
    // Less to draw, and no text to catch between two places; those that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
});
