import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { publicPages, type Site } from '../support/site.ts';
import { editorOf, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

const unlisted = [
  'member',
  'sign-up',
  'own sign-up',
  'own subscription',
  'unsubscribe',
  'verify',
  'do not write',
  'not found',
];

test('every page has a title, a description and its icons, and one address where it should be found', async ({
  page,
  demoSite,
}) => {
  test.slow();
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      await page.goto(demoSite.url + path);
      for (const property of ['og:title', 'og:description', 'og:type', 'og:site_name'])
        await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /\S/);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S/);
      await expect(page.locator('title')).toHaveCount(1);
      const image = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
      expect(image.startsWith(`${demoSite.url}/`)).toBe(true);
      const links = await page
        .locator('link:is([rel=icon], [rel=apple-touch-icon], [rel=manifest], [rel=alternate])')
        .evaluateAll((all) => (all as unknown as { href: string }[]).map(({ href }) => href));
      expect(links).toHaveLength(7);
      for (const url of [image, ...links]) expect((await page.request.get(url)).status(), url).toBe(200);
      const canonical = page.locator('link[rel=canonical]');
      if (!unlisted.includes(name)) await expect(canonical).toHaveAttribute('href', demoSite.url + path);
      else if (name === 'member') await expect(canonical).toHaveAttribute('href', `${demoSite.url}/about`);
      else await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    });
});

test('the browser’s bar has the colour of ours, by system or choice', async ({ page, demoSite }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, demoSite.url);
  expect(await barColour(page)).toBe('#fbf8f1');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barColour(page)).toBe('#181f15');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await barColour(page)).toBe('#fbf8f1');
  await page.reload();
  expect(await barColour(page)).toBe('#fbf8f1');
});

test('going from page to page changes the head as if each page had been opened', async ({ page, demoSite }) => {
  await open(page, demoSite.url);
  const seen: [address: string, head: string[]][] = [];
  const follow = async (link: Locator) => {
    const before = await page.title();
    await link.click();
    await expect(page).not.toHaveTitle(before);
    seen.push([page.url(), await headOf(page)]);
  };
  const menu = page.getByRole('banner');
  const main = page.getByRole('main');
  await follow(menu.getByRole('link', { name: 'Articles' }));
  await follow(main.getByRole('article').getByRole('link').first());
  await follow(menu.getByRole('link', { name: 'Events' }));
  await follow(main.getByRole('link', { name: /^View Details/ }).first());
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await follow(menu.getByRole('link', { name: 'About' }));
  await follow(menu.getByRole('link', { name: 'Home' }));
  expect(new Set(seen.map(([, head]) => head.join('\n'))).size).toBe(6);
  for (const [address, head] of seen)
    await test.step(address, async () => {
      await page.goto(address);
      expect(head).toEqual(await headOf(page));
    });
});

test.describe('on a site of its own', () => {
  let site: Site;

  test.beforeAll(async ({ ownSite }) => {
    site = emptied(ownSite);
  });

  test('a title that looks like the placeholder of the styles stays a title', async ({ page }) => {
    const title = '/*styles*/';
    const id = await (await editorOf(site)).addArticle({ title, description: title });
    await page.goto(`${site.url}/articles/${id}`);
    await expect(page).toHaveTitle(`${title} · One Health Student Society`);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', title);
    await expect(page.locator('body')).toHaveCSS('font-family', /Instrument Sans/);
  });

  test('an article and an event tell search engines what they are', async ({ page }) => {
    const editor = await editorOf(site);
    const title = 'Bats </script><script>alert(1)</script> & us';
    const article = await editor.addArticle({ title, publishedAt: '2026-03-04T12:00:00.000Z' });
    // Crawlers read it after the page's scripts have run.
    await open(page, `${site.url}/articles/${article}`);
    await expectCard(page, `${site.url}/cards/articles/${article}-`, title);
    const published = page.locator('meta[property="article:published_time"]');
    await expect(published).toHaveAttribute('content', '2026-03-04T12:00:00.000Z');
    expect(await dataOf(page)).toMatchObject({
      '@type': 'Article',
      headline: title,
      datePublished: '2026-03-04T12:00:00.000Z',
      mainEntityOfPage: `${site.url}/articles/${article}`,
    });
    const event = await editor.addEvent({ title: 'A talk', eventDate: '2099-07-01T18:00:00' });
    await open(page, `${site.url}/events/${event}`);
    await expectCard(page, `${site.url}/cards/events/${event}-`, 'A talk');
    expect(await dataOf(page)).toMatchObject({
      '@type': 'Event',
      name: 'A talk',
      startDate: '2099-07-01T18:00:00+01:00',
      location: { '@type': 'Place', name: 'Lecture hall 2' },
    });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  });

  test('the feed and the sitemap are XML that a browser can read', async ({ page }) => {
    const editor = await editorOf(site);
    await editor.addArticle({ title: 'Ünïcode & "quotes" <b>', description: 'It\u2019s \u{1F987}' });
    for (const path of ['/feed.xml', '/rss.xml', '/sitemap.xml']) {
      const text = await (await page.request.get(site.url + path)).text();
      const errors = await page.evaluate<number>(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml').querySelectorAll('parsererror').length`,
      );
      expect(errors, path).toBe(0);
    }
    expect(await (await page.request.get(`${site.url}/robots.txt`)).text()).toContain('Sitemap: ');
  });
});

/** The picture that others show of a link is there, and is as large as the page says. */
async function expectCard(page: Page, start: string, alt: string): Promise<void> {
  const meta = (name: string) => page.locator(`meta[property="og:image${name}"]`);
  const url = (await meta('').getAttribute('content')) ?? '';
  expect(url.startsWith(start)).toBe(true);
  await expect(meta(':width')).toHaveAttribute('content', '1200');
  await expect(meta(':height')).toHaveAttribute('content', '630');
  await expect(meta(':alt')).toHaveAttribute('content', alt);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
  const size = await page.evaluate<number[]>(
    `new Promise((done) => { const image = new Image(); image.onload = () => done([image.naturalWidth, image.naturalHeight]); image.src = ${JSON.stringify(url)} })`,
  );
  expect(size).toEqual([1200, 630]);
}

/** What programs read that keep or pass on a page. */
function headOf(page: Page): Promise<string[]> {
  const told =
    'title, meta[name], meta[property], link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]';
  return page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(told)})].map(({ outerHTML }) => outerHTML).sort()`,
  );
}

async function dataOf(page: Page): Promise<unknown> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const data = JSON.parse(text ?? '') as { '@context': string; '@graph': unknown[] };
  expect(data['@context']).toBe('https://schema.org');
  return data['@graph'][0];
}

/** Of the meta elements the first that applies, as browsers choose. */
function barColour(page: Page): Promise<string> {
  return page.evaluate<string>(
    `[...document.querySelectorAll('meta[name=theme-color]')].find(({ media }) => !media || matchMedia(media).matches).content.trim()`,
  );
}
