import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { publicPages, type Site } from '../support/site.ts';
import { editorOf, open } from '../support/states.ts';
import { pagesToSweep } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('printed, a page is black on white, without bar, footer, menus and forms', async ({ page, demoSite }) => {
  test.slow();
  for (const [name, path] of await pagesToSweep(demoSite))
    await test.step(name, async () => {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await open(page, demoSite.url + path);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expectBlack(page);
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      await expectBlack(page);
      expect(
        await page
          .locator('header >> nth=0, footer, nav, form, button, [role=region]')
          .filter({ visible: true })
          .count(),
      ).toBe(0);
      expect(await clipped(page)).toEqual([]);
    });
});

test('printed, a page is black on white, whatever theme was chosen', async ({ page, demoSite }) => {
  for (const theme of ['light', 'dark']) {
    await page.context().addCookies([{ name: 'theme', value: theme, url: demoSite.url }]);
    await page.emulateMedia({ media: 'screen' });
    await open(page, demoSite.url);
    await page.emulateMedia({ media: 'print' });
    await expectBlack(page);
  }
});

test.describe('an article', () => {
  let site: Site;
  let id: number;

  test.beforeAll(async ({ ownSite }) => {
    site = emptied(ownSite);
    id = await (await editorOf(site)).addArticle({
      content: `<p><a href="https://example.org/study">A study</a> and <a href="mailto:us@example.org">our address</a>.</p>
        <pre data-language="sql">SELECT ${'a_rather_long_name, '.repeat(20)} 1;</pre>`,
    });
  });

  test('printed, links show their addresses, and code is wrapped', async ({ page }) => {
    await open(page, `${site.url}/articles/${id}`);
    await page.emulateMedia({ media: 'print' });
    const addressAfter = (name: string) =>
      page
        .getByRole('link', { name })
        .evaluate((link) => (globalThis as never as Window).getComputedStyle(link, '::after').content);
    expect(await addressAfter('A study')).toContain('(https://example.org/study)');
    expect(await addressAfter('our address')).toContain('(mailto:us@example.org)');
    await expect(page.getByRole('link', { name: 'Back to All Articles' })).toBeHidden();
    expect(await clipped(page)).toEqual([]);
    await expectBlack(page);
  });
});

test('an open dialog is printed alone and whole', async ({ page, demoSite }) => {
  const [, path = ''] = (await publicPages(demoSite)).find(([name]) => name === 'event') ?? [];
  await page.setViewportSize({ width: 800, height: 300 });
  await open(page, demoSite.url + path);
  await page.emulateMedia({ media: 'print' });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Sign up' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect(await clipped(page)).toEqual([]);
  expect((await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** A button's colour takes a moment to turn. */
async function expectBlack(page: Page): Promise<void> {
  await expect.poll(() => coloursOfText(page)).toEqual(['rgb(0, 0, 0)']);
}

type Window = { getComputedStyle(element: unknown, pseudo: string): { content: string } };

/** The colours of all words that would be printed, each once. */
function coloursOfText(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const colours = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr-only')) continue;
      colours.add(getComputedStyle(parent).color);
    }
    return [...colours];
  })()`);
}

/** Boxes that hide a part of their words; cards of a list shorten them on purpose. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main *')].filter((one) => {
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one);
    if (webkitLineClamp !== 'none' || one.matches('.sr-only') || !one.innerText?.trim()) return false;
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    const hidesX = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    const hidesY = overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1;
    return hidesX || hidesY;
  }).map((one) => one.outerHTML.slice(0, 100))`);
}
