/** The journeys of visitors, and an administrator's from a draft to its newsletter, in Debian's Firefox. */
import { defineConfig, devices } from '@playwright/test';
import base from './playwright.config.ts';

const { 'Desktop Firefox': firefox } = devices;
const executablePath = process.env.FIREFOX_PATH;

export default defineConfig(base, {
  testDir: 'tests/e2e',
  testMatch: [
    'public-*.spec.ts',
    'newsletter.spec.ts',
    'admin-publishing.spec.ts',
    'admin-login.spec.ts',
    'admin-editor.spec.ts',
  ],
  outputDir: 'test-results/firefox',
  workers: 1,
  use: {
    ...firefox,
    // Speaks WebDriver BiDi; Playwright's other protocol needs a Firefox of its own.
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: { args: [], ...(executablePath ? { executablePath } : {}) },
  },
});
