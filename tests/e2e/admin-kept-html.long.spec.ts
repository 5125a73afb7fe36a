/** Each body by itself, with a letter at its very end. */
import { bodies } from '../support/article-html-samples.ts';
import { editorOf, inDatabase } from '../support/states.ts';
import { contentOf, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

for (const [at, body] of bodies.entries())
  test(`body ${at} comes back except for what was typed`, async ({ page, site }) => {
    await signIn(page, site);
    const id = await (await editorOf(site)).addArticle({ title: `Body ${at}`, content: body, isPublished: false });
    const [{ content = '' } = {}] = inDatabase(site, 'SELECT content FROM articles WHERE id = ?', id);
    await openArticles(page, site, id);
    await contentOf(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('ⓧ');
    const stored = await storedBy(page, 'Update');
    expect(stored).toContain('ⓧ');
    expect(stored.replace('<p>ⓧ</p>', '').replace('ⓧ', '')).toBe(content);
  });
