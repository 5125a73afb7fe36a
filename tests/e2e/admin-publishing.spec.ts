/** An article's way to its subscribers: save, upload, publish, send. */

import { type Site, startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { callsOf, editorOf, expectNoise, hold, inDatabase, setSetting } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles, openMore, picture, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
  // What waits before it leaves has journeys of its own.
  setSetting(site, 'newsletterHoldSeconds', 0);
});

test.afterAll(() => site.stop());

const subscribers = (name: string, count: number) => replaceSubscribers(site, name, count);

test('publishing with a picture: before, the form says who gets it; afterwards, how far it is', async ({
  page,
  mailbox,
  context,
}) => {
  const [first = '', second = ''] = subscribers('picture', 2);
  await signIn(page, site);
  await openArticles(page, site);
  await expect(page.getByText('The newsletter will be sent to 2 subscribers.')).toBeVisible();
  await fillArticle(page, 'Bats over the city', 'They come at dusk.');
  const uploaded = page.waitForResponse('**/api/v1/uploads/articles');
  await page.locator('form input[type=file]').setInputFiles(picture);
  await uploaded;
  await page.getByText('More options').click();
  await page.getByLabel('Excerpt').fill('A short word on bats.');
  await page.getByLabel('Image description').fill('A bat in flight');
  await page.getByLabel('Featured article').check();
  await expect(page.getByText('The newsletter will be sent to 2 subscribers.')).toBeVisible();

  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.')).toBeVisible();
  // What is kept of the text for other devices comes and goes beside them.
  const own = calls.filter((call) => !call.startsWith('GET') && !call.includes('/drafts/'));
  const changes = own.map((call) => call.replace(/\d+/, 'N'));
  expect(changes).toEqual([
    'POST /articles/admin',
    'PUT /articles/admin/N/image',
    'POST /articles/admin/publish/N',
    'POST /newsletter/admin/send/N',
  ]);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  // What was published is no draft, and neither is the next, empty form.
  const bar = page.locator('[data-desk-bar]');
  await expect(bar.getByText('New article')).toBeVisible();
  await expect(bar.getByText('Draft', { exact: true })).toHaveCount(0);
  const newsletter = page.getByRole('region', { name: 'Just published' });
  await expect(newsletter).toContainText('Bats over the city');
  await expect(newsletter).toContainText('Delivered to 2 of 2.');
  for (const address of [first, second]) expect((await mailbox.waitForMails(1, address))[0]?.subject).toContain('Bats');

  const visitor = await context.newPage();
  await visitor.goto(`${site.url}/articles`);
  await expect(visitor.getByText('A short word on bats.')).toBeVisible();
  await visitor.getByRole('link', { name: 'Read More of Bats over the city' }).click();
  await expect(visitor.getByText('Featured Article')).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'A bat in flight' })).toBeVisible();
});

test('the server counts the audience, and only subscribers who have not had the article are in it', {
  tag: '@long',
}, async ({ page }) => {
  subscribers('none', 0);
  const id = await (await editorOf(site)).addArticle({ title: 'To one subscriber', isPublished: false });
  await signIn(page, site);
  const counts = await hold(page, '/newsletter/admin/audience*');
  await openArticles(page, site, id);
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await expect(page.getByText(/Publish emails/)).toHaveCount(0);
  counts.release();
  await expect(page.getByText('You have no subscribers yet, so no email will be sent.')).toBeVisible();
  await expect(page.getByText('Publish emails no one')).toBeVisible();
  subscribers('one', 1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('The newsletter will be sent to 1 subscriber.')).toBeVisible();
  await expect(page.getByText('Publish emails 1 subscriber')).toBeVisible();
  await page.getByLabel('Publish without sending').check();
  await expect(page.getByText('Publish emails no one')).toBeVisible();
  await page.getByLabel('Publish and email it').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.')).toBeVisible();

  await openArticles(page, site, id);
  await expect(page.getByText(/^Published/).first()).toBeVisible();
  await openMore(page);
  await expect(page.getByRole('link', { name: 'View article' })).toHaveAttribute('href', `/articles/${id}`);
  await expect(page.getByLabel('Publish without sending')).toHaveCount(0);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await openArticles(page, site, id);
  await expect(page.getByText('Every subscriber has already been sent this article')).toHaveCount(1);
  await expect(page.getByLabel('Publish and email it')).toHaveCount(0);
  await expect(page.getByText('Publish emails no one')).toBeVisible();
});

