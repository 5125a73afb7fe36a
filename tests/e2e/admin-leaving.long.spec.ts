/** No one loses what they were writing by going somewhere else. */
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { editorOf, expectNoise, inDatabase } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, pictureFile } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const picture = resolve(import.meta.dirname, '../../public/icon-192.png');

function question(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'You have unsaved changes.' });
}

function answer(page: Page, name: 'Stay' | 'Leave' | 'Keep editing' | 'Discard changes'): Promise<void> {
  return question(page).getByRole('button', { name }).click();
}

test('every way out of an unsaved form asks, and staying keeps it as it is', async ({ page, site }) => {
  await (await editorOf(site)).addMember({ name: 'Way Out', position: 'Chair' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Manage Committee Members' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Not saved yet');
  const ways: (() => Promise<unknown>)[] = [
    () => page.getByRole('link', { name: 'Manage Events' }).click(),
    () => page.evaluate('history.back()'),
    () => page.getByRole('button', { name: 'Edit Way Out' }).click(),
    () => page.getByRole('button', { name: 'Logout' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await answer(page, 'Stay');
    await expect(question(page)).toBeHidden();
    await expect(name).toHaveValue('Not saved yet');
    await expect(page).toHaveURL(`${site.url}/admin/committee`);
  }
  await page.getByRole('button', { name: 'Edit Way Out' }).click();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Not saved yet');
});

test('what was left is offered on return, beside what was written since', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  const title = page.getByLabel('Title');
  await title.fill('First thoughts');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await answer(page, 'Leave');
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(1);
  await title.fill('Second thoughts');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await answer(page, 'Leave');
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(2);
  await page.getByRole('button', { name: 'Restore' }).last().click();
  await expect(title).toHaveValue('First thoughts');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(title).toHaveValue('Second thoughts');
  await expect(title).toBeFocused();
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(title).toHaveValue('First thoughts');
});

test('a draft that is restored where there is room for one is in this browser still', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('Room for one');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await answer(page, 'Leave');
  await page.evaluate(() => {
    const store = Reflect.get(Storage.prototype, 'setItem') as (this: Storage, key: string, text: string) => void;
    Storage.prototype.setItem = function (key, text) {
      if (Object.keys(this).some((other) => other.startsWith('draft:') && other !== key))
        throw new DOMException('full', 'QuotaExceededError');
      store.call(this, key, text);
    };
  });
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Room for one');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Room for one');
  // The screen itself may still have been asking.
  const isOffline = silent.splice(0).map((noise) => noise.includes('ERR_INTERNET_DISCONNECTED'));
  expect(isOffline).not.toContain(false);
});

test('a browser that cannot keep anything is not said to', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Title').fill('Too much');
  for (const leave of ['Dashboard', 'Logout']) {
    await page.getByRole('navigation').getByText(leave, { exact: true }).click();
    await expect(question(page)).toContainText('This browser cannot keep them: if you leave, they are lost.');
    await answer(page, 'Stay');
  }
});

test('the page lets go of the pictures of a text that was left, and the browser still has them', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Left behind', 'Look:');
  await bring(contentOf(page), 'paste', { files: [pictureFile('left.png')] });
  const image = contentOf(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/uploads\/articles\//);
  await page.getByRole('navigation').getByText('Dashboard', { exact: true }).click();
  await answer(page, 'Leave');
  await expect(page.getByRole('link', { name: 'You have 1 unsaved draft' })).toBeVisible();
  await expect.poll(() => filesIn(page)).toBe(0);
  await page.getByRole('link', { name: 'Manage Articles' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
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

test('a reload asks, and everything comes back with the chosen picture', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Reloaded');
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByText('icon-192')).toBeVisible();
  const asked = new Promise<string>((done) =>
    page.once('dialog', (dialog) => void dialog.accept().then(() => done(dialog.type()))),
  );
  await page.reload();
  expect(await asked).toBe('beforeunload');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Reloaded');
  await expect(page.getByRole('group', { name: 'Image' }).locator('img').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Position' }).fill('Chair');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  const [member] = inDatabase(site, "SELECT image_url FROM members WHERE name = 'Reloaded'");
  expect(member?.image_url).toMatch(/^\/uploads\/members\//);
  await page.reload();
  await expect(page.getByRole('form', { name: 'New member' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

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
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await page.getByLabel('Title').fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Keep editing');
  await expect(page.getByLabel('Title')).toHaveValue('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByRole('button', { name: 'Edit Left as it was' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Left as it was');
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

test('typing without a pause is kept every two seconds', async ({ page, site }) => {
  await page.clock.install();
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  for (const letter of 'abc') {
    await page.getByLabel('Title').press(letter);
    await page.clock.runFor(900);
  }
  expect(await kept()).toBe(1);
});
