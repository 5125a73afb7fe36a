/** The date and the time in the form of an event. */
import type { Locator, Page } from '@playwright/test';
import { caretOf, setCaret } from '../support/caret.ts';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { empty, inDatabase } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'events');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
});

test('a date is typed as digits, and the caret stays where the typing is', async ({ page }) => {
  const date = field(page, 'Date');
  await date.pressSequentially('2026a12319');
  await expect(date).toHaveValue('2026/12/31');
  await setCaret(date, 6);
  await page.keyboard.press('Backspace');
  await expect(date).toHaveValue('2026/23/1');
  await page.keyboard.type('0');
  await expect(date).toHaveValue('2026/02/31');
  expect(await caretOf(date)).toBe(6);
  await setCaret(date, 5);
  await page.keyboard.press('Backspace');
  await expect(date).toHaveValue('2026/02/31');
  expect(await caretOf(date)).toBe(4);
  await page.keyboard.press('Delete');
  expect(await caretOf(date)).toBe(5);
  await page.keyboard.press('End');
  for (let count = 0; count < 8; count += 1) await page.keyboard.press('Backspace');
  await expect(date).toHaveValue('');
  await page.keyboard.type('2026/3/4');
  await expect(date).toHaveValue('2026/03/4');
  const time = field(page, 'Time');
  await time.pressSequentially('9:305');
  await expect(time).toHaveValue('09:30');
});

test('a phone shows its number pad for dates, times and numbers', async ({ page }) => {
  await page.getByLabel('People can sign up here').check();
  for (const label of ['Date', 'Time', 'Places in all'])
    await expect(field(page, label)).toHaveAttribute('inputmode', 'numeric');
});

test('a date can be picked from a calendar', async ({ page }) => {
  await page.getByRole('button', { name: 'Open calendar' }).click();
  const picker = page.locator('input[type="date"]').first();
  await picker.fill('2031-05-06');
  await expect(field(page, 'Date')).toHaveValue('2031/05/06');
});

test('a day or a time that does not exist is refused beside its field', async ({ page }) => {
  await field(page, 'Title').fill('Gala');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Date').fill('2026/02/31');
  await expect(field(page, 'Date')).toHaveAccessibleDescription('This date does not exist.');
  await expect(field(page, 'Date')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Time').fill('24:61');
  await expect(field(page, 'Time')).toHaveAccessibleDescription('This time does not exist.');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText('This date does not exist.');
  await expect(field(page, 'Date')).toBeFocused();
  await field(page, 'Date').fill('2026/02/28');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText('This time does not exist.');
  await field(page, 'Date').fill('2027/03/28');
  await field(page, 'Time').fill('01:30');
  await expect(field(page, 'Time')).toHaveAccessibleDescription(
    'The clocks skip this time on that day. It counts as 02:30.',
  );
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('article')).toContainText('Mar 28, 2027 at 1:30 AM');
});

test('a typed date is read back in words, and an unreadable one is asked about beside its field', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  await field(page, 'Title').fill('Gala');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Date').pressSequentially(`${year}1203`);
  await field(page, 'Time').pressSequentially('6:30pm');
  await expect(page.getByText(new RegExp(`^\\w+day, December 3, ${year}, 6:30 PM, in [\\d,]+ days$`))).toBeVisible();
  for (const [typed, problem] of [
    ['2500', 'This time does not exist.'],
    ['24:00', 'This time does not exist.'],
    ['noon', 'Please write the time such as 18:30 or 6:30 PM.'],
  ] as const) {
    await field(page, 'Time').fill(typed);
    await expect(field(page, 'Time')).toHaveAccessibleDescription(problem);
    await page.getByRole('button', { name: 'Add Event' }).click();
    await expect(page.getByRole('alert')).toHaveText(problem);
  }
  await field(page, 'Time').fill('6:30 PM');
  await field(page, 'Date').fill('2206/12/03');
  await expect(field(page, 'Date')).toHaveAccessibleDescription(
    'Is 2206 right? Please enter a year from 1900 to 2199.',
  );
  await field(page, 'Date').fill(`3 December ${year}`);
  await expect(field(page, 'Date')).toHaveValue(`3 December ${year}`);
  await expect(field(page, 'Date')).toHaveAccessibleDescription('Is this the day?');
  await page.getByRole('button', { name: 'Add Event' }).click();
  expect(inDatabase(site, 'SELECT id FROM events')).toEqual([]);
  await field(page, 'Date').fill(`${year}/12/03`);
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('article')).toContainText(`Dec 3, ${year} at 6:30 PM`);
});

test('moving the start moves the end, by the clock and by the calendar', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  await field(page, 'Title').fill('Moved twice');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Date').fill(`${year}/12/03`);
  await field(page, 'Time').fill('18:00');
  await field(page, 'Ends at').fill('20:30');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Moved twice' }).click();
  await field(page, 'Time').fill('19:15');
  await field(page, 'Date').fill(`${year}/12/10`);
  await expect(field(page, 'Ends at')).toHaveValue('21:45');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const moved = [{ event_date: `${year}-12-10T19:15:00`, end_date: `${year}-12-10T21:45:00` }];
  await expect.poll(() => inDatabase(site, 'SELECT event_date, end_date FROM events')).toEqual(moved);
});

function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}
