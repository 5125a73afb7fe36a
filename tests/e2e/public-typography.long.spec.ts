/** The sizes of headings on all public pages, what lies below them, and what writers rarely use. */
import { type EveryPage, siteWithEveryPage } from '../support/every-public-page.ts';
import { editorOf, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let every: EveryPage;

test.beforeAll(async () => {
  every = await siteWithEveryPage();
});

test.afterAll(() => every?.site.stop());

test('the first heading has one of two sizes on all public pages', async ({ page }) => {
  test.slow();
  const { site, pages } = every;
  const paths = [...pages.values(), '/articles/999', '/newsletters/999', '/signup?event=999', '/signup?token=wrong'];
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = new Map<string, string[]>();
    for (const path of paths) {
      await open(page, site.url + path);
      const heading = page.locator('h1').first();
      await expect(heading).toBeVisible();
      const size = await heading.evaluate((element) => getComputedStyle(element).fontSize);
      sizes.set(size, [...(sizes.get(size) ?? []), path]);
    }
    expect(sizes.size, JSON.stringify([...sizes])).toBe(2);
  }
});

test('no heading of a newsletter lies on what follows', async ({ page }) => {
  for (const width of [1280, 375])
    for (const kind of ['digest', 'newsletter']) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, every.site.url + every.pages.get(kind));
      const gaps = await page.locator('main article').evaluate((article) => {
        const words = [...article.querySelectorAll('h1, h2, h3, h4, p, li')];
        return words.flatMap((one, at) => {
          const next = words[at + 1];
          if (!one.matches('h1, h2, h3, h4') || !next) return [];
          return [next.getBoundingClientRect().top - one.getBoundingClientRect().bottom];
        });
      });
      expect(gaps.length).toBeGreaterThan(2);
      expect(Math.min(...gaps), `${kind} at ${width} px`).toBeGreaterThanOrEqual(3);
    }
});

test('the list of newsletters has months, the first picture and sentence of each, and headings in order', async ({
  page,
}) => {
  await open(page, every.site.url + every.pages.get('newsletters'));
  const main = page.getByRole('main');
  const levels = await main.locator('h1, h2, h3').evaluateAll((all) => all.map(({ tagName }) => tagName));
  expect(levels).toEqual(['H1', 'H2', 'H3', 'H3']);
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(/^[A-Z][a-z]+ 20\d\d$/);
  for (const row of await main.getByRole('article').all()) {
    await expect(row.locator('img')).toHaveAttribute('src', /\/uploads\/articles\//);
    await expect(row.locator('p')).toHaveText(/\w{3,}/);
  }
});

const rare = [
  '<p id="plain">A <mark>marked</mark> word.</p><dl><dt>Term</dt><dd>What it means</dd></dl>',
  '<ul><li>One</li><li>Two<ul><li>Inner</li></ul></li></ul>',
  '<blockquote><p>Short.</p></blockquote><blockquote><p>A text of two</p><p>paragraphs.</p></blockquote>',
].join('');

test('marked words, terms, lists in lists and both kinds of quotes have their own look', async ({ page }) => {
  const id = await (await editorOf(every.site)).addArticle({ content: rare });
  await open(page, `${every.site.url}/articles/${id}`);
  const look = (selector: string) =>
    page
      .locator(`main article ${selector}`)
      .first()
      .evaluate((element) => {
        const { backgroundColor, color, fontSize, fontStyle, fontWeight, marginTop } = getComputedStyle(element);
        const { left } = element.getBoundingClientRect();
        return {
          backgroundColor,
          color,
          fontSize,
          fontStyle,
          fontWeight,
          left,
          marginTop: Number.parseFloat(marginTop),
        };
      });
  const plain = await look('p:has(mark)');
  const mark = await look('mark');
  expect(mark.color).toBe(plain.color);
  expect(mark.backgroundColor).not.toBe(plain.backgroundColor);
  const [term, meaning] = [await look('dt'), await look('dd')];
  expect([term.fontWeight, meaning.fontWeight]).toEqual(['600', '400']);
  expect(meaning.left).toBeGreaterThan(term.left);
  const [outer, inner] = [await look('li'), await look('li li')];
  expect(inner.left).toBeGreaterThan(outer.left);
  expect((await look('li > ul')).marginTop).toBeGreaterThan(4);
  const [saying, quoted] = [await look('blockquote p'), await look('blockquote p + p')];
  expect([saying.fontStyle, quoted.fontStyle]).toEqual(['italic', 'normal']);
  expect(Number.parseFloat(saying.fontSize)).toBeGreaterThan(Number.parseFloat(quoted.fontSize));
  expect(quoted.fontSize).toBe(plain.fontSize);
});
