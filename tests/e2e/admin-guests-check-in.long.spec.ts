/** At the door: taps, also without a network, by several phones, and by the code in a mail. */
import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { addGuests } from '../support/guests-of-site.ts';
import { patient } from '../support/patience.ts';
import type { Site } from '../support/site.ts';
import { editorOf, empty, expectNoise, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
let eventId: number;
let ids: number[];

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(async () => {
  empty(site, 'events');
  const editor = await editorOf(site);
  eventId = await editor.addEvent({ title: 'Bat walk', eventDate: '2099-12-01T18:30:00', hasSignup: true });
  ids = addGuests(site, eventId, [
    { name: 'Ada Lovelace' },
    { name: 'Grace Hopper' },
    { name: 'Ines Núñez' },
    { name: 'Mary Jackson', state: 'waiting' },
    { name: 'Rosa Parks', state: 'cancelled' },
  ]);
});

const checkIn = () => `${site.url}/admin/events/${eventId}/guests/check-in`;
const guest = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const tap = (page: Page, name: string) => guest(page, name).getByRole('button', { name }).first().click();

function presentSince(name: string): unknown {
  return inDatabase(site, 'SELECT present_at FROM registrations WHERE name = ?', name)[0]?.present_at;
}

test('one tap checks a guest in, a second one changes nothing, and it can be undone', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events/${eventId}/guests`);
  await page.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByText('0 of 3 here')).toBeVisible();
  await guest(page, 'Ada').getByRole('button', { name: /Ada/ }).dblclick();
  await expect(page.getByText('1 of 3 here')).toBeVisible();
  await expect(guest(page, 'Ada')).toContainText('Here since');
  await expect.poll(() => presentSince('Ada Lovelace')).not.toBeNull();
  await expect(guest(page, 'Ada')).not.toContainText('not sent yet');
  const undo = guest(page, 'Ada').getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(guest(page, 'Ada').getByRole('button', { name: /Ada/ })).toBeFocused();
  await expect.poll(() => presentSince('Ada Lovelace')).toBeNull();
  await page.getByRole('searchbox').fill('nunez');
  await expect(page.getByRole('list', { name: 'Guests' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 3 here')).toBeVisible();
});

test('taps without a network wait with their time and are sent when it returns', async ({ page, context, silent }) => {
  await signIn(page, site);
  await page.goto(checkIn());
  await expect(page.getByText('0 of 3 here')).toBeVisible();
  await context.setOffline(true);
  await tap(page, 'Ada Lovelace');
  await tap(page, 'Grace Hopper');
  const tapped = Date.now();
  await guest(page, 'Grace').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 of 3 here')).toBeVisible();
  await expect(guest(page, 'Ada')).toContainText('not sent yet');
  await expect(page.getByText('2 taps not sent yet.')).toBeVisible();
  expect(presentSince('Ada Lovelace')).toBeNull();
  await context.setOffline(false);
  await expect.poll(() => presentSince('Ada Lovelace')).not.toBeNull();
  expect(Date.parse(String(presentSince('Ada Lovelace')))).toBeLessThanOrEqual(tapped);
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  expect(presentSince('Grace Hopper')).toBeNull();
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(page).toHaveURL(/message$/);
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});

test('leaving the page asks while a tap is unsent', async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(checkIn());
  const sending = '**/api/v1/events/admin/*/registrations/*/present';
  await page.route(sending, (route) => route.abort('internetdisconnected'));
  await tap(page, 'Ada Lovelace');
  await expect(guest(page, 'Ada')).toContainText('not sent yet');
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved yet.' });
  for (const leave of [
    page.getByRole('link', { name: 'Message', exact: true }),
    page.getByRole('button', { name: 'Logout' }),
  ]) {
    await leave.click();
    await question.getByRole('button', { name: 'Back' }).click();
    await expect(question).toHaveCount(0);
  }
  const reloading = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const dialog = await reloading;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.unroute(sending);
  await expect.poll(() => presentSince('Ada Lovelace'), { timeout: patient(60_000) }).not.toBeNull();
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});

test('a tap made after the session ended is sent after the next sign-in', async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(checkIn());
  await expect(page.getByText('0 of 3 here')).toBeVisible();
  inDatabase(site, 'DELETE FROM sessions');
  await tap(page, 'Ada Lovelace');
  await enterCredentials(page);
  await expect(page).toHaveURL(checkIn());
  await expect.poll(() => presentSince('Ada Lovelace')).not.toBeNull();
  expectNoise(silent, /status of 401/);
});

test('a tap for a guest who was removed in between is dropped with a sentence', async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(checkIn());
  await expect(page.getByText('0 of 3 here')).toBeVisible();
  inDatabase(site, "UPDATE registrations SET state = 'cancelled', cancelled_by = 'guest' WHERE id = ?", ids[0] ?? 0);
  await tap(page, 'Ada Lovelace');
  await expect(page.getByText(/^One tap was refused: /)).toBeVisible();
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  await expect(guest(page, 'Ada')).toHaveCount(0);
  expectNoise(silent, /status of 409/);
});

test('a place given to the first on the waiting list is shown at once', async ({ page }) => {
  await signIn(page, site);
  await page.goto(checkIn());
  await expect(guest(page, 'Ada')).toBeVisible();
  const [ada = 0, , , mary = 0] = ids;
  const moved = `UPDATE registrations SET state = iif(id = ?1, 'cancelled', 'confirmed'), cancelled_by = iif(id = ?1, 'guest', NULL)
    WHERE id IN (?1, ?2)`;
  inDatabase(site, moved, ada, mary);
  await expect(guest(page, 'Mary')).toBeVisible();
  await expect(guest(page, 'Ada')).toHaveCount(0);
});

test('a phone whose clock is an hour ahead checks in by the time of the site', async ({ page, silent }) => {
  await signIn(page, site);
  await page.addInitScript(`
    const RealDate = Date;
    Date = class extends RealDate {
      constructor(...given) {
        super(...(given.length > 0 ? given : [Date.now()]));
      }
      static now() {
        return RealDate.now() + 3600e3;
      }
    };`);
  await page.goto(checkIn());
  await tap(page, 'Ada Lovelace');
  await expect.poll(() => presentSince('Ada Lovelace')).not.toBeNull();
  expect(Date.parse(String(presentSince('Ada Lovelace')))).toBeLessThanOrEqual(Date.now());
  await expect(page.getByText('not sent yet')).toHaveCount(0);
  expectNoise(silent, /status of 400/);
});

test('two phones agree', async ({ page, browser }) => {
  await signIn(page, site);
  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(second, site);
  await Promise.all([page.goto(checkIn()), second.goto(checkIn())]);
  await expect(second.getByText('0 of 3 here')).toBeVisible();
  await tap(page, 'Ada Lovelace');
  await tap(second, 'Ada Lovelace');
  await tap(second, 'Grace Hopper');
  for (const phone of [page, second]) await expect(phone.getByText('2 of 3 here')).toBeVisible();
  await guest(page, 'Grace').getByRole('button', { name: 'Undo' }).click();
  for (const phone of [page, second]) await expect(phone.getByText('1 of 3 here')).toBeVisible();
  await other.close();
});

test('the code in a mail opens that guest, also after signing in', async ({ page }) => {
  await page.goto(`${site.url}/admin/events/${eventId}/guests?guest=${ids[1]}`);
  await enterCredentials(page);
  const scanned = page.getByRole('region', { name: 'Grace Hopper' });
  await expect(scanned.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(scanned).toContainText('Here since');
  await expect(scanned.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect.poll(() => presentSince('Grace Hopper')).not.toBeNull();
  await scanned.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => presentSince('Grace Hopper')).toBeNull();
  await scanned.getByRole('button', { name: 'Close' }).click();
  await expect(scanned).toHaveCount(0);
  await expect(page).toHaveURL(checkIn());
});

test('a code says why someone has no place', async ({ page, silent }) => {
  await signIn(page, site);
  const cases = [
    [ids[3], 'On the waiting list: no place yet.'],
    [ids[4], 'Has given the place back.'],
    [9999, 'Guest not found'],
  ] as const;
  for (const [id, sentence] of cases) {
    await page.goto(`${checkIn()}?guest=${id}`);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expectAccessible(page, 375, 1280);
  }
  expectNoise(silent, /status of 404/);
});

test('everyone can use it, in every state', async ({ page, silent }) => {
  await signIn(page, site);
  await page.route('**/api/v1/events/admin/*/registrations?*', (route) => route.abort('internetdisconnected'));
  await page.goto(checkIn());
  await expect(page.getByRole('alert')).toContainText('There is no connection to the site.');
  await expectAccessible(page, 375, 1280);
  await page.unrouteAll();
  // Unless the list has come back by itself.
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click({ timeout: 5_000 }).catch(() => expect(retry).toHaveCount(0));
  await tap(page, 'Ada Lovelace');
  await expect(guest(page, 'Ada')).toContainText('Here since');
  await expectAccessible(page, 375, 1280);
  inDatabase(site, "DELETE FROM registrations WHERE state = 'confirmed'");
  await page.reload();
  await expect(page.getByText('No guests yet')).toBeVisible();
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});
