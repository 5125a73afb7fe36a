/** Addresses of the site as mail programs, phones and people make them: each of `cases/links/links.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmationLink, confirmed, type Post, someFailure, stateOf, unsubscribeLink } from '../support/post.ts';
import { administrator } from '../support/site.ts';
import { linkIn } from '../support/smtp.ts';
import { editorOf, expectNoise, inDatabase, open, post as postCall } from '../support/states.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

type Check = (page: Page, get: string) => Promise<void>;

/** Follows one redirect at most. */
async function expectMoved(page: Page, path: string, right: string): Promise<void> {
  const response = await page.request.get(post.site.url + path, { maxRedirects: 0 });
  expect([response.status(), response.headers().location], path).toEqual([301, right]);
}

async function expectArticle(page: Page, get: string): Promise<void> {
  const id = await (await editorOf(post.site)).addArticle({ title: 'Linked' });
  await open(page, post.site.url + get.replace('ID', String(id)));
  await expect(page.getByRole('heading', { level: 1, name: 'Linked' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/articles/${id}`);
}

const behind = ['.', ',', '%3E', ')', ';', ':', "'", '%22', '%20', '%C2%A0', '%E2%80%8B'];

async function expectVerified(page: Page, get: string, email: string): Promise<void> {
  const token = new URL(await confirmationLink(post, email)).searchParams.get('token') ?? '';
  await open(page, post.site.url + get.replace('TOKEN', token));
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  expect(stateOf(post, email)).toBe('confirmed');
}

const checks: Record<string, Check> = {
  '/articles/ID.': async (page, get) => {
    await expectArticle(page, get);
    const { pathname } = new URL(page.url());
    for (const end of behind) await expectMoved(page, pathname + end, pathname);
  },
  '/articles/ID&fbclid=abc': expectArticle,
  '/articles/ID%3Futm_source=x': expectArticle,
  '/events/ID)': async (page, get) => {
    const id = await (await editorOf(post.site)).addEvent({ title: 'Linked evening' });
    await open(page, post.site.url + get.replace('ID', String(id)));
    await expect(page.getByRole('dialog', { name: 'Linked evening' })).toBeVisible();
    await expect(page).toHaveURL(`${post.site.url}/events/${id}`);
  },
  '/verify?token=TOKEN.': async (page, get) => {
    await expectVerified(page, get, 'dot@example.org');
    for (const [at, end] of ['%20', '%3E', ')', '%22', '%E2%80%8B'].entries())
      await expectVerified(page, `/verify?token=TOKEN${end}`, `behind${at}@example.org`);
    await expectVerified(page, '/verify?token=%20TOKEN', 'before@example.org');
    await expectVerified(page, '/verify?token=3DTOKEN', 'quoted@example.org');
    await expectVerified(page, '/verify?utm_source=x&amp;token=TOKEN', 'escaped@example.org');
  },
  '/verify?token=TOKEN%26utm_source%3Dx': (page, get) => expectVerified(page, get, 'utm@example.org'),
  '/signup?token=TOKEN.': async (page, get) => {
    const id = await (await editorOf(post.site)).addEvent({ title: 'Evening with places', hasSignup: true });
    await postCall(post.site, `/events/${id}/registrations`, { name: 'Ada', email: 'guest@example.org' });
    const [mail] = await post.mailbox.waitForMails(1, 'guest@example.org');
    if (!mail) throw new Error('No mail to the guest');
    const token = linkIn(mail, '/signup').searchParams.get('token') ?? '';
    await open(page, post.site.url + get.replace('TOKEN', token));
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await expect(page.getByRole('button', { name: 'Confirm my place' })).toHaveCount(0);
    expect(inDatabase(post.site, 'SELECT state FROM registrations WHERE event_id = ?', id)).toEqual([
      { state: 'confirmed' },
    ]);
  },
  '/unsubscribe?email=a%2540example.org&token=TOKEN': async (page, get) => {
    for (const [address, written] of [
      ['a@example.org', get],
      ['b@example.org', '/unsubscribe?email=%3Cb%40example.org%3E&token=TOKEN'],
      ['c@example.org', '/unsubscribe?email=mailto%3Ac%40example.org&token=TOKEN'],
      ['d@example.org', '/unsubscribe?email=d%40example.org.&token=TOKEN.'],
      ['e@example.org', '/unsubscribe?email=e%40example.org&amp;token=TOKEN'],
    ] as const) {
      const token = (await unsubscribeLink(post, address)).searchParams.get('token') ?? '';
      await open(page, post.site.url + written.replace('TOKEN', token));
      await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
      // The token is whole, so that it can take it back.
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      expect(stateOf(post, address)).toBe('unsubscribed');
    }
  },
  '/Admin, /Admin/login': async (page) => {
    await expectMoved(page, '/Admin', '/admin');
    await page.goto(`${post.site.url}/ADMIN/Login`);
    await expect(page).toHaveURL(`${post.site.url}/admin/login`);
    await enterCredentials(page);
    await expect(page).toHaveURL(`${post.site.url}/admin/dashboard`);
  },
};

const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/links/links.json'), 'utf8')) as {
  get: string;
  right: string;
}[];

for (const { get, right } of cases) test(`${get}: ${right}`, ({ page }) => checks[get]?.(page, get) ?? test.fail());

test('a link without an address does not say that it has unsubscribed anyone', async ({ page, silent }) => {
  await confirmed(post, 'cut@example.org');
  await open(page, `${post.site.url}/unsubscribe?email=cut%40exam`);
  await expect(page.getByText('Unsubscription failed. This link may be invalid or expired.')).toBeVisible();
  await expect(page.getByText('You have been unsubscribed.')).toHaveCount(0);
  const answer = await page.request.delete(`${post.site.url}/api/v1/newsletter/unsubscribe?email=cut%40exam`);
  expect([answer.status(), await answer.json()]).toMatchObject([400, { message: /^This link is broken\./ }]);
  expectNoise(silent, someFailure);
});

test('a browser without storage is told so at sign-in, and no session is made', async ({ page }) => {
  await page.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('Denied', 'SecurityError'); } })`,
  );
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.goto(`${post.site.url}/admin/login`);
  await enterCredentials(page, administrator);
  await expect(page.locator('form').getByText(/does not let the site remember you/)).toBeVisible();
  expect(calls.filter((url) => url.endsWith('/api/v1/admin/login'))).toEqual([]);
});
