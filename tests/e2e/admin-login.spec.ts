/** What signing in says when it works and when it does not (spec 8). */
import { administrator, startSite } from '../support/site.ts';
import { answer, expectNoise, hold } from '../support/states.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

const refusals = [
  ['an answer without a token', { status: 200, json: { message: 'Hello' } }, 'Authentication failed'],
  ['the server’s sentence', { status: 401, json: { message: 'Not today.', code: 'unauthorized' } }, 'Not today.'],
  ['no answer', 'nothing', 'Login failed'],
] as const;

test('a failed sign-in shows the server’s words, or ours', async ({ page, site, silent }) => {
  for (const [what, reply, text] of refusals)
    await test.step(what, async () => {
      await page.goto(`${site.url}/admin/login`);
      await answer(page, '/admin/login', reply);
      await enterCredentials(page);
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(text);
      const password = page.getByLabel('Password', { exact: true });
      await password.press('Enter');
      await expect(password).toBeEnabled();
      await expect(password).toBeFocused();
      expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
    });
  expectNoise(silent, /ERR_FAILED|status of 401/);
});

test('signing in says so, is needed once, and leads to the dashboard; Logout says so too', async ({ page, site }) => {
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

test('a known browser is let in while someone at the same address guesses', {
  tag: '@long',
}, async ({ page, own, silent }) => {
  const site = own.use(await startSite({ LOG_LEVEL: 'error' }));
  const guess = async (password: string) => {
    const body = JSON.stringify({ usernameOrEmail: administrator.username, password });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${site.url}/api/v1/admin/login`, { method: 'POST', headers, body })).status;
  };
  await page.goto(`${site.url}/admin/login`);
  await enterCredentials(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  for (let n = 0; n < 5; n++) expect(await guess('wrong')).toBe(401);
  expect(await guess(administrator.password)).toBe(429);
  expect(await page.evaluate(() => document.cookie)).not.toContain('known_browser');
  await enterCredentials(page, { ...administrator, password: 'mistyped' });
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password');
  await enterCredentials(page);
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  // Another browser there waits, and is told how long.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.context().clearCookies();
  await enterCredentials(page);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please try again in a minute.');
  expectNoise(silent, /status of (401|429)/);
});

test('the first administrator opens the link of the start, and is on the dashboard', async ({ page, own, silent }) => {
  const site = own.use(await startSite({ ADMIN_PASSWORD: '', SEED_DEMO: 'true' }));
  await page.goto(`${site.url}/admin/login`);
  await expect(page.getByText('This site has no administrator yet.')).toBeVisible();
  await expect.poll(() => site.output()).toContain('#token=');
  const [link = ''] = /http:\S+\/admin\/invitation#token=\S+/.exec(site.output()) ?? [];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Welcome to your new site' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(administrator.username);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Email address').fill('ada@society.example');
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link has been used, withdrawn or has expired.')).toBeVisible();
  expectNoise(silent, /status of 404/);
});
