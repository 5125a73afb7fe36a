import { emptied } from '../support/emptied.ts';
import { patient } from '../support/patience.ts';
import type { Site } from '../support/site.ts';
import { inDatabase } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { expect, signIn, test } from './fixtures.ts';

const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)';
const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', i || ' hours')`;

const indexing = { timeout: patient(60_000) };

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  inDatabase(
    site,
    `INSERT INTO articles (title, description, content, content_text, image_alt, is_published, is_featured, published_at,
      created_at, updated_at)
    ${numbers} SELECT 'Article ' || i, 'About it.', printf('<p>%.*c</p>', 4000, 'x'), printf('%.*c', 4000, 'x'), '', 1, 0,
      ${at}, ${at}, ${at} FROM n`,
  );
  inDatabase(
    site,
    `INSERT INTO events (title, event_date, starts_at, location, description, created_at, updated_at)
    ${numbers} SELECT 'Event ' || i, substr(${at}, 1, 19), ${at}, 'Hall', '', ${at}, ${at} FROM n`,
  );
  inDatabase(
    site,
    `INSERT INTO members (name, position, bio, is_active, join_date, created_at, updated_at)
    ${numbers} SELECT printf('Member %04d', i), 'Helper', '', 1, ${at}, ${at}, ${at} FROM n`,
  );
});

test('with 5,000 of each, lists come in small pages, count everything and find one', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByRole('heading', { name: 'Articles (5000)' })).toBeVisible();
  for (const [tab, screen, heading, noun, first] of [
    ['articles', 'articles', 'Articles (5000)', 'Article', 'Article 5000'],
    ['committee', 'committee', 'Committee Members (5000)', 'Member', 'Member 0001'],
    ['events', 'events', 'Events (5000)', 'Event', 'Event 5000'],
  ] as const)
    await test.step(screen, async () => {
      const answered = page.waitForResponse((response) => response.url().includes('/admin?limit=60'));
      await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
      expect((await (await answered).body()).length).toBeLessThan(60_000);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(60);
      await expect(cards.first()).toContainText(first);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(cards).toHaveCount(120);
      await expect(cards.nth(60).getByRole('button').first()).toBeFocused();
      await cards.nth(100).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('heading', { name: heading.replace('5000', '4999') })).toBeVisible();
      await expect(cards).toHaveCount(120);
      await expect(cards.nth(100).getByRole('button').first()).toBeFocused();

      // What another program has written the worker indexes.
      await expect.poll(() => inDatabase(site, 'SELECT 1 FROM search_queue LIMIT 1'), indexing).toEqual([]);
      await page.goto(`${site.url}/admin/${screen}`);
      await page.getByRole('searchbox').fill(`${noun} 4321`);
      await expect(cards).toHaveCount(1);
      await cards.first().click();
      await expect(page.getByRole('textbox', { name: /^(Title|Name)$/ })).toHaveValue(`${noun} 4321`);
    });
});

test('beside an empty form nothing is said about another article: an unsent one says so itself', async ({ page }) => {
  replaceSubscribers(site, 'many', 1);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles`);
  await expect(page.getByRole('article').first()).toContainText('Newsletter not sent');
  const panel = page.getByRole('region', { name: 'Newsletter' });
  await expect(panel).toHaveText(
    /^NewsletterPublish and email itNo mail server is set: [^.]+\.Publish without sendingNo newsletter will be sent[^.]*\.[^.]+\.$/,
  );
  await expect(page.getByRole('button', { name: 'Send newsletter' })).toHaveCount(0);
  await page.getByRole('article').first().click();
  await expect(panel.getByRole('button', { name: 'Send newsletter' })).toBeVisible();
});
