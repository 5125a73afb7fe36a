import { emptied } from '../support/emptied.ts';
import { publicPages, type Site } from '../support/site.ts';
import { answer, breakTable, expectNoise, open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('every public screen is accessible in light and dark, from 320 to 1280 px', async ({ page, demoSite }) => {
  test.slow();
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      await expectAccessible(page, 1280, 768, 320);
    });
  await test.step('open menu', async () => {
    await open(page, demoSite.url);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectAccessible(page, 320);
  });
});

test.describe('on a site of its own', () => {
  let site: Site;

  test.beforeAll(async ({ ownSite }) => {
    site = emptied(ownSite);
  });

  test('empty, failing and answering screens are accessible in light and dark at 320 px', { tag: '@long' }, async ({
    page,
    silent,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [
      '/',
      '/about',
      '/articles',
      '/articles?search=none',
      '/events',
      '/events?filter=past&search=none',
    ])
      await test.step(`empty ${path}`, async () => {
        await open(page, site.url + path);
        await expectAccessible(page, 320);
      });
    await test.step('answers', async () => {
      await open(page, site.url);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
      await expectAccessible(page, 320);
      await open(page, `${site.url}/events/999`);
      await expect(page.getByText('Failed to load event', { exact: true })).toBeVisible();
      await expectAccessible(page, 320);
      await answer(page, '/newsletter/verify?*', { json: { status: 'success', data: {} } });
      await open(page, `${site.url}/verify?token=any`);
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await expectAccessible(page, 320);
      await answer(page, '/newsletter/unsubscribe?*', { json: { message: '', canUndo: true } });
      await open(page, `${site.url}/unsubscribe?email=reader@example.org&token=any`);
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectAccessible(page, 320);
    });
    const failures = (['members', 'events', 'articles'] as const).map((table) => breakTable(site, table));
    for (const path of ['/', '/about', '/articles', '/articles/1', '/events'])
      await test.step(`failing ${path}`, async () => {
        await open(page, site.url + path);
        await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();
        await expectAccessible(page, 320);
      });
    for (const { repair } of failures) repair();
    expectNoise(silent, /status of (404|500|503)/);
  });
});
