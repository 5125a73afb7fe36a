/** Two administrators on one item: no one's version goes without being seen. */
import type { Browser, Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { addColleague, editorOf, expectNoise, inDatabase, post, tokenOf } from '../support/states.ts';
import { pictureFile, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { choosePicture, expect, signIn, test } from './fixtures.ts';

test.slow();

async function colleagueAt(browser: Browser, site: Site, name: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, addColleague(site, name));
  await page.goto(site.url + path);
  return page;
}

test('the second of two who edit one article sees both versions and decides', async ({
  page,
  browser,
  site,
  silent,
}) => {
  const content = '<p>No one touches this.</p><pre data-language="python">\nx = 1\n</pre>';
  const id = await (await editorOf(site)).addArticle({ title: 'Edited by two', content, isPublished: false });
  const path = `/admin/articles?edit=${id}`;
  const anna = await colleagueAt(browser, site, 'anna', path);
  await signIn(page, site);
  await page.goto(site.url + path);
  const description = page.getByLabel('Description', { exact: true });
  await description.fill('My careful description.');
  await page.getByLabel('Title').fill('Edited by me');

  await anna.getByLabel('Title').fill('Edited by Anna');
  await pressInForm(anna, 'Update');
  await expect(anna.getByText('Article saved successfully.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'anna saved this in the meantime' });
  await pressInForm(page, 'Update');
  await expect(dialog.getByText('Edited by Anna')).toBeVisible();
  await expect(dialog.locator('ins').filter({ hasText: 'My careful' })).toBeVisible();
  await expect(dialog.getByText('Content', { exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('alert')).toContainText('Your changes are not saved yet');
  await expect(description).toHaveValue('My careful description.');

  await pressInForm(page, 'Update');
  await dialog.getByRole('button', { name: 'Take their version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Edited by Anna');
  await expect(description).not.toHaveValue('My careful description.');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(description).toHaveValue('My careful description.');
  await pressInForm(page, 'Update');
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const [article] = inDatabase(site, 'SELECT title, description FROM articles WHERE id = ?', id);
  expect(article).toEqual({ title: 'Edited by me', description: 'My careful description.' });
  await anna.context().close();
  expectNoise(silent, /status of 409/);
});

test('an update of a draft that was published in the meantime says that it unpublishes', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Published elsewhere', isPublished: false });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Published elsewhere');
  await post(site, `/articles/admin/publish/${id}`, {}, await tokenOf(site));
  await pressInForm(page, 'Update');
  const dialog = page.getByRole('dialog', { name: 'You have saved this elsewhere' });
  await expect(dialog.getByText('Published', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Take the saved version' }).click();
  await expect(page.getByRole('button', { name: 'Update live article' })).toBeVisible();
  expect(inDatabase(site, 'SELECT is_published FROM articles WHERE id = ?', id)).toEqual([{ is_published: 1 }]);
  expectNoise(silent, /status of 409/);
});

test('an event and a member ask as well, and Escape goes on editing', { tag: '@long' }, async ({
  page,
  browser,
  site,
  silent,
}) => {
  const editor = await editorOf(site);
  const event = await editor.addEvent({ title: 'Shared evening' });
  const member = await editor.addMember({ name: 'Shared member' });
  const bert = await colleagueAt(browser, site, 'bert', `/admin/events?edit=${event}`);
  await signIn(page, site);
  for (const [path, field] of [
    [`/admin/events?edit=${event}`, 'Location'],
    [`/admin/committee?edit=${member}`, 'Position'],
  ] as const) {
    await page.goto(site.url + path);
    await bert.goto(site.url + path);
    await page.getByLabel(field).fill('Mine');
    await bert.getByLabel(field).fill('Theirs');
    await pressInForm(bert, 'Update');
    await expect(bert.getByText('saved successfully.')).toBeVisible();
    await pressInForm(page, 'Update');
    const dialog = page.getByRole('dialog', { name: 'bert saved this in the meantime' });
    await expect(dialog.locator('del').filter({ hasText: 'Theirs' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel(field)).toHaveValue('Mine');
    await pressInForm(page, 'Update');
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await expect(page.getByText('saved successfully.')).toBeVisible();
  }
  expect(inDatabase(site, 'SELECT location FROM events WHERE id = ?', event)).toEqual([{ location: 'Mine' }]);
  expect(inDatabase(site, 'SELECT position FROM members WHERE id = ?', member)).toEqual([{ position: 'Mine' }]);
  await bert.context().close();
  expectNoise(silent, /status of 409/);
});

test('if two people choose new pictures, the second sees both before one is replaced', { tag: '@long' }, async ({
  page,
  browser,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Two faces' });
  const path = `/admin/committee?edit=${id}`;
  const edgar = await colleagueAt(browser, site, 'edgar', path);
  await signIn(page, site);
  await page.goto(site.url + path);
  const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pictureFile('').bytes });
  const imageUrl = () => inDatabase(site, 'SELECT image_url FROM members WHERE id = ?', id)[0]?.image_url;
  await choosePicture(page, picture('mine.png'));
  await choosePicture(edgar, picture('theirs.png'));
  await pressInForm(edgar, 'Update');
  await expect(edgar.getByText('Member saved successfully.')).toBeVisible();
  const theirs = imageUrl();
  expect(theirs).toMatch(/^\/uploads\/members\//);

  await pressInForm(page, 'Update');
  const dialog = page.getByRole('dialog', { name: 'edgar saved this in the meantime' });
  await expect(dialog.getByRole('img', { name: 'Before' })).toHaveAttribute('src', String(theirs));
  await expect(dialog.getByRole('img', { name: 'After' })).toHaveAttribute('src', /^blob:/);
  await expectAccessible(page);
  expect(imageUrl()).toBe(theirs);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  expect(imageUrl()).not.toBe(theirs);
  await edgar.context().close();
  expectNoise(silent, /status of 409/);
});

test('an item deleted while it is edited is reported, and can be saved once it is restored', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Deleted in the meantime' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await page.getByLabel('Position').fill('Still here');
  inDatabase(site, 'UPDATE members SET deleted_at = ? WHERE id = ?', new Date().toISOString(), id);
  await pressInForm(page, 'Update');
  await expect(page.getByRole('alert')).toHaveText(
    'It has since been deleted. Restore it from the bin, then save again.',
  );
  inDatabase(site, 'UPDATE members SET deleted_at = NULL WHERE id = ?', id);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  expectNoise(silent, /status of 404/);
});
