import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty, expectNoise } from '../support/states.ts';
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
  empty(site, 'events');
  await editor.addEvent({ title: 'Fair', eventDate: '2098-12-01', endDate: '2098-12-03', isAllDay: true });
  await editor.addEvent({ title: 'Journal club', eventDate: '2098-12-02T19:00:00' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
});

test('while an event is written, its card, its weekday and what else is on are shown', async ({ page }) => {
  const preview = besides(page);
  await expect(preview).toContainText('is shown here once its name, day, time and place are clear');
  await field(page, 'Date').fill('2098/12/02');
  await expect(preview).toContainText('The same day: Fair, Journal club');
  await field(page, 'Time').fill('6:30 pm');
  await expect(preview).toContainText('The same evening: Journal club');
  await expect(preview).toContainText('The same day: Fair');
  await field(page, 'Title').fill('Bat walk');
  await field(page, 'Location').fill('Town hall');
  await expect(preview.getByText('Bat walk')).toBeVisible();
  await expect(preview).toContainText('Upcoming');
  await expect(preview).toContainText('Dec 2, 2098 at 6:30 PM · Town hall');
  // Anyone who counts the cards of the list does not count this one.
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(preview.locator('h3')).toHaveCount(0);
  await expectAccessible(page, 1280, 375);

  await field(page, 'Date').fill('2098/12');
  await expect(preview.getByText('Bat walk')).toHaveCount(0);
  await expect(preview).not.toContainText('The same');
  await field(page, 'Date').fill('2010/12/02');
  await expect(preview).toContainText('Past');
  await expect(preview).not.toContainText('The same');
});

test('another event of the day is opened by the keyboard, once what is unsaved is left', async ({ page }) => {
  const preview = besides(page);
  await field(page, 'Date').fill('2098/12/02');
  await field(page, 'Time').fill('20:00');
  const other = preview.getByRole('link', { name: 'Journal club' });
  await other.press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Leave/ })
    .click();
  await expect(field(page, 'Title')).toHaveValue('Journal club');
  await expect(preview.getByText('Journal club')).toHaveCount(1);
  await expect(preview).toContainText('The same day: Fair');
  await expect(preview).not.toContainText('The same evening');
});

test('the picture that is chosen is on the card, and a failure is said', async ({ page, silent }) => {
  const preview = besides(page);
  await field(page, 'Title').fill('Bat walk');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Time').fill('20:00');
  await page.route(/events\/admin\?day=/, (route) => route.abort());
  await field(page, 'Date').fill('2098/12/02');
  await expect(preview).toContainText('What else is on that day could not be loaded.');
  await page.locator('input[type=file]').setInputFiles('public/defaults/event.webp');
  await expect(preview.locator('img')).toHaveAttribute('src', /^blob:/);
  expectNoise(silent, /ERR_FAILED/);
});

function besides(page: Page): Locator {
  return page.getByRole('region', { name: 'How it will look' });
}

function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}
