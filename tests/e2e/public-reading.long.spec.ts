import type { Locator } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { plainJpeg } from '../support/photos.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

async function river(): Promise<string> {
  return (await plainJpeg(1280, 800)).toString('base64');
}

/** How many lines a text takes. */
async function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const style = getComputedStyle(element);
    const inner = element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    return Math.round(inner / Number.parseFloat(style.lineHeight));
  });
}

/** Characters of each line but the last, as the browser has broken them. */
async function charactersOf(paragraph: Locator): Promise<number[]> {
  return paragraph.evaluate((element) => {
    const text = element.firstChild as Text;
    const counts: number[] = [];
    const range = document.createRange();
    let top = Number.NaN;
    for (let at = 0; at < text.length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = range.getBoundingClientRect();
      if (text.data[at] !== ' ' && box.top !== top) {
        counts.push(0);
        top = box.top;
      }
      counts.push((counts.pop() ?? 0) + 1);
    }
    return counts.slice(0, -1);
  });
}

test('a card shows at most two lines of its title and three of its excerpt', async ({ page }) => {
  await editor.addArticle({
    title: 'Marsh fever '.repeat(16).trim(),
    description: 'A word or two. '.repeat(16).trim(),
  });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, `${site.url}/articles`);
    const card = page.locator('article', { hasText: 'Marsh fever' });
    expect(await linesOf(card.getByRole('heading'))).toBe(2);
    expect(await linesOf(card.getByText('A word or two.'))).toBe(3);
  }
});

test('lines have a readable length, and the reading time is shown', async ({ page }) => {
  const sentence = 'Everything that lives on a farm, in a town or by a river shares the same water and the same air. ';
  const id = await editor.addArticle({ content: `<p>${sentence.repeat(44)}</p>` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `${site.url}/articles/${id}`);
  const counts = await charactersOf(page.locator('main p', { hasText: 'Everything that lives' }));
  const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  expect(average).toBeGreaterThanOrEqual(62);
  expect(average).toBeLessThanOrEqual(70);
  // 880 words at 220 a minute.
  await expect(page.getByText('4 min read')).toBeVisible();
});

test('the text begins at one line with and without chapters, and wide pictures and tables take the page', async ({
  page,
}) => {
  const row = (tag: string) => `<tr>${`<${tag}>12</${tag}>`.repeat(6)}</tr>`;
  const wide = `<p><img class="wide" src="/defaults/article.webp" alt="Wide"></p><table>${row('th')}${row('td')}${row('td')}</table>`;
  const headings = ['One', 'Two', 'Three'].map((name) => `<h2>${name}</h2><p>Text.</p>`).join('');
  const bodies = ['<p>Begin.</p>', `<p>Begin.</p>${wide}${headings}`];
  await page.setViewportSize({ width: 1280, height: 800 });
  const starts: (number | undefined)[] = [];
  for (const content of bodies) {
    await open(page, `${site.url}/articles/${await editor.addArticle({ content })}`);
    starts.push((await page.getByText('Begin.').boundingBox())?.x);
  }
  expect(starts[0]).toBe(starts[1]);
  for (const part of [page.getByRole('img', { name: 'Wide' }), page.locator('.table-scroll')]) {
    const box = await part.boundingBox();
    expect([Math.round(box?.x ?? 0), Math.round(box?.width ?? 0)]).toEqual([92, 1096]);
  }
  await expect(page.locator('td').first()).toHaveCSS('text-align', 'end');
});

test('what has no caption beside it takes that room: a picture, a table wider than the text, a saying', async ({
  page,
}) => {
  const cells = '<td>Measured upstream</td>'.repeat(5);
  const content = `<p>Begin.</p><p><img src="data:image/jpeg;base64,${await river()}" alt="River"></p><table><tr>${cells}</tr></table><blockquote>So.</blockquote><table><tr><td>12</td></tr></table>`;
  const path = `${site.url}/articles/${await editor.addArticle({ content })}`;
  const endOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const parts = [
    page.locator('.picture'),
    page.locator('.table-scroll').first(),
    page.locator('blockquote'),
    page.locator('.table-scroll').last(),
  ];
  for (const [width, ends] of [
    [1280, [1188, 1188, 1188, 944]],
    [1200, [904, 904, 904, 904]],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, path);
    expect(await Promise.all(parts.map(endOf)), `${width} px`).toEqual(ends);
  }
});

test('title and standfirst of the longest kind are in the first screen', async ({ page }) => {
  const title = 'How a walk along the river found what nobody had looked for. '.repeat(3).slice(0, 150);
  const description = 'It is a long way from the bridge to the laboratory and back. '.repeat(5).slice(0, 250);
  const id = await editor.addArticle({ title, description, isFeatured: true });
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `${site.url}/articles/${id}`);
    const box = await page.locator('main header p').last().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
  }
});

test('an article in Arabic is mirrored whole', async ({ page }) => {
  const id = await editor.addArticle({
    title: 'نهر واحد',
    description: 'نص',
    content: `<p>في الربيع سار فريق من الطلاب.</p><p><img src="data:image/jpeg;base64,${await river()}" alt=""></p>`,
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `${site.url}/articles/${id}`);
  await expect(page.locator('main article').first()).toHaveCSS('direction', 'rtl');
  const box = await page.getByRole('link', { name: 'Back to All Articles' }).boundingBox();
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1188);
  expect((await page.locator('.picture').boundingBox())?.x).toBe(92);
});

test('wide tables and code scroll on their own on a phone; the page does not', async ({ page }) => {
  const cells = (tag: string) => Array.from({ length: 9 }, (_, n) => `<${tag}>Measurement ${n}</${tag}>`).join('');
  const table = `<table><thead><tr>${cells('th')}</tr></thead><tbody><tr>${cells('td')}</tr></tbody></table>`;
  const code = `<pre data-language="javascript">const answer = ${'"a long line of code" + '.repeat(12)}1;</pre>`;
  const id = await editor.addArticle({ content: `<p>Figures.</p>${table}${code}` });
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, `${site.url}/articles/${id}`);
  for (const wide of [page.locator('main table'), page.locator('main pre')]) {
    const [inner, outer] = await wide.evaluate((element) => {
      const scroller = [element, element.parentElement].find((one) => one && one.scrollWidth > one.clientWidth + 1);
      return [scroller?.scrollWidth ?? 0, scroller?.clientWidth ?? 0];
    });
    expect(inner).toBeGreaterThan(outer ?? 0);
    expect(outer).toBeGreaterThan(200);
  }
  await expect(page.locator('main pre .hljs-string').first()).toBeVisible();
  // Firefox's scroll bar takes a part of the 375 px.
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
});

test('a picture in the text stays with its caption', async ({ page }) => {
  const figure =
    '<figure><img src="/defaults/article.webp" alt="A marsh"><figcaption>The marsh in spring</figcaption></figure>';
  const id = await editor.addArticle({ content: `<p>See below.</p>${figure}` });
  await open(page, `${site.url}/articles/${id}`);
  await expect(page.getByRole('figure', { name: 'The marsh in spring' }).or(page.locator('main figure'))).toContainText(
    'The marsh in spring',
  );
  await expect(page.getByRole('img', { name: 'A marsh' })).toBeVisible();
});
