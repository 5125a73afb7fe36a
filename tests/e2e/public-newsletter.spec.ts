import type { Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { linkIn, smtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { answer, callsOf, expectNoise, hold, inDatabase, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for the file; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

const subscribed = 'Subscribed! Please check your inbox to verify your email.';
const someFailure = /Failed to load resource/;

let site: Site;
let mailbox: TestSmtpServer;

test.beforeAll(async () => {
  mailbox = await smtpServer();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'One Health <news@society.example>' };
  site = await startSite({ ...mail, SUBSCRIBE_LIMIT_PER_HOUR: '1000', LOG_LEVEL: 'error' });
});

test.afterAll(async () => {
  await site.stop();
  await mailbox[Symbol.asyncDispose]();
});

test('an address that is none is refused on the page, and nothing is sent', async ({ page }) => {
  const calls = callsOf(page);
  await open(page, site.url);
  const { field, button, outcome } = formOf(page);
  for (const address of ['', 'reader', 'reader@example', 'two words@example.org', 'a@b@example.org']) {
    await field.fill(address);
    await button.click();
    await expect(outcome).toHaveText('Please enter a valid email address.');
    await expect(outcome).toHaveAttribute('role', 'alert');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  }
  expect(calls).toEqual([]);
});

test('while an address is on its way the form rests; then it is empty and says what to do', async ({ page }) => {
  await open(page, site.url);
  const { field, button, outcome } = formOf(page);
  await expect(field).toHaveAttribute('required', '');
  const slow = await hold(page, '/newsletter/subscribe');
  await field.fill('  first@example.org ');
  await field.press('Enter');
  await expect(field).toBeDisabled();
  await expect(button).toBeDisabled();
  slow.release();
  await expect(outcome).toHaveText(subscribed);
  await expect(field).toBeEnabled();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await mailbox.waitForMails(1, 'first@example.org');
});

test('the same words for an address that is pending or confirmed', async ({ page }) => {
  await confirmed('twice@example.org');
  await open(page, site.url);
  for (const address of ['pending@example.org', 'pending@example.org', 'twice@example.org']) {
    const { field, button, outcome } = formOf(page);
    await field.fill(address);
    await button.click();
    await expect(field).toHaveValue('');
    await expect(outcome).toHaveText(subscribed);
  }
});

for (const [name, reply, text] of [
  [
    'its own sentence',
    { status: 429, json: { message: 'Too many requests.', code: 'too_many' } },
    'Too many requests.',
  ],
  ['no sentence', { status: 502, json: {} }, 'Something went wrong. Are you already subscribed?'],
  ['nothing', 'nothing', 'Subscription failed. Please try again later.'],
] as const)
  test(`subscribing is refused with ${name}: the words stay, and so does the address`, async ({ page, silent }) => {
    await open(page, site.url);
    await answer(page, '/newsletter/subscribe', reply);
    const { field, button, outcome } = formOf(page);
    await field.fill('reader@example.org');
    await button.click();
    await expect(outcome).toHaveText(text);
    await expect(field).toHaveValue('reader@example.org');
    expectNoise(silent, someFailure);
  });

test('a link confirms once, in the browser only, and leads home after 3 s', async ({ page }) => {
  const link = await confirmationLink('once@example.org');
  const served = await page.request.get(link);
  expect(await served.text()).toContain('Verifying your subscription...');
  expect(stateOf('once@example.org')).toBe('pending');
  const calls = callsOf(page);
  await page.clock.install();
  const slow = await hold(page, '/newsletter/verify?*');
  await open(page, link);
  await expect(page.getByText('Verifying your subscription...')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  slow.release();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  expect(stateOf('once@example.org')).toBe('confirmed');
  expect(calls.filter((call) => call.includes('/newsletter/verify'))).toHaveLength(1);
  await page.clock.runFor(2900);
  await expect(page).toHaveURL(link);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${site.url}/`);
  await page.clock.resume();
  await page.goBack();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
});

test('who asks to stay is not led away', async ({ page }) => {
  const link = await confirmationLink('stays@example.org');
  await page.clock.install();
  await open(page, link);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL(link);
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Homepage' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
});

test('an unknown link says so, leads home and offers a new mail', async ({ page, silent }) => {
  const calls = callsOf(page);
  await open(page, `${site.url}/verify?token=wrong`);
  await expect(page.locator('main').getByText(/This link is not valid/)).toBeVisible();
  expect(calls).toEqual(['GET /newsletter/verify?token=wrong']);
  const { field, button, outcome } = formOf(page);
  await field.fill('again@example.org');
  await button.click();
  await expect(outcome).toHaveText(subscribed);
  await page.getByRole('button', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  expectNoise(silent, someFailure);
});

test('a link that is too old says so', async ({ page, silent }) => {
  const link = await confirmationLink('late@example.org');
  inDatabase(site, "UPDATE confirmations SET expires_at = '2020-01-01T00:00:00.000Z'");
  await open(page, link);
  await expect(page.locator('main').getByText(/This link has expired/)).toBeVisible();
  expect(stateOf('late@example.org')).toBe('pending');
  expectNoise(silent, someFailure);
});

for (const [name, reply, text] of [
  ['without a sentence', { json: { status: 'success', data: {} } }, 'Email successfully verified!'],
  ['with a sentence of its own', { json: { status: 'success', data: { message: 'Welcome!' } } }, 'Welcome!'],
  ['with only the flag', { json: { status: 'done', verified: true, data: {} } }, 'Email successfully verified!'],
  ['without a status', { json: { message: 'Fine' } }, 'Invalid response format from server'],
  ['that is an error without a sentence', { json: { status: 'error', data: {} } }, 'Verification failed'],
  ['that is a failure', { status: 503, json: {} }, 'Verification failed. Please try again later.'],
  ['that never comes', 'nothing', 'Verification failed. Please try again later.'],
] as const)
  test(`an answer to /verify ${name}`, async ({ page, silent }) => {
    await answer(page, '/newsletter/verify?*', reply);
    await open(page, `${site.url}/verify?token=any`);
    await expect(page.locator('main').getByText(text, { exact: true })).toBeVisible();
    const failed = !['Email successfully verified!', 'Welcome!'].includes(text);
    await expect(page.getByRole('button', { name: 'Return to Homepage' })).toHaveCount(failed ? 1 : 0);
    expectNoise(silent, someFailure);
  });

test('without a token nothing is asked', async ({ page }) => {
  const calls = callsOf(page);
  await open(page, `${site.url}/verify`);
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});

test('leaving by the link of a mail, and taking it back', async ({ page }) => {
  const link = await unsubscribeLink('leaves@example.org');
  expect(link.searchParams.get('token')).toMatch(/.+/);
  await page.request.get(link.href);
  expect(stateOf('leaves@example.org')).toBe('confirmed');
  const calls = callsOf(page);
  const slow = await hold(page, '/newsletter/unsubscribe?*');
  await open(page, link.href);
  await expect(page.getByText('Processing your request...')).toBeVisible();
  slow.release();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(stateOf('leaves@example.org')).toBe('unsubscribed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(stateOf('leaves@example.org')).toBe('confirmed');
});

test('an undo that fails says so and can be tried again', async ({ page, silent }) => {
  const link = await unsubscribeLink('undo@example.org');
  await open(page, link.href);
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  await answer(page, '/newsletter/resubscribe', 'nothing');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Subscription failed. Please try again later.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  expectNoise(silent, someFailure);
});

test('leaving by the bare address works, known or not, and offers no undo', async ({ page }) => {
  await confirmed('bare+tag@example.org');
  for (const address of ['bare+tag@example.org', 'nobody@example.org']) {
    await open(page, `${site.url}/unsubscribe?email=${encodeURIComponent(address)}`);
    await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  }
  expect(stateOf('bare+tag@example.org')).toBe('unsubscribed');
});

test('leaving without an address', async ({ page }) => {
  const calls = callsOf(page);
  for (const query of ['', '?email=', '?token=any']) {
    await open(page, `${site.url}/unsubscribe${query}`);
    await expect(page.getByText('Missing email address in the unsubscribe link.')).toBeVisible();
  }
  expect(calls).toEqual([]);
});

for (const [name, reply, text] of [
  ['with a sentence of its own', { json: { message: 'Gone.' } }, 'Gone.'],
  ['without a sentence', { json: {} }, 'You have been unsubscribed.'],
  [
    'that is a refusal',
    { status: 400, json: { message: 'No.', code: 'invalid' } },
    'Unsubscription failed. This link may be invalid or expired.',
  ],
  ['that is a failure', { status: 500, json: {} }, 'Unsubscription failed. This link may be invalid or expired.'],
  ['that never comes', 'nothing', 'Unsubscription failed. This link may be invalid or expired.'],
] as const)
  test(`an answer to /unsubscribe ${name}`, async ({ page, silent }) => {
    await answer(page, '/newsletter/unsubscribe?*', reply);
    await open(page, `${site.url}/unsubscribe?email=reader@example.org`);
    await expect(page.locator('main').getByText(text, { exact: true })).toBeVisible();
    expectNoise(silent, someFailure);
  });

function formOf(page: Page) {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Subscribe' }) });
  const field = form.getByRole('textbox', { name: /e-?mail/i });
  return { field, button: form.getByRole('button', { name: 'Subscribe' }), outcome: form.locator('p').first() };
}

function stateOf(email: string): unknown {
  return inDatabase(site, 'SELECT state FROM subscribers WHERE email_key = ?', email.toLowerCase())[0]?.state;
}

async function confirmationLink(email: string): Promise<string> {
  await subscribe(email);
  const [mail] = await mailbox.waitForMails(1, email);
  if (!mail) throw new Error('No confirmation mail');
  return linkIn(mail, '/verify').href;
}

async function confirmed(email: string): Promise<void> {
  const { searchParams } = new URL(await confirmationLink(email));
  const { ok } = await fetch(`${site.url}/api/v1/newsletter/verify?token=${searchParams.get('token')}`);
  if (!ok) throw new Error('The link does not confirm');
}

/** The mail to somebody who subscribes again ends with it. */
async function unsubscribeLink(email: string): Promise<URL> {
  await confirmed(email);
  await subscribe(email);
  const [, mail] = await mailbox.waitForMails(2, email);
  if (!mail) throw new Error('No second mail');
  return linkIn(mail, '/unsubscribe');
}

async function subscribe(email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${site.url}/api/v1/newsletter/subscribe`, { method: 'POST', headers, body: JSON.stringify({ email }) });
}
