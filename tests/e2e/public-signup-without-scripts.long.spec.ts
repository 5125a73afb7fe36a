/** Signing up in a browser that runs no script: forms that post, and pages that answer them. */
import type { Page } from '@playwright/test';
import { type Post, someFailure } from '../support/post.ts';
import { addSignup, asked, guestOf } from '../support/sign-up.ts';
import { linkIn } from '../support/smtp.ts';
import { type Editor, editorOf, empty, expectNoise } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });
// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

let post: Post;
let editor: Editor;

test.beforeAll(async ({ site, mailbox }) => {
  post = { site, mailbox };
  editor = await editorOf(site);
});

test.afterAll(() => empty(post.site, 'events'));

function button(page: Page, name: string) {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}

/** Chromium shows what stands in `noscript` where the page itself may run no script, not where a test switches scripts off. */
async function forbidScripts(page: Page): Promise<void> {
  await page.route('**/signup*', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const policy = { 'content-security-policy': 'sandbox allow-forms allow-same-origin' };
    await route.fulfill({ response, headers: { ...response.headers(), ...policy } });
  });
}

test('from the event to the mail, the place, and giving it back', async ({ page, silent }) => {
  await forbidScripts(page);
  const email = 'plain@guest.example.org';
  const id = await addSignup(editor, { capacity: 2, maxPlaces: 2, questions: ['What do you eat?', 'Who sent you?'] });
  await page.goto(`${post.site.url}/events/${id}`);
  await expect(page.getByRole('heading', { name: 'Sign up' })).toHaveCount(0);
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`${post.site.url}/signup?event=${id}`);
  await expect(page.getByText('2 places left')).toBeVisible();
  await page.getByLabel('Name').fill('Plain');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Places').selectOption('2');
  await page.getByLabel('Who sent you?').fill('Ada');
  await button(page, 'Sign me up').click();
  await expect(page.getByText(asked)).toBeVisible();
  await expect(page.locator('bdi')).toHaveText(email);
  await expect(button(page, 'Sign me up')).toBeHidden();

  const [confirmation] = await post.mailbox.waitForMails(1, email);
  if (!confirmation) throw new Error('No mail that confirms');
  await page.goto(linkIn(confirmation, '/signup').href);
  expect(guestOf(post, email)).toMatchObject({ state: 'pending' });
  await button(page, 'Confirm my place').click();
  await expect(page.getByText('You have 2 places.')).toBeVisible();
  await expect(page).toHaveURL(`${post.site.url}/signup`);

  // The answer is a page of its own: it begins with what was done.
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByLabel('Name').fill('Plainer');
  await page.getByLabel('Places').selectOption('1');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Your changes are saved.')).toBeInViewport();
  expect(guestOf(post, email)).toMatchObject({ state: 'confirmed', name: 'Plainer', places: 1 });
  await page.getByLabel('Name').fill(' ');
  await button(page, 'Save changes').click();
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(page.getByText('Please enter your name.').last()).toBeVisible();

  const giveBack = page.locator('form').filter({ has: page.getByRole('button', { name: 'Give my place back' }) });
  await expect(giveBack).toContainText('Give your place back?');
  await giveBack.getByRole('button').click();
  expect(guestOf(post, email)).toMatchObject({ state: 'confirmed' });
  await giveBack.getByLabel('I am sure').check();
  await giveBack.getByRole('button').click();
  await expect(page.getByText('You have given your place back.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up again' })).toBeVisible();
  expect(guestOf(post, email)).toMatchObject({ state: 'cancelled', cancelled_by: 'guest' });
  expectNoise(silent, /^Blocked (script execution|autofocusing)/);
});

test('what was entered can be changed, and the email that was sent serves for it', async ({ page, silent }) => {
  const email = 'changed@guest.example.org';
  const id = await addSignup(editor, { capacity: 2, maxPlaces: 2, questions: ['What do you eat?'] });
  await page.goto(`${post.site.url}/signup?event=${id}`);
  await page.getByLabel('Name').fill('Plain');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Places').selectOption('2');
  await page.getByLabel('What do you eat?').fill('Nuts');
  await page.getByLabel('Send me the newsletter as well').check();
  await button(page, 'Sign me up').click();
  await expect(page.getByText('If two emails come,')).toBeVisible();
  await page.getByText('Change what I entered').click();
  await expect(page.getByLabel('Name')).toHaveValue('Plain');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('What do you eat?')).toHaveValue('Nuts');
  await expect(page.getByLabel('Send me the newsletter as well')).toBeChecked();
  await page.getByLabel('Places').selectOption('1');
  await button(page, 'Sign me up').click();
  await expect(page.getByText(`You entered ${email}.`)).toBeVisible();
  expect(guestOf(post, email)).toMatchObject({ state: 'pending', places: 1 });
  expectNoise(silent, /^Blocked (script execution|autofocusing)/);
});

test('errors come back beside their fields, with what was typed', async ({ page, silent }) => {
  const id = await addSignup(editor, { maxPlaces: 3, questions: ['What do you eat?'] });
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`${post.site.url}/signup?event=${id}`);
  await page.getByLabel('Email').fill('nobody@example');
  await page.getByLabel('Places').selectOption('3');
  await page.getByLabel('What do you eat?').fill('"><b>Nuts</b>');
  await page.getByLabel('Send me the newsletter as well').check();
  await button(page, 'Sign me up').click();
  await expect(page).toHaveTitle(/^Error: Sign up/);
  await expect(page.getByText('Please enter your name.')).toBeInViewport();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example');
  await expect(page.getByLabel('Places')).toHaveValue('3');
  await expect(page.getByLabel('What do you eat?')).toHaveValue('"><b>Nuts</b>');
  await expect(page.getByLabel('Send me the newsletter as well')).toBeChecked();
  expectNoise(silent, someFailure);
});

test('an event without open sign-up says why, and so does a broken link', async ({ page, silent }) => {
  const off = await editor.addEvent({ title: 'No sign-up', eventDate: '2098-12-01T18:30:00' });
  const over = await editor.addEvent({ title: 'Over, without sign-up', eventDate: '2020-12-01T18:30:00' });
  const soon = await addSignup(editor, { signupOpensAt: '2098-11-01T18:00:00' });
  for (const [address, sentence] of [
    [`/signup?event=${off}`, 'There is no sign-up for this event.'],
    [`/signup?event=${over}`, 'This event is over.'],
    [`/signup?event=${soon}`, 'Sign-up opens on Nov 1, 2098 at 6:00 PM.'],
    [`/events/${soon}`, 'Sign-up opens on Nov 1, 2098 at 6:00 PM.'],
    ['/signup?event=999999', 'Event not found'],
    ['/signup?token=wrong', /This link is not valid/],
    ['/signup', /This link is not valid/],
  ] as const) {
    await page.goto(post.site.url + address);
    await expect(page.getByText(sentence).last()).toBeVisible();
    await expect(button(page, 'Sign me up')).toHaveCount(0);
  }
  await page.getByRole('main').getByRole('link', { name: 'View All Events' }).click();
  await expect(page).toHaveURL(`${post.site.url}/events`);
  expectNoise(silent, someFailure);
});
