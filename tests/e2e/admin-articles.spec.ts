/** Manage Articles: the form's alerts and limits, and the list below it in each of its states. */
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { answer, editorOf, empty, expectNoise, hold, inDatabase } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'articles');
  await signIn(page, site);
});

test('each alert of the form has the words of the spec', async ({ page }) => {
  await openArticles(page, site);
  const title = page.getByLabel('Title', { exact: true });
  const description = page.getByLabel('Description', { exact: true });
  const alert = page.getByRole('alert');
  for (const button of ['Publish', 'Save draft']) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(alert).toHaveText('Title and description are required');
    await expect(title).toBeFocused();
  }
  await expect(title).toHaveAccessibleDescription('Please enter a title');
  await expect(page.getByText('Not in the list of articles yet.')).toBeVisible();
  await title.fill('A title');
  // As Safari ends the choice of characters.
  await title.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(title).toBeFocused();
  await title.press('Enter');
  await expect(description).toBeFocused();
  await expect(title).toHaveValue('A title');
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(alert).toHaveText('Title and description are required');
  await expect(page.locator('[data-desk-bar]')).toContainText('Please enter a description.');
  await description.fill('   ');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(alert).toHaveText('Title and description are required');
  await description.fill('A description');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(alert).toHaveText('Article content cannot be empty');
  await expect(contentOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('  ');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(alert).toHaveText('Article content cannot be empty');
  expect(inDatabase(site, 'SELECT id FROM articles')).toEqual([]);
});

test('an article that is too long is told so, and loses nothing', { tag: '@long' }, async ({ page, silent }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Very long', '');
  const paragraphs = Array.from({ length: 310 }, (_, at) => `<p>${String(at).padEnd(999, ' words')}</p>`).join('');
  await bring(contentOf(page), 'paste', { html: paragraphs });
  await expect(contentOf(page)).toContainText('309 words');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').first()).toContainText(
    'This text is too long: it has 310 kB of text, and 300 kB are allowed. Please split it in two.',
  );
  await expect(contentOf(page)).toContainText('309 words');
  expectNoise(silent, /status of 400/);
});

test('the language of an article is detected until one is chosen, which then stays', { tag: '@long' }, async ({
  page,
}) => {
  await openArticles(page, site);
  await fillArticle(page, 'Что несёт река', 'Здоровье людей и вода.');
  const language = page.getByLabel('Language');
  await expect(language.locator('option:checked')).toHaveText(/^Detect automatically/);
  await storedBy(page, 'Save draft');
  const [guessed] = inDatabase(site, 'SELECT id, lang FROM articles');
  expect(guessed?.lang).toBeNull();
  const id = Number(guessed?.id);
  await openArticles(page, site, id);
  await expect(language.locator('option:checked')).toHaveText(/^Detect automatically/);
  await language.selectOption('Ukrainian');
  await storedBy(page, 'Update');
  expect(inDatabase(site, 'SELECT lang FROM articles')).toEqual([{ lang: 'uk' }]);
  inDatabase(site, "UPDATE articles SET lang = 'be'");
  await openArticles(page, site, id);
  await expect(language).toHaveValue('be');
  await fillArticle(page, 'Река', '');
  await storedBy(page, 'Update');
  expect(inDatabase(site, 'SELECT title, lang FROM articles')).toEqual([{ title: 'Река', lang: 'be' }]);
});

test('the form stays within 375 px, whatever the text holds', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const cells = '<td>Antimicrobial</td>'.repeat(9);
  const content = `<p>صحة</p><table><tbody><tr>${cells}</tr></tbody></table><pre>${'code '.repeat(60)}</pre>`;
  const id = await (await editorOf(site)).addArticle({ content, isPublished: false });
  await openArticles(page, site, id);
  await expect(contentOf(page)).toContainText('Antimicrobial');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expect(contentOf(page).locator('p').first()).toHaveCSS('unicode-bidi', 'plaintext');
});

test('the description counts to 250, and more than that is ignored, typed or pasted', async ({ page }) => {
  await openArticles(page, site);
  const description = page.getByLabel('Description', { exact: true });
  await expect(page.getByText('0 / 250')).toBeVisible();
  await description.fill('a'.repeat(249));
  await expect(page.getByText('249 / 250')).toBeVisible();
  await description.press('End');
  await page.keyboard.insertText('bcd');
  await expect(description).toHaveValue(`${'a'.repeat(249)}b`);
  await expect(page.getByText('250 / 250')).toBeVisible();
});

