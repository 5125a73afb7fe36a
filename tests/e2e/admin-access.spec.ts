import type { Page } from '@playwright/test';
import { walk } from '../support/keyboard.ts';
import { type Site, startSite } from '../support/site.ts';
import { breakTable, expectNoise, hold } from '../support/states.ts';
import { expectAccessible, smallTargets } from './accessible.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

const lists = [
  ['articles', '/admin/dashboard', '/admin/articles'],
  ['members', '/admin/dashboard?tab=committee', '/admin/committee'],
  ['events', '/admin/dashboard?tab=events', '/admin/events'],
] as const;

for (const width of [375, 1280]) {
  test(`every administrator's screen is accessible in light and dark at ${width} px`, async ({ page, demoSite }) => {
    test.slow();
    await size(page, width);
    await test.step('sign-in', async () => {
      await page.goto(`${demoSite.url}/admin/login`);
      await page.getByLabel('Username or Email').waitFor();
      await look(page, width);
    });
    await signIn(page, demoSite);
    for (const [name, dashboard, screen] of lists) {
      await test.step(`${name} on the dashboard`, async () => {
        await page.goto(demoSite.url + dashboard);
        await page.getByRole('article').first().waitFor();
        await expect(page.locator('h1')).toHaveCount(1);
        await look(page, width);
      });
      await test.step(`${name} with a new form`, async () => {
        await page.goto(demoSite.url + screen);
        await page.getByRole('article').first().waitFor();
        // A chunk shared with the public entry once drew the public page below.
        await expect(page.locator('h1')).toHaveCount(1);
        await look(page, width);
      });
      await test.step(`${name} being edited, and asked about`, async () => {
        await page.getByRole('article').first().click();
        await expect(page.getByRole('button', { name: /^(Update|Update live article)$/ }).first()).toBeVisible();
        const options = page.getByText('More options');
        if (await options.isVisible()) await options.click();
        await look(page, width);
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await look(page, width);
      });
    }
    await page.goto(`${demoSite.url}/admin/nothing`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await look(page, width);
    if (width < 768)
      await test.step('open menu', async () => {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await look(page, width);
      });
  });

  test.describe(`on a site of its own at ${width} px`, () => {
    let site: Site;

    test.beforeAll(async () => {
      site = await startSite({ LOG_LEVEL: 'error' });
    });

    test.afterAll(() => site.stop());

    test('waiting, empty and failing screens are accessible in light and dark', async ({ page, silent }) => {
      test.slow();
      await size(page, width);
      await page.goto(`${site.url}/admin/login`);
      await page.getByLabel('Username or Email').fill('nobody');
      await page.getByLabel('Password').fill('nothing');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await look(page, width);
      await enterCredentials(page);
      await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
      for (const [table, dashboard, screen] of lists)
        await test.step(table, async () => {
          const held = await hold(page, `/${table}/admin*`);
          await page.goto(site.url + dashboard);
          await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeVisible();
          await look(page, width);
          held.release();
          await expect(page.getByRole('link', { name: /First/ })).toBeVisible();
          await look(page, width);
          await page.goto(`${site.url}${screen}?search=none`);
          await expect(page.getByText(/^No matching/)).toBeVisible();
          await page.getByRole('button', { name: /^(Publish|Add Event|Add Member)$/ }).click();
          await expect(page.getByRole('alert').first()).toBeVisible();
          await look(page, width);
          const failure = breakTable(site, table);
          await page.goto(site.url + dashboard);
          await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
          await look(page, width);
          failure.repair();
        });
      await page.goto(`${site.url}/admin/events`);
      await page.getByLabel('Date').fill('2026/02/31');
      await page.getByLabel('Time').fill('24:61');
      await look(page, width);
      expectNoise(silent, /status of (401|500)/);
    });
  });

  test(`the focus can be seen at every stop at ${width} px, forwards and backwards`, async ({ page, demoSite }) => {
    test.slow();
    await size(page, width);
    await signIn(page, demoSite);
    for (const [name, dashboard, screen] of lists)
      for (const path of [dashboard, screen])
        await test.step(`${name} ${path}`, async () => {
          await page.goto(demoSite.url + path);
          await page.getByRole('article').first().waitFor();
          expect(await walk(page, 'Tab')).toEqual([]);
          expect(await walk(page, 'Shift+Tab')).toEqual([]);
        });
  });
}

async function size(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

async function look(page: Page, width: number): Promise<void> {
  await expectAccessible(page, width);
  expect(await smallTargets(page)).toEqual([]);
}
