/** Signing in and out, and what becomes of the writing when a session ends in the middle of it. */
import type { Page } from '@playwright/test';
import { addColleague, answer, editorOf, expectNoise, hold, inDatabase, tokenOf } from '../support/states.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

test('a session that ends while writing leads back to the form, which opens with the words', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Cut short', isPublished: false });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.click();
  await page.keyboard.press('Control+End');
  // The draft that is saved a second after typing meets the end of the session: the words are in the browser alone.
  inDatabase(site, 'UPDATE sessions SET revoked_at = ?', new Date().toISOString());
  // At once: on a busy machine the session may else end between two letters, and the rest goes into the next page.
  await page.keyboard.insertText(' And then it was late.');
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
  await enterCredentials(page);
  await expect(page).toHaveURL(`${site.url}/admin/articles?edit=${id}`);
  await expect(content).toContainText('And then it was late.');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const [article] = inDatabase(site, 'SELECT content FROM articles WHERE id = ?', id);
  expect(article?.content).toContain('And then it was late.');
  expectNoise(silent, /status of 401/);
});

test('a successful sign-in removes the message about the wrong password', { tag: '@long' }, async ({
  page,
  site,
  silent,
}) => {
  await page.goto(`${site.url}/admin/login`);
  await enterCredentials(page, { username: 'nobody', password: 'not the password' });
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toContainText('Wrong username or password');
  await enterCredentials(page);
  await expect(notifications).toContainText('Login successful!');
  await expect(notifications).not.toContainText('Wrong username or password');
  expectNoise(silent, /status of 401/);
});

test('signing out in another tab says so, keeps what is written and leads back', async ({ page, site, context }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('Half an idea');
  const other = await context.newPage();
  await other.goto(`${site.url}/admin/dashboard`);
  await leave(other);
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  await enterCredentials(other);
  await expect(page).toHaveURL(/\/admin\/events\?edit=new-/);
  await expect(page.getByLabel('Title')).toHaveValue('Half an idea');
  await other.close();
});

test('no one sees what another administrator has left', { tag: '@long' }, async ({ page, site }) => {
  const colleague = addColleague(site, 'shared-desk');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Between us');
  await page.getByRole('button', { name: 'Logout' }).click();
  await enterCredentials(page, colleague);
  await page.getByRole('link', { name: 'Manage Committee Members' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await expect(page.getByText('Between us')).toHaveCount(0);
  await leave(page);
  await enterCredentials(page);
  await page.getByRole('link', { name: 'Manage Committee Members' }).click();
  await page.getByRole('button', { name: 'Continue Between us' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Between us');
});

test('after Back, a page from the browser’s memory belongs to the person who is signed in then', {
  tag: '@long',
}, async ({ page, site, silent }) => {
  const colleague = addColleague(site, 'back-at-desk');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Between us');
  await page.evaluate(
    (token) => {
      localStorage.setItem('adminToken', token);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
    await tokenOf(site, colleague),
  );
  await expect(name).toHaveValue('');
  await expect(page.getByText('are not on the site yet')).toHaveCount(0);
  await page.evaluate(() => {
    localStorage.removeItem('adminToken');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  // A call may be on its way when the token goes.
  expectNoise(silent, /status of 401 .*\/drafts\/admin$/);
});

test('Logout works although its call fails, and a spinner is shown during the check', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  const check = await hold(page, '/admin/verify');
  await page.goto(`${site.url}/admin/login`);
  await expect(page.getByRole('status').getByText('Loading…')).toBeAttached();
  check.release();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await answer(page, '/admin/logout', 'nothing');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expectNoise(silent, /net::ERR_FAILED/);
});

test('the bar with the society’s name is there before the session is known, and does not move', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  const check = await hold(page, '/admin/verify');
  await page.goto(`${site.url}/admin/articles`);
  const bar = page.locator('header').first();
  await expect(bar).toHaveText('One Health · Admin');
  const before = await bar.boundingBox();
  check.release();
  await expect(bar.getByRole('link', { name: 'Manage Events' })).toBeVisible();
  expect(await bar.boundingBox()).toEqual(before);
  for (const [path, hasBar] of [
    ['dashboard', true],
    ['login', false],
    ['invitation', false],
  ] as const)
    expect((await (await fetch(`${site.url}/admin/${path}`)).text()).includes('<header'), path).toBe(hasBar);
});

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
}
