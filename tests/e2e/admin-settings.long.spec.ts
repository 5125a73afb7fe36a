import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { addColleague, answer, editorOf, expectNoise, inDatabase, open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(() => {
  inDatabase(site, 'DELETE FROM settings');
});

test('a link to a part of the settings shows it and focuses its field', async ({ page }) => {
  await signIn(page, site);
  for (const [part, label] of [
    ['about', 'About text'],
    ['membership', 'Membership form'],
    ['short-name', 'Short name'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`${site.url}/admin/settings#${part}`);
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(page.getByLabel(label)).toBeInViewport();
  }
});

test('name, home page, links, picture and zone are set, and the public site has them at once', async ({ page }) => {
  const editor = await editorOf(site);
  const article = await editor.addArticle({ title: 'Without a picture' });
  await editor.addMember({ name: 'Ada' });
  await openSettings(page);
  await page.getByLabel('Society name').fill('Vets & "Friends" <Oxford>');
  await page.getByLabel('Short name').fill('Vets & Friends');
  await page.getByLabel('Membership form').fill('example.org/join-us');
  await page.getByLabel('The committee on the home page').selectOption('spotlight');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await expect(page.getByLabel('Name of link 1')).toBeFocused();
  await page.keyboard.type('Mastodon');
  await page.getByLabel('Address of link 1').fill('https://social.example/@vets');
  const drawing = sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } });
  const picture = { name: 'harbour.png', mimeType: 'image/png', buffer: await drawing.png().toBuffer() };
  const field = page.getByRole('group', { name: 'Articles without a picture' });
  await field.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('button', { name: 'Use the original' })).toBeVisible();
  await page.getByLabel('Time zone').selectOption('America/New_York');
  await expect(page.getByText('18:00 stays 18:00, now in New York')).toBeVisible();
  await save(page);

  await expect(page.getByRole('link', { name: 'View site' }).last()).toHaveAttribute('href', '/');
  await expect(page.getByText(/^Last saved on .* by editor$/)).toBeVisible();
  await expect(page.getByLabel('Membership form')).toHaveValue('https://example.org/join-us');

  await open(page, site.url);
  await expect(page).toHaveTitle('Vets & "Friends" <Oxford>');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Vets & Friends' })).toBeVisible();
  const join = page.getByRole('link', { name: 'Join Society' });
  await expect(join).toHaveAttribute('href', 'https://example.org/join-us');
  await expect(page.getByRole('heading', { name: 'Meet Our Committee' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Vets & "Friends" <Oxford>');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Mastodon' });
  await expect(link).toHaveAttribute('href', 'https://social.example/@vets');
  const card = page.getByRole('article').filter({ hasText: 'Without a picture' }).locator('img');
  await expect(card).toHaveAttribute('src', /^\/uploads\/articles\//);
  await expect(page.getByRole('article').filter({ hasText: 'Without a picture' })).toContainText(
    'By Vets & "Friends" <Oxford>',
  );
  await open(page, `${site.url}/articles/${article}`);
  await expect(page.getByRole('article')).toContainText('By Vets & "Friends" <Oxford>');
  await open(page, `${site.url}/admin/articles`);
  await expect(page.getByRole('banner').first()).toContainText('Vets & Friends · Admin');
  await expect(page).toHaveTitle('Manage Articles · Vets & Friends Admin');
  for (const screen of ['dashboard', 'newsletter', 'settings', 'doctor']) {
    await page.goto(`${site.url}/admin/${screen}`);
    await expect(page).toHaveTitle(/ · Vets & Friends Admin$/);
  }

  await openSettings(page);
  await page.getByRole('button', { name: 'Use the original' }).click();
  await page.getByRole('button', { name: 'Remove link 1' }).click();
  await save(page);
  await open(page, site.url);
  await expect(card).toHaveAttribute('src', '/defaults/article.webp');
  await expect(page.getByRole('navigation', { name: 'Elsewhere' })).toHaveCount(0);
});

