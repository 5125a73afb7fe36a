import type { Locator, Page, Request } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { breakTable, type Editor, editorOf, empty, expectNoise, inDatabase } from '../support/states.ts';
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

test('an event is added, shown newest first, changed and deleted', async ({ page }) => {
  await editor.addEvent({ title: 'Later', eventDate: '2099-01-01T10:00:00' });
  await editor.addEvent({ title: 'Earlier', eventDate: '2019-01-01T10:00:00' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Events (2)' })).toBeVisible();
  await field(page, 'Title').fill('Gala');
  await field(page, 'Date').pressSequentially('20301224');
  await field(page, 'Time').pressSequentially('1830');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Description').fill('Dancing.');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Add Event' }).click();
  expect(body(await sent)).toMatchObject({ eventDate: '2030-12-24T18:30:00', location: 'Town hall' });
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await expect(titles(page)).toHaveText(['Later', 'Gala', 'Earlier']);
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByRole('article').nth(1)).toContainText('Dec 24, 2030 at 6:30 PM · Town hall');

  await page.getByRole('article').nth(1).click();
  await expect(field(page, 'Date')).toHaveValue('2030/12/24');
  await expect(field(page, 'Time')).toHaveValue('18:30');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Add Event' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Gala' }).click();
  await expect(page.getByRole('form', { name: 'Edit event' })).toBeInViewport();
  await field(page, 'Title').fill('Grand gala');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(titles(page)).toHaveText(['Later', 'Grand gala', 'Earlier']);
  await expect(page.getByRole('button', { name: 'Add Event' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Grand gala' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this event?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(titles(page)).toHaveText(['Later', 'Earlier']);
});

test('what is missing is asked for, and the focus goes there', async ({ page }) => {
  const required = page.getByRole('alert').filter({ hasText: 'Title, Date, Time, and Location are required' });
  const fill: [string, string][] = [
    ['Title', 'Gala'],
    ['Date', '2030/12/24'],
    ['Time', '18:30'],
    ['Location', 'Town hall'],
  ];
  for (const [label, value] of fill) {
    await page.getByRole('button', { name: 'Add Event' }).click();
    await expect(required).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await field(page, label).fill(value);
    await expect(required).toHaveCount(0);
  }
  for (const [label, part, hint] of [
    ['Date', '2030/12', 'Please enter a date such as 2026/12/31'],
    ['Time', '7', 'Please enter a time such as 18:30'],
  ] as const) {
    const whole = await field(page, label).inputValue();
    await field(page, label).fill(part);
    await page.getByRole('button', { name: 'Add Event' }).dblclick();
    await expect(required).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toHaveAccessibleDescription(hint);
    await field(page, label).fill(whole);
  }
  await field(page, 'Location').fill('');
  await page.getByRole('button', { name: 'Add Event' }).click();
  expect(inDatabase(site, 'SELECT id FROM events')).toEqual([]);
});

test('a date is typed as digits, and the caret stays where one types', async ({ page }) => {
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

test('a date and a time are understood as people write them, and read back', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  const readBack = (text: string) => expect(page.getByText(text)).toBeVisible();
  await field(page, 'Title').fill('Gala');
  await field(page, 'Location').fill('Town hall');
  await field(page, 'Date').pressSequentially(`3 Dec ${year}`);
  await field(page, 'Time').pressSequentially('6:30pm');
  await expect(field(page, 'Date')).toHaveValue(`3 Dec ${year}`);
  await expect(page.getByText(new RegExp(`^\\w+day, December 3, ${year}, 6:30 PM, in [\\d,]+ days$`))).toBeVisible();
  await field(page, 'Time').fill('');
  await field(page, 'Time').pressSequentially('900');
  await expect(field(page, 'Time')).toHaveValue('9:00');
  await readBack(`December 3, ${year}, 9:00 AM, in`);

  await field(page, 'Date').fill('');
  await field(page, 'Date').pressSequentially(`12/03/${year}`);
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('alert')).toHaveText('Which day do you mean?');
  await expect(field(page, 'Date')).toBeFocused();
  await expect(field(page, 'Date')).toHaveAccessibleDescription('Which day do you mean?');
  const answers = page.getByRole('group', { name: 'Which day do you mean?' }).getByRole('button');
  await expect(answers).toHaveText(['March 12', 'December 3']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(answers.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Date')).toHaveValue(`${year}/12/03`);
  await expect(field(page, 'Date')).toBeFocused();
  await readBack(`December 3, ${year}, 9:00 AM, in`);

  await field(page, 'Date').fill('2206/12/03');
  await expect(field(page, 'Date')).toHaveAccessibleDescription(
    'Is 2206 right? Please enter a year from 1900 to 2199.',
  );
  await page.getByRole('button', { name: 'Add Event' }).click();
  expect(inDatabase(site, 'SELECT id FROM events')).toEqual([]);
  await field(page, 'Date').fill(`3 December ${year}`);
  await field(page, 'Time').fill('6.30 p.m.');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('article')).toContainText(`Dec 3, ${year} at 6:30 PM`);
});

test('input beyond a limit is ignored, however it comes', async ({ page }) => {
  const description = field(page, 'Description');
  const counter = page.getByText(/^\d+ \/ 500$/);
  await expect(counter).toHaveText('0 / 500');
  await description.fill('x'.repeat(499));
  await description.focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText('😀');
  await expect(counter).toHaveText('499 / 500');
  await page.keyboard.insertText('yz');
  await expect(counter).toHaveText('500 / 500');
  await setCaret(description, 0);
  await page.keyboard.type('abc');
  await expect(description).toHaveValue(`${'x'.repeat(499)}y`);

  await description.fill('x'.repeat(498));
  await setCaret(description, 498);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await expect(counter).toHaveText('500 / 500');
  await devtools.send('Input.insertText', { text: '日本語' });
  await expect(description).toHaveValue(`${'x'.repeat(498)}日本`);
  await expect(counter).toHaveText('500 / 500');

  for (const label of ['Title', 'Location']) {
    await field(page, label).focus();
    await page.keyboard.insertText('z'.repeat(120));
    await expect(field(page, label)).toHaveValue('z'.repeat(100));
  }
});

test('loading, saving and deleting say when they fail', async ({ page, silent }) => {
  await editor.addEvent({ title: 'Gala' });
  const failure = breakTable(site, 'events');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load events. Please try again later.');
  failure.repair();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Edit Gala' }).click();
  await field(page, 'Title').fill('Grand gala');
  const again = breakTable(site, 'events');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to save event');
  await page.getByRole('button', { name: 'Delete Gala' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete event.' })).toBeInViewport();
  again.repair();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(titles(page)).toHaveText(['Grand gala']);
  expectNoise(silent, /status of 500/);
});

test('events are found by the server, and the search stays while one is edited', async ({ page }) => {
  await expect(page.getByText('No events available.')).toBeVisible();
  await editor.addEvent({ title: 'Gala' });
  await editor.addEvent({ title: 'Walk', description: 'To the gala.' });
  await editor.addEvent({ title: 'Lecture' });
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search Events' }).fill('GALA');
  await expect(page.getByText('2 events found for "GALA"')).toBeVisible();
  await expect(titles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit Walk' }).click();
  await expect(page).toHaveURL(/search=GALA&edit=\d+$/);
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('Walk');
  await expect(titles(page)).toHaveCount(2);
  await page.getByRole('searchbox').fill('nothing');
  await expect(page.getByText('No matching events found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Events (3)' })).toBeVisible();
});

function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}

function body(request: Request): unknown {
  return request.postDataJSON() as unknown;
}

async function setCaret(control: Locator, at: number): Promise<void> {
  await control.evaluate((node, place) => {
    const input = node as unknown as { focus(): void; setSelectionRange(start: number, end: number): void };
    input.focus();
    input.setSelectionRange(place, place);
  }, at);
}

function caretOf(control: Locator): Promise<number> {
  return control.evaluate((node) => (node as unknown as { selectionStart: number }).selectionStart);
}
