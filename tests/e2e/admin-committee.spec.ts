import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { breakTable, type Editor, editorOf, empty, expectNoise, inDatabase } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'members');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
});

test('a member is added, shown by name, changed and deleted', async ({ page }) => {
  await expect(page.getByText('No committee members found.')).toBeVisible();
  await editor.addMember({ name: 'Zoë' });
  await editor.addMember({ name: 'ann' });
  await page.getByRole('button', { name: 'Refresh Members' }).click();
  await expect(page.getByRole('heading', { name: 'Committee Members (2)' })).toBeVisible();
  await field(page, 'Name').fill('Émile');
  await field(page, 'Position').fill('Chair');
  await field(page, 'Bio').fill('Two lines.\nThis is the second.');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  await expect(titles(page)).toHaveText(['ann', 'Émile', 'Zoë']);
  await expect(field(page, 'Name')).toHaveValue('');
  await expect(page.getByText('0 / 250')).toBeVisible();

  await page.getByRole('article').nth(1).click();
  await expect(field(page, 'Bio')).toHaveValue('Two lines.\nThis is the second.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add Member' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Émile' }).click();
  await expect(page.getByRole('form', { name: 'Edit member' })).toBeInViewport();
  await field(page, 'Position').fill('Treasurer');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('article').nth(1)).toContainText('Treasurer');

  await page.getByRole('button', { name: 'Delete Émile' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this member?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(titles(page)).toHaveText(['ann', 'Zoë']);
});

test('whether the site shows a member can be set, and is seen again', { tag: '@long' }, async ({ page }) => {
  await field(page, 'Name').fill('Ann');
  await field(page, 'Position').fill('Chair');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await page.getByRole('button', { name: 'Edit Ann' }).click();
  await pressInForm(page, 'Unpublish…');
  const question = page.getByRole('alertdialog', { name: 'Unpublish this member? Visitors no longer see it.' });
  await question.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Visitors no longer see it.')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Draft');
  expect(inDatabase(site, 'SELECT is_active FROM members')).toEqual([{ is_active: 0 }]);
  await page.getByRole('button', { name: 'Edit Ann' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Visitors see it now.')).toBeVisible();
  expect(inDatabase(site, 'SELECT is_active FROM members')).toEqual([{ is_active: 1 }]);
});

test('name and position are required, and nothing is taken beyond the limits', async ({ page }) => {
  const required = page.getByRole('alert').filter({ hasText: 'Name and position are required' });
  for (const label of ['Name', 'Position']) {
    await page.getByRole('button', { name: 'Add Member' }).click();
    await expect(required).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await page.keyboard.insertText(`${'x'.repeat(49)}😀`);
    await expect(field(page, label)).toHaveValue('x'.repeat(49));
    await page.keyboard.insertText('yz');
    await expect(field(page, label)).toHaveValue(`${'x'.repeat(49)}y`);
    await expect(required).toHaveCount(0);
  }
  await field(page, 'Bio').focus();
  await page.keyboard.insertText('b'.repeat(251));
  await expect(field(page, 'Bio')).toHaveValue('b'.repeat(250));
  await expect(field(page, 'Bio')).toHaveAccessibleDescription('250 / 250');
});

test('loading, saving and deleting say when they fail', async ({ page, silent }) => {
  await editor.addMember({ name: 'Ann' });
  const failure = breakTable(site, 'members');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load members');
  failure.repair();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Edit Ann' }).click();
  await field(page, 'Name').fill('Anna');
  const again = breakTable(site, 'members');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to save member');
  await page.getByRole('button', { name: 'Delete Ann' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete member. Please try again.' });
  await expect(alert).toBeInViewport();
  again.repair();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(titles(page)).toHaveText(['Anna']);
  expectNoise(silent, /status of 500/);
});

test('members are found by name, position or bio', { tag: '@long' }, async ({ page }) => {
  await editor.addMember({ name: 'Ann', position: 'Chair' });
  await editor.addMember({ name: 'Bob', bio: 'Repairs every chair.' });
  await editor.addMember({ name: 'Cleo' });
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search Members' }).fill('chair');
  await expect(page.getByText('2 members found for "chair"')).toBeVisible();
  await expect(titles(page)).toHaveText(['Ann', 'Bob']);
  await expect(page).toHaveURL(/\?search=chair$/);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No matching members found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(titles(page)).toHaveCount(3);
});

function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}
