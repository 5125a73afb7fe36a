/** What an author says of a picture in the text: its description, its caption, its width; kept on every round, shown to readers. */
import sharp from 'sharp';
import { plainJpeg } from '../support/photos.ts';
import { editorOf, expectNoise, hold, tokenOf } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, openTools, pictureFile, storedBy } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const own = '/uploads/articles/[\\w.-]+';

test('a picture is described, captioned and made wide, and readers see it so', async ({ page, site, context }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'A river', 'Before');
  const text = contentOf(page);
  await text.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('After');
  await text.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  const river = { name: 'river.jpg', type: 'image/jpeg', bytes: await plainJpeg(1280, 800) };
  await bring(text, 'paste', { files: [river] });
  await expect(page.getByText('1 picture without alt text.')).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'A river' }).locator('img[alt=""]').last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 1280);
  const picture = text.locator('img');
  await expect(picture).toHaveAttribute('src', new RegExp(own));

  await page.getByRole('button', { name: 'Describe it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture details' });
  await dialog.getByLabel('Alt text').fill('A river in May');
  await dialog.getByLabel('Caption').fill('The Cam at Grantchester');
  await dialog.getByLabel('Width').selectOption('Wide');
  await expectAccessible(page, 1280);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('without alt text')).toBeHidden();
  await expect(text.locator('.ql-caption')).toHaveText('The Cam at Grantchester');
  await text.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await page.getByLabel('Publish without sending').check();
  const figure = `<figure><img alt="A river in May" src="${own}" class="wide" /><figcaption>The Cam at Grantchester</figcaption></figure>`;
  expect(await storedBy(page, 'Publish')).toMatch(new RegExp(`^<p>Before</p>${figure}<p>After!</p>$`));
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();

  const visitor = await context.newPage();
  for (const width of [375, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.goto(`${site.url}/articles`);
    await visitor.getByRole('link', { name: 'Read More of A river' }).click();
    const shown = visitor.getByRole('img', { name: 'A river in May' });
    await expect(shown).toBeVisible();
    await expect(visitor.getByRole('figure')).toContainText('The Cam at Grantchester');
    const box = await visitor.locator('.picture.wide').boundingBox();
    // Firefox's scroll bar takes room of its own.
    const room = await visitor.evaluate(() => document.documentElement.clientWidth);
    expect(Math.round(box?.width ?? 0)).toBe(Math.min(1096, room - 32));
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(visitor, width);
  }
  await visitor.close();
});

test('a picture keeps its shape in the editor, wide or not, whatever its size', async ({ page, site }) => {
  const shapes = [
    [800, 1200],
    [1600, 500],
    [120, 90],
  ] as const;
  const headers = { authorization: `Bearer ${await tokenOf(site)}` };
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#6a8b57' } })
      .png()
      .toBuffer();
  let content = '';
  for (const [width, height] of shapes) {
    const file = { name: 'river.png', mimeType: 'image/png', buffer: await draw(width, height) };
    const answer = await page.request.post(`${site.url}/api/v1/uploads/articles`, { headers, multipart: { file } });
    const { imageUrl } = (await answer.json()) as { imageUrl: string };
    content += `<p><img src="${imageUrl}" alt="A river"></p><p><img class="wide" src="${imageUrl}" alt="A river"></p>`;
  }
  const id = await (await editorOf(site)).addArticle({ title: 'Shapes', content, isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const text = contentOf(page);
  await text.press('ControlOrMeta+End');
  const bytes = await draw(800, 1200);
  await bring(text, 'paste', { files: [{ name: 'new.png', type: 'image/png', bytes }] });
  const pasted = text.locator('.picture-coming img');
  await expect(pasted).toHaveAttribute('src', new RegExp(own));
  await pasted.click();
  const dialog = page.getByRole('dialog', { name: 'Picture details' });
  await dialog.getByLabel('Width').selectOption('Wide');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(text.locator('img.wide')).toHaveCount(4);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const pictures = await text.locator('img').evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => ({
        squashed:
          Math.abs(image.clientWidth / image.clientHeight / (image.naturalWidth / image.naturalHeight) - 1) > 0.02,
        isAsWideAsText: image.offsetWidth === image.closest('p')?.clientWidth,
        isWide: image.classList.contains('wide'),
      })),
    );
    expect(pictures).toHaveLength(7);
    for (const { squashed, isAsWideAsText, isWide } of pictures) {
      expect(squashed).toBe(false);
      if (isWide) expect(isAsWideAsText).toBe(true);
    }
  }
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    // Firefox's driver knows no phones.
    isMobile: ({ browserName }, provide) => provide(browserName === 'chromium'),
  });

  test('a picture is described and captioned by touch', async ({ page, site }) => {
    await signIn(page, site);
    await openArticles(page, site);
    await fillArticle(page, 'A river on a phone', 'Before');
    const text = contentOf(page);
    await text.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await bring(text, 'paste', { files: [pictureFile('river.png')] });
    await expect(text.locator('img')).toHaveAttribute('src', new RegExp(own));
    const dialog = page.getByRole('dialog', { name: 'Picture details' });
    await page.getByRole('button', { name: 'Describe it' }).tap();
    await dialog.getByLabel('Alt text').tap();
    await page.keyboard.type('A river in May');
    await dialog.getByLabel('Caption').tap();
    // What the keyboard of a phone leaves.
    await page.setViewportSize({ width: 375, height: 367 });
    await page.keyboard.type('The Cam');
    await expect(dialog.getByLabel('Caption')).toBeInViewport();
    await expectAccessible(page, 375);
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await expect(text.locator('.ql-caption')).toHaveText('The Cam');
    await text.locator('img').tap();
    await expect(dialog.getByLabel('Alt text')).toHaveValue('A river in May');
    await dialog.getByLabel('Caption').fill('The Cam at Grantchester');
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await expect(text.locator('.ql-caption')).toHaveText('The Cam at Grantchester');
    const figure = `<figure><img alt="A river in May" src="${own}" /><figcaption>The Cam at Grantchester</figcaption></figure>`;
    expect(await storedBy(page, 'Save draft')).toMatch(new RegExp(`^<p>Before</p>${figure}`));
  });
});

