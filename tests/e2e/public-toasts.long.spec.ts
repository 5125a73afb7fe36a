import type { Page } from '@playwright/test';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

const kinds = ['loading', 'success', 'error', 'info', 'warning'] as const;

test('toasts of all five kinds go through one live region that was there before', async ({ page, demoSite }) => {
  const code = await openEvents(page, demoSite.url);
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect(region).toBeAttached();
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await expect(region).toHaveText('');
  for (const kind of kinds)
    await test.step(kind, async () => {
      await show(page, code, kind, `A toast of the kind ${kind}`);
      const toast = region.locator(`[data-kind=${kind}]`);
      await expect(toast).toContainText(`A toast of the kind ${kind}`);
      // A live region within another would be read out twice.
      await expect(region.locator('[role=alert], [role=status], [aria-live]')).toHaveCount(0);
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toHaveCount(0);
    });
});

test('a toast disappears by itself, a loading one stays, and one at a time is shown', async ({ page, demoSite }) => {
  await page.clock.install();
  const code = await openEvents(page, demoSite.url);
  const texts = page.getByRole('region', { name: 'Notifications' }).locator('p');
  for (const kind of ['loading', 'success', 'info', 'warning'] as const) await show(page, code, kind, kind);
  await expect(texts).toHaveText(['warning']);
  await page.clock.runFor(10_000);
  await expect(texts).toHaveText(['loading']);
  await page.clock.runFor(60_000);
  await expect(texts).toHaveText(['loading']);
});

/** Answers the file that has the code of toasts. */
async function openEvents(page: Page, url: string): Promise<string> {
  const loaded = page.waitForResponse(/\/both-[^/]+\.js$/);
  await open(page, `${url}/events`);
  return (await loaded).url();
}

/** Not every kind has an occasion on the public pages; the page's own code is asked for each. */
function show(page: Page, code: string, kind: (typeof kinds)[number], message: string): Promise<void> {
  return page.evaluate(`(async () => {
    const parts = Object.values(await import(${JSON.stringify(code)}));
    parts.find((part) => part?.warning && part.dismiss).${kind}(${JSON.stringify(message)});
  })()`);
}
