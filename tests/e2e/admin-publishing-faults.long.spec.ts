/** What happens when saving, uploading, publishing or sending an article fails. */

import { type Site, startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { answer, expectNoise, inDatabase, setSetting } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles, picture } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
  // These are about what follows the wait.
  setSetting(site, 'newsletterHoldSeconds', 0);
});

test.afterAll(() => site.stop());

const subscribers = (name: string, count: number) => replaceSubscribers(site, name, count);

test('a failed upload publishes nothing, and pressing again continues with the same article', async ({
  page,
  silent,
}) => {
  subscribers('none', 0);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Upload that fails');
  await answer(page, '/uploads/articles', { status: 500, json: { message: 'The disk is full.', code: 'internal' } });
  await page.locator('form input[type=file]').setInputFiles(picture);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Upload failed: The disk is full.' });
  await expect(alert).toContainText('The article is kept as a draft.');
  const rows = () => inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Upload that fails'");
  expect(rows()).toEqual([{ is_published: 0 }]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('You have no subscribers yet, so no one was emailed.').first()).toBeVisible();
  expect(rows()).toEqual([{ is_published: 1 }]);
  expectNoise(silent, /status of 500/);
});

test('when publishing fails the form says so, and the text is kept', async ({ page, silent }) => {
  subscribers('none', 0);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Publishing that fails');
  await answer(page, '/articles/admin/publish/*', { status: 500, json: {} });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to save. Please try again.' });
  await expect(alert).toContainText('Failed to publish article');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Publishing that fails');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('You have no subscribers yet, so no one was emailed.').first()).toBeVisible();
  expect(inDatabase(site, "SELECT id FROM articles WHERE title = 'Publishing that fails'")).toHaveLength(1);
  expectNoise(silent, /status of 500/);
});

test('a failed sending leaves the article published, and trying again reaches each subscriber once', async ({
  page,
  mailbox,
  silent,
}) => {
  const [subscriber = ''] = subscribers('retry', 1);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Sending that fails');
  await answer(page, '/newsletter/admin/send/*', 'nothing');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const newsletter = page.getByRole('region', { name: 'Just published' });
  await expect(newsletter.getByRole('alert')).toContainText('Failed to send newsletter');
  await expect(newsletter.getByRole('alert')).toContainText('The article is published.');
  const toast = page.getByRole('region', { name: 'Notifications' });
  await expect(toast).toContainText('Failed to send newsletter');
  const again = page.waitForEvent('requestfailed');
  await toast.getByRole('button', { name: 'Send newsletter' }).click();
  await again;
  await expect(newsletter.getByRole('alert')).toContainText('Failed to send newsletter');
  await page.unrouteAll();
  await newsletter.getByRole('button', { name: 'Send newsletter' }).click();
  await expect(page.getByText('The newsletter is on its way to 1 subscriber.')).toBeVisible();
  await mailbox.waitForMails(1, subscriber);
  await expect(newsletter).toContainText('Delivered to 1 of 1.');
  await expect(newsletter.getByRole('alert')).toHaveCount(0);
  expect(inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Sending that fails'")).toEqual([
    { is_published: 1 },
  ]);
  expectNoise(silent, /ERR_FAILED/);
});
