import { holdScripts, open } from '../support/states.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

test('the menu of a small screen opens, leads on and closes', async ({ page, demoSite }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, demoSite.url);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const articles = menu.getByRole('link', { name: 'Articles' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(articles).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(articles).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await articles.click();
  await expect(page).toHaveURL(`${demoSite.url}/articles`);
  await expect(page.getByRole('heading', { level: 1, name: 'Our Articles' })).toBeVisible();
  await expect(articles).toBeHidden();
});

test('a tap on the menu before the scripts load is not lost', { tag: '@long' }, async ({ page, demoSite }) => {
  const scripts = await holdScripts(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(demoSite.url);
  const articles = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Articles' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(articles).toBeVisible();
  scripts.release();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
  await expect(articles).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(articles).toBeHidden();
  await page.unrouteAll();
});

test('a menu that was opened early closes on the next navigation, also in browsers without ARIA properties', {
  tag: '@long',
}, async ({ page, demoSite }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'ariaExpanded'));
  const scripts = await holdScripts(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(demoSite.url);
  const articles = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Articles' });
  const toggle = page.locator('[aria-controls=menu]');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  scripts.release();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
  await articles.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(articles).toBeHidden();
  await page.unrouteAll();
});

test('the top bar leads to every page, and membership opens elsewhere', async ({ page, demoSite }) => {
  await page.goto(demoSite.url);
  for (const name of ['About', 'Articles', 'Events', 'Home']) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await expect(page.getByRole('link', { name: 'Join Society' })).toHaveAttribute('target', '_blank');
});

test('an event opens over its list, from the list and by its address, and closes to it', { tag: '@long' }, async ({
  page,
  demoSite,
}) => {
  await page.goto(`${demoSite.url}/events`);
  const card = page
    .getByRole('button', { name: /^View Details/ })
    .or(page.getByRole('link', { name: /^View Details/ }));
  await card.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/events\/\d+$/);
  // Served with the dialog open, which listens to Escape once the browser has taken the page over.
  await open(page, page.url());
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${demoSite.url}/events`);
});

test('unknown addresses answer 404 and say so', async ({ page, demoSite }) => {
  for (const path of ['/articles/999999', '/events/999999', '/nothing', '/articles/abc']) {
    const answer = await page.goto(demoSite.url + path);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('h1').first()).toBeVisible();
  }
  await page.goto(`${demoSite.url}/articles/999999`);
  await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible();
});

test('a wrong link to confirm or unsubscribe is explained', { tag: '@long' }, async ({ page, demoSite }) => {
  await page.goto(`${demoSite.url}/unsubscribe`);
  await expect(page.getByText('Missing email address in the unsubscribe link.')).toBeVisible();
});

test('only an administrator comes in, and leaves again', { tag: '@long' }, async ({ page, demoSite }) => {
  await page.goto(`${demoSite.url}/admin/events`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await enterCredentials(page);
  await expect(page).toHaveURL(`${demoSite.url}/admin/events`);
  await page.goto(`${demoSite.url}/admin/login`);
  await expect(page).toHaveURL(`${demoSite.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
});
