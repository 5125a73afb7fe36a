/** The administrator's newsletter area: how sending goes, who did not get it, and what can be done about it. */

import { patient } from '../support/patience.ts';
import { type Site, startSite } from '../support/site.ts';
import { settingsFor, smtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { answer, callsOf, editorOf, expectNoise, inDatabase } from '../support/states.ts';
import { addSubscribers, sendArticle } from '../support/subscribers-of-site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;
let mailbox: TestSmtpServer;
const refused = new Set<string>();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  mailbox = await smtpServer({
    fail: (step, address) => (step === 'rcpt' && refused.has(address) ? '552 5.2.2 The mailbox is full' : undefined),
  });
  site = await startSite({ ...settingsFor(mailbox), NEWSLETTER_RATE_PER_SECOND: '2', LOG_LEVEL: 'error' });
});

test.afterAll(async () => {
  await site.stop();
  await mailbox[Symbol.asyncDispose]();
});

test('before the first newsletter the screen says what to do', { tag: '@long' }, async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('navigation', { name: 'Administrator' }).getByRole('link', { name: 'Newsletter' }).click();
  await expect(page.getByRole('heading', { name: 'No newsletter has been sent yet' })).toBeVisible();
});

test('a newsletter is followed live, paused, resumed and retried where it failed', async ({ page }) => {
  addSubscribers(site, 12);
  // The last: nothing counts against a subscriber while no one else has been served.
  refused.add('r12@example.org');
  const id = await (await editorOf(site)).addArticle({ title: 'Bats and us' });
  await sendArticle(site, id);
  await signIn(page, site);
  const calls = callsOf(page);
  await page.goto(`${site.url}/admin/newsletter`);
  const card = page.getByRole('article', { name: 'Bats and us' });
  await expect(card).toContainText(/Delivered to [1-9]\d* of 12\./);
  expect(calls.filter((call) => call.includes('/newsletter/admin/issues?'))).toHaveLength(1);

  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByRole('alert')).toContainText('Paused by hand');
  await expect(card).toContainText('Started ');
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(card.getByText('Done', { exact: true })).toBeVisible({ timeout: patient(20_000) });
  await expect(card).toContainText('Delivered to 11 of 12. 1 failed.');

  await card.getByRole('link', { name: 'Bats and us' }).click();
  const undelivered = page.getByRole('region', { name: 'Who got it' });
  await expect(undelivered.getByRole('listitem')).toHaveText(/r12@example\.org.*Refused.*552.*mailbox is full/);
  await expect(undelivered.getByLabel('Show').getByRole('option')).toHaveText(['Delivered (11)', 'Failed (1)']);

  refused.clear();
  await page.getByRole('button', { name: 'Retry the failed emails' }).click();
  await expect(page.getByText('The failed emails are being sent again.')).toBeVisible();
  await expect(card).toContainText('Delivered to 12 of 12.', { timeout: patient(20_000) });
  await expect(page.getByRole('button', { name: 'Retry the failed emails' })).toHaveCount(0);
  const lists = undelivered.getByLabel('Show').getByRole('option');
  await expect(lists).toHaveText(['Delivered (12)', 'Failed (0)'], { timeout: patient(20_000) });
  await expect(undelivered.getByText('No one')).toBeVisible();
});

test('cancelling asks first, and says what happens', async ({ page }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Cancelled' });
  await sendArticle(site, id);
  // A pause leaves as much time as a slow machine needs.
  inDatabase(site, "UPDATE issues SET state = 'paused', pause_reason = 'Paused by hand' WHERE article_id = ?", id);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter/${id}`);
  await page.getByRole('button', { name: /^Cancel.*Cancelled$/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel the newsletter “Cancelled”?' });
  await question.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^Cancel.*Cancelled$/ }).click();
  await question.getByRole('button', { name: 'Cancel newsletter' }).click();
  await expect(page.getByText('The newsletter is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
  expect(inDatabase(site, 'SELECT state FROM issues WHERE article_id = ?', id)).toEqual([{ state: 'cancelled' }]);
});

test('a draft is previewed as HTML and text, measured, and sent to oneself', async ({ page, silent }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Still a draft', isPublished: false });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter/${id}`);
  await expect(page.getByText('Publish the article to send it.')).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Still a draft' })).toHaveCSS('font-family', /Georgia/);
  await expect(page.getByText(/ kB of 102 kB/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Plain text' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Plain text' })).toContainText('Still a draft');
  await page.getByRole('button', { name: 'Send a test to myself' }).click();
  await expect(page.getByText(/^The test is sent to /)).toBeVisible();
  await expect.poll(() => mailbox.mails.some(({ subject }) => subject === '[Test] Still a draft')).toBe(true);

  // One that does not arrive says why.
  const own = mailbox.mails.find(({ subject }) => subject.startsWith('[Test]'))?.envelopeTo[0] ?? '';
  refused.add(own);
  await page.getByRole('button', { name: 'Send a test to myself' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^The mail server refused the test: 552 5\.2\.2 The mailbox is full/,
  );
  refused.delete(own);
  const content = `<p>${'Very long. '.repeat(11_000)}</p>`;
  const long = await (await editorOf(site)).addArticle({ title: 'Long', content, isPublished: false });
  await page.goto(`${site.url}/admin/newsletter/${long}`);
  await expect(page.getByText(/^This article is too long for an email: /)).toBeVisible();
  await expect(page.getByText(/ kB of 102 kB/)).toHaveCount(0);
  await expect(frame.getByRole('link', { name: 'Read on the site' })).toBeVisible();
  expectNoise(silent, /Failed to load resource/);
});

test('confirmations that were kept for lack of a mail server are sent by one press', async ({ page }) => {
  const at = new Date().toISOString();
  for (const name of ['kept1', 'kept2']) {
    const email = `${name}@example.org`;
    const subscriber =
      "INSERT INTO subscribers (email, email_key, state, created_at) VALUES (?, ?, 'pending', ?) RETURNING id";
    const [row] = inDatabase(site, subscriber, email, email, at);
    const mail =
      "INSERT INTO mails (kind, subscriber_id, state, created_at, next_attempt_at) VALUES ('confirm', ?, 'kept', ?, ?)";
    inDatabase(site, mail, Number(row?.id), at, at);
  }
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'Send the 2 waiting confirmations' }).click();
  await expect(page.getByText('2 confirmations on the way.')).toBeVisible();
  await expect(page.getByRole('button', { name: /waiting confirmation/ })).toHaveCount(0);
  await mailbox.waitForMails(1, 'kept1@example.org');
  await mailbox.waitForMails(1, 'kept2@example.org');
});

test('a list that fails says so', { tag: '@long' }, async ({ page, silent }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Behind a proxy' });
  await sendArticle(site, id);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  const card = page.getByRole('article', { name: 'Behind a proxy' });
  await expect(card.getByText('Done', { exact: true })).toBeVisible({ timeout: patient(30_000) });

  await answer(page, '/newsletter/admin/issues?*', { status: 500, json: {} });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load the newsletters');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card).toBeVisible();
  expectNoise(silent, /Failed to load resource/);
});

test('the area can be used by everyone, on every screen', { tag: '@long' }, async ({ page }) => {
  await signIn(page, site);
  for (const path of ['/admin/newsletter', '/admin/newsletter/1']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessible(page, 1280, 375);
  }
});
