/** Logging out on a computer that others use, and leaving while a picture is on its way into the text. */
import type { Locator, Page } from '@playwright/test';
import { expectNoise, hold, inDatabase } from '../support/states.ts';
import { bring, contentOf, openArticles, picture, pictureFile, storedBy } from '../support/writing.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

/** What this browser keeps of everyone's writing. */
const keptBy = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

function question(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Not everything is saved yet.' });
}

test('Logout leaves nothing in the browser that the site has, and it is there after signing in', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  const name = page.getByRole('textbox', { name: 'Name' });
  const logout = page.getByRole('button', { name: 'Logout' });
  await name.fill('No one else’s business');
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByText('icon-192')).toBeVisible();
  const sent = () => JSON.stringify(inDatabase(site, 'SELECT data FROM drafts'));
  await expect.poll(sent).toContain('/uploads/members/');
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.url }]);
  const ended = page.waitForResponse('**/api/v1/admin/logout');
  await logout.click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page.getByText('What you typed and did not save is kept.')).toBeVisible();
  expect((await (await ended).allHeaders())['clear-site-data']).toBe('"cache"');
  await (await ended).finished();
  expect(await page.context().cookies()).toMatchObject([{ name: 'theme', value: 'dark' }]);
  expect(await keptBy(page)).toEqual([]);

  await enterCredentials(page);
  await page.getByRole('link', { name: 'Manage Committee Members' }).click();
  await page.getByRole('button', { name: 'Continue No one else’s business' }).click();
  await expect(name).toHaveValue('No one else’s business');
  await expect(page.getByRole('group', { name: 'Image' }).locator('img').first()).toBeVisible();
  await logout.click();
  await enterCredentials(page);
  await page.getByRole('link', { name: 'Manage Committee Members' }).click();
  await page.getByRole('button', { name: /^Discard/ }).click();
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
});

test('Logout leaves in the browser what the site does not have', { tag: '@long' }, async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/settings`);
  await expect(page.getByLabel('Short name')).toBeVisible();
  await page.route('**/drafts/admin/settings', (route) => route.abort());
  await page.getByLabel('Short name').fill('Half a name');
  await expect.poll(() => keptBy(page)).toHaveLength(1);
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await page.getByRole('textbox', { name: 'Location' }).fill('On the site');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  expect(await keptBy(page)).toEqual([expect.stringMatching(/:settings$/)]);
  await page.unroute('**/drafts/admin/settings');
  await enterCredentials(page);
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await page.goto(`${site.url}/admin/settings`);
  await expect(page.getByLabel('Short name')).toHaveValue('Half a name');
  await page.getByRole('button', { name: 'Discard' }).click();
  expectNoise(silent, /ERR_FAILED/);
});

test('what is removed at Logout is not kept by another tab either', { tag: '@long' }, async ({
  page,
  site,
  context,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('Open in the other tab');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${site.url}/admin/dashboard`);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  expect(await keptBy(page)).toEqual([]);
  await other.close();
  // It may ask for the drafts that went before it hears of the sign-out.
  expectNoise(silent, /401 .*\/drafts\/admin/);
});

test('leaving while a picture is on its way into the text asks', { tag: '@long' }, async ({ page, site }) => {
  await signIn(page, site);
  await openArticles(page, site);
  const upload = await hold(page, '/uploads/articles');
  await bring(contentOf(page), 'paste', { files: [pictureFile('late.png')] });
  for (const leave of ['Dashboard', 'Logout']) {
    await page.getByRole('navigation').getByText(leave, { exact: true }).click();
    await question(page).getByRole('button', { name: 'Back' }).click();
  }
  await page.getByLabel('Title', { exact: true }).fill('With a late picture');
  await page.getByLabel('Description', { exact: true }).fill('It came.');
  upload.release();
  await expect(contentOf(page).locator('img')).toBeVisible();
  expect(await storedBy(page, 'Save draft')).toContain('<img');
});
