import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty, inDatabase } from '../support/states.ts';
import { pressInForm } from '../support/writing.ts';
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
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
});

test('an end, whole days, an address and links are typed and read back', async ({ page }) => {
  await field(page, 'Title').fill('Fair');
  await field(page, 'Date').fill('2098/12/02');
  await field(page, 'Time').fill('6:30 pm');
  await field(page, 'Ends at').fill('5:00 pm');
  await field(page, 'Location').fill('Town hall');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText('The end must be after the start.');
  await field(page, 'Ends at').fill('8:30 pm');
  await expect(
    page.getByRole('form').getByText('Dec 2, 2098 at 6:30 PM – 8:30 PM', { exact: true }).first(),
  ).toBeVisible();
  await page.getByLabel('All day').check();
  await expect(field(page, 'Time')).toHaveCount(0);
  await field(page, 'Last day').fill('2098/12/04');
  await expect(page.getByRole('form').getByText('Dec 2 – 4, 2098', { exact: true }).first()).toBeVisible();
  await page.getByText('More options').click();
  await field(page, 'Address').fill('5 Mill Road');
  await field(page, 'Link to join online').fill('http://meet.example');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter an address that begins with https://');
  await field(page, 'Link to join online').fill('meet.example/bats');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Dec 2 – 4, 2098 · Town hall');
  const [row] = inDatabase(site, 'SELECT end_date, is_all_day, address, online_url FROM events');
  expect({ ...row }).toEqual({
    end_date: '2098-12-04T00:00:00',
    is_all_day: 1,
    address: '5 Mill Road',
    online_url: 'https://meet.example/bats',
  });
  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await expect(field(page, 'Last day')).toHaveValue('2098/12/04');
  await expect(field(page, 'Address')).toHaveValue('5 Mill Road');
});

