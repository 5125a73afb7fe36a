import type { Locator } from '@playwright/test';
import { walk } from '../support/keyboard.ts';
import { open } from '../support/states.ts';
import { pagesToSweep } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const schemes = ['light', 'dark'] as const;
const forcedTo = (colorScheme: (typeof schemes)[number]) =>
  ({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' }) as const;

test('in forced colours every button has a border, and the focus is visible', async ({ page, demoSite }) => {
  test.slow();
  for (const [name, path] of await pagesToSweep(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      for (const scheme of schemes) {
        await page.emulateMedia(forcedTo(scheme));
        expect(await page.evaluate<string[]>(buttonsWithoutBorder), scheme).toEqual([]);
        if (['articles', 'event'].includes(name)) expect(await walk(page, 'Tab'), scheme).toEqual([]);
      }
    });
});

for (const colorScheme of schemes)
  test.describe(`with the user’s own ${colorScheme} colours`, () => {
    test.beforeEach(({ page }) => page.emulateMedia(forcedTo(colorScheme)));

    test('the chosen filter and the current page differ from the others', async ({ page, demoSite }) => {
      await open(page, `${demoSite.url}/events`);
      const chosen = page.getByRole('button', { name: 'All Events' });
      const other = page.getByRole('button', { name: 'Past Events' });
      await expect(chosen).toHaveAttribute('aria-pressed', 'true');
      expect(await look(chosen)).not.toEqual(await look(other));
      const menu = page.getByRole('navigation', { name: 'Main' });
      expect(await look(menu.getByRole('link', { name: 'Events' }))).not.toEqual(
        await look(menu.getByRole('link', { name: 'About' })),
      );
    });

    test('the logo stands out from its background, whatever theme was chosen before', async ({ page, demoSite }) => {
      const theme = colorScheme === 'light' ? 'dark' : 'light';
      await page.context().addCookies([{ name: 'theme', value: theme, url: demoSite.url }]);
      await open(page, demoSite.url);
      const [ground, ...strokes] = await page.evaluate<string[]>(
        `[getComputedStyle(document.body).backgroundColor,
          ...[...document.querySelectorAll('header svg circle')].map((one) => getComputedStyle(one).stroke)]`,
      );
      expect(strokes).toHaveLength(3);
      for (const stroke of strokes) expect(stroke).not.toBe(ground);
    });
  });

const buttonsWithoutBorder = `[...document.querySelectorAll('button, a[class]')].filter((one) => {
  const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor, borderRadius, display } = getComputedStyle(one);
  const isButton = one.tagName === 'BUTTON' || borderRadius === '999px';
  if (!isButton || one.getClientRects().length === 0) return false;
  return parseFloat(borderTopWidth) < 1 || borderTopStyle === 'none' || borderTopColor === backgroundColor;
}).map((one) => one.outerHTML.slice(0, 120))`;

function look(element: Locator): Promise<unknown> {
  return element.evaluate((node) => {
    const { color, backgroundColor, borderBottomColor } = (globalThis as never as Window).getComputedStyle(node);
    return { color, backgroundColor, borderBottomColor };
  });
}

type Window = {
  getComputedStyle(element: unknown): { color: string; backgroundColor: string; borderBottomColor: string };
};
