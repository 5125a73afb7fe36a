import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { landscapePhoto } from '../support/long-article.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, expectNoise, open, tokenOf } from '../support/states.ts';
import { everywhere, expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test('5,000 nested elements of any kind are readable on a phone', async ({ page }) => {
  const mixed = ['div', 'b', 'blockquote', 'ol', 'li', 'sub'];
  for (const tags of everywhere ? [['blockquote'], ['ul', 'li'], ['small'], mixed] : [mixed]) {
    const opened = Array.from(
      { length: 5000 / tags.length },
      (_, at) => `<${tags.join('><')}>${at === 0 ? 'Outer words ' : ''}`,
    );
    const id = await editor.addArticle({
      content: `${opened.join('')}Innermost words of it, which are many enough to break`,
    });
    await open(page, `${site.url}/articles/${id}`);
    for (const words of ['Outer words', 'Innermost words'])
      expect(await sizeOf(page, words), tags.join()).toEqual({ isLegible: true, isOnPage: true });
    await expectAccessible(page, 375);
  }
});

test('a table of 60 columns scrolls in its place, by keyboard too, and its cells stay readable', async ({ page }) => {
  const row = (tag: string, text: string) =>
    `<tr>${Array.from({ length: 60 }, (_, at) => `<${tag}>${text} ${at + 1}</${tag}>`).join('')}</tr>`;
  const table = `<table><tbody>${row('th', 'Site')}${row('td', 'Resistance to antibiotics, measured in')}</tbody></table>`;
  const id = await editor.addArticle({ content: `<p>Before.</p>${table}<p>After.</p>` });
  await open(page, `${site.url}/articles/${id}`);
  await page.setViewportSize({ width: 375, height: 800 });
  const region = page.getByRole('region', { name: 'Table 1' });
  expect(await page.evaluate<number>('document.querySelector("[role=region]").scrollWidth')).toBeGreaterThan(3000);
  const narrowest = 'Math.min(...[...document.querySelectorAll("td")].map((one) => one.clientWidth))';
  expect(await page.evaluate<number>(narrowest)).toBeGreaterThan(100);
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.evaluate<number>('document.querySelector("[role=region]").scrollLeft'))
    .toBeGreaterThan(0);
  await expectAccessible(page, 1280, 375);
});

test('a missing picture leaves its alt text in a space of its size', async ({ page, silent }) => {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await landscapePhoto(2, 640, 427))], 'river.jpg', { type: 'image/jpeg' }));
  const authorization = `Bearer ${await tokenOf(site)}`;
  const uploads = `${site.url}/api/v1/uploads/articles`;
  const answer = await fetch(uploads, { method: 'POST', body: form, headers: { authorization } });
  const { imageUrl } = (await answer.json()) as { imageUrl: string };
  const alt = 'The river in May, seen from the bridge';
  const content = `<p>Before.</p><p><img src="${imageUrl}" alt="${alt}"></p><p><img src="/uploads/articles/gone.jpg" alt="Gone long ago"></p>`;
  const id = await editor.addArticle({ content });
  for (const file of globSync(`**/${basename(imageUrl, '.jpg')}*`, { cwd: site.dataDir }))
    rmSync(join(site.dataDir, file));
  await open(page, `${site.url}/articles/${id}`);
  await page.setViewportSize({ width: 375, height: 800 });
  const picture = page.getByRole('img', { name: alt });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => page.evaluate<string>('getComputedStyle(document.querySelector(".picture img"), "::after").content'))
    // Firefox names the attribute instead of what it holds.
    .toMatch(new RegExp(`${alt}|^attr\\(alt\\)$`));
  const box = await picture.boundingBox();
  expect(Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 100)).toBe(150);
  await expectAccessible(page, 375, 1280);
  expectNoise(silent, /status of 404/);
});

/** Of the text that begins so. */
function sizeOf(page: Page, words: string) {
  return page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.startsWith(${JSON.stringify(words)})) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(text.parentElement).fontSize);
      return { isLegible: size >= 11 && width > 60, isOnPage: left >= 0 && right <= innerWidth };
    }
  })()`);
}
