/** A draft, shown to someone who has its link and nothing else. */
import { createHmac } from 'node:crypto';
import { instantText } from '#shared/dates.ts';
import { editorOf, inDatabase } from '../support/states.ts';
import { contentOf, openArticles, pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const sentence = 'This preview link is not valid or has expired. Please ask for a new one.';

test('a draft is shared by a link, read without signing in, changed, and published', async ({
  page,
  browser,
  site,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Not ready yet', isPublished: false });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site);
  await openArticles(page, site, id);
  await page.getByRole('button', { name: 'Preview link' }).click();
  const field = page.getByRole('textbox', { name: 'Preview link' });
  await expect(field).toBeFocused();
  await expect(page.getByText(/Anyone with this link can read the article as it was last saved, until /)).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(field).toHaveValue(link);
  await expect(page.getByRole('link', { name: 'Open preview' })).toHaveAttribute('href', link);

  const reader = await (await browser.newContext()).newPage();
  const shown = await reader.goto(link);
  expect(shown?.status()).toBe(200);
  expect(shown?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
  await expect(reader.getByText('Preview – not published')).toBeVisible();
  await expect(reader.getByRole('heading', { level: 1, name: 'Not ready yet' })).toBeVisible();
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(reader.locator('link[rel=canonical]')).toHaveCount(0);
  for (const path of ['/articles', '/', '/sitemap.xml', '/feed.xml'])
    expect(await (await reader.request.get(site.url + path)).text(), path).not.toContain('Not ready yet');

  await contentOf(page).fill('Better words.');
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('Better words.')).toBeVisible();

  await openArticles(page, site, id);
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  await reader.goto(link);
  await expect(reader).toHaveURL(`${site.url}/articles/${id}`);
  await expect(reader.getByText('Preview – not published')).toHaveCount(0);
  await reader.context().close();
});

test('a link is withdrawn, at once and by keyboard; the next one works', async ({ page, browser, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Undone', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const maker = page.getByRole('button', { name: 'Preview link' });
  const field = page.getByRole('textbox', { name: 'Preview link' });
  await maker.click();
  const link = await field.inputValue();
  const reader = await (await browser.newContext()).newPage();
  expect((await reader.goto(link))?.status()).toBe(200);
  // In Firefox a page that another one covers gets no keys.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Withdraw link' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The link is withdrawn' })).toBeVisible();
  await expect(maker).toBeFocused();
  await expect(field).toHaveCount(0);
  expect((await reader.reload())?.status()).toBe(404);
  await expect(reader.getByText(sentence)).toBeVisible();
  await reader.goto(site.url);
  expect((await reader.goto(link))?.status()).toBe(404);
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(page.getByText('The link is withdrawn')).toHaveCount(0);
  expect((await reader.goto(await field.inputValue()))?.status()).toBe(200);
  await reader.context().close();
});

test.describe('in a browser of another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a link expires by the clock of the site', async ({ page, site }) => {
    const id = await (await editorOf(site)).addArticle({ title: 'Until then', isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    await page.getByRole('button', { name: 'Preview link' }).click();
    const link = new URL(await page.getByRole('textbox', { name: 'Preview link' }).inputValue());
    const expires = new Date(Number.parseInt(link.searchParams.get('token') ?? '', 36)).toISOString();
    await expect(page.getByText(`as it was last saved, until ${instantText(expires, 'Europe/London')}.`)).toBeVisible();
  });
});

test('a link that is too old, changed, or leads to the bin is a 404 that says why', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Soon in the bin', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  await page.getByRole('button', { name: 'Preview link' }).click();
  const link = await page.getByRole('textbox', { name: 'Preview link' }).inputValue();
  const [{ value } = {}] = inDatabase(site, "SELECT value FROM secrets WHERE name = 'article-previews'");
  const until = (expires: number) => {
    const signature = createHmac('sha256', String(value)).update(`preview\n${id}\n${expires}`).digest('base64url');
    return `${site.url}/preview/${id}?token=${expires.toString(36)}.${signature}`;
  };
  expect((await page.goto(until(Date.now() + 60_000)))?.status()).toBe(200);
  for (const wrong of [
    until(Date.now() - 1000),
    `${link}x`,
    link.replace(/token=./, 'token=9'),
    `${site.url}/preview/${id}`,
  ]) {
    expect((await page.goto(wrong))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Preview Not Available' })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText('Soon in the bin')).toHaveCount(0);
  }
  inDatabase(site, 'UPDATE articles SET deleted_at = ? WHERE id = ?', new Date().toISOString(), id);
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByText(sentence)).toBeVisible();
});

test('unsaved text has a preview on the screen alone; a new or a live article has no link', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Live already' });
  await signIn(page, site);
  await openArticles(page, site);
  await page.getByLabel('Title', { exact: true }).fill('Only here');
  await contentOf(page).fill('Words of my own.');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Only here' });
  await expect(dialog).toContainText('Words of my own.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Preview link' })).toHaveCount(0);
  expect(inDatabase(site, "SELECT id FROM articles WHERE title = 'Only here'")).toEqual([]);
  await page
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByLabel('Title', { exact: true }))
    .first()
    .focus();
  await openArticlesLeaving();
  await expect(page.getByRole('button', { name: 'Update live article' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview link' })).toHaveCount(0);

  async function openArticlesLeaving() {
    page.once('dialog', (question) => void question.accept());
    await openArticles(page, site, id);
  }
});

test('without a clipboard the link is selected, to be copied by keyboard', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Copied by hand', isPublished: false });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await signIn(page, site);
  await openArticles(page, site, id);
  await page.getByRole('button', { name: 'Preview link' }).press('Enter');
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(page.getByText('The link is selected: copy it with your keyboard.')).toBeVisible();
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toContain(`/preview/${id}?token=`);
});
