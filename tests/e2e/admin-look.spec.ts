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
    await history.getByRole('button', { name: 'Restore how it was before' }).click();
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
    await open(page, site.url);
    await expectAccessible(page, 1280, 375);
  }
});

test('the language of the texts stays with what the browser renders: a dialog, and the next page', async ({ page }) => {
  const editor = await editorOf(site);
  await editor.addMember({ name: 'Grace', bio: 'Mag Igel.' });
  await editor.addArticle({ title: 'Im Wald' });
  setSetting(site, 'textLanguage', 'de');
  await open(page, site.url);
  await page.getByRole('link', { name: 'Grace' }).click();
  await expect(page.getByRole('dialog').getByText('Mag Igel.')).toHaveAttribute('lang', 'de');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Articles' }).click();
  await expect(page.getByRole('heading', { name: 'Im Wald' })).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'All Articles' })).not.toHaveAttribute('lang');
  inDatabase(site, "DELETE FROM settings WHERE key = 'textLanguage'");
  await open(page, site.url);
  await page.getByRole('link', { name: 'Grace' }).click();
  await expect(page.getByRole('dialog').getByText('Mag Igel.')).not.toHaveAttribute('lang');
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
  await expectAccessible(page, 1280, 375);
  await open(page, `${site.url}/events/${id}`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await expect(page).toHaveURL(/\/share$/);
});

test('the sentence and the link are copied by a press', async ({ page }) => {
  const id = await (await editorOf(site)).addEvent({ title: 'Pub quiz' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site);
  await open(page, `${site.url}/admin/events/${id}/share`);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  expect(await copied()).toBe(await page.getByLabel('To paste into a chat').inputValue());
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(copied).toBe(`${site.url}/events/${id}`);
});

test('a phone hands the poster to its own sheet, and downloads it where it takes no files', async ({ browser }) => {
  const id = await (await editorOf(site)).addEvent({ title: 'Pub quiz' });
  const context = await browser.newContext({ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(`
    window.given = [];
    navigator.canShare = ({ files }) => !window.refuses && files.length === 1;
    navigator.share = async ({ files: [file], title }) => {
      window.given.push([file.name, file.type, file.size > 10000, title]);
      if (window.leaves) throw new DOMException('The sheet was closed', 'AbortError');
      if (window.breaks) throw new DOMException('Not now', 'NotAllowedError');
    };`);
  await signIn(page, site);
  await open(page, `${site.url}/admin/events/${id}/share`);
  const given = () => page.evaluate<unknown[]>('window.given');
  await page.getByRole('button', { name: 'Share the story' }).tap();
  await expect
    .poll(given)
    .toEqual([[expect.stringMatching(/^Story \d{4}-\d{2}-\d{2}\.jpg$/), 'image/jpeg', true, 'Pub quiz']]);
  await page.evaluate('window.leaves = true');
  await page.getByRole('button', { name: 'Share the post', exact: true }).press('Enter');
  await expect.poll(async () => (await given()).length).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.evaluate('window.leaves = false, window.breaks = true');
  await page.getByRole('button', { name: 'Share the post', exact: true }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The picture could not be loaded. Please try again.');
  await page.evaluate('window.refuses = true');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share the post', exact: true }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Post .*\.jpg$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, 375);
  await context.close();
});

test('the A4 poster is printed alone, on one sheet', async ({ page }) => {
  const id = await (await editorOf(site)).addEvent({ title: 'Pub quiz' });
  await signIn(page, site);
  await open(page, `${site.url}/admin/events/${id}/share`);
  const poster = page.getByAltText('Poster for Pub quiz');
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1240);
  await page.emulateMedia({ media: 'print' });
  await expect(poster).toBeVisible();
  for (const hidden of [page.getByAltText('Story for Pub quiz'), page.getByRole('heading', { name: 'Share' })])
    await expect(hidden).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf.match(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/)).not.toBeNull();
});

test('the year in numbers shows an empty year, and prints', async ({ page }) => {
  await signIn(page, site);
  await open(page, `${site.url}/admin/year`);
  await expect(page.getByRole('heading', { name: /so far$/ })).toBeVisible();
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('Subscribers now')).toHaveText('0');
  await expect(page.getByRole('img', { name: 'Places taken by month' })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: /so far$/ })).toBeVisible();
  await expect(figure('Places taken')).toBeVisible();
  await expect(page.getByLabel('Academic year')).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page, 1280, 375);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^year-\d{4}-\d{2}\.csv$/);
});

test('a year with guests has one chart: the places of each month, from its first', async ({ page }) => {
  const editor = await editorOf(site);
  const id = await editor.addEvent({ title: 'Bat walk', hasSignup: true });
  // In the running year, whatever day it is.
  const day = new Date(Date.now() - 60_000).toISOString();
  inDatabase(site, 'UPDATE events SET event_date = ?, starts_at = ? WHERE id = ?', day.slice(0, 19), day, id);
  inDatabase(
    site,
    `INSERT INTO registrations (event_id, places, state, asked_at, confirmed_at, created_at, name, email, email_key)
     VALUES (?, 5, 'confirmed', ?, ?, ?, 'Ada', 'a@example.org', 'a@example.org')`,
    ...[id, day, day, day],
  );
  await signIn(page, site);
  await open(page, `${site.url}/admin/year`);
  const chart = page.getByRole('img', { name: 'Places taken by month' });
  const month = (at: number) =>
    new Date(Date.UTC(2026, at, 1)).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  await expect(chart.locator('rect')).toHaveCount(12);
  const words = (await chart.locator('text').allTextContents()).filter((text) => text !== '5');
  expect(words).toEqual(Array.from({ length: 12 }, (_, at) => month((at + 7) % 12)));
  const tall = await chart.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  expect(tall.map((height) => height > 0)).toEqual(words.map((name) => name === month(Number(day.slice(5, 7)) - 1)));
  await expect(page.getByRole('row', { name: /Bat walk/ })).toContainText('5');
  await expectAccessible(page, 1280, 375);
});
