/** What an article leads on to: its chapters, its address for others, the newsletter, the next article. */
import { emptied } from '../support/emptied.ts';
import { formOf, subscribed } from '../support/post.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for all of them, which each fills as it needs.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeEach(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test('the next article is the next older one; after the oldest the newest, and none if it is the only one', async ({
  page,
}) => {
  const oldest = await editor.addArticle({ title: 'Oldest', publishedAt: '2026-01-01T00:00:00.000Z' });
  const next = page.getByRole('navigation', { name: 'Next article' });
  await open(page, `${site.url}/articles/${oldest}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oldest' })).toBeVisible();
  await expect(next).toHaveCount(0);
  await editor.addArticle({ title: 'A draft', isPublished: false });
  const newest = await editor.addArticle({ title: 'Newest', publishedAt: '2026-03-01T00:00:00.000Z' });
  await editor.addArticle({ title: 'Middle', publishedAt: '2026-02-01T00:00:00.000Z' });
  await open(page, `${site.url}/articles/${newest}`);
  for (const title of ['Middle', 'Oldest', 'Newest']) {
    await next.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  }
  await expect(page).toHaveURL(`${site.url}/articles/${newest}`);
});

test('the link is copied with a message, and the device’s share sheet opens where there is one', async ({ page }) => {
  const id = await editor.addArticle({ title: 'To be passed on' });
  const copy = page.getByRole('button', { name: 'Copy link' });
  const share = page.getByRole('button', { name: 'Share…' });
  const said = page.getByRole('status').filter({ hasText: /link/i });
  await page.addInitScript(`Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    delete Navigator.prototype.share; delete navigator.share;
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } }, configurable: true });`);
  await open(page, `${site.url}/articles/${id}`);
  await copy.click();
  await expect(said).toHaveText('Link copied');
  expect(await page.evaluate('window.copied')).toBe(`${site.url}/articles/${id}`);
  await expect(share).toHaveCount(0);
  await page.addInitScript(`navigator.share = async (what) => { window.shared = what; };
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));`);
  await open(page, `${site.url}/articles/${id}`);
  await copy.click();
  await expect(said).toHaveText(`The link is ${site.url}/articles/${id}`);
  // Without https.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await copy.click();
  await expect(said).toHaveText(`The link is ${site.url}/articles/${id}`);
  await share.click();
  expect(await page.evaluate('window.shared')).toEqual({ title: 'To be passed on', url: `${site.url}/articles/${id}` });
});

test('someone who has read to the end can subscribe there, and the next article has an empty form', async ({
  page,
}) => {
  await editor.addArticle({ title: 'Before' });
  const id = await editor.addArticle({ title: 'After' });
  await open(page, `${site.url}/articles/${id}`);
  const calls = callsOf(page);
  const { field, button, outcome } = formOf(page);
  await field.fill('reader@example.org');
  await button.click();
  await expect(outcome).toHaveText(subscribed);
  expect(calls).toEqual(['POST /newsletter/subscribe']);
  await field.fill('another');
  await page.getByRole('navigation', { name: 'Next article' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(outcome).toHaveText('');
});

const words = (count: number) => `<p>${'words '.repeat(count)}</p>`;

test('a text of three headings lists its chapters: beside it on a wide screen, folded above it on a phone', async ({
  page,
}) => {
  const last = `<h2>What now?</h2>${words(444)}`;
  const content = `${words(450)}<h2>Rivers &amp; fields</h2>${words(300)}<h3>Vultures</h3>${words(300)}${last}`;
  const id = await editor.addArticle({ title: 'Long', content });
  const chapters = page.getByRole('navigation', { name: 'Chapters' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `${site.url}/articles/${id}`);
  await expect(chapters.getByRole('link')).toHaveText(['Rivers & fields', 'Vultures', 'What now?']);
  const heading = page.getByRole('heading', { name: 'What now?' });
  await chapters.getByRole('link', { name: 'What now?' }).click();
  await expect(heading).toBeInViewport();
  await expect(heading).toHaveCSS('outline-style', 'none');
  await expect(chapters.getByRole('link', { name: 'Vultures' })).toBeInViewport();
  await expect(heading).toBeFocused();
  await expect(chapters.locator('[aria-current=location]')).toHaveText('What now?');
  const bar = await page.getByRole('banner').boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThan(bar?.height ?? 0);
  await chapters.getByRole('link', { name: 'Rivers' }).click();
  await expect(chapters.locator('[aria-current=location]')).toHaveText('Rivers & fields');
  await expect(page.getByRole('heading', { name: 'Rivers' })).toBeInViewport();
  // Not by `goBack`: of a step within a page Firefox's driver tells no end.
  await page.evaluate(() => history.back());
  await expect(heading).toBeInViewport();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page).toHaveURL(`${site.url}/articles/${id}`);
  await expectAccessible(page, 1280);
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, `${site.url}/articles/${id}`);
  await expect(chapters.getByRole('link').first()).toBeHidden();
  await chapters.getByText('Chapters').click();
  await chapters.getByRole('link', { name: 'Vultures' }).click();
  await expect(page.getByRole('heading', { name: 'Vultures' })).toBeInViewport();
  await expectAccessible(page, 375);
  const short = await editor.addArticle({ title: 'Short', content: content.replace(last, '') });
  await open(page, `${site.url}/articles/${short}`);
  await expect(page.getByRole('heading', { name: 'Vultures' })).toBeVisible();
  await expect(chapters).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the chapters and the next article are links, and script-only buttons are absent', async ({ page }) => {
    await editor.addArticle({ title: 'Before' });
    const content = `${words(1500)}<h2>One</h2>${words(1)}<h2>Two</h2>${words(1)}<h2>Three</h2>`;
    const id = await editor.addArticle({ title: 'Long', content });
    await page.goto(`${site.url}/articles/${id}`);
    await page.getByRole('navigation', { name: 'Chapters' }).getByText('Chapters').click();
    await page.getByRole('link', { name: 'Two' }).click();
    await expect(page.getByRole('heading', { name: 'Two' })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
    await page.getByRole('navigation', { name: 'Next article' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible();
  });
});
