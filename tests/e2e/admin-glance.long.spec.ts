import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, empty, inDatabase, post, tokenOf } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
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

    test('the dashboard shows at a glance what is next, with one call', async ({ page }) => {
      const calls = callsOf(page);
      await page.goto(`${site.url}/admin/dashboard`);
      const glance = page.getByRole('region', { name: 'At a glance' });
      await expect(glance.getByRole('region', { name: 'Next event' })).toContainText('Nothing coming up');
      await expect(glance.getByRole('region', { name: 'Last newsletter' })).toContainText(
        'No newsletter has been sent yet',
      );
      await expectAccessible(page, viewport.width);
      expect(calls.filter((call) => /dashboard|first-steps|audience/.test(call))).toEqual(['GET /dashboard/admin']);

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
      await expect(glance.getByRole('region', { name: 'Next event' })).toContainText('0 of 20 places taken');
      await expectAccessible(page, viewport.width);
      inDatabase(site, "DELETE FROM health_alerts WHERE name = 'x'");
    });

    test('it shows the right figures for subscribers, the last newsletter and unsaved drafts', async ({ page }) => {
      const tile = (name: string) => page.getByRole('region', { name: 'At a glance' }).getByRole('region', { name });
      replaceSubscribers(site, 'glance', 0);
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(tile('Subscribers')).toHaveText('Subscribers0All subscribers');

      replaceSubscribers(site, 'glance', 3);
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const sql = 'INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at) VALUES (?, ?, ?, ?, ?)';
      // Anyone who has not confirmed is no subscriber.
      inDatabase(site, sql, 'p@example.org', 'p@example.org', 'pending', ago(1), null);
      await page.reload();
      await expect(tile('Subscribers')).toContainText('All new in the last 30 days');
      inDatabase(site, sql, 'o@example.org', 'o@example.org', 'confirmed', ago(90), ago(90));
      const id = await editor.addArticle({ title: 'Bats over the library' });
      await post(site, `/newsletter/admin/send/${id}`, {}, await tokenOf(site));
      const known = () =>
        inDatabase(site, 'SELECT state FROM mails WHERE issue_id IS NOT NULL').map(({ state }) => state);
      await expect.poll(known, { timeout: 20_000 }).toEqual(['kept', 'kept', 'kept', 'kept']);
      inDatabase(
        site,
        "UPDATE mails SET state = 'sent', sent_at = ? WHERE id = (SELECT min(id) FROM mails WHERE issue_id IS NOT NULL)",
        ago(0),
      );
      await page.reload();
      await expect(tile('Subscribers')).toHaveText('Subscribers43 more than a month agoAll subscribers');
      await expect(tile('Last newsletter')).toContainText('Bats over the library');
      await expect(tile('Last newsletter')).toContainText('Delivered to 1 of 4.');
      await expect(tile('Last newsletter')).toContainText('3 in the outbox.');
      await expectAccessible(page, viewport.width);

      await page.goto(`${site.url}/admin/articles?edit=${id}`);
      await page.getByLabel('Description', { exact: true }).fill('Not saved yet');
      await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
      await page.goto(`${site.url}/admin/dashboard`);
      await page.getByRole('link', { name: 'You have 1 unfinished text' }).click();
      await expect(page).toHaveURL(`${site.url}/admin/articles?edit=${id}`);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect.poll(() => inDatabase(site, 'SELECT form FROM drafts')).toEqual([]);
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(tile('Subscribers')).toBeVisible();
      await expect(page.getByRole('link', { name: 'You have 1 unfinished text' })).toHaveCount(0);
      replaceSubscribers(site, 'glance', 0);
    });
  });
