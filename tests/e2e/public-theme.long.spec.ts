import type { Page } from '@playwright/test';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

const light = 'rgb(248, 246, 240)';
const dark = 'rgb(20, 26, 18)';

test('without a choice the page follows the system, also while it is open', async ({ page, demoSite }) => {
  for (const [colorScheme, ground] of [
    ['dark', dark],
    ['light', light],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, demoSite.url);
    expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
    expect(await groundOf(page)).toBe(ground);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await groundOf(page)).toBe(dark);
});

for (const [system, chosen, ground] of [
  ['light', 'dark', dark],
  ['dark', 'light', light],
] as const)
  test(`${chosen} chosen on a ${system} system is kept, and the server sends it at once`, async ({
    page,
    demoSite,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await open(page, demoSite.url);
    const button = page.getByRole('button', { name: 'Switch between light and dark' });
    await button.click();
    expect(await groundOf(page)).toBe(ground);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'theme', value: chosen, path: '/', sameSite: 'Lax' });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 24 * 3600);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Articles' }).click();
    await expect(page).toHaveURL(`${demoSite.url}/articles`);
    expect(await groundOf(page)).toBe(ground);
    // What the browser paints before any script has run.
    const answer = await page.reload();
    expect(await answer?.text()).toContain(`<html lang="en" data-theme="${chosen}">`);
    expect(answer?.headers().vary).toMatch(/cookie/i);
    expect(await groundOf(page)).toBe(ground);

    await button.click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe(system);
    expect((await context.cookies())[0]?.value).toBe(system);
  });

function groundOf(page: Page): Promise<string> {
  return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
}
