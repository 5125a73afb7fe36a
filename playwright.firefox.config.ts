/** Journeys in Debian's Firefox: the main ones, or with FIREFOX_EVERYWHERE=true all that its driver may be able to take. */
import { defineConfig, devices } from '@playwright/test';
import base from './playwright.config.ts';

const { 'Desktop Firefox': firefox } = devices;
const executablePath = process.env.FIREFOX_PATH;

/** What visitors come for, with the sign-up of guests. */
const visitors = [
  'home',
  'article',
  'events',
  'committee',
  'layout',
  'newsletter',
  'verify',
  'signup',
  'signup-states',
];
/** From the sign-in to the newsletter, and each point of the writing place. */
const administrators = [
  ...['login', 'publishing', 'editor', 'presses', 'kept-texts', 'beside', 'keep-writing', 'undo-send', 'writing'],
  ...[
    'text-pictures',
    'before-publishing',
    'conflict',
    'preview',
    'lists',
    'many',
    'committee-order',
    'glance',
    'fold',
  ],
  ...['schedule', 'library', 'two-tabs', 'pictures', 'pasting', 'pasted-samples'],
];
const names = `public-(${visitors.join('|')})|newsletter|admin-(${administrators.join('|')})`;
const main = new RegExp(`/(${names})(\\.long)?\\.spec\\.ts$`);
const touching = /admin-writing\.long\.spec\.ts on a phone|public-layout\.long\.spec\.ts on touch/;

export default defineConfig(base, {
  testDir: 'tests/e2e',
  testMatch: process.env.FIREFOX_EVERYWHERE === 'true' ? [main, 'public-*.spec.ts'] : main,
  outputDir: 'test-results/firefox',
  workers: 1,
  use: {
    ...firefox,
    // Speaks WebDriver BiDi; Playwright's other protocol needs a Firefox of its own.
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: launching({}),
  },
  projects: [
    { name: 'desk', grepInvert: touching },
    {
      name: 'phone',
      grep: touching,
      // A coarse pointer that cannot hover, and no other: the driver emulates none.
      use: { launchOptions: launching({ 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 }) },
    },
  ],
});

function launching(firefoxUserPrefs: Record<string, number>) {
  return { args: [], firefoxUserPrefs, ...(executablePath ? { executablePath } : {}) };
}
