import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { breakTable, type Editor, editorOf, empty, expectNoise, hold, inDatabase, open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;
let lectureId: number;
let walkId: number;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async () => {
  empty(site, 'events');
  await editor.addEvent({ title: 'Gala', eventDate: '2099-05-06T20:00:00', description: 'Dancing.' });
  lectureId = await editor.addEvent({
    title: 'Evening Lecture',
    eventDate: '2098-12-01T18:05:00',
    description: 'On vultures.\n\nTea afterwards.',
  });
  await editor.addEvent({ title: 'First meeting', eventDate: '2019-02-03T00:30:00', description: 'How it began.' });
  walkId = await editor.addEvent({ title: 'Wetland walk', eventDate: '2020-07-08T12:00:00', location: 'Marsh Lane' });
});

test('all events: upcoming ones soonest first, then past ones newest first, with badge, time and place', async ({
  page,
}) => {
  await open(page, `${site.url}/events`);
  await expect(search(page)).toHaveAttribute('placeholder', 'Search Events');
  await expect(page.getByText('4 events found', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(['Evening Lecture', 'Gala', 'Wetland walk', 'First meeting']);
  await expect(page.getByRole('article').getByText(/^(Past|Upcoming)$/)).toHaveText([
    'Upcoming',
    'Upcoming',
    'Past',
    'Past',
  ]);
  await expect(page.getByRole('article').locator('time')).toHaveText([
    'Dec 1, 2098 at 6:05 PM',
    'May 6, 2099 at 8:00 PM',
    'Jul 8, 2020 at 12:00 PM',
    'Feb 3, 2019 at 12:30 AM',
  ]);
  await expect(page.getByRole('article').nth(2)).toContainText('Marsh Lane');
  await expect(page.getByRole('article').nth(2).locator('img')).toHaveAttribute('src', '/defaults/event.webp');
  await expect(page.getByRole('link', { name: 'View Details of Wetland walk' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});

test('a title of a hundred characters is shown whole in the agenda and on home', {
  tag: '@long',
}, async ({ page }) => {
  const name = 'Antimicrobial resistance in rivers, farms and hospitals: what six years of samples taught us all';
  await editor.addEvent({ title: name, eventDate: '2099-06-07T20:00:00' });
  for (const width of [1280, 768, 375])
    for (const path of ['/events', '/']) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, site.url + path);
      const title = page.getByRole('heading', { name });
      const hidden = await title.evaluate((element) => element.scrollHeight - element.clientHeight);
      // The letters may be some pixels higher than their line.
      expect(hidden, `${path} at ${width} px`).toBeLessThan(10);
    }
});

test('the next event is large above the months, and past ones are below them', async ({ page }) => {
  await open(page, `${site.url}/events`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Next event', 'May 2099', 'Past Events']);
  await open(page, `${site.url}/events?search=gala`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['May 2099']);
});

test('the filters are in the address, so that Back and shared links work', async ({ page }) => {
  await open(page, `${site.url}/events`);
  await expect(page.getByRole('button', { name: /Events|Upcoming/ })).toHaveText([
    'All Events',
    'Upcoming',
    'Past Events',
  ]);
  await page.getByRole('button', { name: 'Upcoming' }).click();
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming`);
  await expect(page.getByText('2 events found', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(['Evening Lecture', 'Gala']);
  await expect(page.getByRole('button', { name: 'Upcoming' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Past Events' }).click();
  await expect(titles(page)).toHaveText(['Wetland walk', 'First meeting']);
  await page.goBack();
  await expect(titles(page)).toHaveText(['Evening Lecture', 'Gala']);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/events`);
  await expect(titles(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'All Events' })).toHaveAttribute('aria-pressed', 'true');
  await open(page, `${site.url}/events?filter=past&search=marsh`);
  await expect(page.getByText('No matching events found')).toBeVisible();
  await open(page, `${site.url}/events?filter=past&search=WALK`);
  await expect(titles(page)).toHaveText(['Wetland walk']);
  await expect(search(page)).toHaveValue('WALK');
});

test('title and description are searched while one types', async ({ page }) => {
  await open(page, `${site.url}/events`);
  await search(page).fill('VULTURES');
  await expect(titles(page)).toHaveText(['Evening Lecture']);
  await expect(page.getByText('1 event found for "VULTURES"', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/events?search=VULTURES`);
  await search(page).fill('gala');
  await expect(titles(page)).toHaveText(['Gala']);
  await page.getByRole('button', { name: 'Past Events' }).click();
  await expect(page.getByText('No matching events found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(titles(page)).toHaveText(['Wetland walk', 'First meeting']);
  await expect(page).toHaveURL(`${site.url}/events?filter=past`);
});

test('a filter chosen right after typing, while the list is loading, keeps both', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, `${site.url}/events`);
  const list = await hold(page, '/events/past**');
  await search(page).fill('walk');
  await page.getByRole('button', { name: 'Past Events' }).click();
  await page.waitForFunction('new Promise((done) => setTimeout(() => done(true), 500))');
  list.release();
  await expect(titles(page)).toHaveText(['Wetland walk']);
  await expect(page).toHaveURL(`${site.url}/events?filter=past&search=walk`);
});

test('a filter is kept when the search typed before is due at the same moment', { tag: '@long' }, async ({ page }) => {
  await open(page, `${site.url}/events`);
  await search(page).fill('walk');
  await page.evaluate(`{
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'Past Events').click();
    for (const end = performance.now() + 400; performance.now() < end; );
  }`);
  await expect(titles(page)).toHaveText(['Wetland walk']);
  await expect(page).toHaveURL(`${site.url}/events?filter=past&search=walk`);
});

test('without events each filter has its own sentence, a hint and a link home', async ({ page }) => {
  empty(site, 'events');
  for (const [query, title] of [
    ['', 'No events available'],
    ['?filter=upcoming', 'No upcoming events available'],
    ['?filter=past', 'No past events available'],
  ]) {
    await open(page, `${site.url}/events${query}`);
    const words = page.locator('main').getByRole('heading', { name: title ?? '', exact: true });
    await expect(words).toBeVisible();
    await expect(words.locator('xpath=following-sibling::p')).toHaveText(/\w+/);
    await expect(page.getByText('0 events found', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' }).first()).toHaveAttribute('href', '/');
  }
});

test('a list that fails says so, and trying again shows a spinner and then the list', async ({ page, silent }) => {
  const failure = breakTable(site, 'events');
  try {
    await open(page, `${site.url}/events`);
    const alert = page.locator('main').getByRole('alert');
    await expect(alert).toContainText('Something went wrong');
    await expect(alert).toContainText('Failed to load events. Please try again later.');
    for (const filter of ['upcoming', 'past']) {
      await open(page, `${site.url}/events?filter=${filter}`);
      await expect(alert).toContainText(`Failed to load ${filter} events`);
    }
    await open(page, `${site.url}/events`);
    failure.repair();
    const slow = await hold(page, '/events?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Loading…')).toBeVisible();
    slow.release();
    await expect(titles(page)).toHaveCount(4);
  } finally {
    failure.repair();
  }
  expectNoise(silent, /status of 50[03]/);
});

test('an event opens over the list and closes in five ways, and the focus comes back', async ({ page }) => {
  await open(page, `${site.url}/events?filter=upcoming`);
  const card = page.getByRole('link', { name: 'View Details of Evening Lecture' });
  const dialog = page.getByRole('dialog', { name: 'Evening Lecture' });
  const ways: [string, () => Promise<unknown>][] = [
    ['×', () => dialog.getByText('×').click()],
    ['Close', () => dialog.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['outside', () => page.mouse.click(4, 4)],
    ['Back', () => page.goBack()],
  ];
  for (const [name, close] of ways)
    await test.step(name, async () => {
      await card.click();
      await expect(page).toHaveURL(`${site.url}/events/${lectureId}?filter=upcoming`);
      await expect(dialog.getByText('Upcoming Event', { exact: true })).toBeVisible();
      await expect(dialog.getByText('Dec 1, 2098 at 6:05 PM')).toBeVisible();
      await expect(dialog.getByText('Lecture hall 2')).toBeVisible();
      await expect(dialog.getByText('On vultures.', { exact: true })).toBeVisible();
      await expect(dialog.getByText('Tea afterwards.', { exact: true })).toBeVisible();
      await close();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`${site.url}/events?filter=upcoming`);
      await expect(card).toBeFocused();
    });
});

test('an event is a page of its own: served, titled, and closed to the list', async ({ page }) => {
  const response = await page.request.get(`${site.url}/events/${walkId}`);
  const html = await response.text();
  expect(html).toContain('Past Event');
  expect(html).toMatch(/<title>Wetland walk/);
  await open(page, `${site.url}/events/${walkId}`);
  const dialog = page.getByRole('dialog', { name: 'Wetland walk' });
  await expect(dialog.getByText('Past Event', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Wetland walk/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/events`);
  await expect(dialog).toBeHidden();
  await expect(titles(page)).toHaveCount(4);
  await expect(page).toHaveTitle(/Events/);
  const card = page.getByRole('link', { name: 'View Details of Wetland walk' });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  // A card that its own address does not list.
  await open(page, `${site.url}/events/${walkId}?filter=upcoming`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/events?filter=upcoming`);
  await expect(page.getByRole('heading', { level: 1, name: 'Our Events' })).toBeFocused();
});

const unknownIds = ['999999', 'abc'];
const unknown = 'Event not found';

test('an unknown event: 404 from the server, the list, a sentence, and a toast', async ({ page }) => {
  for (const id of unknownIds) {
    const response = await page.goto(`${site.url}/events/${id}`);
    expect(response?.status()).toBe(404);
    await expect(toasts(page)).toHaveText(['Failed to load event']);
    await expect(page.getByText(unknown, { exact: true })).toBeVisible();
    await expect(titles(page)).toHaveCount(4);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('an unknown event: the list and a sentence', async ({ page }) => {
    for (const id of unknownIds) {
      await page.goto(`${site.url}/events/${id}`);
      await expect(page.getByText(unknown, { exact: true })).toBeVisible();
      await expect(titles(page)).toHaveCount(4);
    }
  });
});

test('a search without a connection says that it knows only what is on the page', async ({ page, context, silent }) => {
  await open(page, `${site.url}/events`);
  await context.setOffline(true);
  await search(page).fill('Gala');
  const alert = page.locator('main').getByRole('alert');
  await expect(alert).toContainText('Only the titles already loaded were searched');
  await expect(titles(page)).toHaveText(['Gala']);
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(alert).toHaveCount(0);
  expectNoise(silent, /ERR_INTERNET_DISCONNECTED/);
});

test('an event that cannot be loaded is not reported as missing', { tag: '@long' }, async ({ page, silent }) => {
  const failure = breakTable(site, 'events');
  try {
    const response = await page.goto(`${site.url}/events/${lectureId}`);
    expect(response?.status()).toBeGreaterThanOrEqual(500);
    await expect(page).toHaveTitle(/^Failed to load event/);
  } finally {
    failure.repair();
  }
  expectNoise(silent, /status of 50[03]/);
});

test('an event that was deleted when it is chosen: the list stays, and a toast says so', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  await open(page, `${site.url}/events`);
  inDatabase(site, 'DELETE FROM events WHERE id = ?', lectureId);
  await page.getByRole('link', { name: 'View Details of Evening Lecture' }).click();
  await expect(toasts(page)).toHaveText(['Failed to load event']);
  await expect(titles(page)).toHaveCount(4);
  await page.getByRole('link', { name: 'View Details of Gala' }).click();
  await expect(page.getByRole('dialog', { name: 'Gala' })).toBeVisible();
  expectNoise(silent, /status of 404/);
});

function search(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search Events' });
}

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}

function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('p');
}
