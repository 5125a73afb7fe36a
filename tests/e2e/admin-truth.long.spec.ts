/** What a newsletter says of itself: kept without a mail server, and not confirmed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../support/site.ts';
import { settingsFor } from '../support/smtp.ts';
import { expectNoise, inDatabase, setSetting } from '../support/states.ts';
import { addSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let dataDir: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'site-data-'));
});

test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('without a mail server publishing says that no one gets a mail', async ({ page, own }) => {
  const site = own.use(await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  addSubscribers(site, 3);
  setSetting(site, 'newsletterHoldSeconds', 0);
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Kept for later');
  await expect(
    page.getByText('No mail server is set: emails stay in the outbox and reach no one.').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published and newsletter sent.')).toBeVisible();
  await expect(page.getByText('Kept in the outbox: no mail server is set.')).toBeVisible();
  const newsletter = page.getByRole('region', { name: 'Just published' });
  await expect(newsletter).toContainText('Delivered to 0 of 3. 3 in the outbox.');
  await page.goto(`${site.url}/admin/newsletter`);
  const card = page.getByRole('article', { name: 'Kept for later' });
  await expect(card).toContainText('In the outbox');
  await expect(card).toContainText('Started');
  await expect(card).toContainText('Delivered to 0 of 3.');
});

test('once there is one, the article is sent to those who have not had it', async ({ page, own, mailbox, silent }) => {
  const site = own.use(await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settingsFor(mailbox) }));
  await signIn(page, site);
  await openArticles(page, site);
  await page.getByRole('button', { name: 'Edit Kept for later' }).click();
  await page.getByRole('button', { name: 'Send newsletter' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send newsletter' }).click();
  await mailbox.waitForMails(1, 'r3@example.org');

  // As after an outage: of two no one knows, and one came back.
  const issue = "article_id = (SELECT id FROM articles WHERE title = 'Kept for later')";
  await expect.poll(() => inDatabase(site, `SELECT state FROM issues WHERE ${issue}`)).toEqual([{ state: 'done' }]);
  const never = '9999-12-31T23:59:59.999Z';
  inDatabase(
    site,
    "UPDATE mails SET state = 'unknown', next_attempt_at = ? WHERE issue_id IS NOT NULL AND subscriber_id > 1",
    never,
  );
  inDatabase(
    site,
    `INSERT INTO bounces (subscriber_id, at, kind, source, message_id, answer)
     SELECT subscriber_id, sent_at, 'hard', 'mailbox', message_id, '550 5.1.1 no such user' FROM mails WHERE issue_id IS NOT NULL AND subscriber_id = 1`,
  );
  inDatabase(
    site,
    `UPDATE mails SET reported = 'bounced', smtp_answer = '550 5.1.1 no such user'
     WHERE issue_id IS NOT NULL AND subscriber_id = 1`,
  );
  await page.goto(`${site.url}/admin/newsletter`);
  const card = page.getByRole('article', { name: 'Kept for later' });
  await expect(card.getByText('Done, 2 not confirmed')).toBeVisible();
  await expect(card).toContainText('Delivered to 0 of 3. 1 address no longer exists. 2 not confirmed.');
  await card.getByRole('link', { name: 'Kept for later' }).click();
  const recipients = page.getByRole('region', { name: 'Who got it' });
  await expect(recipients.getByRole('listitem')).toHaveText([
    /r1@example\.org.*Bounced.*550 5\.1\.1/,
    /r2@example\.org.*Not confirmed/,
    /r3@example\.org.*Not confirmed/,
  ]);
  const download = page.waitForEvent('download');
  await recipients.getByRole('button', { name: /^Export all .*CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^newsletter-\d+-failed\.csv$/);
  await expect(page.getByRole('region', { name: 'The email', exact: true })).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await card.getByRole('button', { name: /^Send these again \(some may get it twice\)/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Send “Kept for later” again to 2 subscribers?' });
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The emails that were not confirmed are being sent again.')).toBeVisible();
  await expect(card).toContainText('Delivered to 2 of 3. 1 address no longer exists.');
  await mailbox.waitForMails(2, 'r3@example.org');
  // The logo in the mail as it was sent has the address that the site had then.
  expectNoise(silent, /icon-192|ERR_CONNECTION_REFUSED/);
});
