import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import {
  breakTable,
  callsOf,
  type Editor,
  editorOf,
  empty,
  expectNoise,
  hold,
  holdScripts,
  open,
} from '../support/states.ts';
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
  await editor.addArticle({
    title: 'Soil under us',
    content: '<p>Worms and <strong>fungi</strong>.</p>',
    publishedAt: '2026-01-02T12:00:00.000Z',
  });
  riverId = await editor.addArticle({
    title: 'The River Remembers',
    description: 'What it carries.',
    content: '<p>Downstream there are <strong>Antibiotics</strong>.</p>',
    publishedAt: '2026-03-04T12:00:00.000Z',
  });
});

test('what is typed before the scripts load is searched', async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto(`${site.url}/articles`);
  await search(page).fill('soil');
  scripts.release();
  await expect(page.getByRole('status').filter({ hasText: '1 article found for "soil"' })).toBeVisible();
  await expect(search(page)).toHaveValue('soil');
});

test('the list shows what there is, newest first, each as a card', async ({ page }) => {
  await editor.addArticle({ title: 'A draft', isPublished: false });
  await editor.addArticle({
    title: 'With an excerpt '.repeat(12).trim(),
    description: 'The description.',
    excerpt: 'The excerpt. '.repeat(20).trim(),
    publishedAt: '2026-05-06T12:00:00.000Z',
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, `${site.url}/articles`);
  await expect(page.getByRole('heading', { level: 1, name: 'Our Articles' })).toBeVisible();
  await expect(search(page)).toHaveAttribute('placeholder', 'Search Articles');
  await expect(page.getByRole('status').filter({ hasText: '3 articles found' })).toHaveText('3 articles found');
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeVisible();
  await expect(titles(page)).toHaveText([/^With an excerpt/, 'The River Remembers', 'Soil under us']);
  const [first, river] = [page.getByRole('article').first(), page.getByRole('article').nth(1)];
  await expect(first).toContainText('May 6, 2026');
  await expect(first).toContainText('By One Health Student Society');
  await expect(first).toContainText('The excerpt.');
  await expect(first).not.toContainText('The description.');
  await expect(river).toContainText('What it carries.');
  await expect(river.locator('img')).toHaveAttribute('src', '/defaults/article.webp');
  const lines = (element: Locator) =>
    element.evaluate((node) => {
      const { height, lineHeight } = (globalThis as never as Window).getComputedStyle(node);
      return Math.round(Number.parseFloat(height) / Number.parseFloat(lineHeight));
    });
  expect(await lines(first.getByRole('heading'))).toBe(2);
  expect(await lines(first.getByText('The excerpt.'))).toBe(3);
  await expect(river.getByRole('link', { name: 'Read More of The River Remembers' })).toHaveAttribute(
    'href',
    `/articles/${riverId}`,
  );
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});

test('from tablets on the newest article is as wide as the page, until something is searched for', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page, `${site.url}/articles`);
  const widths = async () => {
    const boxes = await Promise.all((await page.getByRole('article').all()).map((card) => card.boundingBox()));
    return boxes.map((box) => Math.round(box?.width ?? 0));
  };
  const [newest = 0, next = 0] = await widths();
  expect(newest).toBeGreaterThan(next * 1.9);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(new Set(await widths()).size).toBe(1);
  await page.setViewportSize({ width: 768, height: 1024 });
  await search(page).fill('e');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Search Results');
  await expect.poll(async () => new Set(await widths()).size).toBe(1);
});

type Window = { getComputedStyle(element: unknown): { height: string; lineHeight: string } };

test('one article is counted as one', { tag: '@long' }, async ({ page }) => {
  empty(site, 'articles');
  await editor.addArticle();
  await open(page, `${site.url}/articles`);
  await expect(page.getByText('1 article found', { exact: true })).toBeVisible();
});

