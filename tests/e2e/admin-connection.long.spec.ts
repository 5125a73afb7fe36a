/** The connection is lost in the middle of a save: everything is still there, and nothing is there twice. */
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { addColleague, editorOf, expectNoise, inDatabase, tokenOf } from '../support/states.ts';
import { contentOf, openArticles, pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const picture = resolve(import.meta.dirname, '../../public/icon-192.png');
const lost = 'The connection was lost. Please try again.';

/** The server does what it is asked, but its answer to the next call does not arrive. */
async function loseAnswer(page: Page, method: string, path: string): Promise<void> {
  let isOver = false;
  await page.route(`**/api/v1${path}`, async (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    isOver = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function saveAsColleague(site: Site, id: number, content: string): Promise<void> {
  const token = await tokenOf(site, addColleague(site, 'ben'));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ content });
  const response = await fetch(`${site.url}/api/v1/articles/admin/${id}`, { method: 'PUT', headers, body });
  expect(response.status).toBe(200);
}

test('a save without a connection loses nothing, and pressing again goes on', async ({
  page,
  site,
  context,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  await page.getByLabel('Title').fill('Written on a train');
  await page.getByLabel('Description', { exact: true }).fill('Between two tunnels.');
  await page.getByRole('textbox', { name: 'Content' }).fill('The tunnel is long.');
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await expect(page.getByText('icon-192')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').filter({ hasText: lost })).toContainText('Failed to save. Please try again.');
  await expect(page.getByText('Failed to save article')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect(page.getByText('Failed to save article')).toHaveCount(0, { timeout: 1000 });
  const rows = inDatabase(site, "SELECT content, image_url FROM articles WHERE title = 'Written on a train'");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.content).toContain('The tunnel is long.');
  expect(rows[0]?.image_url).toMatch(/^\/uploads\/articles\//);
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});

test('an answer that was lost creates nothing twice, even after a reload, and the last words count', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await loseAnswer(page, 'POST', '/members/admin');
  await page.getByRole('textbox', { name: 'Name' }).fill('Only Once');
  await page.getByRole('textbox', { name: 'Position' }).fill('Chair');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByRole('alert')).toHaveText(lost);
  await page.reload();
  await page.getByRole('textbox', { name: 'Position' }).fill('Treasurer');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  const members = () => inDatabase(site, "SELECT id, position FROM members WHERE name = 'Only Once'");
  expect(members()).toEqual([{ id: expect.any(Number), position: 'Treasurer' }]);

  // The answer to an update is lost: pressing again finds what was saved and has nothing to ask.
  const [{ id } = {}] = members();
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await loseAnswer(page, 'PUT', `/members/admin/${id}`);
  await page.getByRole('textbox', { name: 'Position' }).fill('Secretary');
  await pressInForm(page, 'Update');
  await expect(page.getByRole('alert')).toHaveText(lost);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  expect(members()).toEqual([{ id, position: 'Secretary' }]);
  expectNoise(silent, /ERR_CONNECTION_RESET|status of 409/);
});

test('an administrator whose save’s answer was lost and who types on is not asked about her own save', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({
    title: 'Lost twice',
    content: '<p>One.</p>',
    isPublished: false,
  });
  const stored = () => inDatabase(site, 'SELECT content, version FROM articles WHERE id = ?', id);
  const update = page.getByRole('button', { name: 'Update', exact: true });
  const alert = page.getByRole('alert').filter({ hasText: lost });
  await signIn(page, site);
  await openArticles(page, site, id);
  await loseAnswer(page, 'PUT', `/articles/admin/${id}*`);
  await contentOf(page).fill('One, mended.');
  await update.click();
  await expect(alert).toBeVisible();
  // Back to what it was: that is a change as well.
  await contentOf(page).fill('One.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  expect(stored()).toEqual([{ content: '<p>One.</p>', version: 3 }]);

  // Also after a reload; and a colleague who was there in between is still asked about.
  for (const by of ['nobody', 'a colleague']) {
    await loseAnswer(page, 'PUT', `/articles/admin/${id}*`);
    await contentOf(page).fill('Two.');
    await update.click();
    await expect(alert).toBeVisible();
    if (by === 'a colleague') await saveAsColleague(site, id, '<p>Theirs.</p>');
    await contentOf(page).fill('Three.');
    await page.reload();
    await expect(contentOf(page)).toHaveText('Three.');
    await page.keyboard.press('ControlOrMeta+s');
    if (by === 'nobody') await expect(page.getByText(/^Saved \d/)).toBeVisible();
  }
  await expect(page.getByRole('dialog').locator('del').filter({ hasText: 'Theirs' })).toBeVisible();
  expect(stored()).toMatchObject([{ content: '<p>Theirs.</p>' }]);
  expectNoise(silent, /ERR_CONNECTION_RESET|status of 409/);
});

test('a picture whose upload fails is reported and kept, and pressing again sends it', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('Picture on its way');
  await page.getByRole('textbox', { name: 'Date' }).fill('20271201');
  await page.getByLabel('Time', { exact: true }).fill('1830');
  await page.getByLabel('Location').fill('Hall');
  await page.route('**/api/v1/uploads/events', (route) => route.abort());
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByText('icon-192')).toBeVisible();
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText(`Upload failed: ${lost}`);
  await page.unroute('**/api/v1/uploads/events');
  await page.reload();
  await page.getByRole('button', { name: 'Edit Picture on its way' }).click();
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('group', { name: 'Image' }).locator('img').first()).toBeVisible();
  await pressInForm(page, 'Update');
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  const rows = inDatabase(site, "SELECT image_url FROM events WHERE title = 'Picture on its way'");
  expect(rows).toEqual([{ image_url: expect.stringMatching(/^\/uploads\/events\//) }]);
  expectNoise(silent, /ERR_FAILED/);
});

test('an interrupted save is continued without a question', async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  await page.getByLabel('Title').fill('Published in a tunnel');
  await page.getByLabel('Description', { exact: true }).fill('Twice around the corner.');
  await page.getByRole('textbox', { name: 'Content' }).fill('It is dark.');
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await expect(page.getByText('icon-192')).toBeVisible();
  await loseAnswer(page, 'PUT', '/articles/admin/*/image');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Upload failed' })).toContainText(lost);
  await loseAnswer(page, 'POST', '/articles/admin/publish/*');
  await publish.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save. Please try again.' })).toContainText(lost);
  await publish.click();
  await expect(page.getByText(/^Article published/)).toBeVisible();
  const rows = inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Published in a tunnel'");
  expect(rows).toEqual([{ is_published: 1 }]);
  expectNoise(silent, /ERR_CONNECTION_RESET|status of 409/);
});

test('a double click saves once', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Clicked Twice');
  await page.getByRole('textbox', { name: 'Position' }).fill('Chair');
  await page.getByRole('button', { name: 'Add Member' }).dblclick();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  await page.goto(`${site.url}/admin/articles`);
  await page.getByLabel('Title').fill('Clicked Twice');
  await page.getByLabel('Description', { exact: true }).fill('Once is enough.');
  await page.getByRole('textbox', { name: 'Content' }).fill('Really.');
  await page.getByRole('button', { name: 'Save draft' }).dblclick();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const count = (sql: string) => inDatabase(site, sql).length;
  expect(count("SELECT id FROM members WHERE name = 'Clicked Twice'")).toBe(1);
  expect(count("SELECT id FROM articles WHERE title = 'Clicked Twice'")).toBe(1);
});
