import type { CDPSession, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { oddTitles } from '../support/random-texts.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty, open, setSetting } from '../support/states.ts';
import { everywhere } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(() => empty(site, 'articles', 'members', 'events'));

test('a Vietnamese word is set in one font', async ({ page }) => {
  const id = await editor.addArticle({ title: 'Nguyễn Thị Hạnh', description: 'Sức khỏe đường phố Nguyễn' });
  const cdp = await page.context().newCDPSession(page);
  await open(page, `${site.url}/articles/${id}`);
  await expect.poll(() => facesOf(cdp, 'h1')).toEqual(['Fraunces']);
  await expect.poll(() => facesOf(cdp, 'header em')).toHaveLength(1);
  expect(await loadedFonts(page)).toEqual(expect.arrayContaining([expect.stringContaining('vietnamese')]));
  expect(await loadedFonts(page)).not.toEqual(expect.arrayContaining([expect.stringContaining('latin-ext')]));
  await editor.addMember({ name: 'Nguyễn Văn An', position: 'Trưởng nhóm cộng đồng' });
  await open(page, `${site.url}/about`);
  await expect.poll(() => facesOf(cdp, 'main li article h3 a')).toEqual(['Fraunces']);
  await expect.poll(() => facesOf(cdp, 'main li article p')).toHaveLength(1);
});

test('a site in English loads no fonts of other scripts', async ({ page, demoSite }) => {
  await open(page, demoSite.url);
  await page.evaluate(() => document.fonts.ready);
  expect((await loadedFonts(page)).filter((name) => /latin-ext|vietnamese/.test(name))).toEqual([]);
});

test('right-to-left text runs so, and leaves its neighbours unchanged', async ({ page }) => {
  const id = await editor.addArticle({ title: 'الصحة الواحدة للجميع', description: 'ما الذي يحمله النهر؟' });
  await editor.addArticle({ title: '\u202eReversed on purpose\u202e', description: 'Plain words.' });
  await open(page, `${site.url}/articles`);
  const card = page.locator('article', { hasText: 'الصحة' });
  await expect(card.getByRole('heading')).toHaveAttribute('lang', 'ar');
  await expect(card.getByRole('heading')).toHaveCSS('direction', 'rtl');
  const odd = page.locator('article', { hasText: 'Reversed' });
  expect(await startsBefore(odd.locator('p').first(), 'By', 'Society')).toBe(true);
  await open(page, `${site.url}/articles/${id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('direction', 'rtl');
  await expect(title).toHaveCSS('letter-spacing', 'normal');
  await expect(page.locator('header em')).toHaveCSS('font-synthesis', 'weight');
  await expect(page.getByText('By One Health Student Society')).toHaveCSS('direction', 'ltr');
});

test('a title that reverses the direction ends it, also where other sites quote it', async ({ page }) => {
  const id = await editor.addArticle({ title: '\u202eReversed', description: 'Rain \u2067and bats.' });
  await open(page, `${site.url}/articles/${id}`);
  const quoted = (property: string) => page.locator(`meta[property="og:${property}"]`);
  await expect(quoted('title')).toHaveAttribute('content', '\u202eReversed\u202c');
  await expect(quoted('description')).toHaveAttribute('content', 'Rain \u2067and bats.\u2069');
});

test('the name of the society runs in its own direction beside the mark', async ({ page }) => {
  setSetting(site, 'shortName', 'الصحة COVID-19');
  await open(page, `${site.url}/articles`);
  const name = page.getByRole('banner').getByText('الصحة COVID-19');
  await expect(name).toHaveCSS('direction', 'rtl');
  expect(await startsBefore(name, 'COVID', 'الصحة')).toBe(true);
  setSetting(site, 'shortName', 'One Health');
});

test('each block of a text has its own direction, and code is left to right', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const content = [
    '<p>صحة الإنسان.</p><p>Human health.</p><p>COVID-19 مرض ينتقل بين الناس</p>',
    '<ul><li>ماء نقي</li><li>هواء نقي لكل الناس</li><li>Water</li></ul><blockquote>الماء يتذكر</blockquote>',
    '<table><tbody><tr><th>اليوم</th><th>الحرارة</th></tr><tr><td>الاثنين</td><td>28 °C</td></tr></tbody></table>',
    '<pre>a = b</pre>',
  ];
  const id = await editor.addArticle({ title: 'صحة', content: content.join('') });
  await open(page, `${site.url}/articles/${id}`);
  const body = page.locator('article div:has(> blockquote)');
  const directions = (selector: string) =>
    body.locator(selector).evaluateAll((found) => found.map((element) => getComputedStyle(element).direction));
  expect(await directions('> p')).toEqual(['rtl', 'ltr', 'rtl']);
  expect(await directions('li')).toEqual(['rtl', 'rtl', 'ltr']);
  expect(await directions('ul, blockquote, table, .table-scroll')).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
  expect(await directions('td')).toEqual(['rtl', 'ltr']);
  expect(await directions('pre, pre code')).toEqual(['ltr', 'ltr']);
  const edges = (selector: string) =>
    body.locator(selector).evaluateAll((found) =>
      found.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      }),
    );
  const [first, second] = await edges('th');
  const [, degrees] = await edges('td');
  expect(first!.left).toBeGreaterThan(second!.right);
  expect(degrees!.right).toBe(second!.right);
  // Room for its mark, which stands on the left.
  expect((await edges('li'))[2]!.left).toBeGreaterThan((await edges('> p'))[1]!.left + 16);
});

test('the words of an event begin at the same side in its dialog', async ({ page }) => {
  const id = await editor.addEvent({ title: 'جولة ليلية', description: 'نبحث عن الخفافيش معا في المدينة.' });
  await open(page, `${site.url}/events/${id}`);
  const edge = async (text: string) => {
    const box = await page.getByRole('dialog').getByText(text).boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  expect(await edge('جولة')).toBe(await edge('نبحث'));
});

test('an article declares its language: the chosen or the detected one', async ({ page }) => {
  const content =
    '<p>Was der Fluss mit sich trägt, ist nicht nur Wasser: Die Bakterien wandern mit ihm und auch mit den Tieren.</p>';
  const guessed = await editor.addArticle({ title: 'Was der Fluss trägt', description: 'Nicht nur Wasser.', content });
  await open(page, `${site.url}/articles/${guessed}`);
  await expect(page.locator('main article')).toHaveAttribute('lang', 'de');
  await expect(page.locator('[lang=en]', { hasText: 'By One Health Student Society' }).last()).toBeVisible();
  const chosen = await editor.addArticle({ title: 'Was der Fluss trägt', content, lang: 'de-AT' });
  await open(page, `${site.url}/articles/${chosen}`);
  await expect(page.locator('main article')).toHaveAttribute('lang', 'de-AT');
});

test('a title of 200 emoji does not overflow at 375 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const id = await editor.addArticle({ title: '🦇'.repeat(100), description: 'Emoji.' });
  for (const path of ['/', '/articles', `/articles/${id}`]) {
    await open(page, site.url + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  }
});

test('titles in twelve scripts do not overflow at 375 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const id = await editor.addArticle({ title: 'صحة' });
  for (const title of ['One', 'Two']) {
    await editor.addArticle({ title });
    await editor.addEvent({ title });
    await editor.addMember({ name: title });
  }
  // Fifty in each script.
  const titles = oddTitles(everywhere ? 2000 : 600);
  for (const path of ['/', '/articles', '/events', '/about', `/articles/${id}`]) {
    await open(page, site.url + path);
    expect(await outsideWith(page, titles), path).toEqual([]);
  }
  await signIn(page, site);
  for (const screen of ['articles', 'events', 'committee', 'activity']) {
    await page.goto(`${site.url}/admin/${screen}`);
    await page.getByText('Two').first().waitFor();
    expect(await outsideWith(page, titles), screen).toEqual([]);
  }
});

/** The titles that take the page or a heading beyond the window, when its headings are these. */
function outsideWith(page: Page, titles: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const texts = [...document.querySelectorAll('main :is(h1, h2, h3, bdi), main article p')].flatMap((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      return text && !element.closest('.sr-only') ? [{ element, text }] : [];
    });
    const outside: string[] = [];
    for (let at = 0; at < all.length; at += texts.length) {
      for (const [n, { text }] of texts.entries()) text.nodeValue = all[(at + n) % all.length] ?? '';
      const isWide = document.documentElement.scrollWidth > innerWidth;
      for (const { element, text } of texts) {
        const { left, right } = element.getBoundingClientRect();
        if (isWide || left < 0 || right > innerWidth) outside.push(text.nodeValue ?? '');
      }
    }
    return outside.slice(0, 5);
  }, titles);
}

/** The faces that draw an element's own text, as the browser really chose them. */
async function facesOf(cdp: CDPSession, selector: string): Promise<string[]> {
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName.replace(/ (Thin|Light|SemiBold|Bold|Italic)$/, '')))];
}

function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.woff2')),
  );
}

async function startsBefore(text: ReturnType<Page['locator']>, first: string, second: string): Promise<boolean> {
  return await text.evaluate(
    (element, words) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const left = new Map<string, number>();
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const word of words) {
          const at = node.textContent?.indexOf(word) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          left.set(word, range.getBoundingClientRect().left);
        }
      return (left.get(words[0]!) ?? Infinity) < (left.get(words[1]!) ?? -Infinity);
    },
    [first, second],
  );
}
