/** An article whose newsletter was stopped, or whose subscribers have become more since. */

import { type Site, startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { editorOf, inDatabase, setSetting } from '../support/states.ts';
import { addSubscribers, sendArticle } from '../support/subscribers-of-site.ts';
import { openMore } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
  // What waits before it leaves has journeys of its own.
  setSetting(site, 'newsletterHoldSeconds', 0);
});

test.afterAll(() => site.stop());

test('Update stops the newsletter; after publishing again, it is offered to those who have not had it', async ({
  page,
  mailbox,
}) => {
  addSubscribers(site, 2);
  const id = await (await editorOf(site)).addArticle({ title: 'Sent too early' });
  await sendArticle(site, id);
  const states = () =>
    inDatabase(site, 'SELECT state FROM mails WHERE issue_id IS NOT NULL ORDER BY id').map(({ state }) => state);
  await expect.poll(states).toEqual(['sent', 'sent']);
  // The second one stands for a long list.
  inDatabase(site, "UPDATE issues SET state = 'paused'");
  inDatabase(
    site,
    "UPDATE mails SET state = 'queued', sent_at = NULL WHERE id = (SELECT max(id) FROM mails WHERE issue_id IS NOT NULL)",
  );

  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  await openMore(page);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Unpublish this article?' });
  await expect(question).toContainText('a newsletter on its way stops');
  await question.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(states()).toEqual(['sent', 'skipped']);
  inDatabase(site, "UPDATE issues SET state = 'done'");

  await page.getByRole('button', { name: 'Edit Sent too early' }).click();
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Sent too early' }).click();
  const newsletter = page.getByRole('region', { name: 'Newsletter' });
  await expect(newsletter).toContainText('will be sent to 1 subscriber. 1 has already had it.');
  await newsletter.getByRole('button', { name: 'Send newsletter' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send newsletter' }).click();
  await expect(page.getByText('The newsletter is on its way to 1 subscriber.')).toBeVisible();
  await expect.poll(states).toEqual(['sent', 'sent']);
  await expect(newsletter.getByRole('button', { name: 'Send newsletter' })).toHaveCount(0);
  expect(mailbox.mails.filter(({ envelopeTo }) => envelopeTo.includes('r1@example.org'))).toHaveLength(1);
});

test('sending asks what goes out while there are unpublished changes', async ({ page }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'With a typo', isPublished: true });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  await page.getByLabel('Title', { exact: true }).fill('Without a typo');
  await page.getByRole('button', { name: 'Send newsletter' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'The email has the live article, without your unpublished changes.',
  );
});
