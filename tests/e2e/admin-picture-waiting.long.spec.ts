/** What an administrator sees of pictures that are not on the site yet, in every form that takes some. */
import { type Failure, type FaultyWay, faultyWay, type Moment } from '../support/failing-uploads.ts';
import { patient } from '../support/patience.ts';
import { grainyPng } from '../support/photos.ts';
import {
  broken,
  failureNoise,
  paste,
  pictureState,
  savedWithPicture,
  startWriting,
  tooLarge,
} from '../support/picture-faults.ts';
import { expectNoise, inDatabase } from '../support/states.ts';
import { bring, contentOf, openArticles, pictureFile, pressInForm } from '../support/writing.ts';
import { choosePicture, expect, signIn, test } from './fixtures.ts';

test.slow();

let way: FaultyWay;
test.beforeEach(async ({ page, site }) => {
  way = await faultyWay(site);
  await signIn(page, way);
  await openArticles(page, way);
});
test.afterEach(async ({ silent }) => {
  expectNoise(silent, failureNoise);
  await way.close();
});

test('publishing waits for a picture and names it; a draft is saved without it, and undoing restores it', async ({
  page,
  site,
}) => {
  await startWriting(page, 'Not without it');
  void way.fail('before', broken);
  await paste(page);
  await pictureState(page, 'Could not be uploaded');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('dialog').locator('img')).toHaveAttribute('src', /^blob:/);
  await page.keyboard.press('Escape');
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const alert = page.getByRole('form').getByRole('alert');
  await expect(alert).toContainText('Not published: still waiting for the picture “bat.png”.');
  const rows = () => inDatabase(site, "SELECT content FROM articles WHERE title = 'Not without it'");
  expect(rows()).toEqual([]);

  await contentOf(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Backspace');
  await expect(contentOf(page)).toHaveText('Look:');
  await page.keyboard.press('ControlOrMeta+z');
  await pictureState(page, 'Could not be uploaded');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(alert).toContainText('Saved as a draft without the picture “bat.png”.');
  expect(rows()).toEqual([{ content: '<p>Look:</p>' }]);

  way.open();
  await contentOf(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try again: bat.png' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(contentOf(page)).toBeFocused();
  await savedWithPicture(page, way);
  expect(rows()).toHaveLength(1);
});

test('a photo that is too large for the site is made smaller, and is not left by accident', async ({ page }) => {
  const bytes = await grainyPng(1500);
  expect(bytes.length).toBeGreaterThan(5 * 1024 * 1024);
  await startWriting(page, 'A large photo');
  await bring(contentOf(page), 'paste', { files: [{ name: 'large.png', type: 'image/png', bytes }] });
  await pictureState(page, 'large.png · Image size must be less than 5MB.');
  await page.getByRole('navigation').getByText('Dashboard', { exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved yet.' });
  await expect(question).toContainText('If you leave, what is not saved is lost.');
  await question.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Make it smaller and use it: large.png' }).click();
  await savedWithPicture(page, way);
});

test('without a network no picture can be chosen, which is said', async ({ page, context }) => {
  await startWriting(page, 'On the train');
  await context.setOffline(true);
  await bring(contentOf(page), 'paste', { files: [pictureFile('bat.png')] });
  const told = 'There is no connection. Choose the picture again when it is back.';
  await expect(page.getByText(told)).toBeVisible();
  await expect(contentOf(page).locator('img')).toHaveCount(0);
  await choosePicture(page, { name: 'bat.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
  await expect(page.getByRole('group', { name: 'Image' })).toContainText(told);
  await context.setOffline(false);
});

test('a form’s own picture stays in its field, with its state', async ({ page, site, context }) => {
  const faults: [Moment, Failure, string][] = [
    ['before', 'nothing', 'Waiting for the connection'],
    ['during', tooLarge, 'Could not be uploaded: The server in front of the site does not let'],
    ['after', broken, 'Could not be uploaded: Something went wrong'],
  ];
  for (const [moment, failure, text] of faults)
    await test.step(moment, async () => {
      await page.goto(`${way.url}/admin/committee`);
      await page.getByRole('textbox', { name: 'Name' }).fill(`Cover ${moment}`);
      await page.getByRole('textbox', { name: 'Position' }).fill('Chair');
      // It is sent when it is chosen; the save waits for it, or sends it again.
      const reached = way.fail(moment, failure);
      await choosePicture(page, { name: 'face.png', mimeType: 'image/png', buffer: await grainyPng() });
      await expect(page.getByText('face.png')).toBeVisible();
      await reached;
      const made = page.waitForResponse('**/api/v1/members/admin');
      await page.getByRole('button', { name: 'Add Member' }).click();
      await made;
      if (failure === 'nothing') await context.setOffline(true);
      if (failure === 'nothing') way.cut();
      const field = page.getByRole('group', { name: 'Image' });
      await expect(field).toContainText(text);
      await expect(page.getByRole('form').getByRole('alert')).toContainText('Upload failed: ');
      way.open();
      if (failure === 'nothing') await context.setOffline(false);
      else {
        await field.getByRole('button', { name: 'Try again' }).click();
        await expect(field.getByRole('button', { name: 'Replace image' })).toBeFocused();
      }
      await expect(field).toContainText('Uploaded. Not on the site yet.', {
        timeout: patient(30_000),
      });
      await pressInForm(page, 'Update');
      await expect(page.getByText('Member saved successfully.').last()).toBeVisible();
      const rows = inDatabase(site, 'SELECT image_url FROM members WHERE name = ?', `Cover ${moment}`);
      expect(rows).toEqual([{ image_url: expect.stringMatching(/^\/uploads\/members\//) }]);
    });
});

test('a default picture that cannot be uploaded says so, and can be chosen again', async ({ page, site }) => {
  await page.goto(`${way.url}/admin/settings`);
  const field = page.getByRole('group', { name: 'Articles without a picture' });
  const picture = { name: 'harbour.png', mimeType: 'image/png', buffer: await grainyPng() };
  void way.fail('before', tooLarge);
  await field.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('alert').filter({ hasText: 'Upload failed: ' })).toBeVisible();
  way.open();
  await field.locator('input[type=file]').setInputFiles(picture);
  await expect(field.locator('img')).toHaveAttribute('src', /^\/uploads\/articles\//, { timeout: patient(30_000) });
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  const [row] = inDatabase(site, "SELECT value FROM settings WHERE key = 'defaultArticleImage'");
  const url = JSON.parse(String(row?.value)) as string;
  expect((await fetch(way.url + url)).status, url).toBe(200);
  inDatabase(site, "DELETE FROM settings WHERE key = 'defaultArticleImage'");
});
