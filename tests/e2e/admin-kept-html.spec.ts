/** What the editor cannot show stands in it as it is, and comes back unchanged. */
import { bodies } from '../support/article-html-samples.ts';
import { editorOf, inDatabase } from '../support/states.ts';
import { contentOf, openArticles, storedBy } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.beforeEach(async ({ page, site }) => {
  await signIn(page, site);
});

test('thirty stored texts stay the same byte for byte through three rounds of one letter each', async ({
  page,
  site,
}) => {
  test.slow();
  const content = bodies.map((body, at) => `<p>Place ${at}.</p>${body}`).join('');
  const id = await (await editorOf(site)).addArticle({ title: 'Thirty bodies', content, isPublished: false });
  let [{ content: stored } = { content: '' }] = inDatabase(site, 'SELECT content FROM articles WHERE id = ?', id);
  for (const place of ['Place 0.', 'Place 11.', 'Place 29.']) {
    await openArticles(page, site, id);
    await contentOf(page).getByText(place, { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    const now = await storedBy(page, 'Update');
    expect(now).toBe(String(stored).replace(place, `${place}x`));
    stored = now;
  }
});

for (const width of [1280, 375])
  test(`a kept block can be removed, or edited in a simpler form, at ${width}`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    const table = '<table><tbody><tr><td colspan="2">Wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>';
    const content = `<p>Before</p>${table}<p>Between</p>${table}`;
    const id = await (await editorOf(site)).addArticle({ title: `Kept ${width}`, content, isPublished: false });
    await openArticles(page, site, id);
    const kept = contentOf(page).locator('.ql-kept');
    await expect(kept).toHaveCount(2);
    await expect(kept.first()).toContainText('Kept as it is');
    await expectAccessible(page);
    await kept.first().getByRole('button', { name: 'Remove' }).click();
    await expect(kept).toHaveCount(1);
    expect(await storedBy(page, 'Update')).toBe(`<p>Before</p><p>Between</p>${table}`);
    await openArticles(page, site, id);
    await kept.getByRole('button', { name: 'Edit in simpler form' }).click();
    await expect(kept).toHaveCount(0);
    const simpler = table.replace('<td colspan="2">Wide</td>', '<td>Wide</td><td></td>');
    expect(await storedBy(page, 'Update')).toBe(`<p>Before</p><p>Between</p>${simpler}`);
    await openArticles(page, site, id);
    await expect(contentOf(page).locator('table')).toBeVisible();
    await expect(kept).toHaveCount(0);
  });

test('text can be written before, between and behind blocks that cannot be edited', async ({ page, site }) => {
  const table = '<table><tbody><tr><td colspan="2">Wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>';
  const id = await (await editorOf(site)).addArticle({ title: 'Walls', content: table + table, isPublished: false });
  await openArticles(page, site, id);
  await contentOf(page).focus();
  await page.keyboard.type('Behind');
  for (const [at, words] of ['Above', 'Between'].entries()) {
    await page.getByRole('button', { name: 'Write above' }).nth(at).click();
    await page.keyboard.type(words);
  }
  const written = `<p>Above</p>${table}<p>Between</p>${table}<p>Behind</p>`;
  expect(await storedBy(page, 'Update')).toBe(written);
});
