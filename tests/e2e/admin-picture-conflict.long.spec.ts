/** Two windows with a new picture each, for one article. */
import { editorOf, expectNoise, hold, inDatabase } from '../support/states.ts';
import { openArticles, pictureFile, pressInForm } from '../support/writing.ts';
import { choosePicture, expect, pictureField, signIn, test } from './fixtures.ts';

test.slow();

test('if one person chooses two pictures in two windows, both are shown before one is replaced', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'One after the other', isPublished: false });
  await signIn(page, site);
  const other = await page.context().newPage();
  const imageUrl = () => inDatabase(site, 'SELECT image_url FROM articles WHERE id = ?', id)[0]?.image_url;
  for (const window of [page, other]) {
    await openArticles(window, site, id);
    await choosePicture(window, { name: 'one.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
  }
  await pressInForm(other, 'Update');
  await expect(other.getByText('Article saved successfully.')).toBeVisible();
  const theirs = imageUrl();
  await pressInForm(page, 'Update');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Before' })).toHaveAttribute('src', String(theirs));
  expect(imageUrl()).toBe(theirs);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(imageUrl()).not.toBe(theirs);
  await other.close();
  expectNoise(silent, /status of 409/);
});

test('if two pictures are uploaded at the same time, both are shown before one is replaced', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Two windows', isPublished: false });
  await signIn(page, site);
  const other = await page.context().newPage();
  const imageUrl = () => inDatabase(site, 'SELECT image_url FROM articles WHERE id = ?', id)[0]?.image_url;
  const buffer = pictureFile('').bytes;
  const upload = await hold(page, '/uploads/articles');
  for (const [window, name] of [
    [page, 'mine.png'],
    [other, 'theirs.png'],
  ] as const) {
    await openArticles(window, site, id);
    await choosePicture(window, { name, mimeType: 'image/png', buffer });
  }
  // The text of this one is saved, its picture is on its way for long.
  await pressInForm(page, 'Update');
  await expect.poll(() => inDatabase(site, 'SELECT version FROM articles WHERE id = ?', id)).toEqual([{ version: 2 }]);
  await pressInForm(other, 'Update');
  await expect(other.getByText('Article saved successfully.')).toBeVisible();
  const theirs = imageUrl();
  expect(theirs).toMatch(/^\/uploads\/articles\//);
  upload.release();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Before' })).toHaveAttribute('src', String(theirs));
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Someone saved another image in the meantime.' }),
  ).toBeVisible();
  expect(imageUrl()).toBe(theirs);
  await pressInForm(page, 'Update');
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(imageUrl()).not.toBe(theirs);
  await other.close();
  expectNoise(silent, /status of 409/);
});

test('saving a second picture while the first is being saved keeps the second', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Another one in the meantime', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const imageUrl = () => inDatabase(site, 'SELECT image_url FROM articles WHERE id = ?', id)[0]?.image_url;
  const buffer = pictureFile('').bytes;
  const upload = await hold(page, '/uploads/articles');
  await choosePicture(page, { name: 'first.png', mimeType: 'image/png', buffer });
  // A save in which it is not read yet leaves it in the form.
  await expect(pictureField(page)).toContainText('first.png');
  await page.getByLabel('Description').press('ControlOrMeta+s');
  await expect.poll(() => inDatabase(site, 'SELECT version FROM articles WHERE id = ?', id)).toEqual([{ version: 2 }]);
  await choosePicture(page, { name: 'second.png', mimeType: 'image/png', buffer });
  upload.release();
  await expect.poll(imageUrl).toMatch(/^\/uploads\/articles\//);
  const first = imageUrl();
  // Without the second one the first stays.
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Description').press('ControlOrMeta+s');
  await expect.poll(() => inDatabase(site, 'SELECT version FROM articles WHERE id = ?', id)).toEqual([{ version: 4 }]);
  expect(imageUrl()).toBe(first);
});
