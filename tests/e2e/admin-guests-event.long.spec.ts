/** What organisers say of an event's sign-up, and what a change means for those who signed up. */
import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { addGuests } from '../support/guests-of-site.ts';
import type { administrator, Site } from '../support/site.ts';
import { addColleague, type Editor, editorOf, empty, expectNoise, inDatabase, tokenOf } from '../support/states.ts';
import { openMore, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'events');
  inDatabase(site, 'DELETE FROM mails WHERE issue_id IS NULL');
  editor = await editorOf(site);
  await signIn(page, site);
});

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const alertOf = (page: Page): Locator => page.getByRole('form').getByRole('alert');
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true }).click();
const mails = () =>
  inDatabase(site, 'SELECT kind FROM mails WHERE issue_id IS NULL ORDER BY id').map(({ kind }) => kind);

const evening = { title: 'Bat walk', eventDate: '2099-12-01T18:30:00', location: 'Marsh' };

/** An event with three people: two have its four places, one waits. */
async function addBookedEvent(change: object = {}): Promise<number> {
  const id = await editor.addEvent({ ...evening, hasSignup: true, capacity: 4, ...change });
  addGuests(site, id, [
    { name: 'Ada Lovelace', places: 2 },
    { name: 'Grace Hopper', places: 2 },
    { name: 'Mary Jackson', state: 'waiting' },
  ]);
  return id;
}

test('sign-up settings are typed with the event, kept in a draft, and shown again', async ({ page }) => {
  await page.goto(`${site.url}/admin/events`);
  await field(page, 'Title').fill('Bat walk');
  await field(page, 'Date').fill('2099/12/01');
  await field(page, 'Time').fill('6:30 pm');
  await field(page, 'Location').fill('Marsh');
  await expect(field(page, 'Places in all')).toHaveCount(0);
  await field(page, 'People can sign up here').check();
  await field(page, 'Places in all').fill('20');
  await field(page, 'Places per person').selectOption('2');
  await field(page, 'Opens on').fill('2099/11/01');
  await field(page, 'Opens at').fill('9:00');
  await field(page, 'Closes on').fill('2099/11/30');
  await field(page, 'Closes at').fill('12:00 pm');
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await field(page, 'Question 1').fill('Anything you do not eat?');
  await expect(page.getByText('Monday, November 30, 2099, 12:00 PM')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Manage Events' }).first().click();
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(field(page, 'Question 1')).toHaveValue('Anything you do not eat?');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT * FROM events')).toMatchObject([
    {
      has_signup: 1,
      capacity: 20,
      max_places: 2,
      questions: 'Anything you do not eat?',
      signup_opens_at: '2099-11-01T09:00:00.000Z',
      signup_closes_at: '2099-11-30T12:00:00.000Z',
    },
  ]);
  await expect(page.getByRole('article')).toContainText('0 of 20 places taken');
  await page.getByRole('button', { name: 'Edit Bat walk' }).click();
  await expect(field(page, 'Closes at')).toHaveValue('12:00');
  await expectAccessible(page, 1280, 375);
  await page.setViewportSize({ width: 1280, height: 800 });
  await pressInForm(page, 'Duplicate');
  await expect(field(page, 'Opens on')).toHaveValue('');
  await field(page, 'Date').fill('2099/12/08');
  await expect(field(page, 'Opens on')).toHaveValue('2099/11/08');
  await expect(field(page, 'Closes on')).toHaveValue('2099/12/07');
});

test('an error is shown beside its field', async ({ page }) => {
  const id = await editor.addEvent({ ...evening, hasSignup: true });
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  const wrong: [string, string, RegExp][] = [
    ['Places in all', '0', /Please enter a number from 1 to 100,000, or leave it empty\./],
    ['Opens on', '2099/11', /Please enter a date such as 2026\/12\/31/],
    ['Closes on', '2099/12/02', /Please enter a time such as 18:30/],
  ];
  for (const [label, value, sentence] of wrong) {
    await field(page, label).fill(value);
    await update(page);
    await expect(alertOf(page)).toHaveText(sentence);
    const invalid = page.locator('[aria-invalid]').first();
    await expect(invalid).toBeFocused();
    await expect(invalid).toHaveAccessibleDescription(sentence);
    await field(page, label).fill('');
  }
  await field(page, 'Closes on').fill('2099/12/02');
  await field(page, 'Closes at').fill('18:00');
  await update(page);
  await expect(field(page, 'Closes on')).toHaveAccessibleDescription(/Sign-up must close before the event ends\./);
  await field(page, 'People can sign up here').uncheck();
  await update(page);
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT has_signup FROM events')).toEqual([{ has_signup: 0 }]);
});

