/** The page where subscribers choose what they get, behind the link in each mail. */
import { type Post, someFailure, stateOf, unsubscribeLink } from '../support/post.ts';
import { answer, expectNoise, inDatabase, setSetting } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let post: Post;
const weekly = { every: 'week', weekday: 1, hour: 8, fewest: 2 };

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
  setSetting(site, 'digests', weekly);
});

/** As it stands in the mail. */
async function choicesLink(email: string): Promise<string> {
  await unsubscribeLink(post, email);
  const [, mail] = await post.mailbox.waitForMails(2, email);
  const link = /https?:\S+\/subscription\?\S+/.exec(mail?.text ?? '')?.[0];
  return new URL(link ?? '').href;
}

const wishOf = (email: string) =>
  inDatabase(post.site, 'SELECT wish FROM subscribers WHERE email_key = ?', email)[0]?.wish;

for (const width of [1280, 375])
  test(`choosing, leaving, coming back and being erased at ${width} px`, { tag: width === 375 ? [] : '@long' }, async ({
    page,
    silent,
  }) => {
    await page.setViewportSize({ width, height: 500 });
    const email = `chooses-${width}@example.org`;
    const link = await choicesLink(email);
    await page.goto(link);
    await expect(page).toHaveURL(`${post.site.url}/subscription?email=${encodeURIComponent(email)}`);
    const option = (name: RegExp) => page.getByRole('radio', { name });
    await expect(option(/^Each article/)).toBeChecked();
    await expectAccessible(page, width);
    await expect(option(/^The digest only.*in one email, every Monday\./)).toBeVisible();
    await option(/^The digest only/).check();
    expect(wishOf(email)).toBe('each');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Saved. You get the digest, and our notes to all.' }),
    ).toBeInViewport();
    expect(wishOf(email)).toBe('digest');
    await page.reload();
    await expect(option(/^The digest only/)).toBeChecked();

    await page.getByRole('link', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You have been unsubscribed.')).toBeVisible();
    await page.goto(link);
    await page.getByRole('link', { name: 'Subscribe me again' }).click();
    await expect(page.getByText('Welcome back! You are subscribed again.')).toBeVisible();
    expect([stateOf(post, email), wishOf(email)]).toEqual(['confirmed', 'digest']);

    await page.goto(link);
    await page.getByRole('button', { name: 'Erase me' }).click();
    await expect(page.getByText(`Erase everything the newsletter holds about ${email}?`)).toBeVisible();
    await expectAccessible(page, width);
    await page.getByRole('link', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Erase me' }).click();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await expect(page.getByText('Everything the newsletter kept about this address is erased.')).toBeVisible();
    expect(stateOf(post, email)).toBeUndefined();
    await page.goto(link);
    await expect(
      page.getByRole('alert').filter({ hasText: 'The newsletter holds nothing about this address.' }),
    ).toBeVisible();
    expectNoise(silent, someFailure);
  });

test('the digest only is not offered while there is none, except to those who have chosen it', async ({ page }) => {
  const email = 'without-digests@example.org';
  const link = await choicesLink(email);
  setSetting(post.site, 'digests', { ...weekly, every: 'off' });
  const digest = page.getByRole('radio', { name: /^The digest only/ });
  await page.goto(link);
  await expect(page.getByRole('radio', { name: /^Each article/ })).toBeChecked();
  await expect(digest).toHaveCount(0);
  inDatabase(post.site, "UPDATE subscribers SET wish = 'digest' WHERE email_key = ?", email);
  await page.goto(link);
  await expect(digest).toBeChecked();
  await expect(page.getByText('in one email, now and then.')).toBeVisible();
  setSetting(post.site, 'digests', weekly);
});

test('a connection that drops loses neither the choice nor the page', async ({ page, silent }) => {
  const email = 'drops-while-choosing@example.org';
  const link = await choicesLink(email);
  const calls = '/newsletter/subscription*';
  await answer(page, calls, 'nothing');
  // The server has read the link; the page asks again for itself when it is opened anew.
  await page.goto(link);
  const digest = page.getByRole('radio', { name: /^The digest only/ });
  await digest.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('That did not work. Please try again later.')).toBeVisible();
  await expect(digest).toBeChecked();
  await page.reload();
  await expect(page.getByText('That did not work. Please try again later.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await digest.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. You get the digest, and our notes to all.')).toBeVisible();
  expect(wishOf(email)).toBe('digest');
  expectNoise(silent, someFailure);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('choosing and being erased', async ({ page }) => {
    const email = 'plain-chooses@example.org';
    const link = await choicesLink(email);
    await page.goto(link);
    await page.getByRole('radio', { name: /^Nothing for now/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('Saved. Your choice is “Nothing for now”: no newsletters come until you choose again.'),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Nothing for now/ })).toBeChecked();
    expect(wishOf(email)).toBe('none');
    await page.getByRole('button', { name: 'Erase me' }).click();
    expect(stateOf(post, email)).toBe('confirmed');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await expect(page.getByText('Everything the newsletter kept about this address is erased.')).toBeVisible();
    expect(stateOf(post, email)).toBeUndefined();
  });
});
