/** Publish, and the undo window before the first mail: undone, sent at once, or left alone, in every browser. */
import type { Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { addColleague, empty, expectNoise, inDatabase, setSetting } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
});

test.afterAll(() => site.stop());

const noticeOn = (page: Page) => page.getByRole('region', { name: 'Newsletter that you can undo' });
const toastOn = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function publish(page: Page, title: string): Promise<void> {
  await openArticles(page, site);
  await fillArticle(page, title);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.')).toBeVisible();
  await expect(toastOn(page).getByRole('button', { name: 'Undo' })).toBeVisible();
}

/** The bar counts down once the message has gone: never two of Undo and Send now. */
async function dismissToast(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'You can undo it.' })).toHaveCount(1);
  const sendNow = page.getByRole('button', { name: 'Send now', exact: true });
  await expect(sendNow).toHaveCount(1);
  await toastOn(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(sendNow).toHaveCount(1);
}

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`Undo, also by a colleague and after a reload, mails no one, at ${width}`, async ({
    page,
    browser,
    mailbox,
    silent,
  }) => {
    await page.setViewportSize({ width, height });
    const title = `Undone at ${width}`;
    replaceSubscribers(site, `undo${width}`, 3);
    setSetting(site, 'newsletterHoldSeconds', 60);
    await signIn(page, site);
    const colleague = await browser.newPage({ viewport: { width, height } });
    await signIn(colleague, site, addColleague(site, `colleague${width}`));
    await colleague.goto(`${site.url}/admin/dashboard`);
    await expect(colleague.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await publish(page, title);
    await dismissToast(page);
    await expect(noticeOn(page)).toContainText(/Sending to 3 subscribers in \d+ s/);
    await expect(noticeOn(page)).toContainText(title);
    await expect(noticeOn(page)).toBeInViewport();
    await expect(page.getByRole('status').filter({ hasText: /^Sending to 3 subscribers in 60 s/ })).toHaveCount(1);
    await expectAccessible(page, width);

    await colleague.reload();
    await expect(noticeOn(colleague)).toContainText(/Sending to 3 subscribers in \d+ s/);
    await page.goto(`${site.url}/admin/newsletter`);
    await expect(page.getByRole('article', { name: title })).toContainText('Not sent yet');
    await expect(noticeOn(page)).toBeVisible();
    const heights = await noticeOn(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);

    await noticeOn(colleague).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(colleague.getByText('No email was sent. The article stays live.')).toBeVisible();
    await expect(colleague.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(noticeOn(page)).toHaveCount(0);
    await expect(page.getByRole('article', { name: title })).toHaveCount(0);
    await colleague.goto(`${site.url}/admin/articles`);
    await expect(colleague.getByRole('article').filter({ hasText: title })).toContainText('Newsletter not sent');
    await colleague.close();
    expect(inDatabase(site, 'SELECT id FROM mails WHERE issue_id IS NOT NULL')).toEqual([]);
    expect(mailbox.mails.filter(({ subject }) => subject.includes(title))).toEqual([]);
    // The newsletter that was followed is gone.
    expectNoise(silent, /status of 404/);
  });

test('Undo on the screen of the newsletter itself shows its article as not sent', async ({ page, silent }) => {
  replaceSubscribers(site, 'itself', 3);
  setSetting(site, 'newsletterHoldSeconds', 60);
  await signIn(page, site);
  await publish(page, 'Looked at and undone');
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('link', { name: 'Looked at and undone' }).click();
  await expect(page.getByRole('heading', { name: 'Who got it' })).toBeVisible();
  await noticeOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
  await expect(page.getByText('There is no such newsletter')).toHaveCount(0);
  // The frame with its mail may still be loading: then it gets that answer too.
  expectNoise(silent, /status of 404|frame-ancestors/);
});

test('the list below shows publishing, undoing and sending without a reload', async ({ page, silent }) => {
  replaceSubscribers(site, 'followed', 0);
  setSetting(site, 'newsletterHoldSeconds', 60);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Followed below');
  await expect(page.getByText('You have no subscribers yet, so no email will be sent.')).toBeVisible();
  replaceSubscribers(site, 'confirmed', 2);
  await expect(page.getByText('The newsletter will be sent to 2 subscribers.')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('To 2 subscribers, starting in 60 s.')).toBeVisible();
  // The form was longer than what is left of it.
  await expect(page.getByRole('form', { name: 'New article' })).toBeInViewport();
  const card = page.getByRole('article').filter({ hasText: 'Followed below' });
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('Newsletter not sent');
  await toastOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No email was sent. The article stays live.')).toBeVisible();
  await expect(card).toContainText('Newsletter not sent');
  await expect(noticeOn(page)).toHaveCount(0);

  const panel = page.getByRole('region', { name: 'Just published' });
  await panel.getByRole('button', { name: 'Send newsletter' }).click();
  const question = 'Send “Followed below”? The newsletter will be sent to 2 subscribers. You can undo it for 60 s.';
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Send newsletter' }).click();
  await expect(card).not.toContainText('Newsletter not sent');
  await noticeOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(card).toContainText('Newsletter not sent');
  expectNoise(silent, /status of 404/);
});

test('when it is undone in another window, the list, the filters and the status follow', async ({ page, silent }) => {
  empty(site, 'articles');
  replaceSubscribers(site, 'another', 1);
  setSetting(site, 'newsletterHoldSeconds', 600);
  await signIn(page, site);
  await publish(page, 'Undone later');
  await page.reload();
  const status = page.getByRole('status').filter({ hasText: 'Sending to 1 subscriber' });
  await expect(status).toHaveCount(1);
  const card = page.getByRole('article').filter({ hasText: 'Undone later' });
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('Newsletter not sent');
  await noticeOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No email was sent. The article stays live.')).toBeVisible();
  await expect(noticeOn(page)).toHaveCount(0);
  // It is asked for a second later.
  expect(await status.count()).toBe(0);
  await expect(card).toContainText('Newsletter not sent');
  await page.getByRole('radio', { name: 'Not sent' }).click();
  await expect(card).toBeVisible();
  expectNoise(silent, /status of 404/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('neither the notice nor a toast hides an entry of the menu', async ({ page }) => {
    replaceSubscribers(site, 'menu', 1);
    setSetting(site, 'newsletterHoldSeconds', 600);
    await signIn(page, site);
    await publish(page, 'Below the menu');
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await expect(page.getByText(/^To 1 subscriber, starting in \d+ s\.$/)).toBeVisible();
    expect(await hiddenEntries(page)).toEqual([]);
    await expect(noticeOn(page)).toBeVisible();
    await expect(toastOn(page)).toBeEmpty();
    expect(await hiddenEntries(page)).toEqual([]);
    await expectAccessible(page, 375);
  });

  async function hiddenEntries(page: Page) {
    const menu = page.getByRole('navigation', { name: 'Administrator' });
    return menu.locator('a, button').evaluateAll((all) =>
      all
        .filter((entry) => entry.checkVisibility())
        .filter((entry) => {
          const { left, top, width, height } = entry.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return y < window.innerHeight && !entry.contains(document.elementFromPoint(x, y));
        })
        .map((entry) => entry.textContent),
    );
  }
});

test('an update within the undo window says that the emails keep the earlier text', async ({ page }) => {
  replaceSubscribers(site, 'typo', 1);
  setSetting(site, 'newsletterHoldSeconds', 600);
  await signIn(page, site);
  await publish(page, 'With a typo');
  await page.getByRole('button', { name: 'Edit With a typo', exact: true }).click();
  await expect(page.getByText('Later changes are not in these emails.')).toBeVisible();
  await page.getByRole('button', { name: 'Update live article' }).click();
  await expect(toastOn(page)).toContainText('Visitors see it now. The emails keep the earlier text.');
});

test('Send now sends at once, and otherwise it is sent by itself', async ({ page, mailbox }) => {
  const [first = ''] = replaceSubscribers(site, 'now', 1);
  setSetting(site, 'newsletterHoldSeconds', 600);
  await signIn(page, site);
  await publish(page, 'Sent at once');
  await toastOn(page).getByRole('button', { name: 'Send now' }).click();
  await mailbox.waitForMails(1, first);
  await expect(noticeOn(page)).toHaveCount(0);

  const [second = ''] = replaceSubscribers(site, 'later', 1);
  await page.goto(`${site.url}/admin/settings`);
  await page.getByLabel('Undo window').selectOption('10 seconds');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await publish(page, 'Left alone');
  await dismissToast(page);
  await expect(noticeOn(page)).toContainText('Sending to 1 subscriber in');
  await mailbox.waitForMails(1, second);
  await expect(noticeOn(page)).toHaveCount(0);
});
