import type { Page } from '@playwright/test';
import { type Post, startPost, stopPost } from '../support/post.ts';
import { administrator } from '../support/site.ts';
import { linkIn } from '../support/smtp.ts';
import { addColleague, callsOf, expectNoise, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const newPassword = 'marmot umbrella violin';

let post: Post;

test.beforeAll(async () => {
  post = await startPost();
});

test.afterAll(() => stopPost(post));

/** As if the last proof of every session were eleven minutes ago. */
function letProofsAge(): void {
  const at = new Date(Date.now() - 11 * 60_000).toISOString();
  inDatabase(post.site, 'UPDATE sessions SET proved_at = ?', at);
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Please enter your password again' });

test('a call that needs the password asks for it and then goes on, by keyboard alone', async ({ page, silent }) => {
  const { site } = post;
  await signIn(page, site);
  await page.goto(`${site.url}/admin/administrators`);
  await page.getByLabel('Email address').fill('ben@society.example');
  letProofsAge();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const field = dialog.getByLabel('Password');
  await expect(field).toBeFocused();
  await expectAccessible(page, 1280, 375);

  await test.step('without the password nothing is lost', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert')).toHaveText('Please enter your password again to continue.');
    await expect(page.getByLabel('Email address')).toHaveValue('ben@society.example');
    await page.getByRole('button', { name: 'Invite' }).press('Enter');
  });
  await test.step('a wrong password is reported in the dialog', async () => {
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Please enter your password', { exact: true })).toBeVisible();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This is not your current password')).toBeVisible();
    await expectAccessible(page, 1280, 375);
  });
  const calls = callsOf(page);
  await field.fill(administrator.password);
  await page.keyboard.press('Enter');
  const box = page.getByRole('group', { name: 'Link for ben@society.example' });
  await expect(box.getByLabel('Link')).toBeFocused();
  await expect(box).toContainText('The invitation is on its way');
  await expect(dialog).toBeHidden();
  expect(calls.slice(0, 2)).toEqual(['POST /admin/account/proof', 'POST /admin/administrators/invitations']);

  await test.step('for ten minutes it is not asked again', async () => {
    await box.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByLabel('Email address').fill('zoe@society.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Link for zoe@society.example' }).getByLabel('Link')).toBeFocused();
  });
  // Asked three times, and once given a wrong password.
  expectNoise(silent, /status of 40[03]/);
});

test('a file is downloaded after the dialog', async ({ page, silent }) => {
  const { site } = post;
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers`);
  const button = page.getByRole('button', { name: /^Export all .*CSV/ });
  await expect(button).toBeVisible();
  letProofsAge();
  const file = page.waitForEvent('download');
  await button.click();
  await dialogOf(page).getByLabel('Password').fill(administrator.password);
  await dialogOf(page).getByRole('button', { name: 'Confirm and go ahead' }).click();
  expect((await file).suggestedFilename()).toBe('subscribers.csv');
  await expect(dialogOf(page)).toBeHidden();
  expectNoise(silent, /status of 403/);
});

test('the contact line is saved after the dialog; a session that has ended leads to the sign-in page', async ({
  page,
  silent,
}) => {
  const { site } = post;
  await signIn(page, site);
  await page.goto(`${site.url}/admin/settings`);
  await page.getByLabel('Contact line').fill('Write to us: hello@society.example');
  letProofsAge();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await dialogOf(page).getByLabel('Password').fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await page.getByLabel('Contact line').fill('');
  letProofsAge();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await dialogOf(page).getByLabel('Password').fill(administrator.password);
  inDatabase(site, 'UPDATE sessions SET revoked_at = created_at');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/admin/login`);
  await expect(dialogOf(page)).toBeHidden();
  expectNoise(silent, /status of 40[13]/);
});

test('a forgotten password is replaced by an email, and the page says the same to everyone', async ({ page }) => {
  const { site, mailbox } = post;
  const anna = addColleague(site, 'anna');
  await page.goto(`${site.url}/admin/login`);
  await expectAccessible(page, 1280, 375);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const address = page.getByLabel('Email address');
  await address.fill('no address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  const answer = page
    .getByRole('status')
    .getByText('If this address belongs to an administrator, a link is on its way.');
  for (const email of ['nobody@society.example', 'anna@society.example']) {
    await address.fill(email);
    await page.keyboard.press('Enter');
    await expect(answer).toBeVisible();
  }
  await expectAccessible(page, 1280, 375);
  const [mail] = await mailbox.waitForMails(1, 'anna@society.example');
  if (!mail) throw new Error('No mail');
  const link = linkIn(mail, '/admin/invitation');
  expect(link.search).toBe('');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  expect(mailbox.mails.filter(({ envelopeTo }) => envelopeTo.includes('nobody@society.example'))).toEqual([]);
  const login = { usernameOrEmail: anna.username, password: anna.password };
  const headers = { 'content-type': 'application/json' };
  const old = await fetch(`${site.url}/api/v1/admin/login`, { method: 'POST', headers, body: JSON.stringify(login) });
  expect(old.status).toBe(401);
});

test('the first administrator is asked for a real address until there is one', async ({ page }) => {
  const { site } = post;
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByText('Your account has no real email address yet')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Enter your email address' }).click();
  const form = page.getByRole('form', { name: 'Name and address' });
  await form.getByLabel('Email address').fill('editor@society.example');
  // The password of the sign-in counts for ten minutes, here as everywhere.
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('your emails go to editor@society.example.')).toBeVisible();
  await page
    .getByRole('link', { name: /Dashboard/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Your account has no real email address yet')).toBeHidden();
});

test('without a mail server the page names the other ways', async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/admin/forgotten`);
  await expect(page.getByText(/^This site sends no emails\. Ask another administrator/)).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeHidden();
  await expectAccessible(page, 1280, 375);
});
