import { publicPages } from '../support/site.ts';
import { expect, test } from './fixtures.ts';

test('every public address answers with its status, one heading and a title', async ({ page, demoSite }) => {
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      const answer = await page.goto(demoSite.url + path);
      expect(answer?.status()).toBe(name === 'not found' ? 404 : 200);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page).toHaveTitle(/\S/);
    });
});

test('a page tells search engines what it is, and its policy allows no inline script', async ({ page, demoSite }) => {
  const answer = await page.goto(`${demoSite.url}/articles`);
  const headers = answer?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${demoSite.url}/articles`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read', async ({ page, demoSite }) => {
    for (const [name, path] of await publicPages(demoSite))
      await test.step(name, async () => {
        await page.goto(demoSite.url + path);
        await expect(page.locator('h1').first()).toBeVisible();
        await expect(page.getByRole('link', { name: 'Articles' }).first()).toBeVisible();
      });
    await page.goto(`${demoSite.url}/articles`);
    await page
      .getByRole('link', { name: /^Read More/ })
      .first()
      .click();
    await expect(page.getByText('By One Health Student Society').first()).toBeVisible();
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(demoSite.url);
    await page.getByRole('link', { name: 'Events', exact: true }).first().click();
    await expect(page).toHaveURL(`${demoSite.url}/events`);
  });
});
