/** Uploads that are slow, cancelled or cut off. */

import { patient } from '../support/patience.ts';
import { phonePhoto, plainJpeg } from '../support/photos.ts';
import { answer, expectNoise, inDatabase } from '../support/states.ts';
import { choosePicture, expect, pictureField, signIn, test } from './fixtures.ts';

test.slow();

// A picture is encoded eight times over before the answer comes.
const encoding = { timeout: patient(45_000) };

test('a slow upload is shown and can be cancelled; the next press continues from there', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Slowly');
  await page.getByRole('textbox', { name: 'Description' }).fill('By a thin line.');
  await page.getByRole('textbox', { name: 'Content' }).fill('One byte after the other.');
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  // It is sent when it is chosen.
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 15_000 });
  await choosePicture(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await expect(pictureField(page)).toContainText('after compression');
  const saved = page.waitForResponse('**/api/v1/articles/admin');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await saved;
  const bar = page.getByRole('progressbar', { name: 'Upload' });
  await expect(bar).toBeVisible();
  await expect(page.getByText('Uploading the image...')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Upload failed: You cancelled it.');
  // On to the picture, from where the button was.
  await page.keyboard.press('Tab');
  await expect(pictureField(page).locator(':focus')).toHaveCount(1);
  await expect(page.getByText('The article is kept as a draft.')).toBeVisible();
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Article published/)).toBeVisible(encoding);
  expect(inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Slowly'")).toEqual([{ is_published: 1 }]);
});

test('an upload that fails says why and publishes nothing', async ({ page, site, silent }) => {
  await signIn(page, site);
  const sentence = 'The picture storage does not answer at the moment. Please try again in a few minutes.';
  const failures: [Parameters<typeof answer>[2], string][] = [
    [{ status: 503, json: { message: sentence, code: 'unavailable' } }, `Upload failed: ${sentence}`],
    [{ status: 201, json: { path: 'articles/a.jpg' } }, 'Upload failed: Failed to generate public URL'],
    ['nothing', 'Upload failed: The connection was lost. Please try again.'],
  ];
  for (const [reply, shown] of failures) {
    await page.goto(`${site.url}/admin/articles`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Cut off');
    await page.getByRole('textbox', { name: 'Description' }).fill('Somewhere on the way.');
    await page.getByRole('textbox', { name: 'Content' }).fill('Here.');
    await answer(page, '/uploads/articles', reply);
    await choosePicture(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await plainJpeg(300, 200) });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('form').getByRole('alert')).toContainText(shown);
    await page.unroute('**/api/v1/uploads/articles');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText(/^Article published/)).toBeVisible(encoding);
  }
  expect(inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Cut off'")).toHaveLength(3);
  expectNoise(silent, /status of 503|ERR_FAILED/);
});
