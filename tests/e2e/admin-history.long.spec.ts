/** Every save of an item can be looked at, compared and brought back. */
import type { Page } from '@playwright/test';
import { answer, editorOf, expectNoise, inDatabase } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

async function save(page: Page, change: () => Promise<void>): Promise<void> {
  await change();
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

test('the history shows what each save has changed, and brings a version back', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({
    title: 'A moving target',
    content: '<p>Bats fly at night.</p><ul><li>Farms</li></ul>',
    isPublished: false,
  });
  await signIn(page, site);
  const path = `${site.url}/admin/articles?edit=${id}`;
  await page.goto(path);
  const content = page.getByRole('textbox', { name: 'Content' });
  await save(page, () => content.fill('Bats sleep at noon.'));
  await page.goto(path);
  await save(page, () => page.getByLabel('Title').fill('A fixed target'));
  await page.goto(path);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of “A fixed target”' });
  const versions = history.getByRole('list', { name: 'Versions, newest first' }).getByRole('button');
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText('editor · current');
  await expect(history.locator('del').filter({ hasText: 'moving' })).toBeVisible();
  await expect(history.locator('ins').filter({ hasText: 'fixed' })).toBeVisible();
  await expect(history.getByRole('button', { name: /^Restore how it was on / })).toBeDisabled();

  await versions.nth(1).click();
  await expect(history.locator('ins').filter({ hasText: 'sleep' })).toBeVisible();
  await expect(history.locator('ins').filter({ hasText: 'fixed' })).toHaveCount(0);
  // What a later save changed goes, too.
  await expect(history.locator('del').filter({ hasText: 'fixed' })).toBeVisible();
  await versions.nth(2).click();
  await expect(history.locator('ins').filter({ hasText: 'moving' })).toBeVisible();
  await expect(history.getByText('• Farms')).toBeVisible();

  await history.getByRole('button', { name: /^Restore how it was on / }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(history).toBeVisible();
  await history.getByRole('button', { name: /^Restore how it was on / }).click();
  await question.getByRole('button', { name: 'Restore' }).dblclick();
  await expect(page.getByText('The version is restored.')).toBeVisible();
  await expect(history).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('A moving target');
  await expect(content).toContainText('Farms');
  const [article] = inDatabase(site, 'SELECT title, version FROM articles WHERE id = ?', id);
  expect(article).toEqual({ title: 'A moving target', version: 4 });
});

test('a history that cannot be loaded says so and tries again', async ({ page, site, silent }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Hard to trace' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await answer(page, '/members/admin/*/revisions*', 'nothing');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog');
  await expect(history.getByRole('alert')).toContainText('Failed to load the history. Please try again.');
  await page.unrouteAll();
  await history.getByRole('button', { name: 'Retry' }).click();
  await expect(history.getByText('First version')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
  expectNoise(silent, /ERR_FAILED/);
});

test('a restore that fails leaves unsaved text unsaved: Cancel still asks', async ({ page, site, silent }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Not yet' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await page.getByLabel('Position').fill('Vice chair');
  await pressInForm(page, 'Update');
  await page.getByRole('button', { name: 'Edit Not yet' }).click();
  await page.getByLabel('Bio').fill('Typed and not saved');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of “Not yet”' });
  await history.getByRole('list').getByRole('button').nth(1).click();
  await page.route('**/revisions/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await history.getByRole('button', { name: /^Restore how it was on / }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('What you have typed and not saved is discarded permanently.');
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Failed to restore the version. Please try again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Typed and not saved');
  expectNoise(silent, /ERR_FAILED/);
});