test('an invalid value is reported in the form, also one that the server refuses', async ({ page, silent }) => {
  await openSettings(page);
  await page.getByLabel('Society name').fill(' ');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Name of link 1').fill('Blog');
  await page.getByLabel('Address of link 1').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save settings' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Please enter the society name');
  await expect(alert).toContainText('Link 1: Please enter a web address that starts with https:// or http://');
  await expect(page.getByLabel('Society name')).toBeFocused();
  await expect(page.getByLabel('Society name')).toHaveAccessibleDescription(/Please enter the society name/);
  expect((await storedSettings(page)).socialLinks).toEqual([]);

  await page.getByLabel('Society name').fill('Society');
  await page.getByLabel('Address of link 1').fill('https://blog.example/about us');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(alert).toContainText('Link 1: There is a space in this address. Please copy it whole.');
  await page.getByLabel('Address of link 1').fill('https://blog.example');
  await expect(alert).toHaveCount(0);
  const refusal = { message: 'No', code: 'invalid', fields: { copyrightLine: 'Not this line' } };
  await answer(page, '/settings/admin', { status: 400, json: refusal });
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(alert).toContainText('Not this line');
  await expect(page.getByLabel('Copyright line')).toBeFocused();
  await page.unroute('**/api/v1/settings/admin');
  await answer(page, '/settings/admin', 'nothing');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(alert).toHaveText('The connection was lost. Please try again.');
  await page.unroute('**/api/v1/settings/admin');
  await save(page);
  expect((await storedSettings(page)).societyName).toBe('Society');
  expectNoise(silent, /400|ERR_FAILED/);
});

test('the second of two saves is told, and can keep both changes or take what is saved', async ({
  page,
  browser,
  silent,
}) => {
  await openSettings(page);
  await page.getByLabel('Tagline').fill('From the first');
  // Two tabs of one person share what is typed.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, site, addColleague(site, 'second'));
  await other.goto(`${site.url}/admin/settings`);
  await other.getByLabel('Short name').fill('Second');
  await save(other);

  await page.getByRole('button', { name: 'Save settings' }).click();
  const question = page.getByRole('dialog', { name: 'second saved this in the meantime' });
  await expect(question).toContainText('From the first');
  await expect(question).not.toContainText('Short name');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('alert')).toContainText('Your changes are not saved yet');
  expect((await storedSettings(page)).heroTagline).toBe('Future Health Leaders');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await question.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(page.getByLabel('Short name')).toHaveValue('Second');
  expect(await storedSettings(page)).toMatchObject({ shortName: 'Second', heroTagline: 'From the first' });

  await other.getByLabel('Short name').fill('Third');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await other.getByRole('button', { name: 'Take their version' }).click();
  await expect(other.getByLabel('Tagline')).toHaveValue('From the first');
  await expect(other.getByLabel('Short name')).toHaveValue('Second');
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(other.getByLabel('Tagline')).toHaveValue('From the first');
  await expect(other.getByLabel('Short name')).toHaveValue('Third');
  await other.context().close();
  expectNoise(silent, /409/);
});

test('the history shows what each save changed, and brings one back', async ({ page }) => {
  await openSettings(page);
  await page.getByLabel('Tagline').fill('Once upon a time');
  await save(page);
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Name of link 1').fill('Blog');
  await page.getByLabel('Address of link 1').fill('https://blog.example');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of “Settings”' });
  await expect(history).toContainText('Blog (https://blog.example)');
  // What stood there first was saved by no one.
  await expect(history).not.toContainText('Unknown');
  await history.getByRole('button', { name: /As it was before/ }).click();
  await history.getByRole('button', { name: 'Restore how it was before' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Tagline')).toHaveValue('Future Health Leaders');
  await expect(page.getByLabel('Name of link 1')).toHaveCount(0);
  expect((await storedSettings(page)).socialLinks).toEqual([]);
});

test('settings that are left unsaved are there when the screen is opened again', async ({ page }) => {
  await openSettings(page);
  const tagline = page.getByLabel('Tagline');
  await tagline.fill('Not saved');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: 'Society' }).click();
  await expect(page).toHaveURL(/settings\/society$/);
  await expect(tagline).toBeHidden();
  await sections.getByRole('link', { name: 'Home page' }).click();
  await expect(tagline).toHaveValue('Not saved');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await openSettings(page);
  await expect(tagline).toHaveValue('Not saved');
  await save(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  expect((await storedSettings(page)).heroTagline).toBe('Not saved');
});

test('the settings are accessible in light and dark on a phone and a desk', async ({ page, silent }) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Name of link 1').fill('Blog');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expectNoise(silent, /status of 400/);
  await expectAccessible(page, 1280, 375);
});

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${site.url}/admin/settings`);
  const [form, password] = [page.getByLabel('Short name'), page.getByLabel('Password')];
  await expect(form.or(password)).toBeVisible();
  if (await password.isVisible()) await enterCredentials(page);
  await expect(form).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
}

async function storedSettings(page: Page): Promise<Record<string, unknown>> {
  return (await (await page.request.get(`${site.url}/api/v1/settings`)).json()) as Record<string, unknown>;
}
