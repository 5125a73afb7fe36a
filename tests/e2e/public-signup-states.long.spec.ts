/** Every state that the sign-up of an event and a guest's own page can be in: what they say, and that everyone can use them. */
import type { Page } from '@playwright/test';
import type { SocietyEventInput } from '#features/events/event.schema.ts';
import type { EventPlaces, OwnRegistration } from '#features/registrations/registration.schema.ts';
import { emptied } from '../support/emptied.ts';
import { walk } from '../support/keyboard.ts';
import { someFailure } from '../support/post.ts';
import { addSignup } from '../support/sign-up.ts';
import type { Site } from '../support/site.ts';
import { answer, type Editor, editorOf, empty, expectNoise, hold, inDatabase, open } from '../support/states.ts';
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

function sectionOf(page: Page) {
  return page.getByRole('dialog').getByRole('region', { name: 'Sign up' });
}

type Shown = [name: string, event: Partial<SocietyEventInput>, places: Partial<EventPlaces>, says: string | RegExp];

const shut: Shown[] = [
  ['soon', { signupOpensAt: '2098-11-01T18:00:00' }, {}, 'Sign-up opens on Nov 1, 2098 at 6:00 PM.'],
  ['past', { eventDate: '2020-12-01T18:30:00' }, {}, 'This event is over.'],
];

const openStates: Shown[] = [
  ['open', {}, {}, 'We send you an email with a link. You have a place once you confirm there.'],
  ['places', { capacity: 8, maxPlaces: 6, questions: ['What do you eat?'] }, {}, '8 places left'],
  ['the last', { capacity: 8 }, { capacity: 8, placesLeft: 1 }, '1 place left'],
  ['a day', { signupClosesAt: '2098-11-30T18:00:00' }, {}, 'Sign-up closes on Nov 30, 2098 at 6:00 PM.'],
  ['full', { capacity: 8 }, { state: 'full', capacity: 8, placesLeft: 0 }, /^All places are taken\./],
];

