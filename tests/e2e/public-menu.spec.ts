import type { Page } from '@playwright/test';
import { aPage } from '../support/builders.ts';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { handedOver, holdScripts, inDatabase, open, post, setSetting, tokenOf } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

const widths = [320, 375, 500, 767, 768, 820, 1024, 1280, 1440, 1472, 1920];

const titlesOf = {
  short: ['FAQ', 'Rules', 'Join', 'News', 'Shop'],
  long: [
    'Constitution',
    'Code of conduct',
    'Equality, diversity and inclusion',
    'Our partners'.repeat(8),
    'W'.repeat(90),
  ],
  Arabic: ['من نحن', 'القواعد', 'الأسئلة الشائعة', 'الدستور', 'اتصل بنا'],
  Thai: ['เกี่ยวกับเรา', 'กฎ', 'คำถามที่พบบ่อย', 'ธรรมนูญ', 'ติดต่อเรา'],
};

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

async function setMenu(titles: string[]): Promise<void> {
  inDatabase(site, 'DELETE FROM pages');
  const token = await tokenOf(site);
  for (const [position, title] of titles.entries())
    await post(site, '/pages/admin', aPage({ title, place: 'menu', position }), token);
}

/** What the eye sees of the bar: each link with its box, in the order of the boxes. */
type Bar = {
  height: number;
  beyond: number;
  brand: { end: number; lines: number };
  isCollapsed: boolean;
  links: { text: string; start: number; end: number; top: number; bottom: number }[];
};

function readBar(page: Page): Promise<Bar> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const header = document.querySelector('header');
    const name = header.querySelector('a span');
    const words = document.createRange();
    words.selectNodeContents(name);
    const seen = [...header.querySelectorAll('nav a, nav summary')].filter((link) =>
      link.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
    );
    return {
      height: header.getBoundingClientRect().height,
      beyond: root.scrollWidth - root.clientWidth,
      brand: { end: name.getBoundingClientRect().right, lines: words.getClientRects().length },
      isCollapsed: header.querySelector('[aria-controls=menu]').checkVisibility(),
      links: seen.map((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return { text: link.textContent.trim(), start: left, end: right, top, bottom };
      }),
    };
  })()`);
}

for (const [kind, titles] of Object.entries(titlesOf))
  for (const count of kind === 'short' ? [0, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5])
    test(`the bar stays one row with ${count} ${kind} titles in the menu`, {
      tag: count === 5 ? [] : '@long',
    }, async ({ page }) => {
      const own = titles.slice(0, count);
      await setMenu(own);
      await page.goto(site.url);
      for (const text of ['100%', '200%'])
        for (const width of widths) {
          const at = `${width} px, ${text} text`;
          await page.setViewportSize({ width, height: 700 });
          await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
          const bar = await readBar(page);
          expect(bar.isCollapsed, at).toBe(width < (text === '200%' ? 1472 : 768));
          // Larger text has no room for it on a phone.
          if (text === '100%' || width >= 500) expect(bar.brand.lines, at).toBe(1);
          expect(bar.beyond, at).toBe(0);
          if (bar.isCollapsed) expect(bar.links, at).toEqual([]);
          else expectRow(bar, own, at);
          // In rem, so that it grows with the text of the reader.
          const row = width < 768 ? 64 : 76;
          if (text === '100%') expect(bar.height, at).toBe(row);
          else if (!bar.isCollapsed) expect(bar.height, at).toBe(2 * row);
        }
    });

/** The site's own links, and all of the society's or 'More', without a touch. */
function expectRow({ brand, links }: Bar, own: string[], at: string): void {
  const names = links.map(({ text }) => text);
  const among = own.length > 0 && names.includes('More') ? ['More'] : own;
  expect(names, at).toEqual(['Home', 'About', 'Articles', 'Events', ...among, 'Join Society']);
  let end = brand.end;
  for (const link of links) {
    expect(link.start - end, `${at}: before ${link.text}`).toBeGreaterThanOrEqual(10);
    end = link.end;
  }
  expect(new Set(links.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size, at).toBe(1);
}

test('a title that fits stands in the bar, as do five short ones on a wide screen', async ({ page }) => {
  for (const [count, width] of [
    [1, 768],
    [3, 1024],
    [5, 1280],
  ] as const) {
    await setMenu(titlesOf.short.slice(0, count));
    await page.setViewportSize({ width, height: 700 });
    await page.goto(site.url);
    expect((await readBar(page)).links.map(({ text }) => text)).toContain('FAQ');
  }
});

test('on a phone the longest names break between words and stay in the bar', async ({ page }) => {
  await setMenu([]);
  await page.goto(site.url);
  for (const name of ['Edinburgh One Health Group', 'Tropenmedizin Göttingen e. V.', 'One Health Society of Ourtown'])
    for (const width of [320, 375, 500, 767]) {
      setSetting(site, 'shortName', name);
      await page.setViewportSize({ width, height: 700 });
      await page.goto(site.url);
      const { brand, height, beyond } = await readBar(page);
      expect(brand.lines, `${name} at ${width} px`).toBeLessThanOrEqual(name.split(' ').length);
      expect([height, beyond], `${name} at ${width} px`).toEqual([64, 0]);
    }
});

test('long names break between words, after the pages of the society have moved into More', async ({ page }) => {
  await setMenu(titlesOf.short);
  setSetting(site, 'shortName', 'Edinburgh One Health Group');
  setSetting(site, 'membershipUrl', 'https://union.example/join');
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(site.url);
    const bar = await readBar(page);
    expectRow(bar, titlesOf.short, `${width} px`);
    expect(bar.height).toBe(76);
  }
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 1024, height: 700 } });

    test('More contains the pages that do not fit', async ({ page }) => {
      await setMenu(titlesOf.long);
      await page.goto(site.url);
      if (javaScriptEnabled) await handedOver(page);
      const menu = page.getByRole('navigation', { name: 'Main' });
      const more = menu.locator('summary');
      await more.click();
      for (const title of titlesOf.long) {
        const link = menu.getByRole('link', { name: title, exact: true });
        await expect(link).toHaveCount(1);
        await expect(link).toBeInViewport({ ratio: 1 });
      }
      await menu.getByRole('link', { name: 'Code of conduct' }).click();
      await expect(page).toHaveURL(`${site.url}/code-of-conduct`);
      await expect(menu.getByRole('link', { name: 'Code of conduct' })).toBeHidden();
      await more.click();
      await expect(menu.getByRole('link', { name: 'Code of conduct' })).toHaveAttribute('aria-current', 'page');
    });
  });

test('More closes on Escape, on a press elsewhere and when the focus leaves', async ({ page }) => {
  await setMenu(titlesOf.long);
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(page, site.url);
  const more = page.getByRole('navigation', { name: 'Main' }).locator('summary');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Constitution' });
  await more.press('Enter');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await expect(link).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(link).toBeHidden();
  await more.click();
  await page.getByRole('link', { name: 'Join Society' }).first().focus();
  await expect(link).toBeHidden();
});

test('nothing in the bar moves when the scripts start', async ({ page }) => {
  await setMenu(titlesOf.short);
  const { release } = await holdScripts(page);
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.getByRole('contentinfo').waitFor();
    const before = await readBar(page);
    release();
    await handedOver(page);
    expect(await readBar(page)).toEqual(before);
  }
});
