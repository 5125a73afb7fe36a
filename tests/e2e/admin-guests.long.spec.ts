/** Who comes to an event: found, added, moved, removed, written to, exported and printed. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { addGuests, addManyGuests } from '../support/guests-of-site.ts';
import type { Site } from '../support/site.ts';
import { answer, callsOf, editorOf, empty, expectNoise, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
let eventId: number;
const question = 'Anything you do not eat?';

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'events');
  inDatabase(site, 'DELETE FROM mails WHERE issue_id IS NULL');
  const editor = await editorOf(site);
  const eventDate = '2099-12-01T18:30:00';
  eventId = await editor.addEvent({
    title: 'Bat walk',
    eventDate,
    hasSignup: true,
    capacity: 3,
    questions: [question],
  });
  addGuests(site, eventId, [
    { name: 'Grace Hopper', answers: [{ question, answer: 'Peanuts' }] },
    { name: 'Ada Lovelace', places: 2 },
    { name: 'Mary Jackson', state: 'waiting' },
    { name: 'Ines Núñez', state: 'cancelled' },
    { name: 'Rosa Parks', state: 'pending' },
  ]);
  await signIn(page, site);
});

const rows = (page: Page) => page.getByRole('list', { name: 'Guests' }).getByRole('listitem');
const path = (screen = '') => `${site.url}/admin/events/${eventId}/guests${screen}`;
/** This site has no mail server. */
const notSetUp = 'Email is not set up, so no email reaches them.';
const state = (name: string) => inDatabase(site, 'SELECT state FROM registrations WHERE name = ?', name)[0]?.state;

test('every screen says that an event is cancelled, and no guest can be added', async ({ page }) => {
  const note = 'The weather is against us.';
  inDatabase(site, 'UPDATE events SET cancelled_at = ?, cancellation_note = ?', new Date().toISOString(), note);
  for (const screen of ['', '/check-in', '/message', '/print']) {
    await page.goto(path(screen));
    await expect(page.getByText(`This event was cancelled. ${note}`)).toBeVisible();
  }
  await page.goto(path());
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('form', { name: 'Add someone' })).toHaveCount(0);
  await expectAccessible(page, 1280);
});

