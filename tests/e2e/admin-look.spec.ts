import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, expectNoise, inDatabase, open, setSetting } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(() => {
  inDatabase(site, 'DELETE FROM settings');
});

const shield =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><path d="M60 8 108 30 102 78 60 112 18 78 12 30Z" fill="#1f3f7a"/></svg>';
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(shield) };

for (const width of [1280, 375])
  test(`at ${width} px: a colour and a logo are shown before they are saved, then everywhere, and are undone`, async ({
    page,
    silent,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await open(page, `${site.url}/admin/settings/look`);
    await page.getByLabel('Colour', { exact: true }).fill('blue');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Please enter a colour as # and six digits, such as #1f4e8c').first()).toBeVisible();
    expectNoise(silent, /status of 400/);
    await page.getByLabel('Colour', { exact: true }).fill('#1f3f7a');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await expect(page.getByAltText('The current logo')).toBeVisible();
    await page.getByLabel('Sentence above the newsletter').fill('Stay Ahead in Law');
    const preview = page.getByRole('group', { name: 'How it will look' });
    for (const [scheme, color] of [
      ['light', 'rgb(57, 91, 153)'],
      ['dark', 'rgb(136, 177, 245)'],
    ] as const) {
      const home = preview.frameLocator(`iframe[title="The home page, ${scheme}"]`);
      await expect(home.getByRole('link', { name: 'Join Society' })).toHaveCSS('background-color', color);
      await expect(home.getByText('Stay Ahead in Law')).toBeVisible();
      await expect(home.getByRole('banner').locator('svg').first()).toHaveCSS('background-image', /uploads/);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();

    const visitor = await page.context().newPage();
    await visitor.setViewportSize({ width, height: 800 });
    await open(visitor, site.url);
    const mark = visitor.getByRole('banner').locator('svg').first();
    await expect(mark).toHaveCSS('background-image', /\/uploads\/articles\//);
    await expectAccessible(visitor);
    const icon = await visitor.request.get(`${site.url}/icon-192.png`);
    expect(await sharp(await icon.body()).metadata()).toMatchObject({ width: 192, height: 192 });

    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History of “Settings”' });
    await history.getByRole('button', { name: /As it was before/ }).click();
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('');
    await open(visitor, site.url);
    await expect(mark).toHaveCSS('background-image', 'none');
  });

test('five colours leave every part of a page readable, in light and in dark', async ({ page }) => {
  const editor = await editorOf(site);
  await editor.addEvent({ title: 'Bat walk', hasSignup: true });
  await editor.addMember({ name: 'Ada' });
  await editor.addArticle({ title: 'Rivers' });
  for (const color of ['#ffff00', '#000000', '#ffffff', '#ff00ff', '#7f7f7f']) {
    setSetting(site, 'accentColor', color);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, site.url);
      await expectAccessible(page);
    }
  }
});

test('an event has posters to download and a sentence to copy', async ({ page }) => {
  const editor = await editorOf(site);
  const id = await editor.addEvent({ title: 'Pub quiz' });
  await signIn(page, site);
  await open(page, `${site.url}/admin/events/${id}/share`);
  await expect(page.getByRole('heading', { name: 'Share', exact: true })).toBeVisible();
  for (const name of ['Poster', 'Story', 'Post']) {
    const picture = page.getByAltText(`${name} for Pub quiz`);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
  }
  await expect(page.getByLabel('To paste into a chat')).toHaveValue(
    new RegExp(`Pub quiz · .* · ${site.url}/events/${id}$`),
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Poster \d{4}-\d{2}-\d{2}\.jpg$/);
  expect(await sharp(readFileSync(await file.path())).metadata()).toMatchObject({ width: 1240, height: 1754 });
  await expectAccessible(page);
  await open(page, `${site.url}/events/${id}`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await expect(page).toHaveURL(/\/share$/);
});

test('the year in numbers shows an empty year, and prints', async ({ page }) => {
  await signIn(page, site);
  await open(page, `${site.url}/admin/year`);
  await expect(page.getByRole('heading', { name: /so far$/ })).toBeVisible();
  await expect(page.getByText('Subscribers now')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^year-\d{4}-\d{2}\.csv$/);
});
