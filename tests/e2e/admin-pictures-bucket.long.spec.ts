/** A site whose pictures lie in a bucket that visitors read directly, and one whose bucket goes away. */

import { patient } from '../support/patience.ts';
import { plainJpeg } from '../support/photos.ts';
import { s3Server } from '../support/s3.ts';
import { startSite } from '../support/site.ts';
import { editorOf, expectNoise } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

test('pictures come from the bucket’s own address; when it does not answer a sentence says so, and the site works on', async ({
  page,
  own,
  silent,
}) => {
  const server = own.use(await s3Server());
  server.manners.isPublic = true;
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings;
  const publicUrl = `${endpoint}/${bucket}`;
  const storage = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PUBLIC_URL: publicUrl,
  };
  const site = own.use(await startSite({ ...storage, LOG_LEVEL: 'warn' }));
  const id = await (await editorOf(site)).addMember({ name: 'Grace', position: 'Chair' });
  await signIn(page, site);
  const upload = async () => {
    await page.goto(`${site.url}/admin/committee?edit=${id}`);
    const buffer = await plainJpeg(300, 300);
    const input = page.getByRole('group', { name: 'Image' }).locator('input[type=file]');
    await input.setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
    await pressInForm(page, 'Update');
  };
  await upload();
  await expect(page.getByText('Member saved successfully.')).toBeVisible({ timeout: patient(45_000) });
  await page.goto(`${site.url}/about?member=${id}`);
  const face = page.getByRole('dialog').locator('img');
  await expect(face).toHaveAttribute('src', new RegExp(`^${publicUrl}/members/`));
  await expect
    .poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc))
    .toMatch(/\.avif$/);
  expectNoise(silent, new RegExp(`^asked a third party: ${publicUrl}/`));

  await server.stop();
  await upload();
  const sentence = 'The picture storage does not answer at the moment. Please try again in a few minutes.';
  await expect(page.getByRole('form').getByRole('alert')).toContainText(`Upload failed: ${sentence}`);
  expect((await page.goto(`${site.url}/about`))?.status()).toBe(200);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect(site.output()).toContain('ECONNREFUSED');
  expect(site.output()).not.toContain(secretAccessKey);
  expectNoise(silent, /asked a third party|ERR_CONNECTION_REFUSED|status of 503/);
});
