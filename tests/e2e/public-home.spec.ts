import type { Locator, Page } from '@playwright/test';
import { type Site, startSite } from '../support/site.ts';
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

test.beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
  editor = await editorOf(site);
});

test.beforeEach(() => {
  empty(site, 'members', 'events', 'articles');
  setSetting(site, 'homeVariant', 'grid');
});

test.afterAll(() => site.stop());

test('home opens with who we are and the six blocks in their order', async ({ page }) => {
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

test('every empty block says so and leads on', async ({ page }) => {
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
  test(`a failing block of ${table} leaves the others alone and is fetched again by itself`, async ({
    page,
    silent,
  }) => {
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
    expectNoise(silent, /status of 500/);
  });

test('the button scrolls to the committee in 800 ms and stops 80 px above it', async ({ page }) => {
  await addCommittee();
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(page, site.url);
  const button = page.getByRole('link', { name: 'Explore Our Community' });
  await expect(button).toHaveAttribute('href', '#committee');
  const took = await page.evaluate<number>(`new Promise((done) => {
    const target = document.getElementById('committee');
    const started = performance.now();
    document.querySelector('a[href="#committee"]').click();
    const look = () => Math.abs(target.getBoundingClientRect().top - 80) < 1.5 ? done(performance.now() - started) : requestAnimationFrame(look);
    look();
  })`);
  expect(took).toBeGreaterThan(700);
  expect(took).toBeLessThan(2500);
});

test('the committee is a grid of one to four columns, sorted by position, with staggered cards', async ({ page }) => {
  await addCommittee();
  await page.setViewportSize({ width: 499, height: 600 });
  await open(page, site.url);
  const team = block(page, 'Meet Our Team');
  await expect(team.getByRole('heading', { level: 3 })).toHaveText(['Cem', 'Bea', 'Ada']);
  for (const [width, columns] of [
    [499, 1],
    [500, 2],
    [767, 2],
    [768, 3],
    [1023, 3],
    [1024, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    const count = () =>
      team
        .getByRole('list')
        .evaluate(
          (list) => (globalThis as never as Window).getComputedStyle(list).gridTemplateColumns.split(' ').length,
        );
    await expect.poll(count, `${width} px`).toBe(columns);
  }
  await team.scrollIntoViewIfNeeded();
  await expect(team.getByRole('listitem').nth(1)).toHaveCSS('animation-delay', '0.1s');
  await expect(team.getByRole('listitem').nth(2)).toHaveCSS('animation-delay', '0.2s');
});

type Window = { getComputedStyle(element: unknown): { gridTemplateColumns: string } };

test('a member opens in place and closes in four ways, and the focus comes back', async ({ page }) => {
  await editor.addMember({ name: 'Ada', position: 'President', bio: 'First line.\nSecond line.' });
  await open(page, site.url);
  const card = page.getByRole('link', { name: 'Ada' });
  const dialog = page.getByRole('dialog', { name: 'Ada' });
  const ways: [string, () => Promise<unknown>][] = [
    ['×', () => dialog.getByText('×').click()],
    ['Close', () => dialog.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['outside', () => page.mouse.click(4, 4)],
  ];
  for (const [name, close] of ways)
    await test.step(name, async () => {
      await card.click();
      await expect(dialog.getByRole('heading', { name: 'Ada' })).toBeVisible();
      await expect(dialog.getByText('President')).toBeVisible();
      await expect(dialog.getByText('First line.', { exact: true })).toBeVisible();
      await expect(dialog.getByText('Second line.', { exact: true })).toBeVisible();
      await expect(dialog.locator('img')).toHaveAttribute('src', '/defaults/avatar.webp');
      await close();
      await expect(dialog).toBeHidden();
      await expect(card).toBeFocused();
      await expect(page).toHaveURL(`${site.url}/`);
    });
  await card.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
});

test('a picture that fails is replaced by the default one', async ({ page, silent }) => {
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

test('an event of home is handed over: first the list, 50 ms later the event', async ({ page }) => {
  const id = await editor.addEvent({ title: 'A talk', eventDate: '2099-01-01T10:00:00' });
  await open(page, site.url);
  await watchAddresses(page);
  await page.getByRole('link', { name: 'View Details of A talk' }).click();
  const dialog = page.getByRole('dialog', { name: 'A talk' });
  await expect(dialog).toBeVisible();
  await expectHandOver(page, '/events', `/events/${id}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/events`);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/`);
});

test('the spotlight shows one member for 5 s, rests when asked, and hands over to the about page', async ({ page }) => {
  const { ada } = await addCommittee();
  setSetting(site, 'homeVariant', 'spotlight');
  await page.clock.install();
  await open(page, site.url);
  const spotlight = block(page, 'Meet Our Committee');
  await expect(page.getByRole('link', { name: 'Explore Our Community' })).toHaveAttribute('href', '/about');
  const names = ['Cem', 'Bea', 'Ada'];
  const shown = () => spotlight.getByRole('heading', { level: 3 }).textContent();
  await page.clock.pauseAt(Date.now() + 60_000);
  let turn = names.indexOf((await shown()) ?? '');
  expect(turn).toBeGreaterThanOrEqual(0);
  const next = async (ms: number) => {
    await page.clock.runFor(ms);
    return (await shown()) === names[turn % 3] ? 'stays' : 'turns';
  };
  for (let times = 0; times < 3; times += 1) {
    turn += 1;
    expect(await next(5000)).toBe('stays');
  }
  await spotlight.getByRole('button', { name: 'Pause' }).click();
  expect(await next(20_000)).toBe('stays');
  await spotlight.getByRole('button', { name: 'Play' }).click();
  turn += 1;
  expect(await next(5000)).toBe('stays');
  await spotlight.getByRole('article').hover();
  expect(await next(20_000)).toBe('stays');
  await page.mouse.move(2, 2);
  turn += 1;
  expect(await next(5000)).toBe('stays');
  await spotlight
    .getByRole('link')
    .filter({ hasText: names[turn % 3] ?? '' })
    .focus();
  expect(await next(20_000)).toBe('stays');
  for (; names[turn % 3] !== 'Ada'; turn += 1) await spotlight.getByRole('button', { name: 'Next member' }).click();
  await page.clock.resume();
  await watchAddresses(page);
  await spotlight.getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByRole('dialog', { name: 'Ada' })).toBeVisible();
  await expectHandOver(page, '/about', `/about?member=${ada}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('the spotlight does not turn by itself under reduced motion', async ({ page }) => {
  await addCommittee();
  setSetting(site, 'homeVariant', 'spotlight');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await open(page, site.url);
  const spotlight = block(page, 'Meet Our Committee');
  await expect(spotlight.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(spotlight.getByRole('heading', { level: 3 })).toHaveText('Cem');
});

/** By position: Cem, Bea, Ada. */
async function addCommittee(): Promise<{ ada: number }> {
  const ada = await editor.addMember({ name: 'Ada', position: 'Treasurer' });
  await editor.addMember({ name: 'Bea', position: 'President' });
  await editor.addMember({ name: 'Cem', position: 'Editor' });
  return { ada };
}

function block(page: Page, heading: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) });
}

async function watchAddresses(page: Page): Promise<void> {
  await page.evaluate(
    `window.seen = []; navigation.addEventListener('currententrychange', () => seen.push([location.pathname + location.search, performance.now()]))`,
  );
}

async function expectHandOver(page: Page, list: string, entry: string): Promise<void> {
  const [first, second, ...more] = await page.evaluate<[string, number][]>('seen');
  expect([first?.[0], second?.[0], more.length]).toEqual([list, entry, 0]);
  expect((second?.[1] ?? 0) - (first?.[1] ?? 0)).toBeGreaterThanOrEqual(49);
}
