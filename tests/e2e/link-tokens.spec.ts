/** What a link's token may be told: to the site, once, where a mail's link has it in its query; no one else, ever. */
import type { Page, Request } from '@playwright/test';
import { confirmationLink, type Post, stateOf, unsubscribeLink } from '../support/post.ts';
import { inDatabase, open, tokenOf } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

/** All requests of the page, in their order. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

/** Our own API is told it, as the address of its call: that is what the token is for. */
async function tellers(requests: Request[], token: string): Promise<string[]> {
  const told = await Promise.all(
    requests.map(async (request) => {
      const isCall = new URL(request.url()).pathname.startsWith('/api/v1/newsletter/');
      return [isCall ? '' : request.url(), (await request.allHeaders()).referer ?? ''];
    }),
  );
  return told.flat().filter((address) => address.includes(token));
}

/** Opens a link of a mail: its own request alone names the token, whatever the page loads and wherever it leads. */
async function openOnce(page: Page, link: string): Promise<{ told: () => Promise<string[]> }> {
  const token = new URL(link).searchParams.get('token') ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const requests = requestsOf(page);
  const answered = await page.goto(link);
  expect(answered?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  return { told: () => tellers(requests, token) };
}

test('a confirmation is sent once, and still done after a reload and going back and forth', async ({ page }) => {
  const link = await confirmationLink(post, 'token@example.org');
  const { told } = await openOnce(page, link);
  const verified = page.getByText('Email successfully verified!');
  await expect(verified).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/verify`);
  expect(stateOf(post, 'token@example.org')).toBe('confirmed');
  await page.reload();
  await expect(verified).toBeVisible();
  await page.getByRole('link', { name: 'Go to Homepage' }).click();
  await expect(page).toHaveURL(`${post.site.url}/`);
  await page.goBack();
  await expect(verified).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.goto(`${post.site.url}/about`);
  await page.goBack();
  await expect(verified).toBeVisible();
  expect(await told()).toEqual([link]);
});

test('unsubscribing is sent once, the undo is still offered after a reload and Back, and a reload keeps it undone', async ({
  page,
}) => {
  const link = (await unsubscribeLink(post, 'token-leaves@example.org')).href;
  const { told } = await openOnce(page, link);
  const left = page.getByText('You have been unsubscribed.');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(left).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/unsubscribe?email=token-leaves%40example.org`);
  await page.reload();
  await expect(undo).toBeVisible();
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(`${post.site.url}/`);
  await page.goBack();
  await undo.click();
  const back = page.getByText('Welcome back! You are subscribed again.');
  await expect(back).toBeVisible();
  await page.reload();
  await expect(back).toBeVisible();
  expect(stateOf(post, 'token-leaves@example.org')).toBe('confirmed');
  expect(await told()).toEqual([link]);

  const copied = await page.context().newPage();
  await open(copied, page.url());
  await expect(copied.getByText('This link can no longer be used. Please subscribe again.')).toBeVisible();
  expect(stateOf(post, 'token-leaves@example.org')).toBe('confirmed');
  await copied.close();
});

test('a link against further emails still shows its button after a reload', { tag: '@long' }, async ({ page }) => {
  await open(page, `${post.site.url}/do-not-write?token=x`);
  const stop = page.getByRole('button', { name: 'Do not write again' });
  await expect(stop).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/do-not-write`);
  await page.reload();
  await expect(stop).toBeVisible();
});

test('a slash at the end of the address changes nothing about which page gets the token', {
  tag: '@long',
}, async () => {
  for (const path of ['/verify', '/verify/', '/unsubscribe/', '/do-not-write', '/admin/invitation/']) {
    const { headers, status } = await fetch(`${post.site.url}${path}?token=x`);
    const told = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name));
    expect([path, status, ...told]).toEqual([path, 200, 'no-store', 'no-referrer', 'noindex']);
  }
});

test('a second link in the same tab starts fresh: nothing of the first stays in the form', { tag: '@long' }, async ({
  page,
}) => {
  const { site } = post;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(site)}` };
  const links = await Promise.all(
    ['first', 'second'].map(async (username) => {
      const body = JSON.stringify({ email: `${username}@society.example`, username });
      const path = `${site.url}/api/v1/admin/administrators/invitations`;
      return ((await (await fetch(path, { method: 'POST', headers, body })).json()) as { link: string }).link;
    }),
  );
  const name = page.getByRole('textbox', { name: 'Username' });
  await page.goto(links[0] ?? '');
  await expect(name).toHaveValue('first');
  await page.getByLabel('Password', { exact: true }).fill('marmot umbrella violin');
  await page.goto(links[1] ?? '');
  await expect(page.getByText('This invitation is for second@society.example')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/invitation`);
  await expect(name).toHaveValue('second');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(name).toHaveValue('first');
  inDatabase(site, 'DELETE FROM account_links');
});

test('the token of an invitation leaves the address, and an older link with its token in the query still opens', async ({
  page,
}) => {
  const { site } = post;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(site)}` };
  const answered = await fetch(`${site.url}/api/v1/admin/administrators/invitations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'fragment@society.example' }),
  });
  const { link } = (await answered.json()) as { link: string };
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  expect(link).toBe(`${site.url}/admin/invitation#token=${token}`);
  const requests = requestsOf(page);
  const whom = page.getByText('This invitation is for fragment@society.example');
  expect((await page.goto(link))?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  await expect(whom).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/invitation`);
  await page.reload();
  await expect(whom).toBeVisible();
  await page.getByRole('link', { name: 'Back to the site' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await page.goBack();
  await expect(whom).toBeVisible();
  expect((await tellers(requests, token)).filter((address) => address !== link)).toEqual([]);

  const from = requests.length;
  const old = `${site.url}/admin/invitation?token=${token}`;
  await page.goto(old);
  await expect(whom).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/invitation`);
  await page.reload();
  await expect(whom).toBeVisible();
  expect(await tellers(requests.slice(from), token)).toEqual([old]);
  inDatabase(site, 'DELETE FROM account_links');
});