test('an event is repeated without the dates that were struck out, and each is saved alone', async ({ page }) => {
  await edit(page, { title: 'Journal club', eventDate: '2098-12-02T18:30:00' });
  await pressInForm(page, 'Repeat…');
  const dialog = page.getByRole('dialog', { name: 'Repeat this event' });
  await dialog.getByLabel('More dates').selectOption('3');
  await dialog.getByRole('checkbox', { name: 'Tuesday, Dec 16, 2098' }).uncheck();
  await dialog.getByRole('button', { name: 'Add 2 events' }).click();
  await expect(page.getByText('The event is repeated on 2 more dates.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(days()).toEqual(['2098-12-02', '2098-12-09', '2098-12-23']);

  for (const said of [
    'The event is repeated on 1 more date. 2 dates had it already.',
    '3 dates had the event already.',
  ]) {
    await pressInForm(page, 'Repeat…');
    await dialog.getByLabel('More dates').selectOption('3');
    await dialog.getByRole('button', { name: 'Add 3 events' }).click();
    await expect(page.getByText(said, { exact: true })).toBeVisible();
  }
  expect(days()).toEqual(['2098-12-02', '2098-12-09', '2098-12-16', '2098-12-23']);

  await page.goto(`${site.url}/admin/events?edit=${idOf('2098-12-09')}`);
  await field(page, 'Location').fill('Room 7');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  const places = inDatabase(site, 'SELECT location FROM events ORDER BY event_date').map(({ location }) => location);
  expect(places).toEqual(['Lecture hall 2', 'Room 7', 'Lecture hall 2', 'Lecture hall 2']);
});

test('an event is cancelled with a note, and takes place again', async ({ page }) => {
  const id = await edit(page, { title: 'Gala', eventDate: '2098-12-01T18:00:00' });
  await pressInForm(page, 'Cancel event…');
  const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
  await dialog.getByLabel('Note for visitors').fill('Our speaker is ill.');
  await dialog.getByRole('button', { name: 'Cancel event', exact: true }).click();
  await expect(page.getByText('The event is cancelled.')).toBeVisible();
  await expect(page.getByRole('article').getByText('Cancelled', { exact: true })).toBeVisible();
  const notice = page.getByRole('form', { name: 'Edit event' }).getByText('This event is cancelled.');
  await expect(notice).toBeVisible();
  await expect(page.locator('[data-desk-bar]').getByText(/^(Cancelled|Published)$/)).toHaveText('Cancelled');
  expect(inDatabase(site, 'SELECT cancellation_note AS note FROM events')[0]?.note).toBe('Our speaker is ill.');
  await pressInForm(page, 'Change the note…');
  const why = page.getByRole('dialog', { name: 'Why it is cancelled' });
  await expect(why.getByLabel('Note for visitors')).toHaveValue('Our speaker is ill.');
  await why.getByLabel('Note for visitors').fill('Moved to May.');
  await why.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('The note is changed.')).toBeVisible();
  expect(inDatabase(site, 'SELECT cancellation_note AS note FROM events')[0]?.note).toBe('Moved to May.');
  await pressInForm(page, 'Reinstate event');
  await expect(page.getByText('The event is reinstated.')).toBeVisible();
  await expect(page.getByRole('article').getByText('Upcoming', { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(inDatabase(site, 'SELECT id FROM events WHERE cancelled_at IS NULL')[0]?.id).toBe(id);
});

test('an end moves along with the date, and a copy of several days has the same length', async ({ page }) => {
  await edit(page, { title: 'Gala', eventDate: '2098-12-01T18:00:00', endDate: '2098-12-01T20:00:00' });
  await field(page, 'Date').fill('2098/12/08');
  await expect(
    page.getByRole('form').getByText('Dec 8, 2098 at 6:00 PM – 8:00 PM', { exact: true }).first(),
  ).toBeVisible();
  await save(page);
  await edit(page, { title: 'Camp', eventDate: '2098-12-01T18:00:00', endDate: '2098-12-03T10:00:00' });
  await field(page, 'Date').fill('2098/12/30');
  await expect(field(page, 'Ends on')).toHaveValue('2099/01/01');
  await save(page);
  await page.getByRole('button', { name: 'Edit Camp' }).click();
  await pressInForm(page, 'Duplicate');
  await expect(field(page, 'Ends on')).toHaveValue('');
  await field(page, 'Date').fill('2099/01/30');
  await expect(field(page, 'Ends on')).toHaveValue('2099/02/01');
  const ends = inDatabase(site, 'SELECT event_date, end_date FROM events ORDER BY id').map((row) => Object.values(row));
  expect(ends).toEqual([
    ['2098-12-08T18:00:00', '2098-12-08T20:00:00'],
    ['2098-12-30T18:00:00', '2099-01-01T10:00:00'],
  ]);
});

test('unsaved changes stay when an event is not cancelled after all, and when the form is left', async ({ page }) => {
  await edit(page, { title: 'Gala', eventDate: '2098-12-01T18:00:00' });
  await field(page, 'Location').fill('Town hall');
  const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
  await pressInForm(page, 'Cancel event…');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Manage Articles' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Articles' })).toBeVisible();
  await page.goBack();
  await expect(field(page, 'Location')).toHaveValue('Town hall');
  expect(inDatabase(site, 'SELECT id FROM events WHERE cancelled_at IS NULL')).toHaveLength(1);
});

test('what is typed when an event is cancelled stays in its form, and is saved without a question', async ({
  page,
}) => {
  const id = await edit(page, { title: 'Gala', eventDate: '2098-12-01T18:00:00' });
  await field(page, 'Location').fill('Town hall');
  for (const [action, done] of [
    ['Cancel event…', 'The event is cancelled.'],
    ['Reinstate event', 'The event is reinstated.'],
  ] as const) {
    await pressInForm(page, action);
    if (action === 'Cancel event…')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel event', exact: true }).click();
    await expect(page.getByText(done)).toBeVisible();
    await expect(field(page, 'Location')).toHaveValue('Town hall');
  }
  await save(page);
  expect(inDatabase(site, 'SELECT location, cancelled_at FROM events WHERE id = ?', id)).toEqual([
    { location: 'Town hall', cancelled_at: null },
  ]);
});

test('a duplicate begins with all but the day', async ({ page }) => {
  await edit(page, { title: 'Gala', eventDate: '2098-12-01T18:00:00', endDate: '2098-12-01T20:00:00' });
  await pressInForm(page, 'Duplicate');
  await expect(page.getByRole('form', { name: 'New event' })).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Gala');
  await expect(field(page, 'Date')).toHaveValue('');
  await expect(field(page, 'Time')).toHaveValue('18:00');
  await expect(field(page, 'Ends at')).toHaveValue('20:00');
  const form = page.getByRole('form', { name: 'New event' });
  await expect(form).toContainText('This is a copy of “Gala”. Please enter its date.');
  await field(page, 'Date').fill('2098/12/03');
  await expect(form).not.toContainText('Please enter its date.');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('the form and its dialogs are accessible in light and dark, on a phone and a desk', async ({ page }) => {
  test.slow();
  await edit(page, { title: 'Gala', onlineUrl: 'https://meet.example' });
  await look(page);
  for (const [button, dialog] of [
    ['Cancel event…', 'Cancel this event?'],
    ['Repeat…', 'Repeat this event'],
  ] as const) {
    await pressInForm(page, button);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await look(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main').getByRole('button', { name: 'More', exact: true })).toBeFocused();
  }
});

async function edit(page: Page, change: Parameters<Editor['addEvent']>[0]): Promise<number> {
  const id = await editor.addEvent(change);
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await expect(field(page, 'Title')).not.toHaveValue('');
  return id;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
}

function days(): string[] {
  return inDatabase(site, 'SELECT substr(event_date, 1, 10) AS day FROM events ORDER BY 1').map(({ day }) =>
    String(day),
  );
}

function idOf(day: string): number {
  return Number(inDatabase(site, 'SELECT id FROM events WHERE event_date LIKE ?', `${day}%`)[0]?.id);
}

function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

function look(page: Page): Promise<void> {
  return expectAccessible(page, 1280, 375);
}
