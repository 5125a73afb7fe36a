/** A guest's way: sign up, confirm by the mail, change, give back, and someone else gets the place. */
import type { Page, Request } from '@playwright/test';
import { type Post, someFailure } from '../support/post.ts';
import { addGuest, addSignup, asked, guestOf, guestsOf, linkOfGuest, requestPlace } from '../support/sign-up.ts';
import { linkIn } from '../support/smtp.ts';
import {
  answer,
  callsOf,
  type Editor,
  editorOf,
  empty,
  expectNoise,
  hold,
  holdScripts,
  inDatabase,
  open,
  tokenOf,
} from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

let post: Post;
let editor: Editor;

test.beforeAll(async ({ site, mailbox }) => {
  post = { site, mailbox };
  editor = await editorOf(site);
});

test.afterAll(() => empty(post.site, 'events'));

function sectionOf(page: Page) {
  const section = page.getByRole('dialog').getByRole('region', { name: 'Sign up' });
  return {
    section,
    name: section.getByLabel('Name'),
    email: section.getByLabel('Email'),
    send: section.getByRole('button', { name: /^(Sign me up|Join the waiting list)$/ }),
  };
}

function statusOf(page: Page, text: string | RegExp) {
  return page.getByRole('main').getByRole('status').filter({ hasText: text });
}

