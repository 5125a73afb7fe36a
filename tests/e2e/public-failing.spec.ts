/** What a visitor sees when a page's code cannot be had. */
import { expectNoise, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test('a page whose code is gone since the site was renewed is loaded whole', async ({ page, site, silent }) => {
  await open(page, site.url);
  await page.route(/\/assets\/articles\.route-/, (route) => route.fulfill({ status: 404 }));
  const loaded = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith('/articles'));
  await page.getByRole('navigation').first().getByRole('link', { name: 'Articles' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/articles');
  // Chromium's words, and Firefox's.
  expectNoise(silent, /404|disallowed MIME type/);
});

test('a page that fails in the browser says so and leads home', async ({ page, site, silent }) => {
  await open(page, site.url);
  await page.route(/\/assets\/articles\.route-/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const articlesRoute = { Component: () => nothing.here };',
    }),
  );
  await page.getByRole('navigation').first().getByRole('link', { name: 'Articles' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0);
  // Chromium's words, and Firefox's.
  expectNoise(silent, /nothing is not defined|^Error$|error during render Error$/);
});
