import type { Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
import { expectNoise, open } from '../support/states.ts';
import { fillStressed, stressed } from '../support/stressed-site.ts';
import { everywhere, expectAccessible, expectFits, pagesToSweep } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// Filling the site takes a while: it is started once, and its tests run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let content: Awaited<ReturnType<typeof fillStressed>>;

test.beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
  content = await fillStressed(site);
});

test.afterAll(() => site?.stop());

test('with demanding content no page overflows, and every target is large enough', async ({ page, silent }) => {
  test.slow();
  const failures = failuresOf(page);
  for (const [name, path] of await pagesToSweep(site))
    await test.step(name, async () => {
      await open(page, site.url + path);
      // In `npm test` axe looks at these screens with other content (public-access.spec.ts).
      if (everywhere) await expectAccessible(page, 375, 1280);
      else for (const width of [375, 1280]) await expectFits(page, width);
    });
  expect(failures.filter((url) => !url.includes(content.vanished) && !url.endsWith('/nothing-here'))).toEqual([]);
  expectNoise(silent, /status of 404/);
});

test('titles in twelve scripts, of emoji and with overrides, a wide table and a picture that is gone stay on a phone', async ({
  page,
  silent,
}) => {
  const failures = failuresOf(page);
  await page.setViewportSize({ width: 375, height: 800 });
  // In `npm test` three of the twelve scripts: one from right to left, and two with marks above and below.
  for (const id of content.odd.filter((_, at) => everywhere || at < 4 || at % 4 === 1)) {
    await open(page, `${site.url}/articles/${id}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), String(id)).toBeLessThanOrEqual(375);
    const { x = 0, width = 0 } = (await title.boundingBox()) ?? {};
    expect(x >= 0 && x + width <= 375, String(id)).toBe(true);
  }
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((url) => !url.includes(content.vanished))).toEqual([]);
  expectNoise(silent, /status of 404/);
});

test('a missing picture does not break a card', async ({ page, silent }) => {
  await open(page, `${site.url}/articles?search=vanished`);
  const picture = page.getByRole('article').filter({ hasText: 'has vanished' }).locator('img');
  await picture.scrollIntoViewIfNeeded();
  const drawn = () => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(drawn).toBeGreaterThan(0);
  expectNoise(silent, /status of 404/);
});

test('a long list of events is shown in parts, and home has all members', async ({ page }) => {
  await open(page, `${site.url}/events`);
  await expect(page.getByText(`${stressed.events} events found`)).toBeVisible();
  expect(await page.getByRole('main').getByRole('article').count()).toBeLessThan(30);
  await open(page, site.url);
  await expect(page.getByRole('main').locator('a[href*="member="]')).toHaveCount(40);
});

/** The addresses that were answered by an error, or not at all. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(response.url());
  });
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(request.url());
  });
  return failures;
}
