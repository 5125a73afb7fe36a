import type { Locator, Page } from '@playwright/test';
/** Deleting can be undone at once, or within 30 days from the bin. */
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { answer, callsOf, editorOf, empty, expectNoise, inDatabase } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test('Undo restores a deleted item, on the screen and on the site', async ({ page }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Gone for a moment' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  await page.getByLabel('Title').fill('Deleted while it is edited');
  await page.getByRole('button', { name: 'Delete Gone for a moment' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this article?' });
  await expect(question).toContainText('You can restore it from the bin for 30 days.');
  await question.getByRole('button', { name: 'Delete' }).dblclick();
  await expect(page.getByText('Article deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Gone for a moment' })).toHaveCount(0);
  expect((await fetch(`${site.url}/api/v1/articles/${id}`)).status).toBe(404);
  await undo(page).dblclick();
  await expect(page.getByRole('button', { name: 'Delete Gone for a moment' })).toBeVisible();
  expect((await fetch(`${site.url}/api/v1/articles/${id}`)).status).toBe(200);
});

test('a double click on the answer does not press what lies below the question', async ({ page }) => {
  const editor = await editorOf(site);
  for (let count = 1; count <= 9; count += 1) await editor.addMember({ name: `Neighbour ${count}` });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Delete Neighbour 5' }).click();
  const answer = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  const box = await answer.boundingBox();
  if (!box) throw new Error('The question has no answer.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(`{
    const boxes = [...document.querySelectorAll('article')].map((card) => card.getBoundingClientRect());
    const card = boxes.find(({ left, right }) => left < ${x} && ${x} < right);
    window.scrollBy({ top: card.top + card.height / 2 - ${y}, behavior: 'instant' });
  }`);
  await page.mouse.dblclick(x, y);
  await expect(page.getByText('Member deleted successfully')).toBeVisible();
  await expect(page.getByRole('form', { name: 'New member' })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Edit Neighbour 1' }).click();
  await expect(page.getByRole('form', { name: 'Edit member' })).toBeVisible();
});

test('the bin restores, deletes permanently after asking, and does nothing twice', async ({ page }) => {
  empty(site, 'members');
  const editor = await editorOf(site);
  await editor.addEvent({ title: 'Cancelled evening' });
  await editor.addMember({ name: 'Former member' });
  await signIn(page, site);
  for (const [path, card, question] of [
    ['/admin/events', 'Cancelled evening', 'Delete this event?'],
    ['/admin/committee', 'Former member', 'Are you sure you want to delete this member?'],
  ] as const) {
    await page.goto(site.url + path);
    await page.getByRole('button', { name: `Delete ${card}` }).click();
    await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Delete' }).click();
    await expect(undo(page)).toBeVisible();
  }
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Bin' }).click();
  const event = page.getByRole('article').filter({ hasText: 'Cancelled evening' });
  await expect(event).toContainText('Event');
  await expect(event).toContainText(/Deleted .* by editor · (29|30) days left/);

  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Restore Former member' }).dblclick();
  await expect(page.getByText('“Former member” is restored.')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Former member' })).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(inDatabase(site, "SELECT deleted_at FROM members WHERE name = 'Former member'")).toEqual([
    { deleted_at: null },
  ]);

  await page.getByRole('button', { name: 'Delete permanently: Cancelled evening' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete “Cancelled evening” permanently?' });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(event).toBeVisible();
  await page.getByRole('button', { name: 'Delete permanently: Cancelled evening' }).click();
  await question.getByRole('button', { name: 'Delete permanently' }).dblclick();
  await expect(page.getByText('Deleted permanently.')).toBeVisible();
  await expect(page.getByText('The bin is empty')).toBeVisible();
  expect(inDatabase(site, "SELECT id FROM events WHERE title = 'Cancelled evening'")).toEqual([]);
});

test('a bin that cannot be loaded says so and tries again', async ({ page, silent }) => {
  await signIn(page, site);
  await answer(page, '/bin/admin*', { status: 500, json: {} });
  await page.goto(`${site.url}/admin/bin`);
  await expect(page.getByRole('alert')).toContainText('Failed to load the bin. Please try again.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expectNoise(silent, /status of 500/);
});

/** Of the message: the editor has one too. */
function undo(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
}
