import type { Page } from '@playwright/test';
import { administrator, startSite } from '../support/site.ts';
import { smtpServer } from '../support/smtp.ts';
import { expect, pressing, test } from './fixtures.ts';

const password = 'marmot umbrella violin';

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First steps' });

test('a fresh demo site becomes the society’s own with 12 presses, and its first steps are done with 20', async ({
  page,
  browser,
  own,
}) => {
  test.slow();
  const mailbox = own.use(await smtpServer());
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'One Health <news@society.example>' };
  const site = own.use(await startSite({ ...mail, SEED_DEMO: 'true', ADMIN_EMAIL: 'editor@society.example' }));
  const { button, link, count } = pressing(page);
  const steps = stepsOf(page);
  await page.goto(`${site.url}/admin`);
  await page.getByLabel('Username or Email').fill(administrator.username);
  await page.getByLabel('Password').fill(administrator.password);
  await button('Sign In');
  await expect(steps.getByRole('status')).toHaveText('1 of 12 done');
  await expect(steps).toContainText('Next: The name of your society');
  await button('Show all');
  await expect(steps.getByRole('listitem')).toHaveCount(12);
  await expect(steps.getByRole('listitem').last()).toHaveText('✓ Your email address');
  await expect(steps).toContainText('“Join Society” leads to a made-up address so far.');
  await button('Send a test email');
  await expect(steps.getByRole('status')).toContainText('2 of 12 done');
  await expect.poll(() => mailbox.mails.length).toBe(1);

  await button('Remove demo content');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove demo content' }).click();
  await expect(page.getByText('There are no articles yet.')).toBeVisible();
  await link('Enter the form’s address');
  await page.getByLabel('Society name').fill('One Health Society of Ourtown');
  await page.getByLabel('Membership form').fill('https://union.example/one-health');
  await page.getByLabel('About text').fill('We are the One Health society of Ourtown.');
  await button('Save settings');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await link('Manage Committee Members');
  await page.getByLabel('Name', { exact: true }).fill('Our President');
  await page.getByLabel('Position').fill('President');
  await button('Add Member');
  await expect(page.getByRole('group', { name: 'Saved: Our President' })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(12);

  await link('Dashboard');
  await link('Invite a colleague');
  await page.getByLabel('Email address').fill('ben@society.example');
  await button('Invite');
  const invitation = await page
    .getByRole('group', { name: 'Link for ben@society.example' })
    .getByLabel('Link')
    .inputValue();
  await join(await (await browser.newContext()).newPage(), invitation);

  await link('Dashboard');
  await button('Show all');
  await link('Open Backups');
  await button('Back up now');
  await expect(page.getByText(/^Rehearsed on /)).toBeVisible({ timeout: 60_000 });

  await link('Dashboard');
  // The address is set on the server, and a second factor is on the device of each.
  await expect(steps.getByRole('status')).toContainText('9 of 12 done');
  await button('Show all');
  await button('Hide these steps');
  await expect(steps).toBeHidden();
  expect(count()).toBeLessThanOrEqual(20);
  const members = (await (await fetch(`${site.url}/api/v1/members`)).json()) as { name: string }[];
  expect(members.map(({ name }) => name)).toEqual(['Our President']);
});

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Username').fill('ben');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join and sign in' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.context().close();
}
