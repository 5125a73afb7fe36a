import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, empty, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'articles', 'members', 'events');
  await signIn(page, site);
});

for (const [name, viewport, hasTouch] of [
  ['a phone', { width: 375, height: 667 }, true],
  ['a desk', { width: 1280, height: 800 }, false],
] as const)
  test.describe(name, () => {
    test.use({ viewport, hasTouch });

    test('the dashboard tells at a glance what waits and what is next, by one call', async ({ page }) => {
      const calls = callsOf(page);
      await page.goto(`${site.url}/admin/dashboard`);
      const glance = page.getByRole('region', { name: 'At a glance' });
      await expect(glance.getByRole('region', { name: 'Drafts waiting' })).toContainText('Nothing is waiting.');
      await expect(glance.getByRole('region', { name: 'Next event' })).toContainText('Nothing is planned');
      await expect(glance.getByRole('region', { name: 'Last newsletter' })).toContainText('None was sent yet');
      await expectAccessible(page, viewport.width);
      expect(calls.filter((call) => call.includes('glance'))).toEqual(['GET /glance/admin']);

      for (const title of ['Bats over the library', 'What a dairy farm knows about antibiotics', 'Cows', 'Dogs'])
        await editor.addArticle({ title, isPublished: false });
      await editor.addEvent({
        title: 'Bat walk at dusk',
        eventDate: '2099-01-01T18:30:00',
        hasSignup: true,
        capacity: 20,
      });
      const at = new Date().toISOString();
      inDatabase(
        site,
        'INSERT OR REPLACE INTO health_alerts (name, title, began_at) VALUES (?, ?, ?)',
        'x',
        'Backups',
        at,
      );
      await page.reload();
      await expect(glance).toContainText('Something is wrong: Backups.');
      await expect(glance.getByRole('region', { name: 'Drafts waiting' })).toContainText('4');
      await expect(glance.getByRole('region', { name: 'Next event' })).toContainText(
        '0 people signed up · 0 of 20 places',
      );
      await expectAccessible(page, viewport.width);
      await glance.getByRole('link', { name: 'All drafts' }).click();
      await expect(page).toHaveURL(/\/admin\/articles\?state=draft$/);
      await expect(page.getByRole('article')).toHaveCount(4);
      inDatabase(site, "DELETE FROM health_alerts WHERE name = 'x'");
    });
  });
