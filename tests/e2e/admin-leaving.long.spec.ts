/** No one loses what they were writing by going somewhere else. */
import type { Locator, Page } from '@playwright/test';
import { editorOf, expectNoise, inDatabase } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, pictureFile } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

function question(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Discard your changes?' });
}

function answer(page: Page, name: 'Back' | 'Discard changes'): Promise<void> {
  return question(page).getByRole('button', { name }).click();
}

test('the page lets go of the pictures of a text that was left', async ({ page, site }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Left behind', 'Look:');
  await bring(contentOf(page), 'paste', { files: [pictureFile('left.png')] });
  const image = contentOf(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/uploads\/articles\//);
  await page.getByRole('navigation').getByText('Dashboard', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'You have 1 unfinished text' })).toBeVisible();
  await expect.poll(() => filesIn(page)).toBe(0);
  await page.getByRole('link', { name: 'You have 1 unfinished text' }).click();
  await expect(image).toHaveAttribute('src', /^\/uploads\/articles\//);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const uploads = "SELECT id FROM uploads WHERE file_name = 'left.png'";
  expect(inDatabase(site, uploads)).toHaveLength(1);
});

/** How many files the page's scripts hold. */
async function filesIn(page: Page): Promise<number> {
  const inspector = await page.context().newCDPSession(page);
  const { result: prototype } = await inspector.send('Runtime.evaluate', { expression: 'File.prototype' });
  const { objects } = await inspector.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
  const { result } = await inspector.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function () { return this.length; }',
    objectId: objects.objectId ?? '',
    returnByValue: true,
  });
  await inspector.detach();
  return result.value as number;
}

test('after a save Back leads to the screen before, not to the same form again', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Manage Events' }).click();
  const name = page.getByLabel('Title');
  await name.fill('Back from here');
  await page.getByLabel('Date', { exact: true }).fill('2099/12/01');
  await page.getByLabel('Time', { exact: true }).fill('18:00');
  await page.getByLabel('Location').fill('Barn');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await expect(name).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
});

test('Back leads past the address of an item that was deleted', async ({ page, site, silent }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Deleted while edited', isPublished: false });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Manage Articles' }).click();
  await page.getByRole('button', { name: 'Edit Deleted while edited' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/articles?edit=${id}`);
  await page.getByRole('button', { name: 'Delete Deleted while edited' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Edit Deleted while edited' })).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}/admin/articles`);
  await page.goBack();
  await expect(page.getByText('Article not found')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/articles`);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  expectNoise(silent, /status of 404/);
});

test('nothing is asked where nothing has changed, and Cancel discards only after asking', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Left as it was', isPublished: false });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  const content = page.getByRole('textbox', { name: 'Content' });
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  await content.click();
  await page.keyboard.type('ab');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.getByLabel('Title').fill('Something else');
  await page.getByLabel('Title').fill('Left as it was');
  await dashboard.click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await page.goBack();
  await expect(content).toContainText('It begins with a');
  await expect(page.getByText('are not on the site yet')).toHaveCount(0);
  await page.getByLabel('Title').fill('Something else');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/unsaved/i)).toHaveCount(0);
  await expect(question(page).getByRole('button')).toHaveText(['Back', 'Discard changes']);
  await expect(page.getByText('Everything is saved.')).toHaveCount(0);
  await answer(page, 'Back');
  await expect(page.getByLabel('Title')).toHaveValue('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByRole('button', { name: 'Edit Left as it was' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Left as it was');
  await expect(page.getByText('are not on the site yet')).toHaveCount(0);
});

test('no way out of a form asks, and its words are there again', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Way Out', position: 'Chair' });
  await signIn(page, site);
  const form = `${site.url}/admin/committee?edit=${id}`;
  const bio = page.getByLabel('Bio');
  const ways: (() => Promise<unknown>)[] = [
    () => page.getByRole('link', { name: 'Manage Events' }).click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'New Member' }).click(),
    () => page.reload(),
  ];
  await page.goto(`${site.url}/admin/dashboard`);
  for (const [n, leave] of ways.entries()) {
    await page.goto(form);
    await bio.fill(`Typed ${n}`);
    await leave();
    await page.goto(form);
    await expect(bio).toHaveValue(`Typed ${n}`);
  }
});

test('what neither this browser nor the site can keep is not left by accident', async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.route('**/drafts/admin/*', (route) => route.abort());
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Title').fill('Too much');
  await expect(page.getByText('Draft not saved: keep this page open and save.')).toBeVisible();
  for (const leave of ['Dashboard', 'Logout']) {
    await page.getByRole('navigation').getByText(leave, { exact: true }).click();
    const leaving = page.getByRole('alertdialog', { name: 'Not everything is saved yet.' });
    await expect(leaving).toContainText('If you leave, what is not saved is lost.');
    await expect(leaving.getByRole('button')).toHaveText(['Back', 'Leave']);
    await expect(page.getByText('Everything is saved.')).toHaveCount(0);
    await leaving.getByRole('button', { name: 'Back' }).click();
  }
  expectNoise(silent, /ERR_FAILED/);
});

test('what this browser has no room for is on the site a second later', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Title').fill('Only on the site');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Only on the site');
});
