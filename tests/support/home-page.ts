/** What the journeys on the home page share. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The section under that heading. */
export function block(page: Page, heading: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) });
}

/** From now on the page notes each address it comes to, and when. */
export async function watchAddresses(page: Page): Promise<void> {
  await page.evaluate(
    `window.seen = []; navigation.addEventListener('currententrychange', () => seen.push([location.pathname + location.search, performance.now()]))`,
  );
}

/** The list came first, and the entry 50 ms later. */
export async function expectNavigatedThenOpened(page: Page, list: string, entry: string): Promise<void> {
  const [first, second, ...more] = await page.evaluate<[string, number][]>('seen');
  expect([first?.[0], second?.[0], more.length]).toEqual([list, entry, 0]);
  expect((second?.[1] ?? 0) - (first?.[1] ?? 0)).toBeGreaterThanOrEqual(49);
}
