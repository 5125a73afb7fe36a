/** Without a mail server mails are kept, and administrators are told so and can read them (B7). */
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
});

test('the outbox says that mails are kept, and shows them with working links', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByText('No mail server is set').getByRole('link', { name: 'outbox' }).click();
  await expect(page.getByRole('heading', { name: 'The outbox is empty' })).toBeVisible();
  await fetch(`${site.url}/api/v1/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.org' }),
  });
  const mails = page.getByRole('list', { name: 'Emails' }).getByRole('listitem');
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: /1 email|The outbox is empty/ })).toBeVisible();
      return mails.count();
    })
    .toBe(1);
  await expect(mails).toContainText('To reader@example.org');
  await mails.getByRole('link').click();
  const frame = page.frameLocator('iframe');
  const opening = page.waitForEvent('popup');
  await frame.getByRole('link', { name: /confirm/i }).click();
  await expect(await opening).toHaveURL(/\/(verify)?$/);
  await expectAccessible(page, 1280, 375);
  await page.goto(`${site.url}/admin/outbox`);
  await expect(mails).toHaveCount(1);
  await expectAccessible(page, 375);
});
