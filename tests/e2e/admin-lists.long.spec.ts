import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
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
  empty(site, 'articles', 'members', 'events');
  await signIn(page, site);
});

for (const [name, viewport, hasTouch] of [
  ['a phone', { width: 375, height: 667 }, true],
  ['a desk', { width: 1280, height: 800 }, false],
] as const)
  test.describe(name, () => {
    test.use({ viewport, hasTouch });

    test('a list shows one state, and a reload and Back keep it', async ({ page }) => {
      await editor.addArticle({ title: 'Bats' });
      await editor.addArticle({ title: 'Ants', isPublished: false });
      await editor.addArticle({ title: 'Cows', isPublished: false });
      await page.goto(`${site.url}/admin/articles`);
      const state = (label: string) =>
        page.getByRole('radiogroup', { name: 'Show' }).locator('label', { hasText: label });
      await expect(titles(page)).toHaveText(['Cows', 'Ants', 'Bats']);
      await state('Draft').click();
      await expect(titles(page)).toHaveText(['Cows', 'Ants']);
      await expect(state('Draft').getByRole('radio')).toBeChecked();
      await expect(page.getByText('2 articles found')).toBeVisible();
      await expect(page).toHaveURL(/\?state=draft$/);
      await page.reload();
      await expect(titles(page)).toHaveText(['Cows', 'Ants']);
      await expectAccessible(page, viewport.width);
      await page.goBack();
      await expect(titles(page)).toHaveText(['Cows', 'Ants', 'Bats']);

      // Editing keeps the choice, and a save counts anew.
      await state('Draft').click();
      await page.getByRole('button', { name: 'Edit Ants' }).click();
      await expect(page).toHaveURL(/\?state=draft&edit=\d+$/);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('link', { name: 'View on the site' })).toBeVisible();
      await expect(titles(page)).toHaveText(['Cows']);
      await expect(state('Draft')).toHaveText('Draft');
      await page.getByRole('button', { name: 'Delete Cows' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('heading', { name: 'No articles here' })).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(titles(page)).toHaveCount(2);
    });

    test('events and members have states of their own', async ({ page }) => {
      await editor.addEvent({ title: 'Past', eventDate: '2019-01-01T10:00:00' });
      await editor.addEvent({ title: 'Coming', eventDate: '2099-01-01T10:00:00' });
      await page.goto(`${site.url}/admin/events`);
      await page.getByRole('radio', { name: 'Upcoming', exact: true }).click();
      await expect(titles(page)).toHaveText(['Coming']);
      await page.getByRole('radio', { name: 'Cancelled', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'No events here' })).toBeVisible();
      await editor.addMember({ name: 'Ann' });
      await editor.addMember({ name: 'Bob', isActive: false });
      await page.goto(`${site.url}/admin/committee?state=hidden`);
      await expect(titles(page)).toHaveText(['Bob']);
      await page.getByRole('radio', { name: 'All', exact: true }).click();
      await expect(titles(page)).toHaveText(['Ann', 'Bob']);
    });

    test('a deletion names what is deleted, and the bin restores it', async ({ page }) => {
      for (const title of ['Ants', 'Bats', 'Cows']) await editor.addArticle({ title, isPublished: title === 'Bats' });
      await page.goto(`${site.url}/admin/articles`);
      const asked = page.getByRole('alertdialog');
      await page.getByRole('button', { name: 'Delete Bats' }).click();
      await expect(asked).toContainText('“Bats” is live.');
      await asked.getByRole('button', { name: 'Delete' }).click();
      await expect(titles(page)).toHaveCount(2);
      await page.getByRole('button', { name: 'Delete Ants' }).click();
      await expect(asked).toContainText('“Ants” is a draft.');
      await asked.getByRole('button', { name: 'Delete' }).click();
      await expect(titles(page)).toHaveCount(1);
      await page.goto(`${site.url}/admin/bin`);
      await expectAccessible(page, viewport.width);
      await page.getByRole('button', { name: 'Restore Bats' }).click();
      await expect(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('button', { name: 'Restore Ants' }).click();
      await expect(page.getByText('The bin is empty')).toBeVisible();
    });
  });

function titles(page: Page) {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}
