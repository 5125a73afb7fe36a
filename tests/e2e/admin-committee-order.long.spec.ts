import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, empty, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

const people = ['Ada', 'Ben', 'Cem', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo', 'Kim', 'Lea'];
/** As far from the first order as can be. */
const wanted = [...people].reverse();

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'members');
  for (const name of people) await editor.addMember({ name, position: `Helper ${name}` });
  await signIn(page, site);
});

for (const width of [375, 1280])
  test(`twelve people are put in order with 15 presses at most, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const calls = callsOf(page);
    await page.goto(`${site.url}/admin/committee`);
    await page.getByRole('button', { name: 'Put in order' }).click();
    let presses = 1;
    await expect.poll(() => names(page)).toEqual(people);
    await expectAccessible(page, width);
    for (const [to, one] of wanted.entries()) {
      if ((await names(page)).indexOf(one) === to) continue;
      await place(page, one).selectOption(String(to + 1));
      presses += 1;
    }
    expect(await names(page)).toEqual(wanted);
    await page.getByRole('button', { name: 'Save order' }).click();
    presses += 1;
    await expect(page.getByText('The new order is saved.')).toBeVisible();
    await expect(page.getByText('Visitors see the order that you choose here.')).toBeVisible();
    expect(presses).toBeLessThanOrEqual(15);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['POST /members/admin/order']);
    const saved = inDatabase(site, 'SELECT name FROM members ORDER BY sort_order');
    expect(saved.map((row) => row.name)).toEqual(wanted);
  });

test('the link of the first steps opens the order', async ({ page }) => {
  await page.goto(`${site.url}/admin/committee?order=1`);
  await expect(page.getByRole('heading', { name: 'The order on the site' })).toBeVisible();
  await expect(place(page, 'Ada')).toBeInViewport();
});

test('each move is announced and keeps the focus; Back asks and changes nothing', async ({ page }) => {
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Put in order' }).click();
  await place(page, 'Lea').selectOption('3');
  await expect(page.getByRole('status').filter({ hasText: 'Lea' })).toContainText('is now 3 of 12.');
  await expect(place(page, 'Lea')).toBeFocused();
  expect((await names(page)).slice(0, 4)).toEqual(['Ada', 'Ben', 'Lea', 'Cem']);
  const back = page.getByRole('button', { name: 'Back', exact: true }).and(page.locator('main button'));
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await back.click();
  await question.getByRole('button', { name: 'Back' }).click();
  expect((await names(page)).slice(0, 4)).toEqual(['Ada', 'Ben', 'Lea', 'Cem']);
  await back.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(rows(page)).toHaveCount(0);
  expect(inDatabase(site, 'SELECT name FROM members WHERE sort_order IS NOT NULL')).toEqual([]);
});

test('a search that finds one person keeps the new order that is not saved', async ({ page }) => {
  await page.goto(`${site.url}/admin/committee?order=1`);
  await place(page, 'Lea').selectOption('1');
  await page.getByLabel('Search Members').fill('Cem');
  await expect(page.getByRole('article')).toHaveCount(1);
  expect((await names(page))[0]).toBe('Lea');
  await page.getByLabel('Search Members').fill('');
  await expect(page.getByRole('article')).toHaveCount(people.length);
  expect((await names(page))[0]).toBe('Lea');
});

test('a new order that is not saved is asked about before a link leaves it', async ({ page }) => {
  await page.goto(`${site.url}/admin/committee?order=1`);
  await place(page, 'Lea').selectOption('1');
  await page.getByRole('link', { name: 'Newsletter' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved yet.' });
  await question.getByRole('button', { name: 'Back' }).click();
  expect((await names(page))[0]).toBe('Lea');
  await page.getByRole('link', { name: 'Newsletter' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/admin\/newsletter/);
});

const place = (page: Page, name: string) => page.getByLabel(`Place of ${name}`);

function rows(page: Page) {
  return page.getByRole('region', { name: 'The order on the site' }).getByRole('listitem');
}

/** From top to bottom, as they are seen. */
async function names(page: Page): Promise<string[]> {
  return (await rows(page).locator('bdi:first-child').allTextContents()).map((text) => text.trim());
}
