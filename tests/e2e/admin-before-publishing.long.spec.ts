/** The list above the buttons of an article: what to look at before it is published, each with one press to its place. */
import type { Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { editorOf, hold } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, pictureFile } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
});

test.afterAll(() => site.stop());

const selected = 'getSelection().toString()';

/** What is selected is seen, behind no bar. */
function isBetweenBars(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const range = getSelection()?.getRangeAt(0);
    const bar = document.querySelector('.editor-bar')?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = range?.getBoundingClientRect() ?? new DOMRect();
    return top >= bar.bottom && bottom <= innerHeight;
  });
}

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`names what to look at, leads there, and does not stop anyone, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const editor = await editorOf(site);
    const content = [
      '<h1>First</h1><p>Words.</p><h3>Third</h3>',
      ...Array.from({ length: 12 }, () => '<p>One of many lines between here and there.</p>'),
      '<p>Go <a href="https://example.org/a">here</a>, or <a href="/articles/1">to an article</a>, <a href="about:blank">to nothing</a>.</p>',
    ].join('');
    const id = await editor.addArticle({ title: `Many links ${width}`, content, isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    const check = page.locator('details').filter({ hasText: 'Before you publish' });
    await expect(check).toContainText('3 to look at');
    expect(await check.evaluate((one: HTMLDetailsElement) => one.open)).toBe(width > 400);
    if (width < 400) await check.locator('summary').click();
    for (const sentence of [
      'This heading skips from level 1 to level 3',
      '“here” does not say where this link leads',
      'This link has an address that no browser can open',
    ])
      await expect(check.getByRole('button', { name: sentence })).toBeVisible();
    await expectAccessible(page, width);

    await check.getByRole('button', { name: 'This link has an address that no browser can open' }).press('Enter');
    await expect(contentOf(page)).toBeFocused();
    await expect.poll(() => page.evaluate(selected)).toBe('to nothing');
    await expect(contentOf(page).getByText('to nothing')).toBeInViewport();
    await check.getByRole('button', { name: 'This heading skips' }).click();
    await expect.poll(() => page.evaluate(selected)).toBe('Third');

    // Mended, it is gone; and what is left stops no one.
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Delete');
    await expect(check).toContainText('nothing to fix');
    await page.getByLabel('Publish without sending').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  });

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`selects the words it names, so that a new address replaces the old one, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const editor = await editorOf(site);
    const lines = Array.from({ length: 12 }, () => '<p>One of many lines between here and there.</p>');
    const content = [
      '<h1>First</h1><p>Words.</p><h3>Third <em>one</em></h3>',
      ...lines,
      '<p>Read <a href="about:blank">our old text</a>, <a href="/articles/99998">&nbsp;</a> or ',
      '<a href="https://example.org/a">click here</a></p><p><img src="/icon-192.png"></p>',
      ...lines,
    ].join('');
    const id = await editor.addArticle({ title: `Old links ${width}`, content, isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    const text = contentOf(page);
    const check = page.locator('details').filter({ hasText: 'Before you publish' });
    if (width < 400) await check.locator('summary').click();
    const go = async (item: string | RegExp, selected: string) => {
      await check.getByRole('button', { name: item }).first().click();
      await expect(text).toBeFocused();
      await expect.poll(() => page.evaluate(() => getSelection()?.toString().replaceAll('\u00a0', ' '))).toBe(selected);
      await expect.poll(() => isBetweenBars(page)).toBe(true);
    };
    const address = page.getByLabel('Link address');
    const link = page.getByRole('button', { name: 'Insert link' });

    await go(/no browser can open.*our old text/, 'our old text');
    await link.click();
    await expect(address).toHaveValue('about:blank');
    await address.fill('https://example.org/new');
    await address.press('Enter');
    await expect(text.getByRole('link', { name: 'our old text' })).toHaveAttribute('href', 'https://example.org/new');
    await expect(check.getByRole('button', { name: /our old text/ })).toBeHidden();
    await go('This link has no text', ' ');
    await link.click();
    await expect(address).toHaveValue('/articles/99998');
    await page.getByRole('button', { name: 'Remove link' }).click();
    await expect(check.getByRole('button', { name: 'This link has no text' })).toBeHidden();
    await go('does not say where this link leads', 'click here');
    await link.click();
    await expect(address).toHaveValue('https://example.org/a');
    await address.press('Escape');
    await expect(text).toBeFocused();
    await go('This heading skips', 'Third one');
    await page.getByRole('button', { name: 'H2 heading' }).click();
    await expect(text.locator('h2')).toHaveText('Third one');
    await check.getByRole('button', { name: 'This picture needs describing' }).click();
    await expect(page.getByRole('dialog', { name: 'Picture details' })).toBeVisible();
  });

