/** What a visitor sees when a page's code cannot be had. */
import type { Page, Request, Route } from '@playwright/test';
import { confirmationLink, stateOf, unsubscribeLink } from '../support/post.ts';
import { addSignup, asked, guestOf } from '../support/sign-up.ts';
import { linkIn } from '../support/smtp.ts';
import { editorOf, expectNoise, inDatabase, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test('a page whose code is gone since an upgrade is loaded whole', async ({ page, site, silent }) => {
  await open(page, site.url);
  const isWholePage = (request: Request) => request.isNavigationRequest() && request.url().endsWith('/articles');
  let isRenewed = false;
  page.on('request', (request) => (isRenewed ||= isWholePage(request)));
  // What comes from the server anew names files that are there.
  const gone = (route: Route) => (isRenewed ? route.fallback() : route.fulfill({ status: 404 }));
  await page.route(/\/assets\/articles\.route-/, gone);
  const loaded = page.waitForRequest(isWholePage);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Articles' }).click();
  await loaded;
  await expect(page).toHaveURL(`${site.url}/articles`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Chromium's words, and Firefox's.
  expectNoise(silent, /404|disallowed MIME type/);
});

test('a page that fails in the browser says so and leads home', async ({ page, site, silent }) => {
  await open(page, site.url);
  await page.route(/\/assets\/articles\.route-/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const articlesRoute = { Component: () => nothing.here };',
    }),
  );
  await page.getByRole('navigation').first().getByRole('link', { name: 'Articles' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0);
  // Chromium's words, and Firefox's.
  expectNoise(silent, /nothing is not defined|^Error$|error during render Error$/);
});

test('when no script loads, the links of a mail lead to forms', async ({ page, site, mailbox, silent }) => {
  const post = { site, mailbox };
  const email = 'no-scripts-come@example.org';
  const toConfirm = await confirmationLink(post, email);
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(toConfirm);
  await byHand(page, 'Confirm subscription', 'Verifying your subscription...');
  await expect(page.getByText('Email successfully verified!')).toBeVisible();
  expect(stateOf(post, email)).toBe('confirmed');

  await page.goto((await unsubscribeLink(post, 'no-scripts-leave@example.org')).href);
  await byHand(page, 'Unsubscribe', 'Processing your request...');
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
  expect(stateOf(post, 'no-scripts-leave@example.org')).toBe('unsubscribed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
  expectNoise(silent, /ERR_FAILED/);
});

test('when no script loads, a sign-up is sent and confirmed by forms', async ({ page, site, mailbox, silent }) => {
  const post = { site, mailbox };
  const id = await addSignup(await editorOf(site));
  const email = 'no-scripts-come@guest.example.org';
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(`${site.url}/events/${id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign me up' }).click();
  await expect(page.getByText(asked)).toBeVisible();
  const [mail] = await mailbox.waitForMails(1, email);
  await page.goto(linkIn(mail ?? { text: '' }, '/signup').href);
  await page.getByRole('button', { name: 'Confirm my place', exact: true }).click();
  await expect(page.getByText('You have a place.')).toBeVisible();
  expect(guestOf(post, email)).toMatchObject({ state: 'confirmed' });
  inDatabase(site, 'DELETE FROM events WHERE id = ?', id);
  expectNoise(silent, /ERR_FAILED/);
});

test('where the code of the sign-up is gone since an upgrade, its own page has the form', async ({
  page,
  site,
  silent,
}) => {
  const id = await addSignup(await editorOf(site));
  const files = /\/assets\/signup-standing-/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await open(page, `${site.url}/events/${id}`);
  const link = page.getByRole('region', { name: 'Sign up' }).getByRole('link', { name: 'Sign up' });
  await expect(link).toBeVisible();
  // What comes from the server anew names files that are there.
  await page.unroute(files);
  await link.click();
  await expect(page.getByLabel('Name')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/signup?event=${id}`);
  inDatabase(site, 'DELETE FROM events WHERE id = ?', id);
  expectNoise(silent, /404|disallowed MIME type/);
});

/** The ten seconds pass at once. */
async function byHand(page: Page, name: string, waiting: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(button).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  await expect(page.getByText(waiting)).toBeHidden();
  await button.click();
}
