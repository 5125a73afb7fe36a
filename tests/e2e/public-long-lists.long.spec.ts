import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { someFailure } from '../support/post.ts';
import type { Site } from '../support/site.ts';
import { answer, editorOf, expectNoise, open } from '../support/states.ts';
import { everywhere, expectAccessible, expectFits } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for the file, filled once: 201 events, three a month from January 2090 on, and 40 members.
test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (let at = 0; at < 201; at++) {
    const month = String((Math.floor(at / 3) % 12) + 1).padStart(2, '0');
    const year = 2090 + Math.floor(at / 36);
    await editor.addEvent({ title: `Event ${at + 1}`, eventDate: `${year}-${month}-0${(at % 3) + 1}T18:00:00` });
  }
  for (let at = 1; at <= 40; at++)
    await editor.addMember({ name: `Member ${at}`, position: `Seat ${String(at).padStart(2, '0')}` });
});

test('events are grouped by month, 24 at a time, and 120 of them take less than 40,000 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, `${site.url}/events`);
  await expect(page.getByText('201 events found', { exact: true })).toBeVisible();
  await expect(events(page)).toHaveCount(24);
  const months = page.locator('main').getByRole('heading', { level: 2 });
  await expect(months).toHaveText([
    'Next event',
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'].map((name) => `${name} 2090`),
  ]);
  for (let pages = 2; pages <= 5; pages++) {
    await more(page).click();
    await expect(events(page)).toHaveCount(24 * pages);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(25_000);
  if (everywhere) await expectAccessible(page, 375, 1280);
  else await expectFits(page, 375);
});

test('a page of a list that could not be loaded is not put into the address', async ({ page, silent }) => {
  await open(page, `${site.url}/events?filter=upcoming`);
  await answer(page, '/events/upcoming?*', 'nothing');
  await more(page).click();
  await expect(page.getByText('Failed to load upcoming events')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming`);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming&shown=48`);
  expectNoise(silent, someFailure);
});

test('the address holds how much is shown: after a reload, a link away and Back, and an event in between', async ({
  page,
}) => {
  await open(page, `${site.url}/events?filter=upcoming`);
  await more(page).click();
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming&shown=48`);
  await expect(events(page)).toHaveCount(48);
  await page.reload();
  await expect(events(page)).toHaveCount(48);

  await page.getByRole('link', { name: 'View Details of Event 40', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Event 40' })).toBeVisible();
  await expect(page).toHaveURL(/\/events\/\d+\?filter=upcoming&shown=48$/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(events(page)).toHaveCount(48);

  const last = page.getByRole('link', { name: 'View Details of Event 48', exact: true });
  await last.scrollIntoViewIfNeeded();
  // A click would first scroll to where the bar would be if it did not stick.
  await page.getByRole('banner').getByRole('link', { name: 'Articles' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: 'Our Articles' })).toBeVisible();
  await page.goBack();
  await expect(events(page)).toHaveCount(48);
  await expect(last).toBeInViewport();
});

test('another filter and another search start from the beginning', async ({ page }) => {
  await open(page, `${site.url}/events?shown=72`);
  await expect(events(page)).toHaveCount(72);
  await page.getByRole('button', { name: 'Upcoming' }).click();
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming`);
  await expect(events(page)).toHaveCount(24);
  await open(page, `${site.url}/events?shown=72`);
  await page.getByRole('searchbox').fill('Event 2');
  await expect(page).toHaveURL(`${site.url}/events?search=Event+2`);
  await expect(page.getByText('40 events found for "Event 2"')).toBeVisible();
});

test('without scripts the same list continues page by page', async ({ browser, browserName }) => {
  test.skip(browserName === 'firefox', 'Firefox ESR lets no driver turn scripts off');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/events`);
  const seen: string[] = [];
  for (let pages = 1; pages < 9; pages++) {
    seen.push(...(await page.locator('main article h3').allInnerTexts()));
    await more(page).click();
    await expect(page).toHaveURL(/cursor=/);
    await expect(page.locator('main article h3').first()).toHaveText(`Event ${24 * pages + 1}`);
  }
  seen.push(...(await page.locator('main article h3').allInnerTexts()));
  expect(seen).toEqual(Array.from({ length: 201 }, (_, at) => `Event ${at + 1}`));
  await expect(more(page)).toBeHidden();
  await context.close();
});

test('the list stays when more of it cannot be loaded, and a failed search does not say that nothing was found', async ({
  page,
  silent,
}) => {
  await open(page, `${site.url}/events?filter=upcoming`);
  await page.route('**/api/v1/events/upcoming?*', (route) => route.abort());
  await more(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(alert).toBeVisible();
  await expect(events(page)).toHaveCount(24);
  await page.getByRole('searchbox', { name: 'Search Events' }).fill('Event 199');
  await expect(alert).toBeVisible();
  await expect(page.getByText('No matching events found')).toBeHidden();
  await page.unroute('**/api/v1/events/upcoming?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(events(page)).toHaveCount(1);
  await expect(alert).toBeHidden();
  expect(silent.splice(0)).toHaveLength(2);
});

test('Try Again loads more after a failure', async ({ page, silent }) => {
  await open(page, `${site.url}/events?filter=upcoming`);
  await page.route('**/api/v1/events/upcoming?*', (route) => route.abort());
  await more(page).click();
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/v1/events/upcoming?*');
  await again.click();
  await expect(events(page)).toHaveCount(48);
  await expect(again).toBeHidden();
  expect(silent.splice(0)).toHaveLength(1);
});

test('home shows all members', async ({ page }) => {
  await open(page, site.url);
  await expect(page.getByRole('link', { name: /^Member \d+$/ })).toHaveCount(40);
});

function events(page: Page) {
  return page.getByRole('link', { name: /^View Details of/ });
}

function more(page: Page) {
  return page.getByRole('link', { name: 'Show more' });
}
