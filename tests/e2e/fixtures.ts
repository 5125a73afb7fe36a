/** What every journey starts from: the real site as a process, a real mail server, and a page that must stay silent. */
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { patient } from '../support/patience.ts';
import { administrator, type Site, startSite } from '../support/site.ts';
import { settingsFor, smtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { inDatabase, tokenOf } from '../support/states.ts';

type Fixtures = {
  /** Makes the test fail when the console reports an error, the policy is violated or a third party is asked. */
  silent: string[];
  /** What a test starts for itself. It ends when the page is closed: no call of the page meets a site that stops. */
  own: AsyncDisposableStack;
};

type WorkerFixtures = {
  mailbox: TestSmtpServer;
  /** An empty site whose mails go to `mailbox`. */
  site: Site;
  /** A site with the demo content. */
  demoSite: Site;
  /** For one file after the other to fill: each begins with `emptied(ownSite)`. */
  ownSite: Site;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const mailbox = await smtpServer();
      await use(mailbox);
      await mailbox[Symbol.asyncDispose]();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailbox }, use) => {
      const site = await startSite({ ...settingsFor(mailbox), SUBSCRIBE_LIMIT_PER_HOUR: '1000', LOG_LEVEL: 'warn' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: patient(90_000) },
  ],
  demoSite: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: patient(90_000) },
  ],
  ownSite: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const site = await startSite({ LOG_LEVEL: 'error' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: patient(90_000) },
  ],
  silent: [
    async ({ page, browserName, javaScriptEnabled }, use) => {
      if (browserName === 'firefox') skipWhatFirefoxLacks(page);
      test.skip(
        browserName === 'firefox' && javaScriptEnabled === false,
        'Firefox ESR lets no driver turn scripts off',
      );
      const noise: string[] = [];
      listen(page, noise);
      await use(noise);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
  own: async ({ page }, provide) => {
    await using own = new AsyncDisposableStack();
    await provide(own);
    await page.close();
  },
});

/** A journey that comes to what the driver of Firefox ESR cannot do is skipped, with the reason. */
function skipWhatFirefoxLacks(page: Page): void {
  page.emulateMedia = async () => test.skip(true, 'Firefox ESR lets no driver emulate media');
  page.context().newCDPSession = async () => test.skip(true, "It speaks Chromium's own protocol") as never;
  // Its driver makes no click of a touch.
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.tap = function (options) {
    return this.click(options);
  };
}

function listen(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own line about a page that answers 404, which is what the page is there for.
    if (/^Failed to load resource.* 404 /.test(message.text()) && message.location().url === page.url()) return;
    // Playwright's own scripts, in the frame of a mail or of the home page, which may run none.
    if (/^Blocked script execution in '(\S+\/newsletter\/frame\/|about:srcdoc)/.test(message.text())) return;
    const isResource = message.text().startsWith('Failed to load resource');
    noise.push(isResource ? `${message.text()} ${message.location().url}` : message.text());
  });
  page.on('pageerror', ({ message }) => {
    // Firefox says so of scripts and fonts that were on their way when the page was left; the number is NS_BINDING_ABORTED.
    if (!/^error loading dynamically imported module|^download failed .* status=2152398850 /.test(message))
      noise.push(message);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== new URL(page.url() === 'about:blank' ? url : page.url()).host)
      noise.push(`asked a third party: ${url.href}`);
  });
}

/** What the journey before has typed and not saved is offered on any device. */
function forgetTyped(site: Site, username: string): void {
  const whose = 'SELECT id FROM administrators WHERE username = ?';
  inDatabase(site, `DELETE FROM drafts WHERE administrator_id = (${whose})`, username);
}

/** For tests about what comes after: without the form. The page that is opened next has the token, once. */
export async function signIn(page: Page, site: Site, who = administrator): Promise<void> {
  forgetTyped(site, who.username);
  const token = await tokenOf(site, who);
  const [origin, given] = [site.url, token].map((value) => JSON.stringify(value));
  await page.addInitScript(`
    if (self.origin === ${origin} && sessionStorage.getItem('given') !== ${given}) {
      sessionStorage.setItem('given', ${given});
      localStorage.setItem('adminToken', ${given});
    }`);
}

export async function enterCredentials(page: Page, { username, password } = administrator): Promise<void> {
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Presses and counts. Typing, with the keys that move the caret or take letters away, is free. */
export function pressing(page: Page) {
  let presses = 0;
  const press = async (one: Locator) => {
    await one.click();
    presses += 1;
  };
  const button = (name: string) => press(page.getByRole('button', { name, exact: true }));
  const link = (name: string) => press(page.getByRole('link', { name, exact: true }));
  return { press, button, link, count: () => presses };
}

export type Given = { name: string; mimeType: string; buffer: Buffer };

/** Of the form on the page. */
export function pictureField(page: Page): Locator {
  return page.getByRole('group', { name: 'Image' });
}

export function choosePicture(page: Page, file: Given): Promise<void> {
  return pictureField(page).locator('input[type=file]').setInputFiles(file);
}

export { expect };
