/** What the screen says while a newsletter goes out, by itself: after the undo window, while the mail server is away, at the end. */
import type { Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { type Fault, type Step, settingsFor, smtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { editorOf, setSetting } from '../support/states.ts';
import { replaceSubscribers, sendArticle } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let server: TestSmtpServer;
let site: Site;
let fault: (step: Step, address: string) => Fault = () => undefined;
const tried: string[] = [];

test.beforeAll(async () => {
  server = await smtpServer({
    delay: 300,
    fail: (step, address) => {
      if (step === 'rcpt') tried.push(address);
      return fault(step, address);
    },
  });
  site = await startSite({ ...settingsFor(server), LOG_LEVEL: 'silent' });
});

test.beforeEach(async ({ page }) => {
  fault = () => undefined;
  tried.length = 0;
  await signIn(page, site);
});

test.afterAll(async () => {
  await site.stop();
  await server[Symbol.asyncDispose]();
});

/** On its way without an undo window; opens the list of newsletters. */
async function send(page: Page, title: string) {
  setSetting(site, 'newsletterHoldSeconds', 0);
  const id = await (await editorOf(site)).addArticle({ title, isPublished: true });
  await sendArticle(site, id);
  await page.goto(`${site.url}/admin/newsletter`);
  return page.getByRole('article', { name: title });
}

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const) {
  test(`the countdown ends with how many have it, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    replaceSubscribers(site, `counted${width}`, 5);
    setSetting(site, 'newsletterHoldSeconds', 5);
    await openArticles(page, site);
    await fillArticle(page, `Counted at ${width}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Just published' });
    await expect(panel).toContainText(/Delivered to 0 of 5\..*5 waiting: nothing is sent before \d+:\d\d [AP]M/);
    await expect(panel).toContainText('Delivered to 5 of 5.', { timeout: 30_000 });
    await expect(panel).not.toContainText(/still to go|waiting/);
    await page.goto(`${site.url}/admin/newsletter`);
    const card = page.getByRole('article', { name: `Counted at ${width}` });
    await expect(card).toContainText('Delivered to 5 of 5.');
    await expect(card.getByText('Done', { exact: true })).toBeVisible({ timeout: 20_000 });
  });

  test(`a mail server that turns us away is told once, and the figures follow when it is back, at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    replaceSubscribers(site, `away${width}`, 5);
    fault = (step) => (step === 'mail' ? '451 4.3.0 Try again later' : undefined);
    const title = `Paused at ${width}`;
    const card = await send(page, title);
    const reason = page.getByText(/^Paused: /);
    await expect(reason).toHaveText('Paused: the mail server has taken no email', { timeout: 20_000 });
    await expect(card).toContainText('451 4.3.0 Try again later');
    await expect(card.getByText('Sending', { exact: true })).toHaveCount(0);
    await expect(page.getByText('Waiting for the mail server')).toHaveCount(0);
    await expectAccessible(page, width);
    await card.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: 'Who got it' })).toBeVisible();
    await expect(reason).toHaveCount(1);
    fault = () => undefined;
    await page.getByRole('button', { name: 'Try now' }).click();
    const figures = page.getByRole('article', { name: title });
    await expect(figures).toContainText('Delivered to 5 of 5.', { timeout: 30_000 });
    await expect(reason).toHaveCount(0);
  });

  test(`not confirmed and failed are told apart, and only who may exist is tried again, at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const [gone = '', full = '', lost = ''] = replaceSubscribers(site, `ended${width}`, 5);
    fault = (step, address) => {
      if (step === 'rcpt' && address === gone) return '550 5.1.1 No such user';
      if (step === 'rcpt' && address === full) return '552 5.2.2 The mailbox is full';
      return step === 'data' && address === lost ? 'lose' : undefined;
    };
    const card = await send(page, `Ended at ${width}`);
    const failed: number[] = [];
    await expect(async () => {
      const words = (await card.textContent()) ?? '';
      failed.push(Number(/(\d+) failed/.exec(words)?.[1] ?? 0) + Number(/(\d+) address/.exec(words)?.[1] ?? 0));
      expect(words).toContain('Delivered to 2 of 5. 1 address no longer exists. 1 failed. 1 not confirmed.');
    }).toPass({ timeout: 30_000, intervals: [200] });
    expect(failed).toEqual(failed.toSorted((one, other) => one - other));
    await expect(card.getByText('Done, 1 not confirmed')).toBeVisible({ timeout: 20_000 });
    fault = () => undefined;
    await card.getByRole('button', { name: 'Retry the failed emails' }).click();
    await expect(card).toContainText('Delivered to 3 of 5. 1 address no longer exists. 1 not confirmed.', {
      timeout: 30_000,
    });
    await expect(card.getByRole('button', { name: 'Retry the failed emails' })).toHaveCount(0);
    const count = (address: string) => tried.filter((one) => one === address).length;
    expect([gone, full, lost].map(count)).toEqual([1, 2, 1]);
  });
}
