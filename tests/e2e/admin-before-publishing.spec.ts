/** The list above the buttons of an article: what to look at before it is published, each with one press to its place. */
import { type Site, startSite } from '../support/site.ts';
import { editorOf } from '../support/states.ts';
import { contentOf, openArticles } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
});

test.afterAll(() => site.stop());

const caretIn =
  '(() => { const { anchorNode } = document.getSelection(); return (anchorNode.nodeType === 3 ? anchorNode.parentElement : anchorNode).closest("a, h1, h2, h3, p").textContent; })()';

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`says what to look at, leads there, and stops nobody, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const editor = await editorOf(site);
    const draft = await editor.addArticle({ title: `A draft ${width}`, isPublished: false });
    const live = await editor.addArticle({ title: `A live one ${width}` });
    const content = [
      '<h1>First</h1><p>Words.</p><h3>Third</h3>',
      ...Array.from({ length: 12 }, () => '<p>One of many lines between here and there.</p>'),
      `<p>Go <a href="https://example.org/a">here</a>, or <a href="/articles/${live}">to the live one</a>,`,
      ` <a href="/articles/${draft}">to the draft</a>, <a href="/articles/99999">to nothing</a>.</p>`,
    ].join('');
    const id = await editor.addArticle({ title: `Many links ${width}`, content, isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    const check = page.locator('details').filter({ hasText: 'Before you publish' });
    await expect(check).toContainText('4 to look at');
    expect(await check.evaluate((one: HTMLDetailsElement) => one.open)).toBe(width > 400);
    if (width < 400) await check.locator('summary').click();
    for (const sentence of [
      'This heading skips from level 1 to level 3',
      '“here” does not say where this link leads',
      'This link leads to a draft, which visitors cannot open yet',
      'This link leads to a page that does not exist',
    ])
      await expect(check.getByRole('button', { name: sentence })).toBeVisible();
    await expectAccessible(page, width);

    await check.getByRole('button', { name: 'This link leads to a draft' }).press('Enter');
    await expect(contentOf(page)).toBeFocused();
    expect(await page.evaluate(caretIn)).toBe('to the draft');
    await expect(contentOf(page).getByText('to the draft')).toBeInViewport();
    await check.getByRole('button', { name: 'This heading skips' }).click();
    expect(await page.evaluate(caretIn)).toBe('Third');

    // Mended, it is gone; and what is left stops nobody.
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Delete');
    await expect(check).toContainText('nothing to mend');
    await page.getByLabel('Publish without sending').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  });