test('on every published page each picture has a description or counts as decorative', async ({ page, demoSite }) => {
  const site = demoSite;
  const editor = await editorOf(site);
  const [image] = /\/uploads\/articles\/[\w.-]+/.exec(await (await fetch(`${site.url}/api/v1/articles`)).text()) ?? [];
  const content = `<p>Words.</p><p><img src="${image}"></p><p><img src="${image}" alt="A river"></p>`;
  const id = await editor.addArticle({ title: 'No one has described it', content, imageUrl: image ?? null });
  for (const path of ['/', '/about', '/articles', `/articles/${id}`, '/events']) {
    await page.goto(site.url + path);
    await expect(page.locator('main img').first()).toBeVisible();
    expect(await page.locator('img:not([alt])').count(), path).toBe(0);
    await expectAccessible(page, 1280);
  }
  await page.goto(`${site.url}/articles/${id}`);
  const alts = await page
    .locator('main img[src*="/uploads/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
  expect(alts).toContain('A river');
  expect(alts).toContain('');
});

test('a caption is written below its picture, removed, and undone together with it', async ({ page, site }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Captions', '');
  const text = contentOf(page);
  await text.click();
  await bring(text, 'paste', { files: [pictureFile('river.png')] });
  await expect(text.locator('img')).toHaveAttribute('src', new RegExp(own));
  await text.focus();
  await openTools(page);
  await page.getByRole('button', { name: 'Alt text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture details' });
  await dialog.getByLabel('Decorative').check();
  await expect(dialog.getByLabel('Alt text')).toBeHidden();
  await dialog.getByLabel('Caption').fill('In May');
  await dialog.getByLabel('Caption').press('Tab');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(text.locator('.ql-caption')).toHaveText('In May');
  await page.keyboard.type('Words');
  expect(await storedBy(page, 'Save draft')).toMatch(
    new RegExp(`^<figure><img alt="" src="${own}" /><figcaption>In May</figcaption></figure><p>Words</p>$`),
  );

  await page.getByRole('button', { name: 'Edit Captions' }).click();
  await expect(text.locator('.ql-caption')).toHaveText('In May');
  await text.locator('img').click();
  await expect(dialog.getByLabel('Decorative')).toBeChecked();
  await dialog.getByLabel('Caption').fill('');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(text.locator('.ql-caption')).toHaveCount(0);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text.locator('.ql-caption')).toHaveText('In May');

  // What stands before a picture may go while someone describes it.
  await page.keyboard.press('ControlOrMeta+End');
  await bring(text, 'paste', { files: [pictureFile('bridge.png')] });
  await expect(text.locator('.picture-coming img')).toHaveAttribute('src', new RegExp(own));
  await text.locator('.picture-coming img').click();
  await dialog.getByLabel('Alt text').fill('A bridge');
  await text
    .locator('img')
    .first()
    .evaluate((image) => image.remove());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(text.locator('img')).toHaveAttribute('alt', 'A bridge');
  await text.locator('img').click();
  await text.locator('.picture-coming').evaluate((place) => place.remove());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('This picture is no longer in the text.')).toBeVisible();
});