test('from the event to the mail, a change, giving the place back, and the next guest who gets it', async ({
  page,
}) => {
  const id = await addSignup(editor, { capacity: 2, maxPlaces: 2, questions: ['What do you eat?'] });
  await open(page, `${post.site.url}/events`);
  await page.getByRole('link', { name: 'View Details of Bat walk' }).click();
  const { section, name, email, send } = sectionOf(page);
  await expect(section.getByText('2 places left')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
  await expect(section.getByRole('heading', { name: 'Sign up' })).toBeFocused();
  await expect(section.getByText(/erase them \d+ days after it/)).toBeVisible();
  await expect(section.getByLabel('Send me the newsletter as well')).not.toBeChecked();
  await name.fill('Zoë Ångström');
  await email.fill('zoe@example.org');
  await section.getByLabel('Places').selectOption('2');
  await section.getByLabel('What do you eat?').fill('No nuts');
  await send.dblclick();
  await expect(section.getByText(asked)).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Check your inbox', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check your inbox' })).toHaveCount(0);
  await expect(section.getByText('zoe@example.org')).toBeVisible();
  expect(guestOf(post, 'zoe@example.org')).toMatchObject({ state: 'pending', places: 2 });

  const [confirmation] = await post.mailbox.waitForMails(1, 'zoe@example.org');
  if (!confirmation) throw new Error('No mail that confirms');
  await open(page, linkIn(confirmation, '/signup').href);
  await expect(page.getByLabel('What do you eat?')).toHaveValue('No nuts');
  await expect(page.getByLabel('Places')).toHaveValue('2');
  expect(guestOf(post, 'zoe@example.org')).toMatchObject({ state: 'pending' });
  await page.getByRole('button', { name: 'Confirm my place' }).click();
  await expect(statusOf(page, 'You have 2 places.')).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/signup`);
  await expect(page.getByRole('main').getByText('Add to calendar')).toBeVisible();
  await page.reload();
  await expect(statusOf(page, 'You have 2 places.')).toBeVisible();
  const other = await page.context().newPage();
  await open(other, `${post.site.url}/events/${id}`);
  await expect(sectionOf(other).section.getByText('All places are taken.')).toBeVisible();
  await expect(sectionOf(other).send).toHaveText('Join the waiting list');
  await other.close();

  await addGuest(post, id, { name: 'Ben', email: 'ben@example.org' });
  expect(guestOf(post, 'ben@example.org')).toMatchObject({ state: 'waiting' });
  await page.getByLabel('Name').fill('Zoë Å.');
  await page.getByLabel('What do you eat?').fill('Everything');
  await page.getByLabel('Places').selectOption('1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(statusOf(page, 'Your changes are saved.')).toBeVisible();
  await expect(statusOf(page, 'You have a place.')).toBeVisible();
  expect(guestOf(post, 'zoe@example.org')).toMatchObject({ places: 1, name: 'Zoë Å.' });
  expect(guestOf(post, 'ben@example.org')).toMatchObject({ state: 'confirmed' });

  await addGuest(post, id, { name: 'Cleo', email: 'cleo@example.org' });
  expect(guestOf(post, 'cleo@example.org')).toMatchObject({ state: 'waiting' });
  // A mail about waiting is not sent any more to anyone who has a place by then.
  await post.mailbox.waitForMails(2, 'cleo@example.org');
  await page.getByRole('button', { name: 'Give my place back' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give your place back?' });
  await question.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Give my place back' })).toBeFocused();
  await page.getByRole('button', { name: 'Give my place back' }).click();
  await question.getByRole('button', { name: 'Give my place back' }).click();
  await expect(statusOf(page, 'You have given your place back.')).toBeVisible();
  await expect(page.getByText('Signed up as')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(guestOf(post, 'cleo@example.org')).toMatchObject({ state: 'confirmed' });
  await post.mailbox.waitForMails(3, 'cleo@example.org');

  await page.getByRole('link', { name: 'Join the waiting list' }).click();
  await expect(page).toHaveURL(`${post.site.url}/signup?event=${id}`);
  await expect(page.getByText('All places are taken.')).toBeVisible();
  await page.goBack();
  await expect(statusOf(page, 'You have given your place back.')).toBeVisible();
});

test('a waiting guest reads how many are ahead, can leave, and can be erased', async ({ page, silent }) => {
  const id = await addSignup(editor, { capacity: 1 });
  for (const who of ['first', 'second']) await addGuest(post, id, { name: who, email: `${who}@line.example.org` });
  await open(page, `${post.site.url}/events/${id}`);
  const { section, name, email, send } = sectionOf(page);
  await expect(section.getByText('All places are taken.')).toBeVisible();
  await name.fill('Third');
  await email.fill('third@line.example.org');
  await expect(send).toHaveText('Join the waiting list');
  await send.click();
  await expect(section.getByText('the link in our email puts you on the waiting list')).toBeVisible();
  const [mail] = await post.mailbox.waitForMails(1, 'third@line.example.org');
  await open(page, linkIn(mail ?? { text: '' }, '/signup').href);
  await expect(
    statusOf(page, 'Not enough places are free. Once you confirm, you are on the waiting list.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Put me on the waiting list' }).click();
  await expect(
    statusOf(
      page,
      'You are on the waiting list: 1 person is ahead of you. As soon as a place is free for you, you have it, and we email you.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Leave the waiting list' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the waiting list' }).click();
  await expect(statusOf(page, 'You are no longer on the waiting list.')).toBeVisible();
  await page.getByRole('button', { name: 'Erase me' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase me' }).click();
  await expect(statusOf(page, 'Everything about your sign-up is erased.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/This link is not valid/);
  expect(guestOf(post, 'third@line.example.org')).toBeUndefined();
  expectNoise(silent, someFailure);
});

for (const width of [1280, 375])
  test(`a stranger’s request is shown and corrected, beside all other requests, at ${width}`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const email = `twice-${width}@guest.example.org`;
    const id = await addSignup(editor, { maxPlaces: 6, questions: ['What do you eat?'] });
    const link = await linkOfGuest(post, id, { name: 'Ada', email });
    await requestPlace(post, id, { name: 'Mallory', email, places: 6, answers: ['Dust'] });
    const other = await addSignup(editor, { title: 'Owl walk' });
    await requestPlace(post, other, { name: 'Mallory', email });
    await open(page, link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your sign-ups');
    const asked = page.locator('form').first();
    await expect(asked.getByLabel('Name')).toHaveValue('Mallory');
    await asked.getByLabel('Name').fill('');
    await asked.getByRole('button', { name: 'Confirm my place' }).click();
    await expect(asked.getByText('Please enter your name.')).toBeVisible();
    await asked.getByLabel('Name').fill('Ada');
    await asked.getByLabel('Places').selectOption('1');
    await asked.getByLabel('What do you eat?').fill('Everything');
    await asked.getByRole('button', { name: 'Confirm my place' }).click();
    await expect(statusOf(page, 'You have a place.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const owls = page.locator('section section').filter({ hasText: 'Owl walk' });
    await owls.getByLabel('Name').fill('Ada L.');
    await owls.getByRole('button', { name: 'Confirm my place' }).click();
    await expect(owls.getByText('You have a place.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Owl walk' })).toBeFocused();
    expect(guestsOf(post, email)).toMatchObject([
      { name: 'Ada L.', state: 'confirmed' },
      { name: 'Ada', places: 1, state: 'confirmed' },
    ]);
    expect(String(guestsOf(post, email)[1]?.answers)).toContain('Everything');
  });

for (const width of [1280, 375])
  test(`a guest who waits for more places than are allowed now takes fewer, at ${width}`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const id = await addSignup(editor, { maxPlaces: 5, capacity: 5 });
    await addGuest(post, id, { name: 'Ada', email: `ada-${width}@fewer.example.org` });
    const link = await addGuest(post, id, { name: 'Ben', email: `ben-${width}@fewer.example.org`, places: 5 });
    const headers = { authorization: `Bearer ${await tokenOf(post.site)}` };
    await page.request.put(`${post.site.url}/api/v1/events/admin/${id}`, { headers, data: { capacity: 3 } });
    await post.mailbox.waitForMails(3, `ben-${width}@fewer.example.org`);
    await open(page, link);
    await expect(
      statusOf(page, /You are waiting for 5 places, but one person can now have at most 3 places/),
    ).toBeVisible();
    await page.getByLabel('Places').selectOption('2');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(statusOf(page, 'You have 2 places.')).toBeVisible();
  });

test('of two open pages of one sign-up each changes only what was changed in it', async ({ page, context }) => {
  const id = await addSignup(editor, { maxPlaces: 3 });
  const link = await addGuest(post, id, { name: 'Ada', email: 'ada@both-tabs.example.org', places: 2 });
  const other = await context.newPage();
  for (const tab of [page, other]) await open(tab, link);
  await other.getByLabel('Places').selectOption('3');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(statusOf(other, 'You have 3 places.')).toBeVisible();
  for (const name of ['Ada King', 'Ada Byron']) {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(`Signed up as ${name}`)).toBeVisible();
    await expect(page.getByLabel('Places')).toHaveValue('3');
    expect(guestOf(post, 'ada@both-tabs.example.org')).toMatchObject({ name, places: 3 });
  }
});

test('after a refusal the page shows what has changed elsewhere', { tag: '@long' }, async ({ page, silent }) => {
  const id = await addSignup(editor, { maxPlaces: 2 });
  const link = await addGuest(post, id, { name: 'Ada', email: 'ada@two-tabs.example.org' });
  await open(page, link);
  await expect(statusOf(page, 'You have a place.')).toBeVisible();
  const token = encodeURIComponent(new URL(link).searchParams.get('token') ?? '');
  await page.request.delete(`${post.site.url}/api/v1/registrations/mine?token=${token}`);
  await page.getByLabel('Name').fill('Ada King');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(statusOf(page, 'You have given your place back.')).toBeVisible();
  await expect(page.getByText('You have given your place back.')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expectNoise(silent, someFailure);
});

test('missing or wrong values are reported beside their fields, and what was typed stays', async ({ page, silent }) => {
  const id = await addSignup(editor, { maxPlaces: 3, capacity: 3, questions: ['Who sent you?'] });
  await addGuest(post, id, { name: 'First', email: 'first@failing.example.org' });
  await open(page, `${post.site.url}/events/${id}`);
  const { section, name, email, send } = sectionOf(page);
  await expect(section.getByText('With more than 2 you join the waiting list.')).toBeVisible();
  await send.click();
  await expect(section.getByText('Please enter your name.')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Ada');
  await email.fill('ada@example');
  await section.getByLabel('Who sent you?').fill('x'.repeat(301));
  await page.keyboard.press('Enter');
  await expect(section.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(section.getByText('An answer must be at most 300 characters')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('ada@failing.example.org');
  await section.getByLabel('Who sent you?').fill('No one');
  for (const [reply, sentence] of [
    ['nothing', 'The connection was lost. Please try again.'],
    [{ status: 500, json: { message: 'x', code: 'internal' } }, 'Your sign-up failed. Please try again later.'],
    [{ status: 429, json: { message: 'Too many people.', code: 'too_many' } }, 'Too many people.'],
  ] as const) {
    await answer(page, '/events/*/registrations', reply);
    await send.click();
    await expect(section.getByRole('alert')).toHaveText(sentence);
    await expect(email).toHaveValue('ada@failing.example.org');
    await page.unrouteAll();
  }
  await send.click();
  await expect(section.getByText(asked)).toBeVisible();
  await section.getByRole('button', { name: 'Change what I entered' }).click();
  await expect(name).toBeFocused();
  await expect(email).toHaveValue('ada@failing.example.org');
  expectNoise(silent, someFailure);
});

test('what was typed is still there after the dialog was closed by a touch beside it', async ({ page }) => {
  const id = await addSignup(editor, { title: 'Moth night', maxPlaces: 2, questions: ['Who sent you?'] });
  await open(page, `${post.site.url}/events`);
  const { section, name, email, send } = sectionOf(page);
  const openEvent = () => page.getByRole('link', { name: 'View Details of Moth night' }).click();
  await openEvent();
  await name.fill('Ada');
  await email.fill('ada@closed-and-open.example.org');
  await section.getByLabel('Places').selectOption('2');
  await section.getByLabel('Who sent you?').fill('Ben');
  await page.mouse.click(4, 300);
  await expect(page.getByRole('dialog')).toBeHidden();
  await openEvent();
  await expect(name).toHaveValue('Ada');
  await expect(section.getByLabel('Places')).toHaveValue('2');
  await expect(section.getByLabel('Who sent you?')).toHaveValue('Ben');
  await send.click();
  await expect(section.getByText(asked)).toBeVisible();
  await page.keyboard.press('Escape');
  await openEvent();
  await expect(name).toHaveValue('');
  expect(guestOf(post, 'ada@closed-and-open.example.org')).toMatchObject({ places: 2 });
  inDatabase(post.site, 'DELETE FROM events WHERE id = ?', id);
});

test('a sign-up stays answered when the places cannot be read again', async ({ page, silent }) => {
  const id = await addSignup(editor, { capacity: 9 });
  await open(page, `${post.site.url}/events/${id}`);
  const { section, name, email, send } = sectionOf(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
  await name.fill('Stays');
  await email.fill('stays@example.org');
  await page.route('**/places', (route) => route.fulfill({ status: 503 }));
  const read = page.waitForResponse('**/places');
  await send.click();
  await read;
  await expect(section.getByText(asked)).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
  expectNoise(silent, /status of 503/);
});

test('a sign-up that closes while the form is open is refused with its sentence', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  const id = await addSignup(editor);
  await open(page, `${post.site.url}/events/${id}`);
  const { section, name, email, send } = sectionOf(page);
  await name.fill('Late');
  await email.fill('late@closed.example.org');
  inDatabase(post.site, "UPDATE events SET signup_closes_at = '2026-01-01T00:00:00.000Z' WHERE id = ?", id);
  await send.click();
  await expect(section.getByText('Sign-up has closed.')).toBeVisible();
  await expect(send).toHaveCount(0);
  expectNoise(silent, someFailure);
});

test('when the event is deleted, a guest can still be erased', { tag: '@long' }, async ({ page, silent }) => {
  const id = await addSignup(editor);
  const link = await addGuest(post, id, { name: 'Ada', email: 'ada@gone.example.org' });
  inDatabase(post.site, 'UPDATE events SET deleted_at = ? WHERE id = ?', new Date().toISOString(), id);
  await open(page, link);
  await expect(page.getByRole('main').getByText('This event was cancelled.')).toBeVisible();
  await page.getByRole('button', { name: 'Erase me' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase me' }).click();
  await expect(statusOf(page, 'Everything about your sign-up is erased.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase me' })).toHaveCount(0);
  expect(guestOf(post, 'ada@gone.example.org')).toBeUndefined();
  expectNoise(silent, someFailure);
});

test('a link confirms by a press, once, and its token is told no one', async ({ page }) => {
  const id = await addSignup(editor);
  const link = await linkOfGuest(post, id, { name: 'Once', email: 'once@guest.example.org' });
  for (const method of ['get', 'head'] as const) expect((await page.request[method](link)).status()).toBe(200);
  expect(guestOf(post, 'once@guest.example.org')).toMatchObject({ state: 'pending' });
  const calls = callsOf(page);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const slow = await hold(page, '/registrations/confirm');
  const answered = await page.goto(link);
  expect(answered?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(page).toHaveURL(`${post.site.url}/signup`);
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Confirm my place' }).dblclick();
  slow.release();
  await expect(statusOf(page, 'You have a place.')).toBeVisible();
  expect(calls).toEqual(['POST /registrations/confirm']);
  expect(guestOf(post, 'once@guest.example.org')).toMatchObject({ state: 'confirmed' });
  const token = new URL(link).searchParams.get('token') ?? '';
  const told = requests.flatMap((request) => [request.url(), request.headers().referer ?? '']);
  expect(told.filter((address) => address.includes(token))).toEqual([link]);
});

test('a confirmation without a connection keeps what it asks for, and a second press sends it', async ({
  page,
  context,
  silent,
}) => {
  const id = await addSignup(editor);
  await open(page, await linkOfGuest(post, id, { name: 'Tunnel', email: 'tunnel@guest.example.org' }));
  const confirm = page.getByRole('button', { name: 'Confirm my place' });
  await context.setOffline(true);
  await confirm.click();
  await expect(page.getByText('The connection was lost. Please try again.')).toBeVisible();
  await expect(statusOf(page, 'Please confirm that you would like to come.')).toBeVisible();
  await context.setOffline(false);
  await confirm.click();
  await expect(statusOf(page, 'You have a place.')).toBeVisible();
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});

test('what is typed and sent before the scripts load is kept', { tag: '@long' }, async ({ page }) => {
  const id = await addSignup(editor, { maxPlaces: 2 });
  const scripts = await holdScripts(page);
  const calls = callsOf(page);
  await page.goto(`${post.site.url}/signup?event=${id}`);
  await page.getByLabel('Name').fill('Hasty');
  await page.getByLabel('Email').fill('hasty@guest.example.org');
  await page.getByLabel('Places').selectOption('2');
  await page.getByRole('button', { name: 'Sign me up' }).click();
  await expect(page.locator('form[data-held=yes]')).toBeVisible();
  scripts.release();
  await expect(page.getByRole('main').getByText(asked)).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/signup?event=${id}`);
  expect(calls).toEqual([`POST /events/${id}/registrations`, `GET /events/${id}/places`]);
  expect(guestOf(post, 'hasty@guest.example.org')).toMatchObject({ places: 2, name: 'Hasty' });
});

