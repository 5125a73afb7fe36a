/** The article form, its editor, dialogs and preview for everyone: both widths, both colour schemes. */
import { editorOf, inDatabase } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { contentOf, fillArticle, openArticles, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const rich =
  '<h2>Heading</h2><p>Words and <a href="/about">a link</a>.</p><ul><li>One</li></ul><pre data-language="python">\nif bats: # at dusk\n  return "two", 2\n</pre><table><tbody><tr><td>Host</td><td>Bat</td></tr></tbody></table><blockquote>So.</blockquote><p><img src="/defaults/event.webp" alt="" /></p>';

test('the article form and all that opens from it is accessible on a phone and a desk', async ({ page, site }) => {
  test.slow();
  const id = await (await editorOf(site)).addArticle({ title: 'Everything', content: rich, isPublished: false });
  replaceSubscribers(site, 'access', 1);
  await signIn(page, site);
  await openArticles(page, site, id);
  await expect(contentOf(page).locator('.hljs-keyword').first()).toBeVisible();
  await page.getByText('More options').click();
  await page.getByRole('button', { name: 'Preview link' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expectAccessible(page, 1280, 375);

  await contentOf(page).getByText('a link').click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('button', { name: 'Remove link' })).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Everything' })).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await page.keyboard.press('Escape');

  const link = await page.getByRole('textbox', { name: 'Preview link' }).inputValue();
  await page.getByLabel('Title', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Title and description are required');
  await expectAccessible(page, 1280, 375);

  await fillArticle(page, 'Everything', '');
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Everything', exact: true }).click();
  const send = page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Send newsletter' });
  await send.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await page.keyboard.press('Escape');
  await openArticles(page, site, id);
  await expect(page.getByText(/^Published/).first()).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await pressInForm(page, 'Update');
  await expect(page.locator('main').getByRole('button', { name: 'Publish again' })).toBeVisible();
  await expectAccessible(page, 1280, 375);

  inDatabase(site, 'UPDATE articles SET is_published = 0 WHERE id = ?', id);
  await page.goto(link);
  await expect(page.getByText('Preview – not published')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await page.goto(`${link}x`);
  await expectAccessible(page, 1280, 375);
});