test('a PDF is attached as a link with its name and size, and downloaded by those who open it', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'With minutes', 'Read the');
  const text = contentOf(page);
  await text.press('ControlOrMeta+End');
  const chooser = page.waitForEvent('filechooser');
  await openTools(page);
  await page.getByRole('button', { name: 'Attach a PDF' }).click();
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_300_000)]);
  await (await chooser).setFiles({ name: 'Minutes of May.pdf', mimeType: 'application/pdf', buffer });
  const link = text.getByRole('link', { name: 'Minutes of May (PDF, 1.2 MB)' });
  await expect(link).toHaveAttribute('href', /^\/uploads\/articles\/[\w-]+\.pdf\?name=Minutes%20of%20May\.pdf$/);
  const served = await page.request.get(`${site.url}${await link.getAttribute('href')}`);
  expect(served.headers()['content-disposition']).toContain('attachment; filename="Minutes of May.pdf"');
  expect(served.headers()['x-content-type-options']).toBe('nosniff');
  // Words beside it stay apart from it, without a space that was typed.
  await page.keyboard.type(' today');
  await expect(text).toHaveText('Read the Minutes of May (PDF, 1.2 MB) today');
  await expect(link).toHaveText('Minutes of May (PDF, 1.2 MB)');
  expect(await storedBy(page, 'Save draft')).toContain('>Minutes of May (PDF, 1.2 MB)</a>');
});

test('the link to a PDF is inserted where it was requested, without disturbing anyone who types on', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'A new ', 'First. Last.');
  const text = contentOf(page);
  const title = page.getByLabel('Title', { exact: true });
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  const attach = async (name: string, meanwhile: () => Promise<void>) => {
    await text.press('ControlOrMeta+End');
    const upload = await hold(page, '/uploads/articles/files');
    const chooser = page.waitForEvent('filechooser');
    await openTools(page);
    await page.getByRole('button', { name: 'Attach a PDF' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await expect(page.getByText(`Uploading ${name}...`)).toBeVisible();
    await meanwhile();
    upload.release();
    await expect(text.getByRole('link', { name: name.replace('.pdf', '') })).toBeVisible();
  };
  await attach('In text.pdf', async () => {
    await text.press('ControlOrMeta+Home');
    await page.keyboard.type('No');
  });
  await page.keyboard.type('w ');
  await expect(text).toHaveText('Now First. Last. In text (PDF, 1 kB)');
  await attach('In title.pdf', () => title.press('End'));
  await page.keyboard.type('title');
  await expect(title).toHaveValue('A new title');
  await attach('Elsewhere.pdf', () => preview.focus());
  await expect(preview).toBeFocused();
  await expect(text).toHaveText('Now First. Last. In text (PDF, 1 kB) In title (PDF, 1 kB) Elsewhere (PDF, 1 kB)');
});

test('a PDF that is still uploading is waited for, and its link is offered when the text is closed', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Not without the agenda');
  const text = contentOf(page);
  const slowly = async (address: string | RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const attach = async (name: string) => {
    const arrive = await slowly('**/uploads/articles/files');
    const chooser = page.waitForEvent('filechooser');
    await openTools(page);
    await page.getByRole('button', { name: 'Attach a PDF' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await expect(page.getByText(`Uploading ${name}...`)).toBeVisible();
    return arrive;
  };
  const arriveAgenda = await attach('Agenda.pdf');
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const alert = page.getByRole('form').getByRole('alert');
  await expect(alert).toContainText('Not published: still waiting for the PDF “Agenda.pdf”.');
  await expectAccessible(page, 1280);

  // It arrives while a save holds the text.
  const save = await slowly(/\/articles\/admin$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(text).toHaveAttribute('contenteditable', 'false');
  const arrived = page.waitForResponse('**/uploads/articles/files');
  arriveAgenda();
  await arrived;
  save();
  await expect(text.getByRole('link', { name: 'Agenda (PDF, 1 kB)' })).toBeVisible();

  await page.unroute('**/uploads/articles/files');
  const arriveLate = await attach('Late.pdf');
  expect(await storedBy(page, 'Update')).toContain('>Agenda (PDF, 1 kB)</a>');
  await expect(alert).toContainText('Saved as a draft without the PDF “Late.pdf”.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('form', { name: 'Edit article' })).toBeHidden();
  arriveLate();
  await expect(page.getByText('“Late.pdf” is uploaded, but its text is closed.')).toBeVisible();
  await expect(page.getByText(new RegExp(`^${site.url}${own}\\?name=Late\\.pdf$`))).toBeVisible();
});

test('a PDF that cannot be uploaded is told of, though the notice of its upload was closed', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/uploads/articles/files', async (route) => {
    await promise;
    await route.abort();
  });
  const chooser = page.waitForEvent('filechooser');
  await openTools(page);
  await page.getByRole('button', { name: 'Attach a PDF' }).click();
  const buffer = Buffer.from('%PDF-1.7\n');
  await (await chooser).setFiles({ name: 'Agenda.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByText('Uploading Agenda.pdf...')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  resolve();
  await expect(page.getByText('The connection was lost. Please try again.')).toBeVisible();
  expectNoise(silent, /ERR_FAILED/);
});
