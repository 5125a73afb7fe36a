import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** In both colour schemes: nothing for axe to find, and no scrolling sideways. */
export async function expectAccessible(page: Page, width: number): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  // Legacy mode spares a second page per run; there are no frames. Dark differs from light in its colours alone.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await problems(page, axe().withTags(wcag)), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await problems(page, axe().withRules(['color-contrast', 'link-in-text-block'])), 'dark').toEqual([]);
}

/** Each finding as 'rule: element'. */
async function problems(page: Page, axe: AxeBuilder): Promise<string[]> {
  // Until the next frame even the shortest transition still shows the colours of the other scheme.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** A link within a sentence may be as small as its words (WCAG 2.5.8); one that fills its card is as large as the card. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a, button, input:not([tabindex="-1"]), summary')].flatMap((one) => {
    if (one.getClientRects().length === 0 || one.matches('a[href="#main"]')) return [];
    const isInline = getComputedStyle(one).display === 'inline' && one.closest('p, li, td') && !one.closest('h3');
    const fills = getComputedStyle(one, '::after').position === 'absolute';
    const { width, height } = (fills ? one.closest('article') : (one.closest('label') ?? one)).getBoundingClientRect();
    return isInline || (width >= 24 && height >= 24) ? [] : [one.outerHTML.slice(0, 100) + width + ' × ' + height];
  })`);
}
