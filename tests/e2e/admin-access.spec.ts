import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { walk } from '../support/keyboard.ts';
import type { Site } from '../support/site.ts';
import { breakTable, expectNoise, hold } from '../support/states.ts';
import { unfold } from '../support/writing.ts';
import { everywhere, expectAccessible } from './accessible.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

const lists = [
  ['articles', '/admin/dashboard', '/admin/articles'],
  ['members', '/admin/dashboard?tab=committee', '/admin/committee'],
  ['events', '/admin/dashboard?tab=events', '/admin/events'],
] as const;

test("every administrator's screen is accessible in light and dark on a phone and a desk", async ({
  page,
  demoSite,
}) => {
  test.slow();
  await test.step('sign-in', async () => {
    await page.goto(`${demoSite.url}/admin/login`);
    await page.getByLabel('Username or Email').waitFor();
    await look(page);
  });
  await signIn(page, demoSite);
  for (const [name, dashboard, screen] of lists) {
    // The dashboard's lists are one implementation.
    if (everywhere || name === 'articles')
      await test.step(`${name} on the dashboard`, async () => {
        await page.goto(demoSite.url + dashboard);
        await page.getByRole('article').first().waitFor();
        await expect(page.locator('h1')).toHaveCount(1);
        await look(page);
      });
    await test.step(`${name} with a new form`, async () => {
      await page.goto(demoSite.url + screen);
      await page.getByRole('article').first().waitFor();
      // A chunk shared with the public entry once drew the public page below.
      await expect(page.locator('h1')).toHaveCount(1);
      await look(page);
    });
    await test.step(`${name} being edited, and asked about`, async () => {
      await page.getByRole('article').first().click();
      await expect(page.getByRole('button', { name: /^(Update|Update live article)$/ }).first()).toBeVisible();
      const options = page.getByText('More options');
      if (await options.isVisible()) await options.click();
      await look(page);
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await look(page);
    });
  }
  await page.goto(`${demoSite.url}/admin/nothing`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await look(page);
  await test.step('open menu', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectAccessible(page, 375);
  });
});

test.describe('on a site of its own', () => {
  let site: Site;

  test.beforeAll(async ({ ownSite }) => {
    site = emptied(ownSite);
  });

  test('waiting, empty and failing screens are accessible in light and dark', { tag: '@long' }, async ({
    page,
    silent,
  }) => {
    test.slow();
    await page.goto(`${site.url}/admin/login`);
    await page.getByLabel('Username or Email').fill('nobody');
    await page.getByLabel('Password').fill('nothing');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await look(page);
    await enterCredentials(page);
    await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
    // What these states look like is one implementation for all lists.
    for (const [table, dashboard, screen] of everywhere ? lists : lists.slice(0, 1))
      await test.step(table, async () => {
        const held = await hold(page, `/${table}/admin*`);
        await page.goto(site.url + dashboard);
        await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeVisible();
        await look(page);
        held.release();
        await expect(page.getByRole('link', { name: /First/ })).toBeVisible();
        await look(page);
        await page.goto(`${site.url}${screen}?search=none`);
        await expect(page.getByText(/^No matching/)).toBeVisible();
        await unfold(page);
        await page.getByRole('button', { name: /^(Publish|Add Event|Add Member)$/ }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
        await look(page);
        const failure = breakTable(site, table);
        await page.goto(site.url + dashboard);
        await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
        await look(page);
        failure.repair();
      });
    await page.goto(`${site.url}/admin/events`);
    await unfold(page);
    await page.getByLabel('Date').fill('2026/02/31');
    await page.getByLabel('Time').fill('24:61');
    await look(page);
    await page.getByLabel('Date').fill('2027/12/03');
    await page.getByLabel('Time').fill('6:00 pm');
    await expect(page.getByText(', 6:00 PM, ')).toBeVisible();
    await look(page);
    expectNoise(silent, /status of (401|500)/);
  });
});

test('the focus can be seen at every stop, forwards and backwards, on a phone and a desk', { tag: '@long' }, async ({
  page,
  demoSite,
}) => {
  test.slow();
  await signIn(page, demoSite);
  for (const [name, dashboard, screen] of lists)
    for (const path of everywhere || name === 'articles' ? [dashboard, screen] : [screen])
      await test.step(`${name} ${path}`, async () => {
        await page.goto(demoSite.url + path);
        await page.getByRole('article').first().waitFor();
        for (const [width, way] of [
          [1280, 'Shift+Tab'],
          [375, 'Tab'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          for (const key of everywhere ? (['Tab', 'Shift+Tab'] as const) : [way])
            expect(await walk(page, key), `${key} at ${width} px`).toEqual([]);
        }
      });
});

async function look(page: Page): Promise<void> {
  await expectAccessible(page, 1280, 375);
}
