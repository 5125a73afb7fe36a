/** A draft that is scheduled: from the form, on its card, on the dashboard, and what asks when its time was missed. */
import type { Locator, Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { answer, callsOf, editorOf, expectNoise, hold, inDatabase, setSetting } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles, openMore, picture, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const colourOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);

let site: Site;

test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
  setSetting(site, 'newsletterHoldSeconds', 0);
});

test.afterAll(() => site.stop());

test.beforeEach(() => void inDatabase(site, 'DELETE FROM scheduled_publications'));

const year = new Date().getFullYear() + 1;
const when = `Dec 1, ${year} at 8:00 AM (London)`;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'When should it go live?' });
const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const plansOf = (title: string) =>
  inDatabase(
    site,
    'SELECT publish_at, has_newsletter, state FROM scheduled_publications JOIN articles ON articles.id = article_id WHERE title = ?',
    title,
  );

/** Opens the dialog and types a time. */
async function choose(page: Page, button: string, date: string, time: string): Promise<void> {
  if (button === 'Schedule…') await openMore(page);
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialogOf(page).getByLabel('Date', { exact: true }).fill(date);
  await dialogOf(page).getByLabel('Time', { exact: true }).fill(time);
}

/** Its time was yesterday, and no one was there. */
function miss(title: string, state = 'scheduled'): void {
  const due = new Date(Date.now() - 86_400_000).toISOString();
  const of = '(SELECT id FROM articles WHERE title = ?)';
  const change = 'UPDATE scheduled_publications SET due_at = ?, publish_at = ?, state = ?';
  inDatabase(site, `${change} WHERE article_id = ${of}`, due, due.slice(0, 19), state, title);
}

/** The days as London has them now. */
function presets(): Record<string, string> {
  const inDays = (days: number, options: Intl.DateTimeFormatOptions) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', { ...options, timeZone: 'Europe/London' });
  const monday = [1, 2, 3, 4, 5, 6, 7].find((days) => inDays(days, { weekday: 'short' }) === 'Mon') ?? 0;
  const words = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  return { 'Tomorrow 8:00 AM': inDays(1, words), 'Monday 8:00 AM': inDays(monday, words) };
}

const isFinger = (page: Page) => page.context().browser()?.browserType().name() === 'chromium';