test('the card of an event leads to its guests, each on their list', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto(`${site.url}/admin/events`);
  await expect(page.getByRole('article')).toContainText('3 of 3 places taken · 1 waiting');
  expect(calls.filter((call) => call.includes('registrations'))).toHaveLength(1);
  await page.getByRole('link', { name: 'Guests of Bat walk' }).click();
  await expect(page.getByText('3 of 3 places taken · 1 waiting · 1 not confirmed yet')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Ada Lovelace');
  await expect(rows(page).first()).toContainText('2 places');
  await expect(rows(page).nth(1)).toContainText(`${question} Peanuts`);
  await page.getByRole('tab', { name: 'Waiting (1)' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/list=waiting/);
  await page.keyboard.press('ArrowRight');
  await expect(rows(page)).toContainText('Given back');
  await page.getByRole('tab', { name: 'Coming (2)' }).click();
  await page.getByRole('searchbox').fill('grace.hopper@');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 person found')).toBeVisible();
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No guests match. Try the other two lists.')).toBeVisible();
});

test('a guest is added by hand, beyond the capacity only after a confirmation', async ({ page, silent }) => {
  await page.goto(path());
  const form = page.getByRole('form', { name: 'Add someone' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Please enter a name\./);
  await form.getByLabel('Name').fill('Alan Turing');
  await form.getByLabel('Email address').fill('alan');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByLabel('Email address')).toHaveAccessibleDescription(/Please enter a valid email address\./);
  await form.getByLabel('Email address').fill('alan@example.org');
  await form.getByLabel(question).fill('Fish');
  await form.getByRole('button', { name: 'Add' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('All places are taken.');
  await asked.getByRole('button', { name: 'Back' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Alan Turing');
  await form.getByRole('button', { name: 'Add' }).click();
  await asked.getByRole('button', { name: 'Give a place anyway' }).click();
  await expect(page.getByText('Alan Turing has a place.')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(form.getByLabel('Name')).toHaveValue('');
  expect(inDatabase(site, "SELECT answers FROM registrations WHERE name = 'Alan Turing'")).toEqual([
    { answers: JSON.stringify([{ question, answer: 'Fish' }]) },
  ]);
  // Instead of one more than there are places.
  await form.getByLabel('Name').fill('Rosalind Franklin');
  await form.getByLabel('Email address').fill('rosalind@example.org');
  await form.getByRole('button', { name: 'Add' }).click();
  await asked.getByRole('button', { name: 'Put on the waiting list' }).click();
  await expect(page.getByText('Rosalind Franklin is on the waiting list.')).toBeVisible();
  expect(state('Rosalind Franklin')).toBe('waiting');
  await form.getByLabel('Name').fill('Alan again');
  await form.getByLabel('Email address').fill('alan@example.org');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Alan again');
  expectNoise(silent, /status of 409/);
});

test('a guest is moved to and from the waiting list, and removed', async ({ page, silent }) => {
  await page.goto(path());
  const asked = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Move to waiting list: Ada Lovelace' }).click();
  await expect(asked).toContainText(notSetUp);
  await asked.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('Ada Lovelace is on the waiting list.')).toBeVisible();
  // Mary Jackson was first in the line.
  await expect(page.getByText('Mary Jackson has a place now.')).toBeVisible();
  await expect.poll(() => state('Mary Jackson')).toBe('confirmed');
  await page.getByRole('tab', { name: /Waiting/ }).click();
  // Someone who waits has no place to lose.
  await page.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
  await expect(asked).toContainText(notSetUp);
  await expect(asked).not.toContainText('place');
  await asked.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Give a place to Ada Lovelace' }).click();
  await expect(asked).toContainText('Only 1 place is free.');
  await asked.getByRole('button', { name: 'Give a place anyway' }).click();
  await expect(page.getByText('Ada Lovelace has a place.')).toBeVisible();
  await page.getByRole('tab', { name: /Coming/ }).click();
  await expect(rows(page).filter({ hasText: 'Ada Lovelace' })).toContainText('On the list since');
  await page.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Ada Lovelace is off the list.')).toBeVisible();
  await page.getByRole('tab', { name: /No longer coming/ }).click();
  await expect(rows(page).filter({ hasText: 'Ada Lovelace' })).toContainText('Removed');
  expectNoise(silent, /status of 409/);
});

test('a guest who would get the place straight back cannot be moved to the waiting list', async ({ page }) => {
  const move = page.getByRole('button', { name: 'Move to waiting list: Ada Lovelace' });
  const remove = page.getByRole('button', { name: 'Remove Ada Lovelace' });
  await page.goto(path());
  await expect(move).toBeVisible();
  inDatabase(site, "DELETE FROM registrations WHERE state = 'waiting'");
  await page.reload();
  await expect(remove).toBeVisible();
  await expect(page.getByText('3 of 3 places taken · 1 not confirmed yet')).toBeVisible();
  await move.click();
  await expect(
    page.getByText('No one on the waiting list can take the place, so they would get it straight back.'),
  ).toBeVisible();
  // There are fewer places now, or they no longer go to the waiting list automatically.
  inDatabase(site, 'UPDATE events SET capacity = 2');
  await page.reload();
  await expect(move).toBeVisible();
  inDatabase(site, "UPDATE events SET capacity = NULL, signup_closes_at = '2026-01-01T00:00:00.000Z'");
  await page.reload();
  await expect(move).toBeVisible();
});

test('what is refused is said whole on a phone', async ({ page, silent }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(path());
  const move = page.getByRole('button', { name: 'Move to waiting list: Ada Lovelace' });
  await expect(move).toBeVisible();
  // Meanwhile the last one who waited has left.
  inDatabase(site, "DELETE FROM registrations WHERE state = 'waiting'");
  await move.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('> *');
  await expect(toast).toContainText('Lower the number of places first.');
  expect(await toast.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await expect(toast).toBeInViewport({ ratio: 1 });
  expectNoise(silent, /status of 409/);
});

test('a cancelled event has no places to move guests to', async ({ page }) => {
  inDatabase(site, "UPDATE events SET cancelled_at = '2026-01-01T00:00:00.000Z' RETURNING id");
  await page.goto(path());
  await expect(page.getByRole('button', { name: 'Remove Ada Lovelace' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move to waiting list/ })).toHaveCount(0);
});

test('after sign-up has closed, removing a guest promises their place to no one', async ({ page }) => {
  inDatabase(site, "UPDATE events SET signup_closes_at = '2026-01-01T00:00:00.000Z' RETURNING id");
  await page.goto(path());
  await page.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(notSetUp);
  await expect(page.getByRole('alertdialog')).toContainText('No one moves up by itself: sign-up is closed.');
  await expect(page.getByText('Sign-up is closed. 1 person waits: you give free places by hand.')).toBeVisible();
});

test('a message that no one would get says so', async ({ page }) => {
  inDatabase(site, 'DELETE FROM registrations');
  await page.goto(path('/message'));
  await expect(page.getByText('There is no one to send it to yet.')).toBeVisible();
});

test('a message is kept until it is sent, says how many get it, and is sent once', async ({ page }) => {
  await page.goto(path('/message'));
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByLabel('Subject')).toBeFocused();
  await page.getByLabel('Subject').fill('Bring boots');
  await page.getByLabel('Message', { exact: true }).fill('The marsh is wet.');
  await page.getByLabel('To', { exact: true }).selectOption('waiting');
  await expect(page.getByText('1 person.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Guests', exact: true }).click();
  await page.getByRole('link', { name: 'Message' }).click();
  await expect(page.getByText(/^Your message from .* is not sent yet\.$/)).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('The marsh is wet.');
  await page.getByLabel('To', { exact: true }).selectOption('all');
  await expect(page.getByText('3 people.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).dblclick();
  const asked = page.getByRole('alertdialog', { name: 'Send this message to 3 people?' });
  await asked.getByRole('button', { name: 'Send' }).dblclick();
  await expect(page.getByText('Email is not set up, so no one was told.')).toBeVisible();
  await expect(page).toHaveURL(path());
  const sent = "SELECT count(*) AS count FROM mails WHERE kind = 'registration-message'";
  expect(inDatabase(site, sent)).toEqual([{ count: 3 }]);
  await page.getByRole('link', { name: 'Message' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await expect(page.getByText('is not sent yet')).toHaveCount(0);
});

test('a message that cannot be sent stays in the form', async ({ page, silent }) => {
  await page.goto(path('/message'));
  await page.getByLabel('Subject').fill('Bring boots');
  await page.getByLabel('Message', { exact: true }).fill('The marsh is wet.');
  await answer(page, `/events/admin/${eventId}/registrations/message`, { status: 500, json: {} });
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to send the message. Please try again.');
  await expect(page.getByLabel('Subject')).toHaveValue('Bring boots');
  expectNoise(silent, /status of 500/);
});

test('the list is exported as a file', async ({ page }) => {
  await page.goto(path());
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all coming as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`guests-${eventId}-coming.csv`);
  expect(readFileSync(await download.path(), 'utf8')).toContain('"Grace Hopper","grace.hopper@example.org","1"');
});

test('the list is printed by name, with boxes and without the rest of the screen', async ({ page }) => {
  await page.goto(path('/print'));
  await expect(page.getByRole('rowheader').or(page.getByRole('row'))).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('Ada Lovelace');
  await expect(page.getByRole('row').nth(2)).toContainText('Peanuts');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Guest list' })).toBeVisible();
  for (const gone of [page.getByRole('navigation'), page.getByRole('button'), page.getByText('One Health · Admin')])
    expect(await gone.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(0);
});

test('an erased guest is called so on every screen', async ({ page }) => {
  inDatabase(
    site,
    "UPDATE registrations SET name = NULL, email = NULL, email_key = NULL WHERE name = 'Ada Lovelace' RETURNING id",
  );
  await page.goto(path());
  await expect(rows(page).filter({ hasText: 'Erased' })).toHaveCount(1);
  await page.goto(path('/print'));
  await expect(page.getByRole('row', { name: 'No Erased 2' })).toBeVisible();
  await page.goto(path('/check-in'));
  await expect(page.getByRole('button', { name: /^Erased/ })).toBeVisible();
});

test('what cannot be loaded says so, and everyone can use every list', async ({ page, silent }) => {
  await answer(page, `/events/admin/${eventId}/registrations?*`, { status: 500, json: {} });
  await page.goto(path());
  await expect(page.getByRole('alert')).toContainText('Failed to load guests. Please try again later.');
  await expectAccessible(page, 1280, 375);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(2);
  expectNoise(silent, /status of 500/);
  for (const screen of ['', '?list=waiting', '?list=gone', '/message', '/print']) {
    await page.goto(path(screen));
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, 1280, 375);
  }
  empty(site, 'events');
  await page.goto(path());
  await expect(page.getByRole('alert')).toContainText('Event not found');
  expectNoise(silent, /status of 404/);
});

test('three hundred guests stay quick', async ({ page }) => {
  addManyGuests(site, eventId, 300);
  await page.goto(path());
  await expect(rows(page)).toHaveCount(60);
  await page.getByRole('searchbox').fill('guest 297');
  await expect(rows(page)).toHaveCount(1);
  await page.goto(path('/check-in'));
  await expect(page.getByText(/^0 of 302 here/)).toBeVisible();
  const took = await page.evaluate<number>(`(async () => {
    const begun = performance.now();
    document.querySelectorAll('ul[aria-label=Guests] button')[150].click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - begun;
  })()`);
  expect(took).toBeLessThan(500);
  await expect(page.getByText(/^1 of 302 here/)).toBeVisible();
});
