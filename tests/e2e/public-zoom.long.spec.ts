import { publicPages } from '../support/site.ts';
import { open } from '../support/states.ts';
import { pagesToSweep } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

// What 400 % leaves of a window of 1280 × 1024 px.
const zoomed = { width: 320, height: 256 };

test('at 400 % every screen reflows, and its bar scrolls away', async ({ page, demoSite }) => {
  test.slow();
  await page.setViewportSize(zoomed);
  for (const [name, path] of await pagesToSweep(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(zoomed.width);
      expect(await page.evaluate<string[]>(textOutsideOfPage)).toEqual([]);
      await page.evaluate('scrollTo(0, 300)');
      if ((await page.evaluate<number>('scrollY')) < 100) return;
      expect((await page.locator('header').first().boundingBox())?.y).toBeLessThan(-63);
    });
});

test('at 400 % a dialog scrolls to its end, and the menu to its last link', async ({ page, demoSite }) => {
  await page.setViewportSize(zoomed);
  const pages = (await publicPages(demoSite)).filter(([name]) => ['member', 'event'].includes(name));
  for (const [name, path] of pages)
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      const dialog = page.getByRole('dialog');
      expect((await dialog.boundingBox())?.height).toBeLessThanOrEqual(zoomed.height);
      const close = dialog.getByRole('button', { name: 'Close', exact: true });
      await close.scrollIntoViewIfNeeded();
      await expect(close).toBeInViewport({ ratio: 1 });
      await close.click();
      await expect(dialog).toBeHidden();
    });
  await open(page, demoSite.url);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const last = page.getByRole('link', { name: 'Join Society' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('with letters twice as large no page overflows on a narrow phone', async ({ page, demoSite }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      expect(await page.evaluate<string[]>(textOutsideOfPage)).toEqual([]);
    });
});

test('with letters twice as large no screen of administrators overflows, and the bar scrolls away', async ({
  page,
  demoSite,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await signIn(page, demoSite);
  for (const screen of [
    'dashboard',
    'articles',
    'events',
    'events/1/guests',
    'committee/close',
    'newsletter',
    'settings',
  ])
    await test.step(screen, async () => {
      await page.goto(`${demoSite.url}/admin/${screen}`, { waitUntil: 'networkidle' });
      await expect(page.locator('h1')).toHaveCount(1);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      expect(await page.evaluate<string[]>(textOutsideOfPage)).toEqual([]);
      await page.evaluate('scrollTo(0, 1500)');
      expect((await page.locator('header').first().boundingBox())?.y).toBeLessThan(-103);
    });
});

test('a tall window keeps the bar', async ({ page, demoSite }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, `${demoSite.url}/articles`);
  await page.evaluate('scrollTo(0, 300)');
  await expect.poll(async () => (await page.locator('header').first().boundingBox())?.y).toBe(0);
});

const textOutsideOfPage = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    // What scrolls by itself is left out, and what the bar of administrators ends with dots.
    if (!node.data.trim() || parent.closest('script, pre, table, .sr-only, [href="#main"], [role="toolbar"], [role="tablist"], bdi + span, main nav:has([aria-current])')) continue;
    const range = document.createRange();
    range.selectNode(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > innerWidth + 1)) found.push(node.data.trim().slice(0, 60));
  }
  return found;
})()`;
