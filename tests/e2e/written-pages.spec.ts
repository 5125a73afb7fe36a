import { emptied } from '../support/emptied.ts';
import { quarteredPicture } from '../support/photos.ts';
import type { Site } from '../support/site.ts';
import { inDatabase, tokenOf } from '../support/states.ts';
import { openTools, unfold } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test('a picture too small for the width of the page stands beside the title', async ({ page }) => {
  const authorization = `Bearer ${await tokenOf(site)}`;
  const form = new FormData();
  const photo = Uint8Array.from(await quarteredPicture({ width: 640, height: 480 }));
  form.set('file', new File([photo], 'small.png', { type: 'image/png' }));
  const uploads = `${site.url}/api/v1/uploads/articles`;
  const uploaded = await fetch(uploads, { method: 'POST', body: form, headers: { authorization } });
  const { imageUrl } = (await uploaded.json()) as { imageUrl: string };
  const content = '<p>What we do.</p>';
  const written = await fetch(`${site.url}/api/v1/pages/admin`, {
    method: 'POST',
    body: JSON.stringify({ title: 'Small', address: 'small', content, imageUrl, isPublished: true }),
    headers: { authorization, 'content-type': 'application/json' },
  });
  expect(written.status, await written.clone().text()).toBe(201);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/pages/small`);
  const [title, picture] = [await page.locator('h1').boundingBox(), await page.locator('main img').boundingBox()];
  expect(picture?.width).toBe(336);
  expect(picture?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
});

test('a page is saved once its PDF is uploaded', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/uploads/articles/files', async (route) => {
    await promise;
    await route.continue();
  });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/pages`);
  await page.getByLabel('Title').fill('Rules');
  await page.locator('.ql-editor').fill('All rules:');
  const chooser = page.waitForEvent('filechooser');
  await openTools(page);
  await page.getByRole('button', { name: 'Attach a PDF' }).click();
  const buffer = Buffer.from('%PDF-1.7\n');
  await (await chooser).setFiles({ name: 'Rules.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Save draft' }).click({ clickCount: 2 });
  await expect(page.getByText('Please wait for the PDF “Rules.pdf”.')).toBeVisible();
  resolve();
  await expect(page.locator('.ql-editor').getByRole('link', { name: 'Rules (PDF, 1 kB)' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Page saved successfully.')).toBeVisible();
  expect(inDatabase(site, "SELECT content FROM pages WHERE title = 'Rules'")[0]?.content).toContain(
    'Rules (PDF, 1 kB)',
  );
});

test('a new page that is saved while it is written keeps its address, and says nothing else', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/pages`);
  await page.getByLabel('Title').fill('Code of conduct');
  await page.locator('.ql-editor').fill('Be kind.');
  await page.getByLabel('Title').press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  await expect(page.getByText(/^The end of the page’s web address/)).toBeVisible();
  await expect(page.getByText(/will lead to it permanently/)).toBeHidden();
});

test('a page that is moved and moved back is found by a browser that has followed it', async ({ page }) => {
  const headers = { authorization: `Bearer ${await tokenOf(site)}` };
  const pages = `${site.url}/api/v1/pages/admin`;
  const data = { title: 'Travel', content: '<p>By train.</p>', isPublished: true };
  const { id } = (await (await page.request.post(pages, { headers, data })).json()) as { id: number };
  const move = (address: string) => page.request.put(`${pages}/${id}`, { headers, data: { address } });
  for (const [address, from] of [
    ['trips', 'travel'],
    ['travel', 'trips'],
    ['trips', 'travel'],
  ] as const) {
    expect((await move(address)).status()).toBe(200);
    for (const asked of [from, address]) {
      await page.goto(`${site.url}/${asked}`);
      await expect(page).toHaveURL(`${site.url}/${address}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Travel' })).toBeVisible();
    }
  }
});

for (const width of [1280, 375])
  test(`a page is written, linked, moved, and read without scripts at ${width} px`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page, browser }) => {
    const title = `What we do at ${width}`;
    const address = `what-we-do-at-${width}`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/pages`);
    await expect(page.getByRole('heading', { name: /^Pages \(\d+\)$/ })).toBeVisible();
    await unfold(page);
    await page.getByLabel('Title').fill(title);
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAttribute('placeholder', address);

    // Nothing that is typed gets lost over an address that cannot be.
    await page.getByRole('textbox', { name: 'Address' }).fill('Events!');
    await page.locator('.ql-editor').fill('We look after people and animals. [Name of the person who answers]');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Use lowercase letters' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill('events');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The site itself uses /events' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill('');
    await expectAccessible(page, width);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('dialog', { name: title })).toContainText('We look after people and animals.');
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Publish it with a gap?' });
    await expect(asked).toContainText('[Name of the person who answers]');
    await asked.getByRole('button', { name: 'Back' }).click();
    const marked = await page.evaluate(() =>
      [...(CSS.highlights.get('gaps') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        startContainer.textContent?.slice(startOffset, endOffset),
      ),
    );
    expect(marked).toEqual(['[Name of the person who answers]']);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await asked.getByRole('button', { name: 'Publish anyway' }).click();
    await expect(page.getByText('Page saved successfully.')).toBeVisible();
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card).toContainText(`/${address} · in the footer`);

    const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    await plain.goto(site.url);
    await plain.getByRole('contentinfo').getByRole('link', { name: title }).click();
    await expect(plain).toHaveURL(`${site.url}/${address}`);
    await expect(plain.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(plain.getByText('We look after people and animals.')).toBeVisible();
    const shown = plain.locator('header >> nth=0, footer, nav, form, button').filter({ visible: true });
    await plain.emulateMedia({ media: 'print' });
    await expect(shown).toHaveCount(0);
    await plain.emulateMedia({ media: 'screen' });

    await card.getByRole('button', { name: `Edit ${title}` }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`moved-${width}`);
    await expect(page.getByText(`The old one, /${address}, will lead to it permanently.`)).toBeVisible();
    await page.getByLabel('Link to it').selectOption('menu');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(card).toContainText(`/moved-${width} · in the menu`);
    await plain.goto(`${site.url}/${address}`);
    await expect(plain).toHaveURL(`${site.url}/moved-${width}`);
    await expect(plain.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title })).toBeVisible();
    await plain.close();

    await page.goto(`${site.url}/moved-${width}`);
    await expectAccessible(page, width);
    if (width > 375) return;

    // A phone on its side is too low for all of the menu: its one column scrolls.
    await page.setViewportSize({ width: 640, height: 320 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.last().scrollIntoViewIfNeeded();
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    expect((await links.last().boundingBox())?.x).toBe((await links.first().boundingBox())?.x);
  });
