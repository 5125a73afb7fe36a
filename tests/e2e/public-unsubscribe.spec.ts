import { type AddressInfo, connect, createServer } from 'node:net';
import { confirmed, type Post, someFailure, stateOf, unsubscribeLink } from '../support/post.ts';
import { linkIn } from '../support/smtp.ts';
import { answer, callsOf, expectNoise, hold, inDatabase, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

const kindsOfMails =
  'SELECT kind FROM mails JOIN subscribers ON subscribers.id = mails.subscriber_id WHERE email_key = ?';

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

test('unsubscribing by the link of a mail, and undoing it', async ({ page }) => {
  const link = await unsubscribeLink(post, 'leaves@example.org');
  expect(link.searchParams.get('token')).toMatch(/.+/);
  await page.request.get(link.href);
  expect(stateOf(post, 'leaves@example.org')).toBe('confirmed');
  const calls = callsOf(page);
  const slow = await hold(page, '/newsletter/unsubscribe?*');
  await open(page, link.href);
  await expect(page.getByText('Processing your request...')).toBeVisible();
  slow.release();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(stateOf(post, 'leaves@example.org')).toBe('unsubscribed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(stateOf(post, 'leaves@example.org')).toBe('confirmed');
});

test('scanner-unsubscribes: a person who is not seen at the page gets one mail with an undo link', async ({ page }) => {
  const [scanned, moved] = ['scanned@example.org', 'moved@example.org'];
  await open(page, (await unsubscribeLink(post, scanned)).href);
  const [, , notice] = await post.mailbox.waitForMails(3, scanned);
  expect(notice?.subject).toMatch(/^You have been unsubscribed from/);
  if (!notice) throw new Error('No notice');
  await open(page, linkIn(notice, '/unsubscribe').href);
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  expect(stateOf(post, scanned)).toBe('confirmed');

  const link = await unsubscribeLink(post, moved);
  const calls = callsOf(page);
  await open(page, link.href);
  for (let x = 0; calls.length === 0; x += 1) await page.mouse.move(x % 200, 10);
  expect(calls[0]).not.toContain('unattended');
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  const kinds = inDatabase(post.site, kindsOfMails, moved).map(({ kind }) => kind);
  expect(kinds).toEqual(['confirm', 'already-subscribed']);
});

test('a touch, a scroll, a key or the wheel is a person, as the pointer is', async ({ page }) => {
  for (const sign of ['pointerdown', 'touchstart', 'scroll', 'keydown', 'wheel']) {
    const email = `${sign}@example.org`;
    const link = await unsubscribeLink(post, email);
    const calls = callsOf(page);
    await open(page, link.href);
    await page.evaluate(`dispatchEvent(new Event('${sign}'))`);
    await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
    expect(calls[0], sign).not.toContain('unattended');
    const kinds = inDatabase(post.site, kindsOfMails, email).map(({ kind }) => kind);
    expect(kinds, sign).toEqual(['confirm', 'already-subscribed']);
  }
});

test('who moves the pointer and closes the page at once is unsubscribed', async ({ page, own }) => {
  // A way on which a request that is broken off within half a second does not arrive.
  const way = createServer((near) => {
    const far = connect(Number(new URL(post.site.url).port), '127.0.0.1').on('error', () => near.destroy());
    const waitMs = () => (isSlow ? 500 : 0);
    near.on('data', (sent) => setTimeout(() => near.destroyed || far.write(sent), waitMs()));
    near.on('error', () => {}).on('close', () => far.end());
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  let isSlow = false;
  own.defer(() => void way.close());
  const link = await unsubscribeLink(post, 'hasty@example.org');
  link.port = String((way.address() as AddressInfo).port);
  await open(page, link.href);
  isSlow = true;
  await page.evaluate("dispatchEvent(new Event('pointermove')); setTimeout(() => location.assign('about:blank'))");
  await page.waitForURL('about:blank');
  await expect.poll(() => stateOf(post, 'hasty@example.org')).toBe('unsubscribed');
  const kinds = inDatabase(post.site, kindsOfMails, 'hasty@example.org').map(({ kind }) => kind);
  expect(kinds).toEqual(['confirm', 'already-subscribed']);
});

test('an undo that fails says so and can be tried again', { tag: '@long' }, async ({ page, silent }) => {
  const link = await unsubscribeLink(post, 'undo@example.org');
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

test('after a failure that may pass, the same link is tried again', async ({ page, silent }) => {
  const link = await unsubscribeLink(post, 'drops-out@example.org');
  await answer(page, '/newsletter/unsubscribe?*', 'nothing');
  await open(page, link.href);
  await expect(page.getByText('Unsubscription failed. This link may be invalid or expired.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  expect(stateOf(post, 'drops-out@example.org')).toBe('unsubscribed');
  expectNoise(silent, someFailure);
});

test('a damaged link still unsubscribes, and offers no undo', async ({ page, silent }) => {
  const link = await unsubscribeLink(post, 'mangled@example.org');
  link.searchParams.set('token', `${link.searchParams.get('token')?.slice(0, -1)}!`);
  await open(page, link.href);
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  link.searchParams.set('undo', '1');
  await open(page, link.href);
  await expect(page.getByText('This link can no longer be used. Please subscribe again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(stateOf(post, 'mangled@example.org')).toBe('unsubscribed');
  expectNoise(silent, someFailure);
});

test('unsubscribing by the bare address works, known or not, and offers no undo', { tag: '@long' }, async ({
  page,
}) => {
  await confirmed(post, 'bare+tag@example.org');
  for (const address of ['bare+tag@example.org', 'nobody@example.org']) {
    await open(page, `${post.site.url}/unsubscribe?email=${encodeURIComponent(address)}`);
    await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  }
  expect(stateOf(post, 'bare+tag@example.org')).toBe('unsubscribed');
});

test('unsubscribing without an address', async ({ page }) => {
  const calls = callsOf(page);
  for (const query of ['', '?email=', '?token=any']) {
    await open(page, `${post.site.url}/unsubscribe${query}`);
    await expect(page.getByText('Missing email address in the unsubscribe link.')).toBeVisible();
  }
  expect(calls).toEqual([]);
});

const answers = [
  ['with a sentence of its own', { json: { message: 'Gone.' } }, 'Gone.'],
  ['without a sentence', { json: {} }, 'You have been unsubscribed.'],
  [
    'that is a refusal',
    { status: 400, json: { message: 'No.', code: 'invalid' } },
    'Unsubscription failed. This link may be invalid or expired.',
  ],
  ['that is a failure', { status: 500, json: {} }, 'Unsubscription failed. This link may be invalid or expired.'],
  ['that never comes', 'nothing', 'Unsubscription failed. This link may be invalid or expired.'],
] as const;

test('what /unsubscribe may answer, and what the page then says', async ({ page, silent }) => {
  for (const [name, reply, text] of answers)
    await test.step(name, async () => {
      await answer(page, '/newsletter/unsubscribe?*', reply);
      await open(page, `${post.site.url}/unsubscribe?email=reader@example.org`);
      await expect(page.locator('main').getByText(text, { exact: true })).toBeVisible();
    });
  expectNoise(silent, someFailure);
});
