/** Pictures of articles, events and members: from a phone, by drop and paste, and refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { patient } from '../support/patience.ts';
import { noisyJpeg, phonePhoto, plainJpeg, transparentPng } from '../support/photos.ts';
import type { Site } from '../support/site.ts';
import { callsOf, editorOf, inDatabase } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
import { choosePicture, expect, type Given, pictureField, signIn, test } from './fixtures.ts';

test.slow();

// A picture is encoded eight times over before the answer comes.
const encoding = { timeout: patient(45_000) };

const jpeg = async (name = 'photo.jpg', width = 300, height = 200): Promise<Given> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await plainJpeg(width, height),
});

async function startMember(page: Page, site: Site, name: string): Promise<void> {
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Position' }).fill('Photographer');
}

/** The file behind the picture of that member, from the data folder. */
function storedPicture(site: Site, name: string): Buffer {
  const [member] = inDatabase(site, 'SELECT image_url FROM members WHERE name = ?', name);
  const path = String(member?.image_url).replace('/uploads/', '');
  return readFileSync(join(site.dataDir, 'One Health Images', path));
}

/** Gives the file to the element as a program of the same machine would. */
async function give(target: Locator, how: 'paste' | 'drop', file: Given, text?: string): Promise<void> {
  const bytes = file.buffer.toString('base64');
  await target.evaluate(
    (element, { how, bytes, name, mimeType, text }) => {
      const content = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([content], name, { type: mimeType }));
      if (text) data.setData('text/plain', text);
      const options = { bubbles: true, cancelable: true };
      // Firefox leaves out what the constructor is given.
      const pasted = Object.defineProperty(new ClipboardEvent('paste', options), 'clipboardData', { value: data });
      if (how === 'paste') element.dispatchEvent(pasted);
      else
        for (const type of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    },
    { how, bytes, name: file.name, mimeType: file.mimeType, text },
  );
}

test('a photograph of 12 megapixels is made small, turned upright and stripped of its location, without blocking the page', async ({
  page,
  site,
}) => {
  const buffer = await phonePhoto();
  expect((await sharp(buffer).metadata()).exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  await page.getByRole('textbox', { name: 'Title' }).fill('From the field');
  await page.getByRole('textbox', { name: 'Description' }).fill('Seen on the way.');
  await page.getByRole('textbox', { name: 'Content' }).fill('A walk along the river.');
  await page.evaluate(() => {
    const longest = { longest: 0 };
    Object.assign(window, longest);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { longest: Math.max((window as unknown as typeof longest).longest, entry.duration) });
    }).observe({ entryTypes: ['longtask'] });
  });
  const calls = callsOf(page);
  // By its path: bytes would go through the page's own thread.
  const path = test.info().outputPath('IMG_2041.JPG');
  writeFileSync(path, buffer);
  await pictureField(page).locator('input[type=file]').setInputFiles(path);
  await expect(pictureField(page)).toContainText(/IMG_2041\.JPG · \d+ KB after compression/);
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  test.info().annotations.push({ type: 'longest task', description: `${Math.round(longest)} ms` });

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Article published/)).toBeVisible(encoding);
  const made = calls.filter((call) => !/^GET|drafts/.test(call)).map((call) => call.replace(/\d+/, 'n'));
  // Once, as soon as it is chosen.
  expect(made.filter((call) => call === 'POST /uploads/articles')).toHaveLength(1);
  expect(made.slice(made.indexOf('POST /articles/admin'))).toEqual([
    'POST /articles/admin',
    'PUT /articles/admin/n/image',
    'POST /articles/admin/publish/n',
    'POST /newsletter/admin/send/n',
  ]);

  const [article] = inDatabase(site, "SELECT id, image_url FROM articles WHERE title = 'From the field'");
  expect(article?.image_url).toMatch(/^\/uploads\/articles\/\d{13}-[0-9a-f]{16}\.jpg$/);
  const stored = Buffer.from(await (await fetch(site.url + String(article?.image_url))).arrayBuffer());
  expect(stored.length).toBeLessThanOrEqual(524_288);
  const { width, height, exif, orientation } = await sharp(stored).metadata();
  expect([width, height, exif, orientation]).toEqual([960, 1280, undefined, undefined]);
  await page.goto(`${site.url}/articles/${String(article?.id)}`);
  const shown = page.locator('main picture').first();
  await expect(shown.locator('source[type="image/avif"]')).toHaveAttribute('srcset', /\.w720\.avif 720w/);
  expect(await shown.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
});

test('a file that is no picture or too large is refused in the words of the specification, and another choice works', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await startMember(page, site, 'Refused First');
  const alert = pictureField(page).getByRole('alert');
  const notAPicture = 'Please select a valid image file';
  const refused: [Given, string][] = [
    [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }, notAPicture],
    [{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('words') }, notAPicture],
    [{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }, notAPicture],
    [
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_881) },
      'Image size must be less than 5MB',
    ],
  ];
  for (const [file, sentence] of refused) {
    await choosePicture(page, file);
    await expect(alert).toHaveText(sentence);
    await choosePicture(page, await jpeg());
    await expect(alert).toBeHidden();
    await expect(pictureField(page)).toContainText('photo.jpg');
    await pictureField(page).getByRole('button', { name: 'Remove' }).click();
    await expect(pictureField(page).getByRole('button', { name: 'Choose image' })).toBeFocused();
  }
});

