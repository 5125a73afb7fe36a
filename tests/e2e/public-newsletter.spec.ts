import { setTimeout as sleep } from 'node:timers/promises';
import { confirmed, formOf, notYet, type Post, someFailure, stateOf, subscribed } from '../support/post.ts';
import { answer, callsOf, expectNoise, handedOver, hold, holdScripts, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for all of them; each test has addresses of its own.
test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

test('an invalid address is refused on the page, and nothing is sent', async ({ page }) => {
  const calls = callsOf(page);
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  for (const address of ['', 'reader', 'reader@example', 'two words@example.org', 'a@b@example.org']) {
    await field.fill(address);
    await button.click();
    await expect(outcome).toHaveText('Please enter a valid email address.');
    await expect(outcome).toHaveAttribute('role', 'alert');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  }
  expect(calls).toEqual([]);
});

test('on a phone what is wrong comes into view below a field at the lower edge', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await open(page, post.site.url);
  const { button, outcome } = formOf(page);
  await button.evaluate((element) => {
    element.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  await button.click();
  await expect(outcome).toHaveText('Please enter a valid email address.');
  await expect(outcome).toBeInViewport({ ratio: 1 });
});

test('while sending the form is disabled; then it is empty and says what to do', async ({ page }) => {
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  await expect(field).toHaveAttribute('required', '');
  const slow = await hold(page, '/newsletter/subscribe');
  await field.fill('  first@example.org ');
  await field.press('Enter');
  await expect(field).toBeDisabled();
  await expect(button).toBeDisabled();
  slow.release();
  await expect(outcome).toHaveText(subscribed);
  await expect(page.getByText(subscribed, { exact: true })).toHaveRole('status');
  await expect(page.getByText(`You entered first@example.org. ${notYet}`)).toBeVisible();
  await expect(field).toBeEnabled();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await post.mailbox.waitForMails(1, 'first@example.org');
});

test('what is typed or sent before the scripts load is kept, and never put into the address', async ({ page }) => {
  for (const [address, isSentEarly] of [
    ['early@example.org', true],
    ['typed@example.org', false],
  ] as const) {
    const scripts = await holdScripts(page);
    // In Firefox a page whose scripts are held is not loaded.
    await page.goto(post.site.url, { waitUntil: 'commit' });
    const { field, button, outcome } = formOf(page);
    await field.fill(address);
    if (isSentEarly) await button.click();
    scripts.release();
    if (!isSentEarly) {
      await handedOver(page);
      await button.click();
    }
    await expect(outcome).toHaveText(subscribed);
    await expect(field).toHaveValue('');
    await expect(page).toHaveURL(`${post.site.url}/`);
    await post.mailbox.waitForMails(1, address);
    await page.unrouteAll();
  }
});

const lost = [
  ['every script', /assets\/.*\.js$/],
  ['the script that stands in for the others', /assets\/after-paint.*\.js$/],
  ['the other scripts', /assets\/(?!after-paint).*\.js$/],
  ['the code that subscribes, as after an update,', /assets\/subscribing-.*\.js$/],
] as const;

for (const [name, files] of lost)
  test(`where ${name} cannot be loaded the browser posts the form`, {
    tag: name === 'every script' ? [] : '@long',
  }, async ({ page, silent }) => {
    await page.route(files, (route) => route.abort());
    await page.goto(post.site.url);
    const { field, button, outcome } = formOf(page);
    await field.fill('reader@example');
    await button.click();
    await expect(outcome).toHaveText('Please enter a valid email address.');
    await expect(page).toHaveURL(`${post.site.url}/subscribe`);
    await expect(field).toHaveValue('reader@example');
    const address = `lost-${name.replaceAll(/\W+/g, '-')}@example.org`;
    await field.fill(address);
    await field.press('Enter');
    await expect(page.getByRole('status')).toHaveText(subscribed);
    await expect(page).toHaveURL(`${post.site.url}/subscribe`);
    await post.mailbox.waitForMails(1, address);
    expectNoise(silent, /Failed to load resource.*(ERR_FAILED|status of 400)/);
  });

test('a form sent before a script fails to load is posted once', { tag: '@long' }, async ({ page, silent }) => {
  const gate = Promise.withResolvers<void>();
  const posted = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  // The first is lost, the form is on its way, and then the others are lost too.
  let until = gate.promise;
  await page.route(/assets\/(?!after-paint).*\.js$/, async (route) => {
    const turn = until;
    until = posted.promise;
    await turn;
    await route.abort();
  });
  const failed = new Set<string>();
  page.on('requestfailed', (request) => failed.add(new URL(request.url()).pathname));
  const posts: string[] = [];
  await page.route('**/subscribe', async (route) => {
    posts.push(route.request().method());
    posted.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(post.site.url, { waitUntil: 'commit' });
  const { field, button } = formOf(page);
  await expect(page.locator('script[data-then]')).toBeAttached();
  const scripts = (await page.locator('script[data-then]').getAttribute('data-then'))?.split(' ') ?? [];
  expect(scripts.length).toBeGreaterThan(1);
  await field.fill('held@example.org');
  await button.click();
  gate.resolve();
  await posted.promise;
  await expect.poll(() => scripts.filter((file) => !failed.has(file))).toEqual([]);
  // A second post would follow at once.
  await sleep(300);
  answered.resolve();
  await expect(page.getByRole('status')).toHaveText(subscribed);
  await expect(page).toHaveURL(`${post.site.url}/subscribe`);
  expect(posts).toEqual(['POST']);
  expectNoise(silent, /Failed to load resource.*ERR_FAILED/);
});

test('the hidden field is invisible and unreachable; a robot that fills it in gets the same answer and is not subscribed', async ({
  page,
}) => {
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  const trap = page.locator('input[name=website]');
  await expect(page.getByRole('textbox', { includeHidden: false }).and(trap)).toHaveCount(0);
  await field.focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await field.fill('robot@example.org');
  await button.click();
  await expect(outcome).toHaveText(subscribed);
  expect(stateOf(post, 'robot@example.org')).toBeUndefined();
});

test('a pending and a confirmed address get the same words', { tag: '@long' }, async ({ page }) => {
  await confirmed(post, 'twice@example.org');
  await open(page, post.site.url);
  for (const address of ['pending@example.org', 'pending@example.org', 'twice@example.org']) {
    const { field, button, outcome } = formOf(page);
    await field.fill(address);
    await button.click();
    await expect(field).toHaveValue('');
    await expect(outcome).toHaveText(subscribed);
  }
});

const refusals = [
  [
    'its own sentence',
    { status: 429, json: { message: 'Too many requests.', code: 'too_many' } },
    'Too many requests.',
  ],
  ['no sentence', { status: 502, json: {} }, 'Something went wrong. Are you already subscribed?'],
  ['nothing', 'nothing', 'Subscription failed. Please try again later.', 'The connection was lost.'],
] as const;

test('a refusal has the server’s words, or ours, and the address stays in the form', async ({ page, silent }) => {
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  for (const [name, reply, text, why] of refusals)
    await test.step(name, async () => {
      await answer(page, '/newsletter/subscribe', reply);
      await field.fill('reader@example.org');
      await button.click();
      await expect(outcome).toHaveText(text);
      await expect(field).toHaveValue('reader@example.org');
      await expect(page.getByText('The connection was lost.')).toHaveCount(why ? 1 : 0);
    });
  expectNoise(silent, someFailure);
});
