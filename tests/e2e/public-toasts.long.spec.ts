import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';
import { showToast, toastKinds } from './toasts.ts';

test('toasts of all five kinds go through one live region that was there before', async ({ page, demoSite }) => {
  await open(page, `${demoSite.url}/events`);
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect(region).toBeAttached();
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await expect(region).toHaveText('');
  for (const kind of toastKinds)
    await test.step(kind, async () => {
      await showToast(page, kind, `A toast of the kind ${kind}`);
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
  await open(page, `${demoSite.url}/events`);
  const texts = page.getByRole('region', { name: 'Notifications' }).locator('p');
  for (const kind of ['loading', 'success', 'info', 'warning'] as const) await showToast(page, kind, kind);
  await expect(texts).toHaveText(['warning']);
  await page.clock.runFor(10_000);
  await expect(texts).toHaveText(['loading']);
  await page.clock.runFor(60_000);
  await expect(texts).toHaveText(['loading']);
});