test('publishing without sending sends nothing until it is asked for, and asks first', { tag: '@long' }, async ({
  page,
  mailbox,
}) => {
  const [subscriber = ''] = subscribers('later', 1);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Sent later');
  await page.getByLabel('Publish without sending').check();
  await expect(page.getByText('No newsletter will be sent. You can send it later.')).toBeVisible();
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  expect(calls.filter((call) => call.includes('/send/'))).toEqual([]);

  await expect(page.getByRole('button', { name: 'Send newsletter' })).toHaveCount(0);
  await page.getByRole('article').filter({ hasText: 'Newsletter not sent' }).getByText('Sent later').click();
  const newsletter = page.getByRole('region', { name: 'Newsletter' });
  await expect(newsletter).toContainText('Not sent yet.');
  await newsletter.getByRole('button', { name: 'Send newsletter' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Send “Sent later” now? The newsletter will be sent to 1 subscriber.',
  });
  await question.getByRole('button', { name: 'Back' }).click();
  await newsletter.getByRole('button', { name: 'Send newsletter' }).click();
  await question.getByRole('button', { name: 'Send newsletter' }).dblclick();
  await expect(page.getByText('The newsletter is on its way to 1 subscriber.')).toBeVisible();
  await mailbox.waitForMails(1, subscriber);
  await expect(newsletter).toContainText('Delivered to 1 of 1.');
  expect(calls.filter((call) => call.includes('/send/'))).toHaveLength(1);
});

test('publishing without sending stays chosen when the draft is saved, and when it is opened again', async ({
  page,
}) => {
  subscribers('unsent', 1);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Told to no one');
  const unsent = page.getByLabel('Publish without sending');
  await unsent.check();
  await page.waitForURL(/edit=new-/);
  await page.reload();
  await expect(unsent).toBeChecked();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect(page.getByLabel('Publish and email it')).toBeChecked();
  const edit = page.getByRole('button', { name: 'Edit Told to no one' });
  await edit.click();
  await expect(unsent).toBeChecked();
  await page.reload();
  await expect(unsent).toBeChecked();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')))).toEqual([]);
});

