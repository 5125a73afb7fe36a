import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test('by keyboard alone an administrator signs in, adds an event and a member, and deletes one', async ({ page }) => {
  const { keyboard } = page;
  await (await editorOf(site)).addMember({ name: 'Old hand' });

  /** Tab by tab, as a person without a mouse; what has the focus must show it. */
  async function reach(role: 'button' | 'link' | 'textbox' | 'tab', name: string): Promise<void> {
    const wanted = page.getByRole(role, { name, exact: true });
    await expect(wanted).toBeVisible();
    for (let step = 0; step < 60; step += 1) {
      if (await wanted.evaluate((node) => node === node.ownerDocument.activeElement)) break;
      await keyboard.press('Tab');
    }
    await expect(wanted).toBeFocused();
    const isSeen = await page.evaluate<boolean>(`(() => {
      const shows = (node) => getComputedStyle(node).outlineStyle !== 'none';
      const { activeElement: focused } = document;
      return shows(focused) || shows(focused.closest('article') ?? focused);
    })()`);
    expect(isSeen, `the focus on ${name} can be seen`).toBe(true);
  }
  async function type(name: string, text: string): Promise<void> {
    await reach('textbox', name);
    await keyboard.type(text);
  }

  await page.goto(`${site.url}/admin/login`);
  await type('Username or Email', 'editor');
  await keyboard.press('Tab');
  await keyboard.type('a password for the tests');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);

  await reach('tab', 'Articles');
  await keyboard.press('End');
  await reach('link', 'Add First Event');
  await keyboard.press('Enter');
  await type('Title', 'Gala');
  await type('Date', '20301224');
  await type('Time', '1830');
  await type('Location', 'Town hall');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Events (1)' })).toBeVisible();

  await page.reload();
  await reach('link', 'Skip to content');
  await keyboard.press('Tab');
  await reach('link', 'Manage Committee Members');
  await keyboard.press('Enter');
  await type('Name', 'Ann');
  await type('Position', 'Chair');
  await reach('button', 'Add Member');
  await keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Committee Members (2)' })).toBeVisible();

  await reach('button', 'Edit Ann');
  await keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Edit member' })).toBeVisible();
  await type('Name', 'Anna');
  await reach('button', 'Update');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Anna' })).toBeVisible();

  await reach('button', 'Delete Old hand');
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await reach('button', 'Delete');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Committee Members (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Anna', exact: true })).toBeFocused();
});
