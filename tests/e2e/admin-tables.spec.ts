/** Tables are edited as tables: made, changed by buttons and keys, undone, saved and opened again. */
import type { Locator, Page } from '@playwright/test';
import { editorOf } from '../support/states.ts';
import { contentOf, fillArticle, openArticles, openTools, storedBy } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.beforeEach(async ({ page, site }) => {
  await signIn(page, site);
});

const tools = (page: Page): Locator => page.getByRole('group', { name: 'Table' });
const press = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true }).click();

const keepWriting = (page: Page) => storedBy(page, () => page.keyboard.press('ControlOrMeta+s'));

test('a table is made and changed', async ({ page, site }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Rota', 'Who helps');
  await contentOf(page).press('ControlOrMeta+End');
  await openTools(page);
  await page.getByRole('button', { name: 'Insert table' }).click();
  await expect(tools(page).getByRole('button', { name: 'Heading row' })).toHaveAttribute('aria-pressed', 'true');
  const cells = contentOf(page).locator('td');
  await page.keyboard.type('Day');
  for (const [at, words] of ['Who', 'Monday', 'Ada', 'Tuesday', 'Ben'].entries()) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(words);
    await expect(cells.nth(at + 1)).toHaveText(words);
  }
  const head = '<p>Who helps</p><table><thead><tr><th scope="col">Day</th><th scope="col">Who</th></tr></thead>';
  const monday = '<tr><td>Monday</td><td>Ada</td></tr>';
  const tuesday = '<tr><td>Tuesday</td><td>Ben</td></tr>';
  expect(await keepWriting(page)).toBe(`${head}<tbody>${monday}${tuesday}</tbody></table>`);
  await expectAccessible(page);

  await press(page, 'Add row');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('nobody');
  await press(page, 'Add column');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('yet');
  const added = [
    '<p>Who helps</p><table><thead><tr><th scope="col">Day</th><th scope="col">Who</th><th scope="col"></th></tr></thead>',
    '<tbody><tr><td>Monday</td><td>Ada</td><td></td></tr><tr><td>Tuesday</td><td>Ben</td><td></td></tr>',
    '<tr><td></td><td>nobody</td><td>yet</td></tr></tbody></table>',
  ].join('');
  expect(await keepWriting(page)).toBe(added);
  await press(page, 'Heading row');
  await press(page, 'Remove column');
  await press(page, 'Remove row');
  const plain = `<p>Who helps</p><table><tbody><tr><td>Day</td><td>Who</td></tr>${monday}${tuesday}</tbody></table>`;
  expect(await keepWriting(page)).toBe(plain);
  await contentOf(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
  expect(await keepWriting(page)).toBe(added);
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Redo' }).click();
  expect(await keepWriting(page)).toBe(plain);
  await cells.first().click();
  await press(page, 'Remove table');
  await expect(tools(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await keepWriting(page)).toBe(plain);
});

test('a stored table opens as one, and one letter is all that changes', async ({ page, site }) => {
  const content = [
    '<p>Before</p>\n<table><caption>Hosts, <em>all</em></caption><thead><tr><th>Host</th><th>Seen</th></tr></thead>',
    '<tbody><tr><th>Bat</th><td>a<br />b</td></tr><tr><th>Cow</th><td>some</td></tr></tbody></table>\n<p>Between</p>',
    '<table>\n<tr>\n<th>Head</th>\n<th>Row</th>\n</tr>\n<tr>\n<td>left</td>\n<td class="ql-align-right">1</td>\n</tr>\n</table>',
  ].join('');
  const id = await (await editorOf(site)).addArticle({ title: 'Hosts', content, isPublished: false });
  await openArticles(page, site, id);
  await expect(contentOf(page).locator('.ql-kept')).toHaveCount(0);
  await expect(contentOf(page).locator('table')).toHaveCount(2);
  await contentOf(page).getByText('some', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('times');
  expect(await storedBy(page, 'Update')).toBe(content.replace('some', 'sometimes'));
  await openArticles(page, site, id);
  await contentOf(page).getByText('left', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  expect(await storedBy(page, 'Update')).toBe(content.replace('some', 'sometimes').replace('left', 'left!'));
});

test('the keys: around a table, into it and out, and no other line in a cell', async ({ page, site }) => {
  const table = '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>';
  const id = await (await editorOf(site)).addArticle({ title: 'Keys', content: table, isPublished: false });
  await openArticles(page, site, id);
  const text = contentOf(page);
  await text.getByText('a', { exact: true }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('Above');
  await text.getByText('b', { exact: true }).click();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'H2 heading' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Below');
  expect(await keepWriting(page)).toBe(`<p>Above</p>${table}<p>Below</p>`);
  // By keys alone: to the toolbar, to its last group, and back.
  await text.getByText('a', { exact: true }).click();
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('End');
  await expect(tools(page).getByRole('button', { name: 'Remove table' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.press('Alt+F10');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  expect(await storedBy(page, 'Update')).toBe('<p>Above</p><p>Below</p>');
});
