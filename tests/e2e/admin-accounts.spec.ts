import { join as joinPath } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { patient } from '../support/patience.ts';
import { administrator, type Site } from '../support/site.ts';
import { answer, expectNoise } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const password = 'marmot umbrella violin';

let site: Site;

test.beforeEach(async ({ ownSite }) => {
  site = emptied(ownSite);
});

/** Invites by the page and answers the link that it shows. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${site.url}/admin/administrators`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Invite' }).click();
  const box = page.getByRole('group', { name: `Link for ${email}` });
  await expect(box.getByLabel('Link')).toBeFocused();
  return box.getByLabel('Link').inputValue();
}

async function join(page: Page, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join and sign in' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
}

test('someone is invited, joins in another browser, works, and is out at the next click when deactivated', async ({
  page,
  browser,
}) => {
  await signIn(page, site);
  const link = await invite(page, 'ben@society.example');
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await test.step('the form says what is wrong with a password', async () => {
    await theirs.goto(link);
    await expect(theirs.getByText('This invitation is for ben@society.example')).toBeVisible();
    await theirs.getByLabel('Username').fill('ben');
    await theirs.getByLabel('Password', { exact: true }).fill('short');
    await theirs.getByRole('button', { name: 'Join and sign in' }).click();
    await expect(theirs.getByText('The password must have at least 12 characters')).toBeVisible();
    await theirs.getByLabel('Password', { exact: true }).fill('Password2026!');
    await theirs.getByRole('button', { name: 'Join and sign in' }).click();
    await expect(theirs.getByText(/^This password is too easy to guess/)).toBeVisible();
  });
  await join(theirs, link, 'ben');
  await theirs.getByRole('link', { name: 'Manage Events' }).click();
  await expect(theirs.getByRole('heading', { name: 'Manage Events' })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Deactivate ben' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Deactivated', { exact: true })).toBeVisible();
  await theirs.getByRole('link', { name: 'Manage Articles' }).click();
  await expect(theirs).toHaveURL(`${site.url}/admin/login`);
  await theirs.goto(link);
  await expect(theirs.getByRole('alert')).toContainText('This link has been used, withdrawn or has expired.');
  await other.close();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.filter({ hasText: `${administrator.username} deactivated ben` })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'ben accepted an invitation and joined' })).toHaveCount(1);
});

test('a former administrator can be erased once nothing can be undone, and the activity names no one', {
  tag: '@long',
}, async ({ page, browser }) => {
  await signIn(page, site);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await join(theirs, await invite(page, 'ben@society.example'), 'ben');
  await other.close();
  await page.reload();
  await page.getByRole('button', { name: 'Password link for ben' }).click();
  const link = page.getByRole('group', { name: 'Link for ben' });
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate ben' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog', { name: 'Erase ben permanently?' });
  await expect(page.getByText(/^Can be erased from /)).toBeVisible();
  await expect(link).toBeHidden();
  await expect(page.getByRole('button', { name: 'Erase ben' })).toBeHidden();
  passThreeDays();
  await page.reload();
  await page.getByRole('button', { name: 'Erase ben' }).click();
  await expect(question).toContainText('What ben wrote and did stays');
  await expectAccessible(page, 1280, 375);
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('ben@society.example')).toBeVisible();
  await page.getByRole('button', { name: 'Erase ben' }).click();
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Erased.')).toBeVisible();
  await expect(page.getByText('ben@society.example')).toBeHidden();
  await page.goto(`${site.url}/admin/activity`);
  const main = page.getByRole('main');
  await expect(main.getByText('A former administrator accepted an invitation and joined')).toBeVisible();
  await expect(main.getByText('ben', { exact: true })).toBeHidden();
});

/** As if 72 hours had passed since. */
function passThreeDays(): void {
  const database = new DatabaseSync(joinPath(site.dataDir, 'site.db'), { timeout: patient(10_000) });
  database.exec("UPDATE audit SET at = '2026-01-01T00:00:00.000Z' WHERE action = 'administrator.deactivate'");
  database.close();
}