test('another place asks whether to tell those who have one or wait', async ({ page }) => {
  const id = await addBookedEvent();
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  const asked = page.getByRole('alertdialog', { name: 'Tell the 3 people who signed up?' });
  await field(page, 'Description').fill('Bring boots.');
  await field(page, 'Location').fill('Meadow');
  await update(page);
  await asked.getByRole('button', { name: 'Back' }).click();
  await expect(field(page, 'Location')).toHaveValue('Meadow');
  await expect(field(page, 'Location')).toBeEnabled();
  await update(page);
  await asked.getByRole('button', { name: 'Save without telling' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  expect(mails()).toEqual([]);
  await page.getByRole('button', { name: 'Edit Bat walk' }).click();
  await field(page, 'Time').fill('19:00');
  await update(page);
  await asked.getByRole('button', { name: 'Save and tell them' }).click();
  await expect.poll(mails).toHaveLength(3);
  await expect(page.getByText('Email is not set up, so no one was told.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Bat walk' }).click();
  await field(page, 'Description').fill('Bring boots and a torch.');
  await update(page);
  await expect(asked).toHaveCount(0);
});

test('fewer places than are given ask, and remove no one from the list', async ({ page }) => {
  const id = await addBookedEvent();
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await field(page, 'Places in all').fill('3');
  await update(page);
  const asked = page.getByRole('alertdialog', { name: '4 places are already taken.' });
  await asked.getByRole('button', { name: 'Back' }).click();
  expect(inDatabase(site, 'SELECT capacity FROM events')).toEqual([{ capacity: 4 }]);
  await update(page);
  await asked.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByRole('article')).toContainText('4 of 3 places taken · 1 waiting');
  expect(inDatabase(site, "SELECT count(*) AS n FROM registrations WHERE state = 'confirmed'")).toEqual([{ n: 2 }]);
});

test('sign-up settings that someone else has saved are shown', async ({ page, silent }) => {
  const id = await addBookedEvent({ questions: ['Vegan?'] });
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await field(page, 'Places in all').fill('30');
  inDatabase(site, 'UPDATE events SET capacity = 25 WHERE id = ?', id);
  await saveAs(addColleague(site, 'anna'), id, { title: 'Bat night' });
  await update(page);
  const dialog = page.getByRole('dialog', { name: 'anna saved this in the meantime' });
  await expect(dialog.getByText('Places', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Questions', { exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT title, capacity FROM events')).toEqual([{ title: 'Bat walk', capacity: 30 }]);
  await page.getByRole('button', { name: 'Edit Bat walk' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('Title and places changed');
  expectNoise(silent, /status of 409/);
});

async function saveAs(who: typeof administrator, id: number, input: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(site, who)}` };
  const url = `${site.url}/api/v1/events/admin/${id}`;
  expect((await fetch(url, { method: 'PUT', headers, body: JSON.stringify(input) })).ok).toBe(true);
}

test('no one is told about a past event', async ({ page }) => {
  const id = await addBookedEvent({ eventDate: '2019-12-01T18:30:00' });
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await field(page, 'Location').fill('Meadow');
  await update(page);
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Bat walk' }).click();
  await expect(page.getByRole('alertdialog')).not.toContainText('signed up');
  expect(mails()).toEqual([]);
});

test('cancelling and deleting say how many people are told', async ({ page }) => {
  const id = await addBookedEvent();
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await pressInForm(page, 'Cancel event…');
  const tell = page.getByRole('dialog').getByLabel('Tell the 3 people who signed up');
  await expect(tell).toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Delete Bat walk' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Delete this event?' });
  await expect(asked).toContainText('3 people signed up. Email is not set up, so no email reaches them.');
  await asked.getByRole('button', { name: 'Back' }).click();
  await pressInForm(page, 'Cancel event…');
  await tell.uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(page.getByText('The event is cancelled.')).toBeVisible();
  expect(mails()).toEqual([]);
});

test('with sign-up switched off the count and the link to the guests stay', async ({ page }) => {
  const id = await addBookedEvent();
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  await field(page, 'People can sign up here').uncheck();
  await update(page);
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT has_signup FROM events')).toEqual([{ has_signup: 0 }]);
  const card = page.getByRole('article');
  await expect(card).toContainText('4 of 4 places taken · 1 waiting');
  await expect(card.getByRole('link', { name: 'Guests of Bat walk' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Bat walk' }).click();
  await openMore(page);
  await expect(page.getByRole('link', { name: 'Guests', exact: true })).toBeVisible();
});

test('taking place again asks before it tells everyone, and the bin says who is told', async ({ page }) => {
  const id = await addBookedEvent();
  inDatabase(site, "UPDATE events SET cancelled_at = '2026-01-01T00:00:00.000Z' WHERE id = ?", id);
  await page.goto(`${site.url}/admin/events?edit=${id}`);
  const asked = page.getByRole('alertdialog', { name: 'Reinstate the event and tell the 3 people?' });
  await pressInForm(page, 'Reinstate event');
  await asked.getByRole('button', { name: 'Back' }).click();
  await pressInForm(page, 'Reinstate event');
  await asked.getByRole('button', { name: 'Reinstate and tell them' }).click();
  await expect(page.getByText('The event is reinstated.')).toBeVisible();
  await expect.poll(mails).toHaveLength(3);
  // No call for the event is under way any more.
  await page.goto(`${site.url}/admin/dashboard`);
  inDatabase(site, "UPDATE events SET deleted_at = '2099-01-01T00:00:00.000Z' WHERE id = ?", id);
  await page.goto(`${site.url}/admin/bin`);
  await page.getByRole('button', { name: 'Restore Bat walk' }).click();
  const restoring = page.getByRole('alertdialog', { name: 'Restore “Bat walk”?' });
  await expect(restoring).toContainText('3 people signed up. Email is not set up');
  await restoring.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('“Bat walk” is restored.')).toBeVisible();
  await expect.poll(mails).toHaveLength(6);
});

test('the days for which guests are stored are a setting', async ({ page }) => {
  await page.goto(`${site.url}/admin/settings`);
  await page.getByLabel('Erase guests after').selectOption('14 days');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect(inDatabase(site, "SELECT value FROM settings WHERE key = 'guestsKeptDays'")).toEqual([{ value: '14' }]);
});
