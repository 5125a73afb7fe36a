import { answer, expectNoise, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

const long = 'A sentence that goes on and on and holds averylongwordwithoutanyplacetobreakit'.repeat(3);
const line = {
  check: 'mail-domain',
  title: 'Mail domain',
  level: 'bad',
  sentence: long,
  todo: long,
};

test('an administrator reads what works and what does not, and checks again', async ({ page, site }) => {
  test.slow();
  // Journeys before this one may have left colleagues.
  inDatabase(site, 'UPDATE administrators SET is_active = false WHERE id > 1');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Site health' }).click();
  await expect(page.getByRole('heading', { name: 'Site health', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /\d+ good, \d+ to look at, \d+ bad/ })).toBeVisible();
  const good = page.getByRole('list', { name: 'Good', exact: true });
  await expect(good.getByRole('listitem').filter({ hasText: 'The database answers' })).toBeVisible();
  const ills = page.getByRole('list', { name: 'To look at' });
  await expect(ills.getByRole('listitem').filter({ hasText: 'There is only one administrator' })).toContainText(
    'To do: Invite a second one',
  );
  await expectAccessible(page, 1280, 375);
  const again = page.getByRole('button', { name: 'Check again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(again).toBeVisible();
  await expect(again).toBeFocused();
});

test('long lines fit, and a failed report can be requested again', async ({ page, site, silent }) => {
  await signIn(page, site);
  await answer(page, '/health/admin', { status: 500, json: {} });
  await page.goto(`${site.url}/admin/doctor`);
  await expect(page.getByRole('alert')).toContainText('The site could not be checked. Please try again.');
  await expectAccessible(page, 1280, 375);
  await page.unrouteAll();
  await answer(page, '/health/admin', { status: 200, json: [line] });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('To do:')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  expectNoise(silent, /status of 500/);
});

test('a problem that no email can report stands above every screen until it is over', async ({
  page,
  site,
  silent,
}) => {
  let isUntold = true;
  await page.route('**/api/v1/notices/admin', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isIll: isUntold } });
  });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/bin`);
  const notice = page.getByRole('status').filter({ hasText: 'Something is wrong with this site' });
  await expect(notice).toBeVisible();
  await expectAccessible(page, 1280, 375);
  isUntold = false;
  await notice.getByRole('link', { name: 'See what to do' }).click();
  await expect(page.getByRole('heading', { name: 'Site health', level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  expectNoise(silent, /ERR_FAILED/);
});
