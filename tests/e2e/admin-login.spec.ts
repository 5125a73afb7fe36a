/** What signing in says when it works and when it does not (spec 8). */
import { answer, expectNoise, hold } from '../support/states.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

const refusals = [
  ['an answer without a token', { status: 200, json: { message: 'Hello' } }, 'Authentication failed'],
  ['the server’s sentence', { status: 401, json: { message: 'Not today.', code: 'unauthorized' } }, 'Not today.'],
  ['no answer', 'nothing', 'Login failed'],
] as const;

test('signing in fails in the words of the server, or in ours', async ({ page, site, silent }) => {
  for (const [what, reply, text] of refusals)
    await test.step(what, async () => {
      await page.goto(`${site.url}/admin/login`);
      await answer(page, '/admin/login', reply);
      await enterCredentials(page);
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(text);
      expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
    });
  expectNoise(silent, /ERR_FAILED|status of 401/);
});

test('signing in says so, is asked for once, and leads to the dashboard; Logout says so too', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/admin/login`);
  const call = await hold(page, '/admin/login');
  await enterCredentials(page);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  call.release();
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
});
