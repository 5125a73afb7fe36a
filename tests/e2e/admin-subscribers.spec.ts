/** The list of subscribers: found, added, imported, exported, taken off and erased. */

import { readFileSync } from 'node:fs';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { answer, expectNoise, inDatabase } from '../support/states.ts';
import { addSubscribers } from '../support/subscribers-of-site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  addSubscribers(site, 70);
});

test('subscribers are searched, narrowed down and read in pages', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('link', { name: 'Subscribers' }).click();
  const rows = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
  await expect(rows).toHaveCount(60);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(69);
  await rows.last().getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Erase' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => rows.count()).toBeGreaterThan(69);
  await expect(rows.last()).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('R69@');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('1 address', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=R69/);
  await page.getByLabel('State').selectOption({ index: 4 });
  await expect(page.getByText('No subscribers match.')).toBeVisible();
  // As Back from one of them.
  await page.reload();
  await expect(page.getByLabel('State')).toHaveValue('suppressed');
  await expect(page.getByText('No subscribers match.')).toBeVisible();
});

test('one who is added is asked first, taken off, and erased with everything', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers`);
  const field = page.getByLabel('Email address');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.');
  await field.fill('new@example.net');
  await field.press('Enter');
  await expect(
    page.getByText('Email is not set up: the email that asks for a confirmation is kept in the outbox.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'new@example.net' }).click();
  await expect(page.getByText('Added by an administrator')).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('can subscribe again themselves.');
  await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('The address is unsubscribed.')).toBeVisible();
  const erase = page.getByRole('button', { name: 'Erase' });
  await expect(erase).toBeEnabled();
  await erase.press('Enter');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/subscribers`);
  expect(inDatabase(site, "SELECT id FROM subscribers WHERE email = 'new@example.net'")).toEqual([]);
});

test('a suppression says why, and lifting it what that means', { tag: '@long' }, async ({ page }) => {
  const because = 'There is no such mailbox: 550 5.1.1 unknown';
  inDatabase(
    site,
    "UPDATE subscribers SET state = 'suppressed', suppressed_because = ? WHERE email = 'r1@example.org'",
    because,
  );
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers/1`);
  await expect(page.getByRole('alert')).toContainText(because);
  await page.getByRole('button', { name: 'Lift suppression' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Lift the suppression?' });
  await expect(dialog).toContainText('Do so only when you know that the mailbox works');
  await dialog.getByRole('button', { name: 'Lift suppression' }).click();
  await expect(page.getByText('The suppression is lifted.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file is checked first, and imported only with consent', async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers`);
  const choose = (text: string) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('name\nAda\n');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toContainText('must name its columns');
  expectNoise(silent, /status of 400/);
  await choose('email\n');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('There is nothing to import in this file.')).toBeVisible();
  await choose('email,confirmed\nada@example.net,yes\nben@example.net,no\nnot an address,yes\n');
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
  await expect(page.getByText('1 person will be subscribed.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Line 4: Please enter a valid email address.');
  const take = page.getByRole('button', { name: 'Import', exact: true });
  await expect(take).toBeFocused();
  await take.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Please tick that these people have agreed.' })).toBeVisible();
  await page.getByLabel('These people have agreed to get the newsletter').check();
  await take.click();
  await expect(page.getByText('The list is imported.')).toBeVisible();
  expect(inDatabase(site, "SELECT state FROM subscribers WHERE email LIKE '%@example.net' ORDER BY id")).toEqual([
    { state: 'confirmed' },
    { state: 'pending' },
  ]);
});

test('a column that looks like a status is asked about value by value', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers`);
  const buffer = Buffer.from('email,Suscrito\nyes@example.com,sí\nno@example.com,no\n');
  await page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('They stay off the list unless you tick them below.')).toBeVisible();
  const asked = page.getByRole('group', { name: 'Which of these in the column “Suscrito” still want the newsletter?' });
  await asked.getByLabel('sí').check();
  await page.getByLabel('These people have agreed to get the newsletter').check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('The list is imported.')).toBeVisible();
  expect(inDatabase(site, "SELECT email FROM subscribers WHERE email LIKE '%@example.com'")).toEqual([
    { email: 'yes@example.com' },
  ]);
});

test('the list is exported as a file', { tag: '@long' }, async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/subscribers`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all addresses as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('subscribers.csv');
  expect(readFileSync(await download.path(), 'utf8')).toContain('"r2@example.org","confirmed",');
});

test('a list that cannot be loaded says so, and everyone can use it', { tag: '@long' }, async ({ page, silent }) => {
  await signIn(page, site);
  await answer(page, '/newsletter/admin/subscribers?*', { status: 500, json: {} });
  await page.goto(`${site.url}/admin/subscribers`);
  await expect(page.getByRole('alert')).toContainText('Failed to load the subscribers');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('list', { name: 'Subscribers' })).toBeVisible();
  expectNoise(silent, /status of 500/);
  for (const path of ['/admin/subscribers?search=r7', '/admin/subscribers/2']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 1280, 375);
  }
});
