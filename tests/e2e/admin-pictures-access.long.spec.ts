/** The picture field without a mouse, and as assistive technology finds it. */

import { patient } from '../support/patience.ts';
import { plainJpeg } from '../support/photos.ts';
import { hold } from '../support/states.ts';
import { unfold } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

const wide = async () => ({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await plainJpeg(2000, 1000) });

test('every state of the field is accessible on a phone, in light and dark', async ({ page, site }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await unfold(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Position' }).fill('Chair');
  const field = page.getByRole('group', { name: 'Image' });
  await test.step('empty', () => expectAccessible(page, 375));
  const input = field.locator('input[type=file]');
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(field.getByRole('alert')).toBeVisible();
  await expect(field.getByRole('button', { name: 'Choose image' })).toHaveAccessibleDescription(
    'Please select a valid image file',
  );
  await test.step('refused', () => expectAccessible(page, 375));
  // It goes to the site at once, for other devices.
  const gate = await hold(page, '/uploads/members');
  await input.setInputFiles(await wide());
  await expect(field).toContainText('after compression');
  await test.step('chosen', () => expectAccessible(page, 375));
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await test.step('on its way', () => expectAccessible(page, 375));
  gate.release();
  await expect(page.getByText('Member saved successfully.')).toBeVisible({ timeout: patient(45_000) });
});

test('a picture is chosen, kept in its original size and removed by keyboard alone', async ({ page, site }) => {
  // Asked for beforehand: a key may overtake the browser's order to hand the choice of a file over.
  const chooser = page.waitForEvent('filechooser');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Bio' }).focus();
  await page.keyboard.press('Tab');
  const field = page.getByRole('group', { name: 'Image' });
  await expect(field.getByRole('button', { name: 'Choose image' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await wide());
  await expect(field).toContainText('after compression');
  await expect(field.getByRole('button', { name: 'Replace image' })).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key);
  await expect(field).toContainText('as it is');
  for (const key of ['Shift+Tab', 'Enter']) await page.keyboard.press(key);
  await expect(field.getByRole('button', { name: 'Choose image' })).toBeFocused();
  await expect(field.locator('img')).toHaveCount(0);
});
