import { emptied } from '../support/emptied.ts';
import { block, expectNavigatedThenOpened, watchAddresses } from '../support/home-page.ts';
import type { Site } from '../support/site.ts';
import {
  breakTable,
  callsOf,
  type Editor,
  editorOf,
  empty,
  expectNoise,
  hold,
  open,
  setSetting,
} from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(() => {
  empty(site, 'members', 'events', 'articles');
  setSetting(site, 'homeVariant', 'grid');
});

test('home begins with who we are and has the six blocks in their order', async ({ page }) => {
  await open(page, site.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The One Health Student Society');
  await expect(page.getByText('Future Health Leaders')).toBeVisible();
  await expect(page.getByText('Empowering Students to Shape the Future of Health').first()).toBeVisible();
  const blocks = ['Meet Our Team', 'Upcoming Events', 'For People Animals & Our Planet', 'Latest Articles'];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([...blocks, 'Stay Ahead in One Health']);
  await expect(page.getByRole('link', { name: 'View Our Articles' })).toHaveAttribute('href', '/articles');
  const picture = await page.locator('main svg').first().boundingBox();
  expect(picture?.width).toBeLessThanOrEqual(400);
});

test('every empty block says so and has a link', async ({ page }) => {
  await open(page, site.url);
  await expect(page.getByText('No committee members available.')).toBeVisible();
  await expect(page.getByText('No upcoming events scheduled')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View All Events' })).toHaveAttribute('href', '/events');
  await expect(page.getByText('No articles available')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View All Articles' })).toHaveAttribute('href', '/articles');
  setSetting(site, 'homeVariant', 'spotlight');
  await open(page, site.url);
  await expect(page.getByText('No Committee Members found')).toBeVisible();
});

test('three upcoming events, soonest first, and the three newest articles', async ({ page }) => {
  for (const year of [2094, 2091, 2093, 2092])
    await editor.addEvent({ title: `In ${year}`, eventDate: `${year}-12-01T18:05:00` });
  await editor.addEvent({ title: 'Long ago', eventDate: '2020-01-31T09:00:00' });
  for (const number of [1, 2, 3, 4])
    await editor.addArticle({ title: `Article ${number}`, publishedAt: `2026-01-0${number}T12:00:00.000Z` });
  await open(page, site.url);
  const events = block(page, 'Upcoming Events');
  await expect(events.getByRole('heading', { level: 3 })).toHaveText(['In 2091', 'In 2092', 'In 2093']);
  await expect(events.getByRole('article').first()).toContainText('Dec 1, 2091 at 6:05 PM');
  await expect(events.getByRole('article').first()).toContainText('Lecture hall 2');
  await expect(events.getByText('Upcoming', { exact: true })).toHaveCount(3);
  await expect(events.getByRole('link', { name: 'View All Events' })).toHaveAttribute('href', '/events');
  const articles = block(page, 'Latest Articles');
  await expect(articles.getByRole('heading', { level: 3 })).toHaveText(['Article 4', 'Article 3', 'Article 2']);
});

for (const [table, heading, message, path] of [
  ['members', 'Meet Our Team', 'Failed to load members', '/members'],
  ['events', 'Upcoming Events', 'Failed to load upcoming events', '/events/upcoming?limit=3'],
  ['articles', 'Latest Articles', 'Failed to load articles', '/articles?limit=3'],
] as const)
  test(`a failing block of ${table} leaves the others alone and is fetched again by itself`, {
    tag: table === 'events' ? [] : '@long',
  }, async ({ page, silent }) => {
    await editor.addMember({ name: 'Ada' });
    await editor.addEvent({ title: 'A talk', eventDate: '2099-01-01T10:00:00' });
    await editor.addArticle({ title: 'A text' });
    const calls = callsOf(page);
    const failure = breakTable(site, table);
    try {
      await open(page, site.url);
      const failed = block(page, heading);
      await expect(failed.getByRole('alert')).toContainText(message);
      await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(1);
      await failed.getByRole('button', { name: 'Try Again' }).click();
      await expect.poll(() => calls).toEqual([`GET ${path}`]);
      await expect(failed.getByRole('alert')).toContainText(message);
      failure.repair();
      const slow = await hold(page, `${path.replace('?', '\\?')}`);
      await failed.getByRole('button', { name: 'Try Again' }).click();
      await expect(failed.getByText('Loading…')).toBeVisible();
      slow.release();
      await expect(failed.getByRole('heading', { level: 3 })).toHaveText(
        { members: 'Ada', events: 'A talk', articles: 'A text' }[table],
      );
      expect(calls).toEqual([`GET ${path}`, `GET ${path}`]);
    } finally {
      failure.repair();
    }
    expectNoise(silent, /status of 50[03]/);
  });

test('the words in the field of the newsletter are shown whole on a phone', async ({ page }) => {
  await open(page, site.url);
  // A phone's scroll bar takes no room.
  const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  for (const width of [375, 320]) {
    await page.setViewportSize({ width: width + bar, height: 800 });
    const [words, room] = await page.getByLabel('Email address').evaluate((input: HTMLInputElement) => {
      const { fontWeight, fontSize, fontFamily, paddingInlineStart } = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return [pen.measureText(input.placeholder).width, input.clientWidth - Number.parseFloat(paddingInlineStart)];
    });
    expect(words, `${width} px`).toBeLessThan(room ?? 0);
  }
});

test('a picture that fails to load is replaced by the default one', async ({ page, silent }) => {
  await editor.addMember({ name: 'Ada', imageUrl: '/uploads/members/gone.webp' });
  await editor.addEvent({ title: 'A talk', eventDate: '2099-01-01T10:00:00', imageUrl: '/uploads/events/gone.webp' });
  await editor.addArticle({ imageUrl: '/uploads/articles/gone.webp' });
  await open(page, site.url);
  for (const [heading, name] of [
    ['Meet Our Team', 'avatar'],
    ['Upcoming Events', 'event'],
    ['Latest Articles', 'article'],
  ] as const) {
    const picture = block(page, heading).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute('src', `/defaults/${name}.webp`);
  }
  expectNoise(silent, /status of 404/);
});

test('an event of home opens in two steps: first the list, 50 ms later the event', { tag: '@long' }, async ({
  page,
}) => {
  const id = await editor.addEvent({ title: 'A talk', eventDate: '2099-01-01T10:00:00' });
  await open(page, site.url);
  await watchAddresses(page);
  await page.getByRole('link', { name: 'View Details of A talk' }).click();
  const dialog = page.getByRole('dialog', { name: 'A talk' });
  await expect(dialog).toBeVisible();
  await expectNavigatedThenOpened(page, '/events', `/events/${id}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/events`);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/`);
});
