import { confirmationLink, formOf, type Post, someFailure, stateOf, subscribed } from '../support/post.ts';
import { answer, callsOf, expectNoise, hold, inDatabase, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

test('a link confirms once, in the browser only, and leads home after 3 s', async ({ page }) => {
  const link = await confirmationLink(post, 'once@example.org');
  const served = await page.request.get(link);
  expect(await served.text()).toContain('Verifying your subscription...');
  expect(stateOf(post, 'once@example.org')).toBe('pending');
  const calls = callsOf(page);
  await page.clock.install();
  const slow = await hold(page, '/newsletter/verify?*');
  await open(page, link);
  await expect(page.getByText('Verifying your subscription...')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  slow.release();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  await expect(page.getByText('You are subscribed to our newsletter.')).toBeVisible();
  expect(stateOf(post, 'once@example.org')).toBe('confirmed');
  expect(calls.filter((call) => call.includes('/newsletter/verify'))).toHaveLength(1);
  await page.clock.runFor(2900);
  await expect(page).toHaveURL(`${post.site.url}/verify`);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${post.site.url}/`);
  await page.clock.resume();
  await page.goBack();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
});

test('someone who chooses to stay is not redirected', { tag: '@long' }, async ({ page }) => {
  const link = await confirmationLink(post, 'stays-on-the-page@example.org');
  await page.clock.install();
  await open(page, link);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL(`${post.site.url}/verify`);
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Homepage' }).click();
  await expect(page).toHaveURL(`${post.site.url}/`);
});

test('an unknown link says so, leads home and offers a new mail', async ({ page, silent }) => {
  const calls = callsOf(page);
  await open(page, `${post.site.url}/verify?token=wrong`);
  await expect(page.locator('main').getByText(/This link is not valid/)).toBeVisible();
  expect(calls).toEqual(['GET /newsletter/verify?token=wrong']);
  const { field, button, outcome } = formOf(page);
  await field.fill('again@example.org');
  await button.click();
  await expect(outcome).toHaveText(subscribed);
  await page.getByRole('button', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(`${post.site.url}/`);
  expectNoise(silent, someFailure);
});

test('a link that is too old no longer works', async ({ page, silent }) => {
  const link = await confirmationLink(post, 'late@example.org');
  inDatabase(post.site, "UPDATE confirmations SET expires_at = '2020-01-01T00:00:00.000Z'");
  await open(page, link);
  await expect(page.locator('main').getByText(/This link no longer works/)).toBeVisible();
  expect(stateOf(post, 'late@example.org')).toBe('pending');
  expectNoise(silent, someFailure);
});

const answers = [
  ['without a sentence', { json: { status: 'success', data: {} } }, 'Email successfully verified!'],
  ['with a sentence of its own', { json: { status: 'success', data: { message: 'Welcome!' } } }, 'Welcome!'],
  ['with only the flag', { json: { status: 'done', verified: true, data: {} } }, 'Email successfully verified!'],
  ['without a status', { json: { message: 'Fine' } }, 'Invalid response format from server'],
  ['that is an error without a sentence', { json: { status: 'error', data: {} } }, 'Verification failed'],
  ['that is a failure', { status: 503, json: {} }, 'Verification failed. Please try again later.'],
  ['that never comes', 'nothing', 'Verification failed. Please try again later.'],
] as const;

test('what /verify may answer, and what the page then says', async ({ page, silent }) => {
  for (const [name, reply, text] of answers)
    await test.step(name, async () => {
      await answer(page, '/newsletter/verify?*', reply);
      await open(page, `${post.site.url}/verify?token=any`);
      await expect(page.locator('main').getByText(text, { exact: true })).toBeVisible();
      const failed = !['Email successfully verified!', 'Welcome!'].includes(text);
      await expect(page.getByRole('button', { name: 'Return to Homepage' })).toHaveCount(failed ? 1 : 0);
    });
  expectNoise(silent, someFailure);
});

test('after a failure that may pass, the same link is tried again', async ({ page, silent }) => {
  const link = await confirmationLink(post, 'drops@example.org');
  await answer(page, '/newsletter/verify?*', 'nothing');
  await open(page, link);
  await expect(page.getByText('Verification failed. Please try again later.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  expect(stateOf(post, 'drops@example.org')).toBe('confirmed');
  expectNoise(silent, someFailure);
});

test('without a token no call is made', async ({ page }) => {
  const calls = callsOf(page);
  await open(page, `${post.site.url}/verify`);
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});
