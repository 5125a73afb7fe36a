/** The screens and dialogs that keep people from losing something, for everyone: by axe, in light and dark, on a phone. */
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { addColleague, editorOf, expectNoise } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test(`leaving, restoring, two versions, history and bin are accessible on a phone and a desk`, async ({
  page,
  browser,
  silent,
}) => {
  const check = () => expectAccessible(page, 1280, 375);
  const editor = await editorOf(site);
  const id = await editor.addArticle({ title: 'Seen', content: '<p>Bats fly at night.</p>' });
  await editor.addMember({ name: 'Old' });
  await signIn(page, site);

  await test.step('the empty bin', async () => {
    await page.goto(`${site.url}/admin/bin`);
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await check();
  });
  await test.step('leaving', async () => {
    await page.goto(`${site.url}/admin/articles?edit=${id}`);
    await page.getByLabel('Title').fill('Something else entirely');
    await page.getByRole('button', { name: 'New Article' }).click();
    await page.goto(`${site.url}/admin/articles?edit=${id}`);
    await expect(page.getByText('are not on the site yet')).toBeVisible();
    await check();
  });
  await test.step('two versions', async () => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, site, addColleague(site, 'colleague'));
    await other.goto(`${site.url}/admin/articles?edit=${id}`);
    await other.getByLabel('Title').fill('Changed');
    await pressInForm(other, 'Update');
    await expect(other.getByText('Article saved successfully.')).toBeVisible();
    await other.context().close();
    await pressInForm(page, 'Update');
    await expect(page.getByRole('dialog').locator('ins').nth(1)).toBeVisible();
    await check();
    await page.getByRole('button', { name: 'Take their version' }).click();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }),
    ).toBeVisible();
  });
  await test.step('history', async () => {
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').locator('ins').first()).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
  });
  await test.step('the bin', async () => {
    await page.goto(`${site.url}/admin/committee`);
    await page.getByRole('button', { name: 'Delete Old' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await check();
    await page.goto(`${site.url}/admin/bin`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await check();
    await page.getByRole('button', { name: /^Delete permanently/ }).click();
    await check();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
  });
  expectNoise(silent, /status of 409/);
});