test('another article that is opened while one is being saved stays in the form', async ({ page }) => {
  const other = await (await editorOf(site)).addArticle({ title: 'The other', isPublished: false });
  await openArticles(page, site);
  await fillArticle(page, 'The first');
  const saving = await hold(page, '/articles/admin');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit The other', exact: true }).click();
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue('The other');
  saving.release();
  await expect(page.getByRole('button', { name: 'Edit The first', exact: true })).toBeVisible();
  await expect(title).toHaveValue('The other');
  await expect(page).toHaveURL(`${site.url}/admin/articles?edit=${other}`);
});

test('a save that fails says so and keeps everything', async ({ page, silent }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Kept', 'These words.');
  await answer(page, '/articles/admin', { status: 500, json: {} });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save. Please try again.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Failed to save article');
  await expect(contentOf(page)).toHaveText('These words.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect(contentOf(page)).toHaveText('');
  await expect(page.getByRole('heading', { name: 'Articles (1)' })).toBeVisible();
  expectNoise(silent, /status of 500/);
});

test('inputs are disabled while saving, and a double click saves once', async ({ page }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Saved once');
  const gate = await hold(page, '/articles/admin');
  await page.getByRole('button', { name: 'Save draft' }).dblclick();
  await expect(page.getByLabel('Title', { exact: true })).toBeDisabled();
  await expect(contentOf(page)).toHaveAttribute('contenteditable', 'false');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  gate.release();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT id FROM articles')).toHaveLength(1);
});

test('the list: empty, filled, refreshed, failing and tried again', async ({ page, silent }) => {
  await openArticles(page, site);
  await expect(page.getByRole('heading', { name: 'Articles (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Article' }).click();
  await (await editorOf(site)).addArticle({ title: 'From elsewhere' });
  const gate = await hold(page, '/articles/admin?*');
  await page.getByRole('button', { name: 'Refresh Articles' }).click();
  await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeVisible();
  gate.release();
  await expect(page.getByRole('heading', { name: 'Articles (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Articles' })).toBeVisible();

  await page.unrouteAll();
  await answer(page, '/articles/admin?*', { status: 500, json: {} });
  await page.reload();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('button', { name: 'Edit From elsewhere' })).toBeVisible();
  expectNoise(silent, /status of 500/);
});

test('a card loads its article into the form and the page goes up; Cancel and New Article empty it', async ({
  page,
}) => {
  const editor = await editorOf(site);
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await editor.addArticle({ title: `${name} card` });
  await openArticles(page, site);
  const title = page.getByLabel('Title', { exact: true });
  const card = page.getByRole('article').filter({ hasText: 'First card' });
  await card.click({ position: { x: 20, y: 20 } });
  await expect(title).toHaveValue('First card');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('');
  await page.getByRole('button', { name: 'Edit Second card' }).click();
  await expect(title).toHaveValue('Second card');
  await page.getByRole('button', { name: 'New Article' }).click();
  await expect(title).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible();
});

test('from the end of a long list the page is at its top before the article arrives, which would move it', {
  tag: '@long',
}, async ({ page }) => {
  const editor = await editorOf(site);
  await editor.addArticle({ title: 'First card' });
  for (let n = 0; n < 16; n++) await editor.addArticle({ title: `Card ${n}` });
  await openArticles(page, site);
  const reading = await hold(page, '/articles/*');
  const button = page.getByRole('button', { name: 'Edit First card', exact: true });
  await button.scrollIntoViewIfNeeded();
  const [before, after] = await button.evaluate(async (element: HTMLElement) => {
    const from = scrollY;
    element.click();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return [from, scrollY];
  });
  expect(before).toBeGreaterThan(2000);
  expect(after).toBe(0);
  reading.release();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('First card');
  await expect(contentOf(page)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('deleting asks, and says when it fails', async ({ page, silent }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'To be deleted' });
  await openArticles(page, site);
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this article?' });
  await answer(page, `/articles/admin/${id}`, { status: 500, json: { message: 'Other words', code: 'internal' } });
  await page.getByRole('button', { name: 'Delete To be deleted' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete article', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Delete To be deleted' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Article deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Articles (0)' })).toBeVisible();
  expectNoise(silent, /status of 500/);
});
