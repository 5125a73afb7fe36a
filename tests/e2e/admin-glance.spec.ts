import { aMember } from '../support/builders.ts';
import { emptied } from '../support/emptied.ts';
import { replaceReaders } from '../support/readers-of-site.ts';
import { administrator, type Site } from '../support/site.ts';
import { addColleague, callsOf, type Editor, editorOf, empty, inDatabase, post, tokenOf } from '../support/states.ts';
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

    test('it tells of readers, of the last newsletter and of colleagues what is true', async ({ page }) => {
      const tile = (name: string) => page.getByRole('region', { name: 'At a glance' }).getByRole('region', { name });
      replaceReaders(site, 'glance', 0);
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(tile('Readers')).toHaveText('Readers0Subscribers');

      replaceReaders(site, 'glance', 3);
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const sql = 'INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at) VALUES (?, ?, ?, ?, ?)';
      // Whoever has not confirmed is no reader.
      inDatabase(site, sql, 'p@example.org', 'p@example.org', 'pending', ago(1), null);
      await page.reload();
      await expect(tile('Readers')).toContainText('New in the last 30 days');
      inDatabase(site, sql, 'o@example.org', 'o@example.org', 'confirmed', ago(90), ago(90));
      const id = await editor.addArticle({ title: 'Bats over the library' });
      const colleague = await tokenOf(site, addColleague(site, `zoe${viewport.width}`));
      await post(site, '/members/admin', aMember({ name: 'Ann' }), colleague);
      await post(site, `/newsletter/admin/send/${id}`, {}, colleague);
      const known = () => inDatabase(site, 'SELECT state FROM deliveries').map(({ state }) => state);
      await expect.poll(known, { timeout: 20_000 }).toEqual(['kept', 'kept', 'kept', 'kept']);
      inDatabase(
        site,
        "UPDATE deliveries SET state = 'sent', sent_at = ? WHERE id = (SELECT min(id) FROM deliveries)",
        ago(0),
      );
      await page.reload();
      await expect(tile('Readers')).toHaveText('Readers43 more than a month agoSubscribers');
      await expect(tile('Last newsletter')).toContainText('Bats over the library');
      await expect(tile('Last newsletter')).toContainText('Sent to 1 of 4');
      await expect(tile('Last newsletter')).toContainText('3 kept here, for there was no mail server');
      const done = tile('What colleagues did');
      await expect(done).toContainText(`zoe${viewport.width} added Ann to the committee`);
      await expect(done).toContainText('asked to send the newsletter about “Bats over the library” to 4 subscribers');
      await expect(done).not.toContainText(administrator.username);
      await expectAccessible(page, viewport.width);

      await editor.addArticle({ title: 'Cows', isPublished: false });
      await page.getByRole('button', { name: 'Refresh Data' }).click();
      await expect(tile('Drafts waiting')).toContainText('Cows');
      await page.getByRole('button', { name: 'Delete Cows' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(tile('Drafts waiting')).toContainText('Nothing is waiting.');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(tile('Drafts waiting')).toContainText('Cows');
      replaceReaders(site, 'glance', 0);
    });
  });
