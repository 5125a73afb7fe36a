/** What a visitor can do whose browser runs no script: everything that matters, by forms that post. */
import type { Page } from '@playwright/test';
import {
  confirmed,
  formOf,
  notYet,
  type Post,
  someFailure,
  stateOf,
  subscribed,
  unsubscribeLink,
} from '../support/post.ts';
import { linkIn } from '../support/smtp.ts';
import { expectNoise, inDatabase } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });
// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

function button(page: Page, name: string) {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}

function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name });
}

test('from subscribing on home to leaving and coming back, and no page says what has not happened', async ({
  page,
}) => {
  const email = 'journey@example.org';
  await page.goto(post.site.url);
  await formOf(page).field.fill(email);
  await button(page, 'Subscribe').click();
  await expect(page).toHaveURL(`${post.site.url}/subscribe`);
  await expect(headingOf(page, subscribed)).toBeVisible();
  await expect(page.getByText(notYet)).toBeVisible();

  const [confirmation] = await post.mailbox.waitForMails(1, email);
  if (!confirmation) throw new Error('No confirmation mail');
  await page.goto(linkIn(confirmation, '/verify').href);
  await expect(page.getByText('Verifying your subscription...')).toBeHidden();
  expect(stateOf(post, email)).toBe('pending');
  await button(page, 'Confirm subscription').click();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  await expect(page.getByText('You will be taken to the home page')).toHaveCount(0);
  await expect(page).toHaveURL(`${post.site.url}/verify`);
  expect(stateOf(post, email)).toBe('confirmed');

  await page.goto(post.site.url);
  await formOf(page).field.fill(email);
  await formOf(page).field.press('Enter');
  await expect(headingOf(page, subscribed)).toBeVisible();
  const [, reminder] = await post.mailbox.waitForMails(2, email);
  if (!reminder) throw new Error('No second mail');
  await page.goto(linkIn(reminder, '/unsubscribe').href);
  await expect(page.getByText('Processing your request...')).toBeHidden();
  await expect(page.locator('main bdi')).toHaveText(email);
  expect(stateOf(post, email)).toBe('confirmed');
  await button(page, 'Unsubscribe').click();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/unsubscribe`);
  expect(stateOf(post, email)).toBe('unsubscribed');
  await button(page, 'Undo').click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  await expect(button(page, 'Undo')).toHaveCount(0);
  expect(stateOf(post, email)).toBe('confirmed');
});

test('an invalid address comes back with a sentence, to be corrected', { tag: '@long' }, async ({ page, silent }) => {
  await page.goto(post.site.url);
  await formOf(page).field.fill('reader@example');
  await button(page, 'Subscribe').click();
  const { field, outcome } = formOf(page);
  await expect(outcome).toHaveText('Please enter a valid email address.');
  await expect(outcome).toHaveRole('alert');
  await expect(field).toHaveValue('reader@example');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('mended@example.org');
  await button(page, 'Subscribe').click();
  await expect(headingOf(page, subscribed)).toBeVisible();
  await post.mailbox.waitForMails(1, 'mended@example.org');
  expectNoise(silent, someFailure);
});

test('a link that confirms nothing says so and offers a new mail', { tag: '@long' }, async ({ page, silent }) => {
  await page.goto(`${post.site.url}/verify?token=wrong`);
  await button(page, 'Confirm subscription').click();
  await expect(page.getByText(/This link is not valid/)).toBeVisible();
  await expect(page.getByText(/This link is incomplete/)).toHaveCount(0);
  await formOf(page).field.fill('anew@example.org');
  await button(page, 'Subscribe').click();
  await expect(headingOf(page, subscribed)).toBeVisible();
  await page.goto(`${post.site.url}/verify`);
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Verifying your subscription...')).toBeHidden();
  await expect(button(page, 'Confirm subscription')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Get a new email' }).click();
  await expect(page).toHaveURL(`${post.site.url}/subscribe`);
  expectNoise(silent, someFailure);
});

test('the link of the notice undoes an unsubscription, and a damaged one says that it cannot', async ({
  page,
  silent,
}) => {
  const link = await unsubscribeLink(post, 'back@example.org');
  inDatabase(
    post.site,
    "UPDATE subscribers SET state = 'unsubscribed', unsubscribed_at = ? WHERE email_key = ?",
    ...[new Date().toISOString(), 'back@example.org'],
  );
  link.searchParams.set('undo', '1');
  await page.goto(link.href);
  expect(stateOf(post, 'back@example.org')).toBe('unsubscribed');
  await button(page, 'Subscribe me again').click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  expect(stateOf(post, 'back@example.org')).toBe('confirmed');
  link.searchParams.set('token', 'mangled');
  await page.goto(link.href);
  await button(page, 'Subscribe me again').click();
  await expect(page.getByText('This link can no longer be used. Please subscribe again.')).toBeVisible();
  expectNoise(silent, someFailure);
});

test('unsubscribing by the bare address, and without one', { tag: '@long' }, async ({ page }) => {
  await confirmed(post, 'plain+tag@example.org');
  await page.goto(`${post.site.url}/unsubscribe?email=plain+tag@example.org`);
  await button(page, 'Unsubscribe').click();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  await expect(button(page, 'Undo')).toHaveCount(0);
  expect(stateOf(post, 'plain+tag@example.org')).toBe('unsubscribed');
  await page.goto(`${post.site.url}/unsubscribe`);
  await expect(page.getByText('Missing email address in the unsubscribe link.')).toBeVisible();
  await expect(button(page, 'Unsubscribe')).toHaveCount(0);
});

test('lists are searched and filtered, a dialog closes to its list, and every button works', async ({
  page,
  demoSite,
}) => {
  const main = page.getByRole('main');
  for (const [path, label] of [
    ['/articles', 'Search Articles'],
    ['/events', 'Search Events'],
  ] as const) {
    await page.goto(demoSite.url + path);
    await main.getByRole('searchbox', { name: label }).fill('nothing zebrafish');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`0 ${path.slice(1)} found for "nothing zebrafish"`)).toBeVisible();
    await main.getByRole('button', { name: 'Clear Search' }).click();
    await expect(main.getByRole('searchbox', { name: label })).toHaveValue('');
    await expect(main.getByRole('article').first()).toBeVisible();
  }
  await main.getByRole('button', { name: 'Past Events' }).click();
  await main
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(main.getByRole('button', { name: 'Past Events' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(demoSite.url);
  await main.locator('a[aria-haspopup=dialog]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 740 });
  for (const path of ['/', '/articles', '/events']) {
    await page.goto(demoSite.url + path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'About' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  }
});