test('an event without sign-up shows nothing about one, and makes no call', async ({ page }) => {
  const id = await editor.addEvent({ eventDate: '2098-12-01T18:30:00' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, `${site.url}/events/${id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByText(/sign.?up/i)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/places'))).toEqual([]);
});

test('each state of an event’s sign-up says what it is, on a phone and a desk, in light and dark', async ({ page }) => {
  test.slow();
  for (const [name, event, places, says] of [...shut, ...openStates])
    await test.step(name, async () => {
      const id = await addSignup(editor, event);
      if (Object.keys(places).length > 0)
        await answer(page, `/events/${id}/places`, {
          json: { state: 'open', capacity: null, placesLeft: null, ...places },
        });
      await open(page, `${site.url}/events/${id}`);
      await expect(sectionOf(page).getByText(says).first()).toBeVisible();
      const isOpen = openStates.some(([state]) => state === name);
      await expect(sectionOf(page).getByRole('button')).toHaveCount(isOpen ? 1 : 0);
      const link = name === 'full' ? 'Join the waiting list' : 'Sign up';
      await expect(page.getByRole('dialog').getByRole('link', { name: link })).toHaveCount(isOpen ? 1 : 0);
      await expectAccessible(page, 1280, 375);
    });
});

test('closed and cancelled say so', async ({ page }) => {
  test.slow();
  const id = await addSignup(editor);
  const dialog = page.getByRole('dialog');
  for (const [change, says, where] of [
    ["signup_closes_at = '2026-01-01T00:00:00.000Z'", 'Sign-up has closed.', dialog.getByText('Sign-up has closed.')],
    ["cancelled_at = '2026-11-21T12:00:00.000Z'", 'This event was cancelled.', dialog.getByText('Cancelled')],
  ] as const) {
    inDatabase(site, `UPDATE events SET ${change} WHERE id = ?`, id);
    await open(page, `${site.url}/events/${id}`);
    await expect(where).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page, 1280, 375);
    await open(page, `${site.url}/signup?event=${id}`);
    await expect(page.getByRole('main').getByText(says)).toBeVisible();
    await expectAccessible(page, 375);
  }
});

test('while the places are loading, when they fail, and after the form was sent', async ({ page, silent }) => {
  test.slow();
  const id = await addSignup(editor, { capacity: 8, maxPlaces: 2, questions: ['What do you eat?', 'Who sent you?'] });
  const slow = await hold(page, '/events/*/places');
  await open(page, `${site.url}/events/${id}`);
  await expect(sectionOf(page).getByRole('status')).toBeAttached();
  await expectAccessible(page, 1280, 375);
  slow.release();
  await expect(sectionOf(page).getByText('8 places left')).toBeVisible();

  await answer(page, '/events/*/places', { status: 500, json: {} });
  await open(page, `${site.url}/events/${id}`);
  await expect(sectionOf(page).getByRole('alert')).toContainText('could not be loaded');
  await expectAccessible(page, 1280, 375);
  await page.unrouteAll();
  await sectionOf(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(sectionOf(page).getByText('8 places left')).toBeVisible();

  await sectionOf(page).getByRole('button', { name: 'Sign me up' }).click();
  await expect(sectionOf(page).getByText('Please enter your name.')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await sectionOf(page).getByLabel('Name').fill('Ada');
  await sectionOf(page).getByLabel('Email').fill('ada@example.org');
  await sectionOf(page).getByRole('button', { name: 'Sign me up' }).click();
  await expect(sectionOf(page).getByRole('status')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  expectNoise(silent, someFailure);
});

test('the form can be used by keyboard, in the dialog and on its own page', async ({ page }) => {
  test.slow();
  const id = await addSignup(editor, { maxPlaces: 2, questions: ['What do you eat?'] });
  for (const path of [`/events/${id}`, `/signup?event=${id}`]) {
    await open(page, site.url + path);
    await expect(page.getByLabel('What do you eat?')).toBeVisible();
    for (const key of ['Tab', 'Shift+Tab'] as const) expect(await walk(page, key)).toEqual([]);
  }
});

const own: OwnRegistration = {
  state: 'confirmed',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  places: 2,
  answers: [{ question: 'What do you eat?', answer: 'Everything' }],
  most: 2,
  ahead: null,
  mostPlaces: 3,
  placesLeft: 1,
  canGiveBack: true,
  cancelledBy: null,
  signup: 'open',
  eventId: 0,
  erasedAt: '2098-12-31T20:00:00.000Z',
  others: [],
};
const over = { mostPlaces: null, canGiveBack: false } as const;

const ownStates: [name: string, change: Partial<OwnRegistration>, says: string, buttons: string[]][] = [
  ['pending', { state: 'pending' }, 'Please confirm that you would like to come.', ['Confirm my place', 'Erase me']],
  ['a place', {}, 'You have 2 places.', ['Save changes', 'Give my places back', 'Erase me']],
  [
    'waiting',
    { state: 'waiting', ahead: 3, places: 1, signup: 'full' },
    'You are on the waiting list: 3 people are ahead of you. As soon as a place is free for you, you have it, and we email you.',
    ['Save changes', 'Leave the waiting list', 'Erase me'],
  ],
  [
    'given back',
    { state: 'cancelled', cancelledBy: 'guest', ...over },
    'You have given your 2 places back.',
    ['Erase me'],
  ],
  [
    'removed',
    { state: 'cancelled', cancelledBy: 'organiser', ...over },
    'The organisers have removed you from the list.',
    ['Erase me'],
  ],
  ['event cancelled', { signup: 'cancelled', ...over }, 'This event was cancelled.', ['Erase me']],
  [
    'waiting for an organiser',
    { state: 'waiting', ahead: 0, signup: 'closed' },
    'You are on the waiting list. Sign-up has closed: only the organisers give places now.',
    ['Save changes', 'Leave the waiting list', 'Erase me'],
  ],
  ['over', { signup: 'past', ...over }, 'This event is over.', ['Erase me']],
];

test('each state of a guest’s own page says where they stand and what they can do', async ({ page, silent }) => {
  test.slow();
  const eventId = await addSignup(editor, { maxPlaces: 3 });
  for (const [name, change, says, buttons] of ownStates)
    await test.step(name, async () => {
      await answer(page, '/registrations/mine?*', { json: { ...own, ...change, eventId } });
      await open(page, `${site.url}/signup#token=${encodeURIComponent(name)}`);
      await page.reload();
      await expect(page.getByRole('main').getByText(says, { exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('button')).toHaveText(buttons);
      await expectAccessible(page, 1280, 375);
    });
  await test.step('why it does not take place', async () => {
    const ill = 'Our speaker is ill.';
    inDatabase(
      site,
      "UPDATE events SET cancelled_at = '2026-11-21T12:00:00.000Z', cancellation_note = ? WHERE id = ?",
      ...[ill, eventId],
    );
    await answer(page, '/registrations/mine?*', { json: { ...own, ...over, signup: 'cancelled', eventId } });
    await page.reload();
    await expect(page.getByRole('main').getByText('This event was cancelled.', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(ill)).toBeVisible();
    await expectAccessible(page, 1280, 375);
    inDatabase(site, "UPDATE events SET deleted_at = '2026-11-21T12:00:00.000Z' WHERE id = ?", eventId);
    await page.reload();
    await expect(page.getByRole('main').getByText('This event was cancelled.', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(ill)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Erase me']);
    inDatabase(
      site,
      'UPDATE events SET cancelled_at = NULL, cancellation_note = NULL, deleted_at = NULL WHERE id = ?',
      eventId,
    );
  });
  await test.step('a link that is too old', async () => {
    const message = 'This link has expired. Please sign up again and we will send you a new one.';
    await answer(page, '/registrations/mine?*', { status: 410, json: { message, code: 'expired' } });
    await page.reload();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
    await expectAccessible(page, 1280, 375);
  });
  await test.step('the question', async () => {
    await answer(page, '/registrations/mine?*', { json: { ...own, eventId } });
    await page.reload();
    await page.getByRole('button', { name: 'Erase me' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Erase me' })).toBeFocused();
  });
  await test.step('a refusal', async () => {
    const message = 'Only 1 more place is free. You keep your 2 places.';
    await page.route('**/api/v1/registrations/mine?*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { message, code: 'conflict' } })
        : route.fallback(),
    );
    await page.getByLabel('Name').fill('Ada King');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
    await expect(page.getByLabel('Name')).toHaveValue('Ada King');
    await expectAccessible(page, 1280, 375);
  });
  expectNoise(silent, someFailure);
});
