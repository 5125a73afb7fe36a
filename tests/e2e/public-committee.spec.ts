import { emptied } from '../support/emptied.ts';
import { block, expectNavigatedThenOpened, watchAddresses } from '../support/home-page.ts';
import { patient } from '../support/patience.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, empty, expectNoise, open, setSetting } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

// The way down, the cards and the spotlight move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(() => {
  empty(site, 'members');
  setSetting(site, 'homeVariant', 'grid');
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
  expect(took).toBeLessThan(patient(2500));
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
  await open(page, site.url);
  await team.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(team.getByRole('listitem').nth(1)).toHaveCSS('animation-delay', '0.1s');
  await expect(team.getByRole('listitem').nth(2)).toHaveCSS('animation-delay', '0.2s');
});

test('more than eight members are rows, and the events stay near', async ({ page }) => {
  for (let n = 0; n < 24; n++) await editor.addMember({ name: `Member ${n}`, position: 'Member' });
  const events = page.getByRole('heading', { name: 'Upcoming Events', exact: true });
  const topOf = async () => (await events.boundingBox())?.y;
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, site.url);
  await expect(block(page, 'Meet Our Team').getByRole('article')).toHaveCount(24);
  expect(await topOf()).toBeLessThanOrEqual(1800);
  empty(site, 'members');
  for (let n = 0; n < 12; n++) await editor.addMember({ name: `Member ${n}`, position: 'Member' });
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, site.url);
  expect(await topOf()).toBeLessThanOrEqual(1500);
});

test('at every height each card rises once when it comes into view, and visible ones do not move', {
  tag: '@long',
}, async ({ page }) => {
  for (let n = 0; n < 12; n++) await editor.addMember({ name: `Member ${n}`, position: 'Member' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, site.url);
  const cards = block(page, 'Meet Our Team').getByRole('listitem');
  await expect(cards).toHaveCount(12);
  const risen = () =>
    cards.evaluateAll((all) => all.map((card) => (card as never as Data).dataset.rises !== undefined));
  const inView = await cards.evaluateAll((all) =>
    all.map((card) => (card as never as Box).getBoundingClientRect().top < 900),
  );
  expect(await risen()).toEqual(inView.map(() => false));
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await risen()).at(-1)).toBe(true);
  expect((await risen()).filter((rose, at) => rose && inView[at])).toEqual([]);
  await expect(cards.last()).toHaveCSS('opacity', '1');
});

type Data = { dataset: { rises?: string } };
type Box = { getBoundingClientRect(): { top: number } };

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

test('Back with a member open closes it and stays on home, and Forward opens it again', { tag: '@long' }, async ({
  page,
}) => {
  await editor.addMember({ name: 'Ada' });
  await open(page, `${site.url}/about`);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await page.waitForLoadState('networkidle');
  const card = page.getByRole('link', { name: 'Ada' });
  const dialog = page.getByRole('dialog', { name: 'Ada' });
  const calls = callsOf(page);
  await card.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(card).toBeFocused();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(calls).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('a member of home has an address, which opens the member', { tag: '@long' }, async ({ page }) => {
  const id = await editor.addMember({ name: 'Ada' });
  await open(page, `${site.url}/?member=${id}`);
  await expect(page.getByRole('dialog', { name: 'Ada' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await open(page, `${site.url}/?member=999999`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a member opens on the about page when the code of the dialog does not load', { tag: '@long' }, async ({
  page,
  silent,
}) => {
  const id = await editor.addMember({ name: 'Ada' });
  await open(page, site.url);
  await page.route('**/assets/member-dialog-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Ada' }).click();
  await expect(page).toHaveURL(`${site.url}/about?member=${id}`);
  await expect(page.getByRole('dialog', { name: 'Ada' })).toBeVisible();
  expectNoise(silent, /Failed to load resource.*ERR_FAILED/);
});

test('the spotlight shows each member for 5 s, can be paused, and leads to the about page', async ({ page }) => {
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
  await expectNavigatedThenOpened(page, '/about', `/about?member=${ada}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('the spotlight does not turn by itself under reduced motion', { tag: '@long' }, async ({ page }) => {
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
