import type { Locator, Page, Request } from '@playwright/test';
import { setCaret } from '../support/caret.ts';
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
  // An event is public at once: no form of a new one calls it a draft.
  await expect(page.locator('[data-desk-bar]').getByText('Draft', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('article').nth(1)).toContainText('Dec 24, 2030 at 6:30 PM · Town hall');

  await page.getByRole('article').nth(1).click();
  await expect(field(page, 'Date')).toHaveValue('2030/12/24');
  await expect(field(page, 'Time')).toHaveValue('18:30');
  await page.locator('[data-desk-bar]').getByRole('button', { name: 'More' }).click();
  const left = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.x ?? 0;
  expect((await left('Cancel event…')) - (await left('Cancel'))).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
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

test('a wrong field that gets the focus is in view with its message, above the bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/admin/events`);
  await field(page, 'Title').fill('Gala');
  await field(page, 'Date').fill('2030/12/24');
  await field(page, 'Time').fill('18:30');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(field(page, 'Location')).toBeFocused();
  await expectUncovered(field(page, 'Location'));

  await editor.addEvent({ title: 'Gala' });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Gala' }).click();
  await page.getByRole('checkbox', { name: 'People can sign up here' }).check();
  await field(page, 'Closes on').fill('2030/12/24');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(field(page, 'Closes at')).toBeFocused();
  await expectUncovered(field(page, 'Closes at'));
});

/** Neither the control nor the message below it is behind anything. */
async function expectUncovered(control: Locator): Promise<void> {
  const seen = (one: Locator) =>
    one.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 8, y)));
    });
  const message = control.page().locator(`[id="${await control.getAttribute('id')}-error"]`);
  await expect.poll(() => seen(control)).toBe(true);
  await expect.poll(() => seen(message)).toBe(true);
}

test('input beyond a limit is ignored, however it comes', { tag: '@long' }, async ({ page }) => {
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

test('events are found by the server, and the search stays while one is edited', { tag: '@long' }, async ({ page }) => {
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