for (const [name, viewport, hasTouch] of [
  ['a desk', { width: 1280, height: 800 }, false],
  ['a phone', { width: 375, height: 667 }, true],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch });

    // A finger of Firefox's driver presses no button that the page has to scroll to.
    const press = async (one: Locator) => (isFinger(one.page()) && hasTouch ? one.tap() : one.click());

    test('a draft is scheduled, scheduled again and unscheduled', async ({ page }) => {
      const title = `Planned on ${name}`;
      const { width } = viewport;
      replaceSubscribers(site, `plan${width}`, 2);
      await signIn(page, site);
      await openArticles(page, site);
      await fillArticle(page, title);
      await page.locator('form input[type=file]').setInputFiles(picture);
      const calls = callsOf(page);
      await press(page.getByRole('main').getByRole('button', { name: 'More', exact: true }));
      await press(page.getByRole('button', { name: 'Schedule…', exact: true }));
      await expect(dialogOf(page).getByLabel('Date', { exact: true })).toBeFocused();
      await expect(dialogOf(page)).toContainText('Time zone: Europe/London.');
      await expectAccessible(page, width);
      await press(dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }));
      await expect(dialogOf(page)).toContainText('Please choose a date and a time');
      await expect(dialogOf(page)).toContainText('The newsletter then goes to 2 subscribers.');
      await dialogOf(page).getByLabel('Date', { exact: true }).fill('2020/12/01');
      await dialogOf(page).getByLabel('Time', { exact: true }).fill('08:00');
      await expect(dialogOf(page)).toContainText('This time has passed. Please choose a later one.');
      await dialogOf(page).getByLabel('Date', { exact: true }).fill('2027/03/28');
      await dialogOf(page).getByLabel('Time', { exact: true }).fill('01:30');
      await expect(dialogOf(page)).toContainText('The clocks skip this time on that day. Please choose another one.');
      await dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }).click();
      await dialogOf(page).getByLabel('Date', { exact: true }).fill(`${year}/12/01`);
      await dialogOf(page).getByLabel('Time', { exact: true }).fill('8:00 am');
      await expect(dialogOf(page)).toContainText(`Goes live ${when}, then to 2 subscribers`);
      await dialogOf(page).getByLabel('Then send the newsletter').uncheck();
      await expect(dialogOf(page).getByText(`Goes live ${when}, without a newsletter`, { exact: true })).toBeVisible();
      await expect(dialogOf(page)).toContainText('No newsletter follows.');
      await dialogOf(page).getByLabel('Then send the newsletter').check();
      await expectAccessible(page, width);
      if (hasTouch) await press(dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }));
      else await page.keyboard.press('Enter');
      await expect(page.getByText(`Scheduled for ${when}.`)).toBeVisible();
      const own = calls.filter((call) => !/^GET|\/(drafts|uploads)\//.test(call));
      expect(own.map((call) => call.replace(/\d+/, 'N'))).toEqual([
        'POST /articles/admin',
        'PUT /articles/admin/N/image',
        'PUT /articles/admin/N/schedule',
      ]);
      await expect(page.getByText('This draft is scheduled.')).toBeVisible();
      await expect(cardOf(page, title)).toContainText('Scheduled');
      await expect(cardOf(page, title)).toContainText(`Goes live ${when}, then to 2 subscribers`);
      await page.getByRole('radio', { name: /^Scheduled/ }).click();
      await expect(page).toHaveURL(/state=scheduled/);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expectAccessible(page, width);

      await page.goto(`${site.url}/admin/dashboard`);
      const plan = page.getByRole('region', { name: 'Scheduled' });
      await expect(plan).toContainText(`Goes live ${when}, then to 2 subscribers · scheduled by editor`);
      await expectAccessible(page, width);
      await plan.getByRole('link', { name: title }).click();
      await expect(page.getByText('This draft is scheduled.')).toBeVisible();
      const newsletter = page.getByRole('region', { name: 'Newsletter' });
      await expect(newsletter).toContainText('It is sent when it goes live, as scheduled.');
      await expect(newsletter).not.toContainText('A draft is not sent');
      await openMore(page);
      await expect(page.getByRole('button', { name: 'Schedule…', exact: true })).toHaveCount(0);
      await page.getByLabel('Description', { exact: true }).fill('Not saved yet');
      await choose(page, 'Change the schedule…', `${year}/12/02`, '09:30');
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(/Goes live Dec 2, \d+ at 9:30 AM \(London\), then to 2 subscribers/).first(),
      ).toBeVisible();
      await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Not saved yet');
      await expect(page.getByText('1 change not included')).toBeVisible();
      await expectAccessible(page, width);
      await pressInForm(page, 'Update');
      await expect(page.getByText('Article saved successfully.')).toBeVisible();
      expect(plansOf(title)).toEqual([{ publish_at: `${year}-12-02T09:30:00`, has_newsletter: 1, state: 'scheduled' }]);

      await press(page.getByRole('button', { name: `Edit ${title}`, exact: true }));
      await expect(page.getByText('This draft is scheduled.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Unschedule' }));
      await expect(page.getByText('Unscheduled. The article is a draft.')).toBeVisible();
      await expect(page.getByText('This draft is scheduled.')).toHaveCount(0);
      await expect(newsletter).toContainText('Publish the article to send it.');
      expect(plansOf(title)).toEqual([]);
      for (const [preset, day] of Object.entries(presets())) {
        if (await page.getByText('This draft is scheduled.').isHidden()) await openMore(page);
        await press(page.getByRole('button', { name: /^(Schedule|Change the schedule)…$/ }));
        await expect(dialogOf(page)).toContainText('The newsletter then goes to 2 subscribers.');
        await press(dialogOf(page).getByRole('button', { name: preset }));
        await expect(cardOf(page, title)).toContainText(`Goes live ${day} at 8:00 AM (London), then to 2 subscribers`);
      }
      await press(page.getByRole('button', { name: `Delete ${title}`, exact: true }));
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(
        'It is scheduled, and no longer will be, even if you restore it from the bin.',
      );
      await press(question.getByRole('button', { name: 'Delete' }));
      await press(page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }));
      await expect(page.getByText('It is no longer scheduled.')).toBeVisible();
      expect(plansOf(title)).toEqual([]);
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Next event');
      await expect(page.getByRole('region', { name: 'Scheduled' })).toHaveCount(0);
    });

    test('a missed schedule asks on every screen', async ({ page, mailbox }) => {
      const title = `Missed on ${name}`;
      const { width } = viewport;
      const [subscriber = ''] = replaceSubscribers(site, `miss${width}`, 1);
      const editor = await editorOf(site);
      const ids = [];
      for (const one of ['first', 'second', 'third'])
        ids.push(await editor.addArticle({ title: `${title}, ${one}`, isPublished: false }));
      await signIn(page, site);
      await openArticles(page, site, ids[0]);
      for (const [at, one] of ['first', 'second', 'third'].entries()) {
        await openArticles(page, site, ids[at]);
        await choose(page, 'Schedule…', `${year}/12/01`, '08:00');
        await page.keyboard.press('Enter');
        await expect(page.getByText(`Scheduled for ${when}.`).first()).toBeVisible();
        miss(`${title}, ${one}`, one === 'third' ? 'restored' : 'scheduled');
      }
      await page.goto(`${site.url}/admin/dashboard`);
      const list = page.getByRole('region', { name: 'Scheduled', exact: true });
      const notices = page.getByRole('link', { name: 'Decide what to do' });
      const told = (words: string) => page.getByRole('status').filter({ has: notices }).getByText(words);
      await expect(notices).toHaveCount(3);
      await expect(list).toContainText('The site was off at that time.');
      await expect(told('The site was off at that time.')).toHaveCount(2);
      await expect(told('The site has since been restored from a backup')).toHaveCount(1);
      await expectAccessible(page, width);
      await notices.nth(0).click();
      const form = page.getByRole('form', { name: 'Edit article' });
      await expect(form).toContainText('This draft will not go live by itself.');
      // It no longer goes live by itself.
      const quiet = await colourOf(form.getByRole('button', { name: 'Preview', exact: true }));
      expect(await colourOf(form.getByRole('button', { name: 'Update', exact: true }))).toBe(quiet);
      expect(await colourOf(form.getByRole('button', { name: 'Publish now' }))).not.toBe(quiet);
      await page.getByLabel('Title', { exact: true }).fill(`${title}, first, typed on`);
      await form.getByRole('button', { name: 'Unschedule' }).click();
      await expect(notices).toHaveCount(2);
      await expect(form).not.toContainText('This draft will not go live by itself.');
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`${title}, first, typed on`);
      await pressInForm(page, 'Update');
      await expect(page.getByText('Article saved successfully.')).toBeVisible();
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(list).not.toContainText('first');
      await page.goto(`${site.url}/admin/subscribers`);
      await expect(notices).toHaveCount(2);
      await notices.nth(1).click();
      await choose(page, 'Change the schedule…', `${year}/12/03`, '10:00');
      await dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }).click();
      await expect(notices).toHaveCount(1);
      await notices.click();
      await pressInForm(page, 'Publish now');
      await expect(notices).toHaveCount(0);
      expect((await mailbox.waitForMails(1, subscriber))[0]?.subject).toContain(`${title}, second`);
      expect(plansOf(`${title}, third`)).toMatchObject([{ publish_at: `${year}-12-03T10:00:00`, state: 'scheduled' }]);
    });
  });

