/** The boxes of a check list are checked by the keyboard as by the pointer. */
import { editorOf } from '../support/states.ts';
import { contentOf, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const list = (hall: string, posters: string) =>
  `<ul><li data-list="${hall}">Book the hall</li><li data-list="${posters}">Print the posters</li></ul><ul><li>Tea</li></ul>`;

test('Ctrl+Enter checks the box at the caret, says so, and is undone', async ({ page, site }) => {
  await signIn(page, site);
  const content = list('unchecked', 'checked');
  const id = await (await editorOf(site)).addArticle({ title: 'To do', content, isPublished: false });
  await openArticles(page, site, id);
  const save = () => storedBy(page, () => page.keyboard.press('ControlOrMeta+s'));
  const said = page.getByRole('status').filter({ hasText: /^(Done|Not done):/ });
  await contentOf(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(said).toHaveText('Done: Book the hall');
  expect(await save()).toBe(list('checked', 'checked'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(said).toHaveText('Not done: Print the posters');
  expect(await save()).toBe(list('checked', 'unchecked'));
  await page.keyboard.press('ControlOrMeta+z');
  expect(await save()).toBe(list('checked', 'checked'));
  await page.keyboard.press('ControlOrMeta+z');
  expect(await save()).toBe(content);
  // An item without a box stays one.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.type('s');
  await expect(contentOf(page).getByRole('listitem')).toHaveText(['Book the hall', 'Print the posters', 'Teas']);
});
