/** A second factor in the browser: set up, signed in with, lost. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { totpCodeOfStep, totpStepAt } from '#features/accounts/second-factor/totp.server.ts';
import { administrator, freePort, type Site, startSite } from '../support/site.ts';
import { addColleague, expectNoise, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { addDevice, addPasskey, factorPanel, logOut } from './factors.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

const root = resolve(import.meta.dirname, '../..');
const codeField = (page: Page) => page.getByLabel('Code from your authenticator app');

/** As if no code had been used yet: those of this moment work again. */
const forgetUsedCodes = (site: Site) => inDatabase(site, 'UPDATE administrators SET totp_last_step = NULL');
const codeNow = (secret: string) => totpCodeOfStep(secret, totpStepAt(new Date()));

/** Answers the key and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const panel = factorPanel(page);
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const group = panel.getByRole('group', { name: 'Set up an authenticator app' });
  await expect(group.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await group.locator('code').innerText()).replaceAll(' ', '');
  await codeField(page).fill(codeNow(secret));
  await group.getByRole('button', { name: 'Finish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  return { secret, codes: await dialog.getByRole('listitem').allInnerTexts() };
}

test('an authenticator app is set up, asked for, and replaced by codes when the phone is lost', async ({
  page,
  own,
  silent,
}) => {
  const site = own.use(await startSite({ LOG_LEVEL: 'error' }));
  await signIn(page, site);
  await page.goto(`${site.url}/admin/account`);
  await expect(factorPanel(page)).toContainText('You sign in with your password alone.');

  const { secret, codes } = await test.step('set up', async () => {
    const panel = factorPanel(page);
    await panel.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await expect(panel.getByRole('group', { name: 'Set up an authenticator app' })).toBeFocused();
    await expect(codeField(page)).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await panel.getByRole('button', { name: 'Finish' }).click();
    await expect(panel.getByText('Please enter the six digits that the app shows')).toBeVisible();
    await panel.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    return setUpApp(page);
  });
  await test.step('the codes are shown once, to be kept', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expectAccessible(page, 1280, 375);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await page.emulateMedia({ media: 'print' });
    await expect(dialog.getByText(codes[0] ?? '')).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(factorPanel(page)).toContainText('10 of 10 are left');
    await expectAccessible(page, 1280, 375);
  });
  await test.step('signing in asks for a code', async () => {
    await logOut(page);
    await enterCredentials(page);
    await expect(codeField(page)).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
    await expectAccessible(page, 1280, 375);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This code is wrong, or has already been used.');
    forgetUsedCodes(site);
    await codeField(page).fill(codeNow(secret));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  });
  await test.step('without the phone a recovery code signs in', async () => {
    await logOut(page);
    await enterCredentials(page);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await enterCredentials(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByText('I have lost everything').click();
    await expect(page.getByText('npm run admin -- reset-second-factor NAME')).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await page.getByLabel('Recovery code').fill((codes[3] ?? '').toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page.getByText('9 of your recovery codes are left.')).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  });
  await test.step('without either, the command line removes it', async () => {
    const env = { ...process.env, DATA_DIR: site.dataDir, SITE_URL: site.url };
    const args = [join(root, 'scripts/admin.ts'), 'reset-second-factor', administrator.username];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([
      0,
      'editor no longer has a second factor and signs in with the password alone. All sessions have ended.\n',
    ]);
    await page.goto(`${site.url}/admin/account`);
    await enterCredentials(page);
    await expect(page).toHaveURL(`${site.url}/admin/account`);
    await expect(factorPanel(page)).toContainText('You sign in with your password alone.');
  });
  expectNoise(silent, /status of 401/);
});

test('two passkeys are added, sign in, and are lost; a recovery code and a colleague’s link let one in again', {
  tag: '@long',
}, async ({ page, own, silent, browserName }) => {
  test.skip(browserName === 'firefox', 'Its driver has no virtual authenticator');
  const port = String(await freePort());
  // Browsers allow passkeys on a name, and on no bare network address.
  const site = own.use(await startSite({ PORT: port, SITE_URL: `http://localhost:${port}`, LOG_LEVEL: 'error' }));
  const url = `http://localhost:${port}`;
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const phone = await addDevice(device, 'internal');
  const panel = factorPanel(page);
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await page.goto(`${url}/admin/account`);
  await enterCredentials(page);

  const codes = await test.step('two are added', async () => {
    await addPasskey(page, 'My phone');
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const shown = await dialog.getByRole('listitem').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await device.send('WebAuthn.setUserVerified', { authenticatorId: phone, isUserVerified: true });
    await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: phone, enabled: false });
    const key = await addDevice(device, 'usb');
    await addPasskey(page, 'Key on my ring');
    await expect(panel.getByText('Key on my ring', { exact: true })).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await page.setViewportSize({ width: 1280, height: 800 });
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: key });
    await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: phone, enabled: true });
    return shown;
  });
  await test.step('one signs in after the password', async () => {
    await logOut(page);
    await enterCredentials(page);
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused();
    await expectAccessible(page, 1280, 375);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/admin/dashboard`);
  });
  await test.step('both lost: a recovery code', async () => {
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone });
    await logOut(page);
    await enterCredentials(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/admin/dashboard`);
  });
  await test.step('codes lost as well: a link of a colleague', async () => {
    await logOut(page);
    const ben = addColleague(site, 'ben');
    await enterCredentials(page, ben);
    await expect(page).toHaveURL(`${url}/admin/dashboard`);
    await page.goto(`${url}/admin/administrators`);
    await page.getByRole('button', { name: 'Second factor link for editor' }).click();
    await expectAccessible(page, 1280, 375);
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await logOut(page);
    await page.goto(link);
    await expectAccessible(page, 1280, 375);
    await page.getByRole('button', { name: 'Remove my second factor' }).click();
    await expect(page.getByRole('status').getByText('Sign in with your password')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enterCredentials(page);
    await expect(page).toHaveURL(`${url}/admin/dashboard`);
  });
  expectNoise(silent, /status of 40[13]/);
});