test('at its time the article is live as it was saved last, and each subscriber gets it once', async ({
  page,
  mailbox,
}) => {
  const subscribers = replaceSubscribers(site, 'time', 2);
  const id = await (await editorOf(site)).addArticle({ title: 'Its time comes', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  await choose(page, 'Schedule…', `${year}/12/01`, '08:00');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Scheduled for ${when}.`)).toBeVisible();
  expect((await page.request.get(`${site.url}/articles/${id}`)).status()).toBe(404);
  inDatabase(site, 'UPDATE scheduled_publications SET due_at = ? WHERE article_id = ?', new Date().toISOString(), id);
  await expect.poll(async () => (await page.request.get(`${site.url}/articles/${id}`)).status()).toBe(200);
  for (const subscriber of subscribers) expect(await mailbox.waitForMails(1, subscriber)).toHaveLength(1);
  expect(plansOf('Its time comes')).toEqual([]);
  await page.goto(`${site.url}/admin/activity`);
  await expect(page.getByText(/published the article .* as scheduled/)).toBeVisible();
});

test('publishing without sending is chosen once, beside the form or in the schedule', async ({ page, mailbox }) => {
  const [subscriber = ''] = replaceSubscribers(site, 'unsent-plan', 1);
  const id = await (await editorOf(site)).addArticle({ title: 'Told to no one', isPublished: false });
  const unsent = page.getByRole('radio', { name: /^Publish without sending/ });
  const tick = dialogOf(page).getByLabel('Then send the newsletter');
  const form = page.getByRole('form', { name: 'Edit article' });
  await signIn(page, site);
  await openArticles(page, site, id);
  await unsent.check();
  await choose(page, 'Schedule…', `${year}/12/01`, '08:00');
  await expect(tick).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(form).toContainText(`Goes live ${when}, without a newsletter.`);
  await expect(unsent).toHaveCount(0);
  await choose(page, 'Change the schedule…', `${year}/12/02`, '08:00');
  await expect(tick).not.toBeChecked();
  await tick.check();
  await page.keyboard.press('Enter');
  await expect(form).toContainText('then to 1 subscriber');
  await page.reload();
  await expect(form).toContainText('then to 1 subscriber');
  await choose(page, 'Change the schedule…', `${year}/12/03`, '08:00');
  await tick.uncheck();
  await page.keyboard.press('Enter');
  await expect(form).toContainText('without a newsletter.');
  // Another browser knows nothing but the schedule.
  await page.evaluate(() => localStorage.removeItem(`unsent:${new URLSearchParams(location.search).get('edit')}`));
  await page.reload();
  await expect(form).toContainText('without a newsletter.');
  await form.getByRole('button', { name: 'Unschedule' }).click();
  await expect(unsent).toBeChecked();
  await choose(page, 'Schedule…', `${year}/12/01`, '08:00');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('without a newsletter.');
  await pressInForm(page, 'Publish now');
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  expect(mailbox.mails.filter(({ envelopeTo }) => envelopeTo.includes(subscriber))).toEqual([]);
});

test('the dashboard calls each of its lists once, however much is scheduled', async ({ page }) => {
  replaceSubscribers(site, 'once', 2);
  const editor = await editorOf(site);
  const due = `${year}-12-01T08:00:00.000Z`;
  for (const title of ['Once, one', 'Once, two', 'Once, three']) {
    const id = await editor.addArticle({ title, isPublished: false });
    inDatabase(
      site,
      `INSERT INTO scheduled_publications (article_id, publish_at, due_at, has_newsletter, state, created_at)
        VALUES (?, ?, ?, 1, 'scheduled', ?)`,
      ...[id, due.slice(0, 19), due, new Date().toISOString()],
    );
  }
  await signIn(page, site);
  const calls = callsOf(page);
  const told = page.waitForResponse(/notices\/admin/);
  await page.goto(`${site.url}/admin/dashboard`);
  await (await told).finished();
  const sentence = `Goes live ${when}, then to 2 subscribers`;
  await expect(page.getByRole('region', { name: 'Scheduled', exact: true }).getByText(sentence)).toHaveCount(3);
  await expect(page.getByRole('article').getByText(sentence)).toHaveCount(3);
  expect(calls.filter((call) => /\/audience|^GET \/(articles|dashboard)\/admin/.test(call)).sort()).toEqual([
    'GET /articles/admin?limit=60&fields=card',
    'GET /dashboard/admin',
  ]);
});

test('a picture that cannot be uploaded leaves a draft with nothing scheduled, and says so', async ({
  page,
  silent,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Without its picture');
  // It is sent when it is chosen, and again with the save.
  await answer(page, '/uploads/articles', { status: 400, json: { message: 'No.', code: 'invalid' } });
  await page.locator('form input[type=file]').setInputFiles(picture);
  await pressInForm(page, 'Schedule…');
  await expect(page.getByText('The article is kept as a draft.')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(plansOf('Without its picture')).toEqual([]);
  expect(inDatabase(site, 'SELECT is_published FROM articles WHERE title = ?', 'Without its picture')).toEqual([
    { is_published: 0 },
  ]);
  expectNoise(silent, /400/);
});

test('a press on a day fills it in only while no one knows who gets it, and after midnight', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Pressed early');
  const counting = await hold(page, '/newsletter/admin/audience*');
  await pressInForm(page, 'Schedule…');
  const tomorrow = dialogOf(page).getByRole('button', { name: 'Tomorrow 8:00 AM' });
  const date = dialogOf(page).getByLabel('Date', { exact: true });
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000)
      .toLocaleDateString('sv', { timeZone: 'Europe/London' })
      .replaceAll('-', '/');
  await expect(dialogOf(page)).toContainText('Counting the subscribers...');
  await tomorrow.click();
  await expect(date).toHaveValue(dayIn(1));
  await expect(dialogOf(page).getByLabel('Time', { exact: true })).toHaveValue('08:00');
  counting.release();
  await expect(dialogOf(page)).not.toContainText('Counting the subscribers...');
  await page.clock.setFixedTime(new Date(Date.now() + 86_400_000));
  await tomorrow.click();
  await expect(date).toHaveValue(dayIn(2));
  await expect(dialogOf(page)).toBeVisible();
  expect(plansOf('Pressed early')).toEqual([]);
  await tomorrow.click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(plansOf('Pressed early')).toMatchObject([{ publish_at: `${dayIn(2).replaceAll('/', '-')}T08:00:00` }]);
});

test('a time that the server refuses is asked again, with the reason and with what was typed', async ({
  page,
  silent,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await pressInForm(page, 'Schedule…');
  await expect(page.getByText('Title and description are required')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await fillArticle(page, 'Refused');
  const sentence = 'This time has passed. Please choose a later one.';
  const json = { message: sentence, code: 'invalid', fields: { publishAt: sentence } };
  await answer(page, '/articles/admin/*/schedule', { status: 400, json });
  await choose(page, 'Schedule…', `${year}/12/01`, '08:00');
  await dialogOf(page).getByLabel('Then send the newsletter').uncheck();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toContainText(sentence);
  await expect(dialogOf(page).getByLabel('Time', { exact: true })).toHaveValue('08:00');
  await expect(dialogOf(page).getByLabel('Then send the newsletter')).not.toBeChecked();
  // Again: the same sentence, though something else was typed.
  await dialogOf(page).getByLabel('Time', { exact: true }).fill('08:30');
  await expect(dialogOf(page)).not.toContainText(sentence);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toContainText(sentence);
  await page.unrouteAll();
  await page.route('**/api/v1/articles/admin/*/schedule', (route) => route.abort('internetdisconnected'));
  await dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Failed to schedule. Please try again.');
  await expect(dialogOf(page).getByLabel('Time', { exact: true })).toHaveValue('08:30');
  await page.unrouteAll();
  await dialogOf(page).getByLabel('Time', { exact: true }).fill('08:00');
  await dialogOf(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(`Scheduled for ${when}.`)).toBeVisible();
  await expect(page.getByText('This draft is scheduled.')).toBeVisible();
  expect(plansOf('Refused')).toEqual([{ publish_at: `${year}-12-01T08:00:00`, has_newsletter: 0, state: 'scheduled' }]);
  expect(inDatabase(site, 'SELECT id FROM articles WHERE title = ?', 'Refused')).toHaveLength(1);
  await page.getByLabel('Description', { exact: true }).fill('Written on');
  await pressInForm(page, 'Save and keep writing');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await expect(page.getByText('This draft is scheduled.')).toBeVisible();
  await page.getByRole('button', { name: 'Unschedule' }).click();
  await expect(page.getByText('This draft is scheduled.')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Edit article' })).toBeFocused();
  expectNoise(silent, /400|ERR_INTERNET_DISCONNECTED/);
});
