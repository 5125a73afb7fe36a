import type { CDPSession, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { longArticle } from '../support/long-article.ts';
import { addLongArticle } from '../support/long-article-site.ts';
import type { Site } from '../support/site.ts';
import { open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 375, height: 667 } });

/** Bytes a second, as on a train. */
const slow = 200_000;

let site: Site;
let url: string;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const id = await addLongArticle(site);
  url = `${site.url}/articles/${id}`;
});

test('the first load of the longest article is 400 kB at most, and most of its pictures load later', async ({
  page,
}) => {
  const traffic = await watch(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await expect(page.locator('main figure, main p:has(img)')).toHaveCount(longArticle.photographs);
  expect(traffic.pictures().length).toBeLessThan(5);
  expect(traffic.bytes()).toBeLessThanOrEqual(400_000);
});

test('nothing moves when jumping to the middle on a slow connection', async ({ page }) => {
  const traffic = await watch(page);
  await traffic.line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: slow,
    uploadThroughput: slow,
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  // What the fonts move, they move on every page.
  await page.evaluate('document.fonts.ready');
  await page.evaluate(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift' });
    const figures = document.querySelectorAll('main figure');
    figures[Math.floor(figures.length / 2)].scrollIntoView({ block: 'center' });
  `);
  await page.waitForLoadState('networkidle');
  expect(traffic.pictures().length).toBeGreaterThan(1);
  expect(await page.evaluate<number>('shift')).toBeLessThanOrEqual(0.02);
});

test('it is accessible at every width', async ({ page }) => {
  await open(page, url);
  await expectAccessible(page, 375, 1280);
});

type Traffic = { line: CDPSession; bytes(): number; pictures(): string[] };

async function watch(page: Page): Promise<Traffic> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  let bytes = 0;
  const pictures: string[] = [];
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  line.on('Network.requestWillBeSent', ({ type, request }) => {
    if (type === 'Image' && request.url.includes('/uploads/')) pictures.push(request.url);
  });
  return { line, bytes: () => bytes, pictures: () => pictures };
}
