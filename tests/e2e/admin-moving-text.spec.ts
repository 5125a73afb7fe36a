/** What is moved within the editor stays what it is, and what comes as plain text becomes what it says. */
import { editorOf } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

test.beforeEach(async ({ page, site }) => {
  await signIn(page, site);
});

const table =
  '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>';

for (const [name, content] of Object.entries({
  'a line break': '<p>Line<br />break</p>',
  'an empty line': '<p>a</p><p></p><p>b</p>',
  'a footnote':
    '<p>Text<sup><a rel="noopener noreferrer" href="#fn1" id="fnref1">1</a></sup></p><p id="fn1">Note <a rel="noopener noreferrer" href="#fnref1">back</a></p>',
  'a table between lists': `<ul><li>one</li></ul>${table}<ol><li>two</li></ol>`,
  'a table at the end': `<h2>Head</h2>${table}`,
  'a check list': '<ul><li data-list="checked">done</li><li data-list="unchecked">open</li></ul>',
}))
  test(`cut and pasted, ${name} stays the same`, async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await (await editorOf(site)).addArticle({ title: name, content, isPublished: false });
    await openArticles(page, site, id);
    await contentOf(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+x');
    await expect(contentOf(page)).toHaveText('');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(contentOf(page)).not.toHaveText('');
    expect(await storedBy(page, 'Update')).toBe(content);
  });

test('clear Markdown is converted when pasted, and can be made plain text', async ({ page, site }) => {
  await openArticles(page, site);
  await page.getByLabel('Description', { exact: true }).fill('About Markdown');
  const text =
    '# Ticks\n\nThey *wait* in [grass](https://example.org/grass).\n\n- [x] socks\n- [ ] map\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  await bring(contentOf(page), 'paste', { text });
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ticks');
  await expect(page.getByText('Markdown became headings, lists and links.')).toBeVisible();
  const grass = '<a rel="noopener noreferrer" target="_blank" href="https://example.org/grass">grass</a>';
  const list = '<ul><li data-list="checked">socks</li><li data-list="unchecked">map</li></ul>';
  expect(await storedBy(page, () => page.keyboard.press('ControlOrMeta+s'))).toBe(
    `<p>They <em>wait</em> in ${grass}.</p>${list}${table}`,
  );
  await page.getByRole('button', { name: 'Paste as plain text' }).click();
  await expect(contentOf(page)).toContainText('- [x] socks');
  const plain = 'Prices - and 2 * 3 # of them\n- one\n- two';
  await contentOf(page).fill('');
  await bring(contentOf(page), 'paste', { text: plain });
  await expect(contentOf(page)).toContainText('- two');
});

test('the title of a pasted document fills an empty Title, and its deleted words are not pasted', async ({
  page,
  site,
}) => {
  const html =
    "<p class=MsoTitle>Field notes</p><p class=MsoNormal>Ticks <span class=msoDel><del cite='mailto:Kim' datetime=2024-03-05>and lies</del></span><span class=msoIns><ins cite='mailto:Kim' datetime=2024-03-05>bite</ins></span>.</p>";
  await openArticles(page, site);
  await bring(contentOf(page), 'paste', { html });
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Field notes');
  await page.getByLabel('Description', { exact: true }).fill('About ticks');
  expect(await storedBy(page, 'Save draft')).toBe('<p>Ticks bite.</p>');
  await openArticles(page, site);
  await fillArticle(page, 'Another', '');
  await bring(contentOf(page), 'paste', { html });
  expect(await storedBy(page, 'Save draft')).toBe('<p>Field notes</p><p>Ticks bite.</p>');
});
