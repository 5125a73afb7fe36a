/**
 * How many presses it takes anyone who comes in by the dashboard and knows nothing else. Twelve people are put in order in
 * admin-committee-order.long.spec.ts, and a demo site becomes the society's own in admin-first-hour.long.spec.ts.
 */
import { administrator } from '../support/site.ts';
import { editorOf, inDatabase } from '../support/states.ts';
import { contentOf } from '../support/writing.ts';
import { expect, pressing, signIn, test } from './fixtures.ts';

for (const [width, height] of [
  [375, 667],
  [1280, 800],
] as const) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 400 });

    test('a typing error in a live article is corrected, live, with 3 presses', async ({ page, site }) => {
      const title = `Hedges at ${width}`;
      const content = '<p>Hedges are homes.</p><p>They feed the brids</p>';
      const id = await (await editorOf(site)).addArticle({ title, content });
      await signIn(page, site);
      await page.goto(`${site.url}/admin/dashboard`);
      const { press, button, count } = pressing(page);
      await press(page.getByRole('article').getByText(title));
      await press(contentOf(page).getByText('They feed the brids'));
      await page.keyboard.press('End');
      for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace');
      await page.keyboard.type('irds');
      await button('Update live article');
      await expect(page.getByText('Article saved successfully.')).toBeVisible();
      const seen = await (await fetch(`${site.url}/articles/${id}`)).text();
      expect(seen).toContain('They feed the birds</p>');
      expect(count()).toBeLessThanOrEqual(3);
    });

    test('a draft is continued with 2 presses', async ({ page, site }) => {
      const title = `Ponds at ${width}`;
      const id = await (await editorOf(site)).addArticle({ title, content: '<p>Ponds cool.</p>', isPublished: false });
      await signIn(page, site);
      await page.goto(`${site.url}/admin/dashboard`);
      const { press, count } = pressing(page);
      await press(page.getByRole('button', { name: `Edit ${title}`, exact: true }));
      await press(contentOf(page).getByText('Ponds cool.'));
      await page.keyboard.press('End');
      await page.keyboard.type(' They feed bats.');
      await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
      const kept = () => inDatabase(site, 'SELECT data FROM drafts WHERE form = ?', `articles-${id}`)[0]?.data;
      await expect.poll(kept).toContain('Ponds cool. They feed bats.');
      expect(count()).toBeLessThanOrEqual(2);
    });

    test('an event with 20 places is on the site with 6 presses', async ({ page, site }) => {
      const { press, button, link, count } = pressing(page);
      const title = `Newts at ${width}`;
      await signIn(page, site);
      await page.goto(`${site.url}/admin/dashboard`);
      if (width < 400) await button('Open menu');
      await link('Manage Events');
      if (width < 400) await button('New Event');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByLabel('Date', { exact: true }).fill('20291211');
      await page.getByLabel('Time', { exact: true }).fill('6:30pm');
      await page.getByLabel('Location').fill('Botanic Garden');
      await press(page.getByLabel('People can sign up here'));
      await page.getByLabel('Places in all').fill('20');
      await button('Add Event');
      await expect(page.getByText('Event saved successfully.')).toBeVisible();
      expect(inDatabase(site, 'SELECT capacity FROM events WHERE title = ?', title)).toEqual([{ capacity: 20 }]);
      expect(count()).toBeLessThanOrEqual(6);
    });

    test('an event with sign-up is on the site with 8 presses, signing in included', async ({ page, site }) => {
      const { press, button, link, count } = pressing(page);
      const title = `Frogs at ${width}`;
      await page.goto(`${site.url}/admin/login`);
      await page.getByLabel('Username or Email').fill(administrator.username);
      await page.getByLabel('Password').fill(administrator.password);
      await button('Sign In');
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      if (width < 400) await button('Open menu');
      await link('Manage Events');
      if (width < 400) await button('New Event');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByLabel('Date', { exact: true }).fill('20291210');
      await page.getByLabel('Time', { exact: true }).fill('6:30pm');
      await page.getByLabel('Location').fill('Botanic Garden');
      await press(page.getByLabel('People can sign up here'));
      await button('Add Event');
      await expect(page.getByText('Event saved successfully.')).toBeVisible();
      const [event] = inDatabase(site, 'SELECT id FROM events WHERE title = ?', title);
      expect(await (await fetch(`${site.url}/events/${event?.id}`)).text()).toContain(`/signup?event=${event?.id}`);
      expect(count()).toBeLessThanOrEqual(8);
    });
  });
}