test('a text that is long for an email is said to be so before it is published', async ({ page }) => {
  const editor = await editorOf(site);
  const add = (title: string, times: number) =>
    editor.addArticle({ title, content: `<p>${'Very long. '.repeat(times)}</p>`, isPublished: false });
  const [long, short] = [await add('Long for an email', 6000), await add('Short for an email', 100)];
  await signIn(page, site);
  const hint = page.getByText(/^This text is long for an email: subscribers may get its beginning/);
  await openArticles(page, site, long);
  await expect(hint).toBeVisible();
  await openArticles(page, site, short);
  await expect(page.getByLabel('Title')).toHaveValue('Short for an email');
  await expect(hint).toHaveCount(0);
});

test('pressing a picture without alt text asks for one, which is saved and undone with the picture', async ({
  page,
}) => {
  const editor = await editorOf(site);
  const content = '<h3>Icons</h3><p><img src="/icon-192.png"></p><p>Twice</p><p><img src="/icon-192.png"></p>';
  const id = await editor.addArticle({ title: 'Two icons', content, isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const check = page.locator('details').filter({ hasText: 'Before you publish' });
  const details = page.getByRole('dialog', { name: 'Picture details' });
  const describe = async (which: string, words: string) => {
    await check.getByRole('button', { name: which }).click();
    await details.getByLabel('Alt text').fill(words);
    await details.getByRole('button', { name: 'Done' }).click();
  };
  const text = contentOf(page);
  await expect(check).toContainText('3 to look at');
  await describe('Picture 2', 'An icon');
  const second = text.locator('img').nth(1);
  await expect(second).toHaveAttribute('alt', 'An icon');
  await expect(second).not.toHaveAttribute('aria-label');
  await expect(page.getByText('1 picture without alt text.')).toBeVisible();
  await text.press('ControlOrMeta+z');
  await expect(second).not.toHaveAttribute('alt');
  await expect(second).toHaveAttribute('aria-label', 'Picture without a description');
  await text.press('ControlOrMeta+Shift+z');
  await expect(second).toHaveAttribute('alt', 'An icon');

  await text.press('ControlOrMeta+End');
  await bring(text, 'paste', { files: [pictureFile('river.png')] });
  const uploaded = check.getByRole('listitem').filter({ hasText: 'Picture 3' });
  const isDrawn = (image: HTMLImageElement) => image.naturalWidth > 0;
  await expect.poll(() => uploaded.locator('img').evaluate(isDrawn)).toBe(true);
  await describe('Picture 3', 'A river');
  await expect(text.locator('.picture-coming img')).toHaveAttribute('alt', 'A river');
});

test('a picture that waits to be uploaded is counted, and leads to its place', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'A picture that waits', 'Words.');
  const text = contentOf(page);
  const check = page.locator('details').filter({ hasText: 'Before you publish' });
  await expect(check).toContainText('nothing to fix');
  const upload = await hold(page, '/uploads/articles');
  await text.press('ControlOrMeta+End');
  await bring(text, 'paste', { files: [pictureFile('river.png'), pictureFile('bat.png')] });
  await expect(check).toContainText('2 to look at');
  await check.getByRole('button', { name: 'Picture 2' }).click();
  const details = page.getByRole('dialog', { name: 'Picture details' });
  await details.getByLabel('Alt text').fill('A bat');
  await details.getByRole('button', { name: 'Done' }).click();
  await expect(check).toContainText('1 to look at');
  await expect(text.locator('.picture-coming img').nth(1)).toHaveAttribute('alt', 'A bat');
  upload.release();
  await expect(text).not.toContainText('Uploading');
  await expect(check).toContainText('1 to look at');
});
