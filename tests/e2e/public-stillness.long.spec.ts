/** Nothing on a public page moves while it comes, cold and on a slow line, nor while it is read to its end. */
import type { Browser } from '@playwright/test';
import { type EveryPage, siteWithEveryPage } from '../support/every-public-page.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

/** Bytes a second, as on a train. */
const slow = 200_000;
const mostShift = 0.02;
const loads = 3;

let every: EveryPage;

test.beforeAll(async () => {
  every = await siteWithEveryPage();
});

test.afterAll(() => every?.site.stop());

const kinds = [
  ...['home', 'about', 'articles', 'article', 'events', 'event', 'committee', 'past year'],
  ...['newsletters', 'digest', 'newsletter', 'written page'],
];

for (const viewport of [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
])
  test(`no public page moves at ${viewport.width} px`, async ({ browser }) => {
    test.slow();
    const moved: string[] = [];
    for (const kind of kinds)
      for (let load = 0; load < loads; load++) {
        const shift = await shiftOf(browser, every.site.url + every.pages.get(kind), viewport);
        if (shift > mostShift) moved.push(`${kind} ${shift.toFixed(3)}`);
      }
    expect(moved).toEqual([]);
  });

/** With an empty cache. Nothing is pressed, so that every shift counts. */
async function shiftOf(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<number> {
  await using context = await browser.newContext({ viewport, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const speed = { latency: 150, downloadThroughput: slow, uploadThroughput: slow };
  await line.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  expect(answer?.status(), url).toBe(200);
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    const box = document.querySelector('dialog:modal') ?? document.scrollingElement;
    for (let at = 0; at < box.scrollHeight; at += innerHeight / 2) {
      box.scrollTo(0, at);
      await new Promise((done) => setTimeout(done, 60));
    }
  })()`);
  await page.waitForLoadState('networkidle');
  return await page.evaluate<number>('shift');
}
