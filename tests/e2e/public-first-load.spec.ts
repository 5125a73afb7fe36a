import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, open, setSetting } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (const name of ['Ada', 'Ben']) await editor.addMember({ name });
});

test('both home pages run with four scripts, and load no more by themselves', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const variant of ['grid', 'spotlight'] as const)
    await test.step(variant, async () => {
      setSetting(site, 'homeVariant', variant);
      scripts.length = 0;
      await open(page, site.url);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
      expect(scripts.length).toBeGreaterThan(0);
      expect(new Set(scripts).size, scripts.join(', ')).toBeLessThanOrEqual(4);
    });
});
