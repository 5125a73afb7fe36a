import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { linkIn, type TestSmtpServer } from '../support/smtp.ts';
import { inDatabase, setSetting } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

test('a visitor subscribes, receives each article once, and leaves', async ({ page, site, mailbox, context }) => {
  // What waits before it leaves has journeys of its own.
  setSetting(site, 'newsletterHoldSeconds', 0);
  // Other journeys may have left subscribers of theirs here.
  inDatabase(site, "UPDATE subscribers SET state = 'unsubscribed', unsubscribed_at = created_at");
  const [subscriber, other] = ['reader@example.org', 'other@example.org'];
  for (const address of [subscriber, other]) await subscribe(page, site, mailbox, address);

  const admin = await context.newPage();
  await signIn(admin, site);
  const first = await publish(admin, site, 'The river remembers');
  const [, mail] = await mailbox.waitForMails(2, subscriber);
  expect(mail?.subject).toContain('The river remembers');
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await expectDelivered(admin, site, first, 2);

  const again = await call(admin, site, 'POST', `/newsletter/admin/send/${first}`);
  expect(again).toMatchObject({ queued: 0, audience: 2 });
  await expectDelivered(admin, site, first, 2);
  expect(mailbox.mails.filter(({ envelopeTo }) => envelopeTo.includes(subscriber))).toHaveLength(2);

  if (!mail) throw new Error('There is no mail to leave by');
  await page.goto(linkIn(mail, '/unsubscribe').href);
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  // No one was seen at the page, so an undo link follows.
  await mailbox.waitForMails(3, subscriber);

  const second = await publish(admin, site, 'A second look at bats');
  await mailbox.waitForMails(3, other);
  await expectDelivered(admin, site, second, 1);
  expect(mailbox.mails.filter(({ envelopeTo }) => envelopeTo.includes(subscriber))).toHaveLength(3);
});

async function subscribe(page: Page, site: Site, mailbox: TestSmtpServer, address: string): Promise<void> {
  await page.goto(site.url);
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(address);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Subscribed! Please check your inbox to verify your email.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /e-?mail/i })).toHaveValue('');
  const [mail] = await mailbox.waitForMails(1, address);
  if (!mail) throw new Error('No confirmation mail');
  await page.goto(linkIn(mail, '/verify').href);
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/`);
}

/** Writes an article with the editor, publishes it and answers its id. */
async function publish(page: Page, site: Site, title: string): Promise<number> {
  await page.goto(`${site.url}/admin/articles`);
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description', { exact: true }).fill('What it carries, and to whom.');
  const editor = page.getByRole('textbox', { name: 'Content' });
  await editor.click();
  await page.keyboard.type('One ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('health');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.').first()).toBeVisible();
  const articles = (await call(page, site, 'GET', '/articles/admin')) as {
    id: number;
    title: string;
    content: string;
  }[];
  const article = articles.find((one) => one.title === title);
  expect(article?.content).toMatch(/<p>One <strong>health<\/strong><\/p>/);
  return article?.id ?? 0;
}

/** The report says that all mails of this article have left, so that none can be on its way. */
async function expectDelivered(page: Page, site: Site, articleId: number, sent: number): Promise<void> {
  const path = `/newsletter/admin/articles/${articleId}/report`;
  await expect
    .poll(() => call(page, site, 'GET', path))
    .toMatchObject({ report: { total: sent, counts: { sent, queued: 0, sending: 0, retry: 0 } } });
}

/** A call with the token that the page keeps. */
async function call(page: Page, site: Site, method: string, path: string): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.fetch(`${site.url}/api/v1${path}`, { method, headers })).json();
}