test('a photo of 10 MB is made smaller and used on request; HEIC says what to do', async ({ page, site }) => {
  await signIn(page, site);
  await startMember(page, site, 'Large Photo');
  const buffer = await noisyJpeg(4800, 3600);
  expect(buffer.length).toBeGreaterThan(9.5 * 1024 * 1024);
  await choosePicture(page, { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') });
  await expect(pictureField(page).getByRole('alert')).toHaveText(
    /^This browser cannot open HEIC photos\. Share the photo as JPEG/,
  );
  // Sent by a phone or a mail program under another name.
  const heic = Buffer.from('0000001c6674797068656963000000006d6966316865696368657663', 'hex');
  await choosePicture(page, { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: heic });
  await expect(pictureField(page).getByRole('alert')).toHaveText(/^This browser cannot open HEIC photos\./);
  await choosePicture(page, { name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await expect(pictureField(page).getByRole('alert')).toHaveText('Image size must be less than 5MB');
  await pictureField(page).getByRole('button', { name: 'Make it smaller and use it' }).click();
  await expect(pictureField(page).getByRole('button', { name: /^(Choose|Replace) image$/ })).toBeFocused();
  await expect(pictureField(page)).toContainText(/large\.jpg · \d+ KB/);
  await expect(pictureField(page).getByRole('alert')).toBeHidden();
  await expect(pictureField(page).getByLabel(/Keep the original/)).toBeHidden();
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
});

test('a very small or very tall picture gets a warning, and is used', async ({ page, site }) => {
  await signIn(page, site);
  await startMember(page, site, 'Odd Sizes');
  const field = pictureField(page);
  await choosePicture(page, await jpeg('small.jpg', 120, 90));
  await expect(field).toContainText('This picture is only 120 pixels wide: it will look blurred.');
  await choosePicture(page, await jpeg('tall.jpg', 400, 2400));
  await expect(field).toContainText('This picture is very tall: pages show only a part of it.');
  await choosePicture(page, await jpeg('fine.jpg', 800, 600));
  await expect(field).not.toContainText('This picture is');
  await choosePicture(page, await jpeg('tall.jpg', 400, 1200));
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible(encoding);
});

test('a transparent picture stays transparent, and the original is sent on request', async ({ page, site }) => {
  await signIn(page, site);
  await startMember(page, site, 'Light Through');
  await choosePicture(page, { name: 'disc.png', mimeType: 'image/png', buffer: await transparentPng() });
  await expect(pictureField(page)).toContainText('disc.webp');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible(encoding);
  const { format, width, hasAlpha } = await sharp(storedPicture(site, 'Light Through')).metadata();
  expect([format, width, hasAlpha]).toEqual(['webp', 1280, true]);

  await startMember(page, site, 'As It Was');
  await choosePicture(page, await jpeg('wide.jpg', 2000, 1000));
  await pictureField(page)
    .getByLabel(/^Keep the original/)
    .check();
  await expect(pictureField(page)).toContainText(/wide\.jpg · \d+ KB, as it is/);
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible(encoding);
  expect((await sharp(storedPicture(site, 'As It Was')).metadata()).width).toBe(2000);
});

test('a picture is dropped on the field or pasted into the form, but not taken from the text', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Given');
  await give(pictureField(page).getByRole('button', { name: 'Choose image' }), 'drop', await jpeg('dropped.jpg'));
  await expect(pictureField(page)).toContainText('dropped.jpg');
  for (const [place, name] of [
    [pictureField(page).getByRole('button', { name: 'Replace image' }), 'on-field.jpg'],
    [title, 'on-title.jpg'],
    [page.locator('body'), 'on-page.jpg'],
  ] as const) {
    await give(place, 'paste', await jpeg(name));
    await expect(pictureField(page)).toContainText(name);
  }
  // Words that bring their picture along stay words.
  await give(title, 'paste', await jpeg('of-words.jpg'), 'words');
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.click();
  await give(content, 'paste', await jpeg('in-text.jpg'));
  await expect(content.locator('img')).toHaveAttribute('src', /^\/uploads\/articles\//, encoding);
  await expect(pictureField(page)).toContainText('on-page.jpg');
  // A picture that misses the field must not replace the page.
  await give(page.getByRole('heading', { level: 1 }), 'drop', await jpeg('missed.jpg'));
  await expect(title).toHaveValue('Given');
  await expect(pictureField(page)).toContainText('on-page.jpg');
});

for (const feature of ['OffscreenCanvas', 'Worker'])
  test(`a browser without ${feature} compresses pictures as well`, async ({ page, site }) => {
    await page.addInitScript((name) => Reflect.deleteProperty(window, name), feature);
    await signIn(page, site);
    await startMember(page, site, `Without ${feature}`);
    await choosePicture(page, await jpeg('wide.jpg', 2000, 1000));
    await expect(pictureField(page)).toContainText('after compression');
    await page.getByRole('button', { name: 'Add Member' }).click();
    await expect(page.getByText('Member saved successfully.')).toBeVisible(encoding);
    expect((await sharp(storedPicture(site, `Without ${feature}`)).metadata()).width).toBe(1280);
  });

test('without a new picture nothing is uploaded', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Same Face', imageUrl: '/defaults/avatar.webp' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  const calls = callsOf(page);
  await page.getByRole('textbox', { name: 'Bio' }).fill('Still the same.');
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible(encoding);
  expect(calls.filter((call) => !/^GET|drafts/.test(call))).toEqual([`PUT /members/admin/${id}`]);
});
