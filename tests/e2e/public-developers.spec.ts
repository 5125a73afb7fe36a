/** The page for developers: made on the server, without a script, from what the OpenAPI document says. */
import type { ApiDocument } from '#app/developers/openapi.ts';
import { everywhere, expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('every call of the OpenAPI document is on the page for developers, which runs no script', async ({
  page,
  demoSite,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${demoSite.url}/about`);
  await page.getByRole('link', { name: 'For developers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For developers' })).toBeVisible();
  const before = asked.length;
  await page.goto(`${demoSite.url}/developers`);
  expect(asked.slice(before).filter((path) => path.endsWith('.js'))).toEqual([]);

  const document = (await (await page.request.get(`${demoSite.url}/api/v1/openapi.json`)).json()) as ApiDocument;
  const shown = await page.locator('.call summary code').allTextContents();
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(shown.map((text) => text.replaceAll('\u200b', '')).sort()).toEqual(described.sort());
});

test('the address of a call opens it, and its code scrolls by itself', async ({ page, demoSite }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${demoSite.url}/developers#post-articles-admin`);
  const answer = page.getByRole('group', { name: 'Answer: Create an article', exact: true });
  await expect(answer).toBeVisible();
  const request = page.getByRole('group', { name: 'Request: Create an article', exact: true });
  await expect(request).toContainText(`curl -X POST '${demoSite.url}/api/v1/articles/admin'`);
  await request.focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => request.evaluate((element) => (element as { scrollLeft: number }).scrollLeft))
    .toBeGreaterThan(0);
  const calls = await page.locator('.call').all();
  for (const details of everywhere ? calls : calls.slice(0, 8))
    await details.evaluate('(element) => { element.open = true }');
  await expectAccessible(page, 375, 1280);
});

test('no other page loads what the page for developers needs', async ({ page, demoSite }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of ['/', '/about', '/articles', '/events']) {
    await page.goto(demoSite.url + path);
    await page.waitForLoadState('networkidle');
  }
  expect(asked.filter((url) => /developers|openapi/.test(url))).toEqual([]);
});