test('titles are found while typing, before the server has answered', async ({ page }) => {
  await open(page, `${site.url}/articles`);
  const slow = await hold(page, '/articles?*search=*');
  await search(page).fill('rIvEr');
  await expect(titles(page)).toHaveText(['The River Remembers']);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Search Results');
  await expect(page.getByText(/articles? found/)).toHaveCount(0);
  slow.release();
  await expect(page.getByText('1 article found for "rIvEr"', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/articles?search=rIvEr`);
  await expect(titles(page)).toHaveText(['The River Remembers']);
});

test('words of a text are found by the server, tags are not, and no text is sent to the page', async ({ page }) => {
  const answerOfPage = await page.request.get(`${site.url}/articles`);
  expect(await answerOfPage.text()).not.toContain('Antibiotics');
  const calls = callsOf(page);
  await open(page, `${site.url}/articles`);
  const slow = await hold(page, '/articles?*search=*');
  await search(page).fill('antibiotics');
  await expect(page.getByText('Loading…')).toBeVisible();
  slow.release();
  await expect(page.getByText('1 article found for "antibiotics"', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(['The River Remembers']);
  expect(calls).toEqual(['GET /articles?limit=24&search=antibiotics']);
  await search(page).fill('strong');
  await expect(page.getByText('No matching articles found')).toBeVisible();
});

test('titles and bodies that match are one list', { tag: '@long' }, async ({ page }) => {
  await editor.addArticle({ title: 'Antibiotics on farms', publishedAt: '2026-01-01T12:00:00.000Z' });
  await open(page, `${site.url}/articles`);
  await search(page).fill('antibiotics');
  await expect(page.getByText('2 articles found for "antibiotics"', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(['The River Remembers', 'Antibiotics on farms']);
});

test('without matches the page says so, and clearing shows all again', async ({ page }) => {
  await open(page, `${site.url}/articles`);
  await search(page).fill('zebra');
  await expect(page.getByText('No matching articles found')).toBeVisible();
  await expect(page.getByText('Try a different search term')).toBeVisible();
  await expect(page.getByText('0 articles found for "zebra"', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(page.getByText('2 articles found', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/articles`);
});

test('a search can be shared, and Back from an article finds it again', async ({ page }) => {
  await open(page, `${site.url}/articles?search=antibiotics`);
  await expect(search(page)).toHaveValue('antibiotics');
  await expect(page.getByText('1 article found for "antibiotics"', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Read More/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The River Remembers' })).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('antibiotics');
  await expect(titles(page)).toHaveText(['The River Remembers']);
});

test('a search that fails says so and can be tried again', { tag: '@long' }, async ({ page, silent }) => {
  await open(page, `${site.url}/articles`);
  const failure = breakTable(site, 'articles');
  try {
    await search(page).fill('antibiotics');
    const alert = page.locator('main').getByRole('alert');
    await expect(alert).toContainText('Something went wrong');
    await expect(alert).toContainText('Failed to load articles');
    failure.repair();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(titles(page)).toHaveText(['The River Remembers']);
  } finally {
    failure.repair();
  }
  expectNoise(silent, /status of 50[03]/);
});

test('counts are of the whole, and the rest is a button away', { tag: '@long' }, async ({ page }) => {
  for (let number = 1; number <= 30; number += 1) await editor.addArticle({ title: `Number ${number}` });
  await open(page, `${site.url}/articles`);
  await expect(page.getByText('32 articles found', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(24);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(titles(page)).toHaveCount(32);
  await search(page).fill('fungi');
  await expect(page.getByText('1 article found for "fungi"', { exact: true })).toBeVisible();
});

test('without articles there is a link home', async ({ page }) => {
  empty(site, 'articles');
  await open(page, `${site.url}/articles`);
  await expect(page.getByText('No Articles Available')).toBeVisible();
  await expect(page.getByText("We haven't published any articles yet. Check back soon!")).toBeVisible();
  await expect(page.getByText('0 articles found', { exact: true })).toBeVisible();
  await search(page).fill('fungi');
  await expect(page.getByText('No matching articles found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await expect(page).toHaveURL(`${site.url}/`);
});

test('a list that fails says so, and trying again shows a spinner and then the list', async ({ page, silent }) => {
  const failure = breakTable(site, 'articles');
  try {
    await open(page, `${site.url}/articles`);
    const alert = page.locator('main').getByRole('alert');
    await expect(alert).toContainText('Something went wrong');
    await expect(alert.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    failure.repair();
    const slow = await hold(page, '/articles?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(alert).toBeHidden();
    slow.release();
    await expect(titles(page)).toHaveCount(2);
  } finally {
    failure.repair();
  }
  expectNoise(silent, /status of 50[03]/);
});

function search(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search Articles' });
}

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}
