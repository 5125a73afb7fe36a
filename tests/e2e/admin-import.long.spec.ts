/** Moving in: upload, the list, the decision, the progress, the undo, also on a phone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptied } from '../support/emptied.ts';
import { casesFolder, filesBelow, zipOf } from '../support/imports.ts';
import type { Site } from '../support/site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

for (const width of [1280, 375])
  test(`an export is read, listed, imported and undone at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/import`);
    const shot = (name: string) =>
      process.env.IMPORT_SHOTS
        ? page.screenshot({ path: `${process.env.IMPORT_SHOTS}/${name}-${width}.png`, fullPage: true })
        : null;
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
    await shot('upload');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please choose a file.');
    const traps = readFileSync(join(casesFolder, 'traps.wxr.xml'), 'utf8').replaceAll('old.example', 'old.invalid');
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'chess-society.xml', mimeType: 'text/xml', buffer: Buffer.from(traps) });
    await page.getByRole('button', { name: 'Read the file' }).click();
    const start = page.getByRole('button', { name: 'Import 9 articles, 2 pages, 2 pictures' });
    await expect(start).toBeVisible();
    await expect(page.getByText('T4 Password: protected by a password')).toBeVisible();
    await page.getByText('1 left out', { exact: true }).click();
    await expect(page.getByText('T6 Trash: it was in the bin')).toBeVisible();
    await expectAccessible(page);
    await shot('list');
    await start.click();
    await expect(page.getByText(/Imported on .*: 9 articles, 2 pages, 0 pictures\./)).toBeVisible();
    await expect(page.getByText(/files that cannot be copied/).first()).toBeVisible();
    await shot('done');
    expect((await page.request.get(`${site.url}/blog/2019/05/t1/`, { maxRedirects: 0 })).status()).toBe(301);

    await page.getByRole('button', { name: 'Undo import' }).click();
    await shot('question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText(/Undone on .* in the bin for 30 days\./).first()).toBeVisible();
    await shot('undone');
    await expect.poll(async () => (await page.request.get(`${site.url}/blog/2019/05/t1/`)).status()).toBe(404);
  });

test('a broken file says what is wrong, and it and a list can be discarded', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/import`);
  const choose = async (name: string, buffer: Buffer) => {
    await page.getByLabel('File').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: 'Read the file' }).click();
  };
  await choose('ghost.json', Buffer.from('{"db": [{"data": {"posts": ['));
  await expect(
    page.getByText('This JSON file ends in the middle or is damaged. Please export it again.'),
  ).toBeVisible();
  await choose('hugo.zip', await zipOf(filesBelow(join(casesFolder, 'hugo'))));
  await expect(page.getByRole('button', { name: 'Import 5 articles, 0 pages, 0 pictures' })).toBeVisible();
  await page.reload();
  for (const name of ['hugo.zip', 'ghost.json']) {
    await page.getByRole('region', { name }).getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByRole('region', { name })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
  }
  await expect(page.getByRole('button', { name: 'Read the file' })).toBeVisible();
});
