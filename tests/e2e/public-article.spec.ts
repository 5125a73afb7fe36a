import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { answer, breakTable, type Editor, editorOf, empty, expectNoise, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;
let riverId: number;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async () => {
  empty(site, 'articles');
  riverId = await editor.addArticle({
    title: 'The River Remembers',
    description: 'What it carries.',
    content: '<p>Downstream there are <strong>Antibiotics</strong>.</p>',
    publishedAt: '2026-03-04T12:00:00.000Z',
  });
});

test('an article has all its parts, and a way back', async ({ page }) => {
  await open(page, `${site.url}/articles/${riverId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The River Remembers');
  await expect(page.getByText('March 4, 2026')).toBeVisible();
  await expect(page.getByText('By One Health Student Society')).toBeVisible();
  await expect(page.getByText('What it carries.', { exact: true })).toHaveCSS('font-style', 'italic');
  await expect(page.locator('main strong')).toHaveText('Antibiotics');
  await expect(page.getByText('Featured Article')).toHaveCount(0);
  await expect(page.locator('main img').first()).toHaveAttribute('src', '/defaults/article.webp');
  await page.getByRole('link', { name: 'Back to All Articles' }).click();
  await expect(page).toHaveURL(`${site.url}/articles`);
});

test('a featured article wears its badge', { tag: '@long' }, async ({ page }) => {
  const id = await editor.addArticle({ isFeatured: true });
  await open(page, `${site.url}/articles/${id}`);
  await expect(page.getByText('Featured Article', { exact: true })).toBeVisible();
});

test('an article without a date is shown without one', async ({ page }) => {
  await open(page, `${site.url}/articles`);
  const url = `${site.url}/api/v1/articles/${riverId}`;
  const json = { ...(await (await page.request.get(url)).json()), publishedAt: null, createdAt: null };
  await answer(page, `/articles/${riverId}`, { json });
  await page.getByRole('link', { name: 'Read More of The River Remembers' }).click();
  await expect(page.getByText('Date unavailable')).toBeVisible();
});

test('an answer without an article is reported', { tag: '@long' }, async ({ page }) => {
  await open(page, `${site.url}/articles`);
  await answer(page, `/articles/${riverId}`, { json: null });
  await page.getByRole('link', { name: 'Read More of The River Remembers' }).click();
  await expect(page.getByText("The article you're looking for doesn't exist or is not available.")).toBeVisible();
  await page.getByRole('link', { name: 'Back to All Articles' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'The River Remembers' })).toBeVisible();
});

test('an unknown article and a draft are not found', async ({ page }) => {
  const draft = await editor.addArticle({ isPublished: false });
  for (const id of [999_999, draft]) {
    const response = await page.goto(`${site.url}/articles/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to All Articles' })).toHaveAttribute('href', '/articles');
  }
});

test('an article that fails is an error, and trying again shows it', async ({ page, silent }) => {
  const failure = breakTable(site, 'articles');
  try {
    const response = await page.goto(`${site.url}/articles/${riverId}`);
    expect(response?.status()).toBe(500);
    await open(page, `${site.url}/articles/${riverId}`);
    await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
    await expect(page.getByText('Failed to load article')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to All Articles' })).toBeVisible();
    failure.repair();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The River Remembers' })).toBeVisible();
  } finally {
    failure.repair();
  }
  expectNoise(silent, /status of 50[03]/);
});
