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