test('a draft is saved, updated, published, updated live, and unpublished', async ({ page }) => {
  subscribers('none', 0);
  const calls = callsOf(page);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'From draft to live');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const row = () =>
    inDatabase(site, "SELECT id, title, is_published, published_at FROM articles WHERE title LIKE 'From draft%'")[0];
  const id = Number(row()?.id);
  expect(row()).toMatchObject({ is_published: 0, published_at: null });

  await page.getByRole('button', { name: 'Edit From draft to live' }).click();
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.')).toBeVisible();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('You have no subscribers yet, so no one was emailed.');
  const noOne = 'You have no subscribers yet, so there is no one to email.';
  await expect(page.getByRole('region', { name: 'Just published' })).toContainText(noOne);
  await expect(page.getByRole('button', { name: 'Send newsletter' })).toHaveCount(0);
  await expect(page.getByText('Newsletter not sent')).toHaveCount(0);
  await page.getByRole('link', { name: 'Preview and test' }).click();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveText(`Not sent yet${noOne}`);
  const publishedAt = row()?.published_at;
  expect(row()).toMatchObject({ is_published: 1, published_at: expect.stringMatching(/^20/) });

  const sent = calls.filter((call) => call.includes('/send/')).length;
  await openArticles(page, site, id);
  await openMore(page);
  // The line is pressed with its button.
  await page.getByText('Unpublishes the article').click({ force: true });
  await page
    .getByRole('alertdialog', { name: 'Unpublish this article?' })
    .getByRole('button', { name: 'Back' })
    .click();
  await page.getByLabel('Title', { exact: true }).fill('From draft to live, mended');
  await page.getByRole('button', { name: 'Update live article' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(row()).toMatchObject({ title: 'From draft to live, mended', is_published: 1, published_at: publishedAt });
  expect(calls.filter((call) => call.includes('/send/'))).toHaveLength(sent);

  // A press on 'Update' by mistake can still update it.
  await openArticles(page, site, id);
  await page.getByLabel('Title', { exact: true }).fill('From draft to live, twice mended');
  await openMore(page);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Unpublish this article?' });
  await question.getByRole('button', { name: 'Update live article' }).click();
  await expect.poll(row).toMatchObject({ title: 'From draft to live, twice mended', is_published: 1 });

  await openArticles(page, site, id);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.').last()).toBeVisible();
  await expect.poll(() => row()?.is_published).toBe(0);
  expect((await page.request.get(`${site.url}/articles/${id}`)).status()).toBe(404);
});

test('an article unpublished by Update is published again by one press, with its old date and without a mail', async ({
  page,
  mailbox,
}) => {
  subscribers('back', 1);
  const editor = await editorOf(site);
  const [id, other] = [await editor.addArticle({ title: 'Taken off' }), await editor.addArticle({ title: 'Another' })];
  const row = () => inDatabase(site, 'SELECT is_published, published_at FROM articles WHERE id = ?', id)[0];
  const { published_at: publishedAt } = row() ?? {};
  const mails = mailbox.mails.length;
  await signIn(page, site);
  const update = async () => {
    await openArticles(page, site, id);
    await pressInForm(page, 'Update');
    await expect(page.getByText('Unpublished. “Taken off” is now a draft: visitors do not see it.')).toBeInViewport();
    expect(row()).toEqual({ is_published: 0, published_at: publishedAt });
  };
  await update();
  const calls = callsOf(page);
  await page.locator('main').getByRole('button', { name: 'Publish again' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Published again. No email was sent.')).toBeVisible();
  await expect(page.getByText('Unpublished.', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publish again' })).toHaveCount(0);
  expect(row()).toEqual({ is_published: 1, published_at: publishedAt });
  expect(calls.filter((call) => call.includes('/send/'))).toEqual([]);
  expect(mailbox.mails).toHaveLength(mails);
  expect((await page.request.get(`${site.url}/articles/${id}`)).status()).toBe(200);

  await update();
  await page.getByRole('button', { name: 'Edit Another' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Another');
  await expect(page.getByText('Unpublished.', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Update live article' }).click();
  await expect(page.getByText('Unpublished.', { exact: true })).toHaveCount(0);
  expect(inDatabase(site, 'SELECT is_published FROM articles WHERE id = ?', other)).toEqual([{ is_published: 1 }]);
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`after Update of a live article the button that undoes it is visible and within reach, at ${width}`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page }) => {
    subscribers('seen', 1);
    await page.setViewportSize({ width, height });
    const content = '<p>A long paragraph about soil.</p>'.repeat(40);
    const id = await (await editorOf(site)).addArticle({ title: `Seen at ${width}`, content });
    await signIn(page, site);
    await openArticles(page, site, id);
    await pressInForm(page, 'Update');
    await expect(page.getByText('Article saved successfully.')).toBeVisible();
    const notice = page.getByText(`Unpublished. “Seen at ${width}” is now a draft: visitors do not see it.`);
    const back = page.locator('main').getByRole('button', { name: 'Publish again' });
    const toast = page.getByRole('region', { name: 'Notifications' });
    await expect(toast).toContainText('It is now a draft: visitors do not see it.');
    // The form that was longer is gone, and the list is there.
    await expect(page.getByRole('article').filter({ hasText: `Seen at ${width}` })).toContainText('Draft');
    for (const one of [notice, back]) {
      await expect(one).toBeInViewport({ ratio: 1 });
      const isCovered = await one.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const corners = [left + 12, right - 12].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
        return corners.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
      });
      expect(isCovered).toBe(false);
    }
    await page.keyboard.press('Tab');
    await expect(back).toBeFocused();
    await expectAccessible(page, width);

    await back.click();
    await expect(page.getByText('Published again. No email was sent.')).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(inDatabase(site, 'SELECT is_published FROM articles WHERE id = ?', id)).toEqual([{ is_published: 1 }]);
    await expect(page.getByRole('button', { name: 'Publish again' })).toHaveCount(0);
  });

test('an article changed by someone else since is not published again unseen', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  const editor = await editorOf(site);
  const id = await editor.addArticle({ title: 'Changed in the meantime' });
  await signIn(page, site);
  await openArticles(page, site, id);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Unpublished.', { exact: true })).toBeVisible();
  inDatabase(site, 'UPDATE articles SET version = version + 1 WHERE id = ?', id);
  await page.locator('main').getByRole('button', { name: 'Publish again' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('since saved this article');
  await expect(page.locator('main').getByRole('button', { name: 'Publish again' })).toBeEnabled();
  expect(inDatabase(site, 'SELECT is_published FROM articles WHERE id = ?', id)).toEqual([{ is_published: 0 }]);
  expectNoise(silent, /status of 409/);
});