test('a forgotten password is replaced by a link, an open link is withdrawn', async ({ page, browser, silent }) => {
  await signIn(page, site);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await join(theirs, await invite(page, 'ben@society.example'), 'ben');
  await page.reload();
  await page.getByRole('button', { name: 'Password link for ben' }).click();
  const link = await page.getByRole('group', { name: 'Link for ben' }).getByLabel('Link').inputValue();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await theirs.getByLabel('New password').fill(`${password} again`);
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(theirs).toHaveURL(`${site.url}/admin/dashboard`);
  await other.close();

  const doomed = await invite(page, 'zoe@society.example');
  await page.getByRole('button', { name: 'Withdraw the link for zoe@society.example' }).click();
  await expect(page.getByText('The invitation has been withdrawn.')).toBeVisible();
  await page.goto(doomed);
  await expect(page.getByRole('alert')).toContainText('This link has been used');
  expectNoise(silent, /status of 404/);
});

test('a link that is shown once stays on the screen although the list cannot be fetched again', {
  tag: '@long',
}, async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/administrators`);
  await page.getByLabel('Email address').fill('zoe@society.example');
  await page.route('**/api/v1/admin/administrators', (route) => route.abort());
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const link = page.getByRole('group', { name: 'Link for zoe@society.example' }).getByLabel('Link');
  await expect(link).toHaveValue(/^http/);
  await page.unroute('**/api/v1/admin/administrators');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw the link for zoe@society.example' })).toBeVisible();
  await expect(link).toHaveValue(/^http/);
  expectNoise(silent, /ERR_FAILED/);
});

test('a changed password signs out other sessions, ‘sign out everywhere’ this one, too', async ({
  page,
  browser,
  silent,
}) => {
  await signIn(page, site);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, site);
  await theirs.goto(`${site.url}/admin/dashboard`);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Your account', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  const form = page.getByRole('form', { name: 'Change password' });
  await form.getByLabel('Current password').fill('wrong');
  await form.getByLabel('New password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('This is not your current password')).toBeVisible();
  await form.getByLabel('Current password').fill(administrator.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await theirs.getByRole('link', { name: 'Manage Events' }).click();
  await expect(theirs).toHaveURL(`${site.url}/admin/login`);

  await theirs.getByLabel('Username or Email').fill(administrator.username);
  await theirs.getByLabel('Password').fill(password);
  // A call of the screen that is late would lead to the sign-in page before the click below.
  const answered = ['events', 'notices', 'drafts'].map((name) =>
    theirs.waitForResponse((answer) => answer.ok() && answer.url().includes(`/${name}/admin`)),
  );
  await theirs.getByRole('button', { name: 'Sign In' }).click();
  await expect(theirs).toHaveURL(`${site.url}/admin/events`);
  await Promise.all(answered);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  await theirs.getByRole('link', { name: 'Manage Articles' }).click();
  await expect(theirs).toHaveURL(`${site.url}/admin/login`);
  await other.close();
  // The wrong password.
  expectNoise(silent, /status of 400/);
});

test('the bar: five screens and More, closed by Escape, a click elsewhere or a choice', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  const more = page.getByRole('button', { name: 'More' });
  const link = page.getByRole('link', { name: 'Administrators' });
  await more.click();
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.getByRole('heading', { name: 'Dashboard' }).click();
  await expect(link).toBeHidden();
  await more.click();
  await link.click();
  await expect(link).toBeHidden();
  await expect(more).toHaveAttribute('aria-current', 'true');
  for (const width of [900, 1024, 1216, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { height } = (await page.getByRole('banner').boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(70);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  await page.setViewportSize({ width: 375, height: 700 });
  await expect(more).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
});

test('its screens are accessible in light and dark, small and wide, also when they fail', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  test.slow();
  await signIn(page, site);
  const link = await invite(page, 'zoe@society.example');
  for (const screen of ['administrators', 'account', 'activity'])
    await test.step(screen, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${site.url}/admin/${screen}`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await page.getByRole('button', { name: 'More' }).click();
      await expectAccessible(page, 1280, 375);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page, 375);
    });
  await page.goto(link);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  for (const [screen, path] of [
    ['administrators', '/admin/administrators'],
    ['account', '/admin/account/sessions'],
    ['activity', '/activity/admin*'],
  ] as const)
    await test.step(`${screen} failing`, async () => {
      await answer(page, path, { status: 500, json: {} });
      await page.goto(`${site.url}/admin/${screen}`);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await expectAccessible(page, 1280, 375);
    });
  expectNoise(silent, /status of 500/);
});