test('what is typed and sent is posted when the code of the page does not load', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  const id = await addSignup(editor, {});
  const lost = Promise.withResolvers<void>();
  await page.route('**/assets/signup.route-*.js', async (route) => {
    await lost.promise;
    await route.abort();
  });
  await page.goto(`${post.site.url}/signup?event=${id}`);
  await page.getByLabel('Name').fill('Cut');
  await page.getByLabel('Email').fill('cut@guest.example.org');
  await page.getByRole('button', { name: 'Sign me up' }).click();
  await expect(page.locator('form[data-held=yes]')).toBeVisible();
  lost.resolve();
  await expect(page.getByRole('main').getByText(asked)).toBeVisible();
  expect(guestOf(post, 'cut@guest.example.org')).toMatchObject({ name: 'Cut' });
  expectNoise(silent, /Failed to load resource.*ERR_FAILED|Failed to fetch dynamically imported module/);
});

test('sign-up that has opened since the tab was loaded is offered on the next page', { tag: '@long' }, async ({
  page,
}) => {
  const id = await addSignup(editor, { signupOpensAt: '2098-11-01T10:00:00' });
  await open(page, post.site.url);
  await page.clock.setFixedTime('2098-11-02T10:00:00.000Z');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.locator(`a[href="/events/${id}"]`).first().click();
  // The form itself asks the server, whose clock is today's.
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign up' })).toBeVisible();
});

test('a right-to-left name leaves the words beside it as they are', { tag: '@long' }, async ({ page }) => {
  const id = await addSignup(editor, { title: 'نزهة الخفافيش' });
  await open(page, `${post.site.url}/events/${id}`);
  const { section, name, email, send } = sectionOf(page);
  await name.fill('ليلى حداد');
  await expect(name).toHaveCSS('direction', 'rtl');
  await email.fill('layla@example.org');
  await expect(email).toHaveCSS('direction', 'ltr');
  await send.click();
  await expect(section.getByText(asked)).toBeVisible();
  const [mail] = await post.mailbox.waitForMails(1, 'layla@example.org');
  await open(page, linkIn(mail ?? { text: '' }, '/signup').href);
  await page.getByRole('button', { name: 'Confirm my place' }).click();
  await expect(statusOf(page, 'You have a place.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'نزهة الخفافيش' })).toHaveCSS('direction', 'rtl');
  await expect(page.locator('bdi').filter({ hasText: 'ليلى حداد' })).toBeVisible();
  await expect(page.getByText(/Signed up as/)).toHaveCSS('direction', 'ltr');
});
