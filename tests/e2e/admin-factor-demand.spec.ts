/** A second factor for everybody: somebody asks it, the day comes, and whoever has none is led to set one up. */
import type { Page } from '@playwright/test';
import { dayInWords } from '#shared/instants.ts';
import { freePort, startSite } from '../support/site.ts';
import { addColleague, expectNoise, setSetting } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { addDevice, addPasskey, factorPanel, logOut } from './factors.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const dayField = (page: Page) => page.getByLabel('Second factor for everybody from');
const closeCodes = (page: Page) => page.getByRole('button', { name: 'I have kept them' }).click();

test('everybody needs a second factor from a day on, and nobody is locked out', async ({
  page,
  own,
  silent,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'Its driver has no virtual authenticator');
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const site = own.use(await startSite({ PORT: port, SITE_URL: url, LOG_LEVEL: 'error' }));
  const ben = addColleague(site, 'ben');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await addDevice(device, 'internal');
  const day = inDays(30);
  const words = dayInWords(day, 'UTC');
  const status = page.getByRole('status');

  await test.step('whoever asks it has one', async () => {
    await page.goto(`${url}/admin/settings`);
    await enterCredentials(page);
    await dayField(page).fill(day);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('alert')).toContainText('Set up a second factor of your own first');
    await expect(dayField(page)).toBeFocused();
    await expectAccessible(page, 1280, 375);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /^Never/ }).click();
    await page.goto(`${url}/admin/account`);
    await addPasskey(page, 'My phone');
    await closeCodes(page);
    await page.goto(`${url}/admin/settings`);
    await dayField(page).fill(day);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(status.getByText('Saved', { exact: true })).toBeVisible();
    await page.goto(`${url}/admin/activity`);
    await expect(page.getByText(`from ${words} on everybody needs a second factor`)).toBeVisible();
    await logOut(page);
  });
  await test.step('before the day, whoever has none reads so on every page', async () => {
    await enterCredentials(page, ben);
    const sentence = `From ${words} on everybody who looks after this site needs a second factor`;
    await expect(status.getByText(sentence)).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await page.goto(`${url}/admin/administrators`);
    await expect(status.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'ben' }).getByText('No second factor')).toBeVisible();
    await expect(page.getByText('No second factor')).toHaveCount(1);
    await expectAccessible(page, 1280, 375);
    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await expect(page).toHaveURL(`${url}/admin/account`);
    await expect(factorPanel(page)).toBeVisible();
    await expect(status.getByText(sentence)).toBeVisible();
  });
  await test.step('the day comes while somebody writes', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}/admin/articles`);
    await page.getByLabel('Title').fill('Bats and farms');
    await page.getByLabel('Description').fill('What a virus needs');
    // The open screen says so without being asked.
    setSetting(site, 'secondFactorFrom', null);
    await expect(page.getByText('needs a second factor')).toHaveCount(0);
    setSetting(site, 'secondFactorFrom', day);
    await expect(status.getByText(`From ${words} on everybody`)).toBeVisible();
    setSetting(site, 'secondFactorFrom', inDays(0));
    await expect(page).toHaveURL(`${url}/admin/account`);
    await expect(status.getByText(`Since ${dayInWords(inDays(0), 'UTC')} everybody`)).toBeVisible();
    await expectAccessible(page, 1280, 375);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('navigation', { name: 'Administrator' }).getByRole('link')).toHaveText([
      'Your account',
      'View site ↗',
    ]);
    await page.goto(`${url}/admin/settings`);
    await expect(page).toHaveURL(`${url}/admin/account`);
  });
  await test.step('a new sign-in comes no further', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Keep and log out' }).click();
    await enterCredentials(page, ben);
    await expect(page).toHaveURL(`${url}/admin/account`);
    await expectAccessible(page, 1280, 375);
  });
  await test.step('on a phone: with a passkey everything opens at once', async () => {
    await addPasskey(page, 'My phone');
    await closeCodes(page);
    await expect(page.getByText('needs a second factor')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Manage Articles' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Bats and farms');
  });
  await test.step('whoever removes it is back at the set-up', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}/admin/account`);
    await factorPanel(page).getByRole('button', { name: 'Remove the passkey My phone' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('you can do nothing else before you have set up another');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Manage Articles' })).toHaveCount(0);
    await expect(status.getByText('everybody who looks after this site needs a second factor')).toBeVisible();
    await page.goto(`${url}/admin/dashboard`);
    await expect(page).toHaveURL(`${url}/admin/account`);
    // What the page asks for at its start, and is refused.
    await page.waitForLoadState('networkidle');
  });
  expectNoise(silent, /status of 40[03]/);
});
