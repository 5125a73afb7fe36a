import type { Browser } from '@playwright/test';
import type { Article } from '#features/articles/article.schema.ts';
import { emptied } from '../support/emptied.ts';
import { type Site, startSite } from '../support/site.ts';
import { editorOf, open, setSetting } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (const name of ['Ada', 'Ben']) await editor.addMember({ name });
});

test('both home pages run with five scripts, and load no more by themselves', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const variant of ['grid', 'spotlight'] as const)
    await test.step(variant, async () => {
      setSetting(site, 'homeVariant', variant);
      scripts.length = 0;
      await open(page, site.url);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
      expect(scripts.length).toBeGreaterThan(0);
      expect(new Set(scripts).size, scripts.join(', ')).toBeLessThanOrEqual(5);
    });
});

test('thirty articles with pictures take at most 200 kB on a phone and 220 on a desk, an event takes 175', {
  tag: '@long',
}, async ({ browser }) => {
  const others = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  try {
    const editor = await editorOf(others);
    const articles = (await (await fetch(`${others.url}/api/v1/articles`)).json()) as Article[];
    for (let at = articles.length; at < 30; at++) {
      const { title, description, imageUrl } = articles[at % articles.length] as Article;
      await editor.addArticle({ title: `${title}, part ${at}`, description, imageUrl });
    }
    const [phone, desk] = [
      { width: 375, height: 667 },
      { width: 1280, height: 800 },
    ];
    expect(await coldWeight(browser, `${others.url}/articles`, phone)).toBeLessThanOrEqual(200_000);
    expect(await coldWeight(browser, `${others.url}/articles`, desk)).toBeLessThanOrEqual(220_000);
    // Its picture, its sign-up and the list behind it.
    expect(await coldWeight(browser, `${others.url}/events/1`, desk)).toBeLessThanOrEqual(175_000);
  } finally {
    await others.stop();
  }
});

/** What a first visit transfers, in bytes. */
async function coldWeight(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<number> {
  await using context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  let bytes = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await line.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  expect(bytes, url).toBeGreaterThan(100_000);
  return bytes;
}
