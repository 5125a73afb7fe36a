import type { Page } from '@playwright/test';
import { isoDayInZone } from '#shared/dates.ts';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty, inDatabase, open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(() => empty(site, 'events'));

const evening = { title: 'Evening lecture', eventDate: '2098-12-01T18:30:00', endDate: '2098-12-01T20:30:00' };
const links = { onlineUrl: 'https://meet.example/bats', ticketUrl: 'https://tickets.example/bats' };

test('the list, home and the dialog say how long an event lasts', async ({ page }) => {
  await editor.addEvent(evening);
  await editor.addEvent({ title: 'Fair', eventDate: '2099-12-02', endDate: '2099-12-04', isAllDay: true });
  const times = ['Dec 1, 2098 at 6:30 PM – 8:30 PM', 'Dec 2 – 4, 2099'];
  await open(page, `${site.url}/events`);
  await expect(page.getByRole('article').locator('time')).toHaveText(times);
  await page.getByRole('link', { name: 'View Details of Evening lecture' }).click();
  await expect(page.getByRole('dialog').locator('time')).toHaveText('Dec 1, 2098 at 6:30 PM – 8:30 PM');
  await open(page, site.url);
  await expect(page.getByRole('article').locator('time')).toHaveText(times);
});

test('an event that is going on is upcoming', async ({ page }) => {
  const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
  await editor.addEvent({ title: 'Fair', eventDate: day(-2), endDate: day(2), isAllDay: true });
  await editor.addEvent({ title: 'Over', eventDate: day(-4), endDate: day(-3), isAllDay: true });
  await open(page, `${site.url}/events?filter=upcoming`);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Fair']);
  await open(page, `${site.url}/events?filter=past`);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Over']);
});

test('an event without an end can be joined all its day once it has begun', async ({ page }) => {
  const today = isoDayInZone(new Date().toISOString(), 'Europe/London');
  const id = await editor.addEvent({ ...links, eventDate: `${today}T00:00:00` });
  await open(page, `${site.url}/events/${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Past Event')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Join online' })).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await expect(dialog.getByText('Add to calendar')).toHaveCount(0);
});

test('the dialog has the address, the links, and addresses in the description as links', async ({ page }) => {
  const description = 'Write to ana@society.example, or see https://example.org/bats.\nhttp://example.org stays text.';
  const id = await editor.addEvent({ ...evening, ...links, address: '5 Mill Road, Norwich', description });
  await open(page, `${site.url}/events/${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: '5 Mill Road, Norwich', exact: true })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=5%20Mill%20Road%2C%20Norwich',
  );
  await expect(dialog.getByRole('link', { name: 'Join online' })).toHaveAttribute('href', links.onlineUrl);
  await expect(dialog.getByRole('link', { name: 'Tickets' })).toHaveAttribute('href', links.ticketUrl);
  await expect(dialog.getByRole('link')).toHaveCount(5);
  const written = dialog.getByRole('link', { name: 'https://example.org/bats', exact: true });
  await expect(written).toHaveAttribute('href', 'https://example.org/bats');
  await expect(written).toHaveAttribute('rel', 'nofollow noopener');
  await expect(dialog.getByRole('link', { name: 'ana@society.example' })).toHaveAttribute(
    'href',
    'mailto:ana@society.example',
  );
});

test('an event without these fields has the same dialog as before', async ({ page }) => {
  const id = await editor.addEvent({ title: 'Plain', eventDate: '2098-12-01T18:30:00', description: 'Tea.' });
  await open(page, `${site.url}/events/${id}`);
  await expect(page.getByRole('dialog')).toHaveText(
    /^×Upcoming EventPlainDec 1, 2098 at 6:30 PMLecture hall 2Add to calendarApple, Outlook and othersGoogleTea\.Close$/,
  );
});

test('a cancelled event keeps its place, with badge and note, and its links are gone', async ({ page }) => {
  const id = await editor.addEvent({ ...evening, ...links });
  cancel(id, 'Our speaker is ill.');
  await open(page, `${site.url}/events?filter=upcoming`);
  await expect(page.getByRole('article').getByText('Cancelled', { exact: true })).toBeVisible();
  await open(page, `${site.url}/events/${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Our speaker is ill.')).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveCount(0);
});

test.describe('somewhere else', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the dialog shows the visitor’s own time', async ({ page }) => {
    const id = await editor.addEvent(evening);
    await open(page, `${site.url}/events/${id}`);
    await expect(page.getByRole('dialog').getByText('(1:30 PM where you are)')).toBeVisible();
  });
});

test.describe('at the place of the society', () => {
  test.use({ timezoneId: 'Europe/London' });

  test('only the local time is shown', async ({ page }) => {
    const id = await editor.addEvent(evening);
    await open(page, `${site.url}/events/${id}`);
    await expect(page.getByRole('dialog').getByText('Dec 1, 2098')).toBeVisible();
    await expect(page.getByText('where you are')).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all of it is there', async ({ page }) => {
    const id = await editor.addEvent({ ...evening, ...links });
    await page.goto(`${site.url}/events/${id}`);
    await expect(page.getByText('Dec 1, 2098 at 6:30 PM – 8:30 PM').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join online' })).toBeVisible();
  });
});

test('open and cancelled, the dialog is accessible in light and dark, on a phone and a desk', async ({ page }) => {
  test.slow();
  const description = 'See https://example.org/bats.';
  const id = await editor.addEvent({ ...evening, ...links, address: '5 Mill Road', description });
  for (const isCancelled of [false, true]) {
    if (isCancelled) cancel(id, 'Our speaker is ill.');
    await open(page, `${site.url}/events/${id}`);
    await look(page);
  }
});

/** The page cache follows, as the database counts the change. */
function cancel(id: number, note: string): void {
  inDatabase(
    site,
    "UPDATE events SET cancelled_at = '2026-11-21T12:00:00.000Z', cancellation_note = ? WHERE id = ?",
    note,
    id,
  );
}

function look(page: Page): Promise<void> {
  return expectAccessible(page, 1280, 375);
}
