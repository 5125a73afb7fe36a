import { defineConfig, devices } from '@playwright/test';
import { browserFlags } from './tests/support/browser.ts';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
});
