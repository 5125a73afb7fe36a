/** Second factors in the browser: Chromium's virtual authenticator, and the panel on the account screen. */
import type { CDPSession, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const factorPanel = (page: Page) => page.getByRole('region', { name: 'Second factor' });

export async function logOut(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Username or Email')).toBeVisible();
}

export async function addDevice(device: CDPSession, transport: 'internal' | 'usb'): Promise<string> {
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

export async function addPasskey(page: Page, name: string): Promise<void> {
  await factorPanel(page).getByRole('button', { name: 'Add a passkey' }).click();
  const group = page.getByRole('group', { name: 'Add a passkey' });
  await expect(group).toBeFocused();
  await group.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey has been added.').first()).toBeVisible();
}
