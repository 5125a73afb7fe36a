import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, empty, handedOver, holdScripts, open } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;
let lectureId: number;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async () => {
  empty(site, 'events');
  lectureId = await editor.addEvent({ title: 'Evening Lecture', eventDate: '2098-12-01T18:05:00' });
});

test('a visitor subscribes to the events in whatever calendar they use', async ({ page }) => {
  await open(page, `${site.url}/events`);
  const menu = page.getByRole('group').filter({ hasText: 'Subscribe to calendar' });
  await expect(page.getByRole('link', { name: 'Apple and phones' })).toBeHidden();
  await page.getByText('Subscribe to calendar').click();
  const host = new URL(site.url).host;
  const address = `${site.url}/events.ics`;
  await expect(menu.getByRole('link', { name: 'Apple and phones' })).toHaveAttribute(
    'href',
    `webcal://${host}/events.ics`,
  );
  await expect(menu.getByText('Google looks again about once a day.')).toBeVisible();
  const led = await menu.locator('a[target="_blank"]').evaluateAll((links) =>
    links.map((link) => {
      const { hostname, searchParams } = new URL((link as HTMLAnchorElement).href);
      return [hostname, searchParams.get('cid') ?? searchParams.get('url')];
    }),
  );
  expect(led).toEqual([
    ['calendar.google.com', `webcal://${host}/events.ics`],
    ['outlook.office.com', address],
    ['outlook.live.com', address],
  ]);
  await expect(page.getByLabel('For any other calendar')).toHaveValue(address);
  expect(await (await page.request.get(address)).text()).toContain('SUMMARY:Evening Lecture');
});

test('the address of the calendar is copied, or selected where there is no clipboard', async ({ page }) => {
  await open(page, `${site.url}/events`);
  await page.getByText('Subscribe to calendar').click();
  await page.evaluate(() => {
    const writeText = async (text: string) => void (document.title = text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Address copied')).toBeVisible();
  expect(await page.title()).toBe(`${site.url}/events.ics`);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The address is selected.')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${site.url}/events.ics`);
});

test('the menu opens by keyboard, closes by Escape and when the focus leaves it', async ({ page }) => {
  await open(page, `${site.url}/events`);
  const button = page.getByText('Subscribe to calendar');
  const first = page.getByRole('link', { name: 'Apple and phones' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await closeByEscape(page, first);
  await expect(button).toBeFocused();
  await page.keyboard.press('Space');
  await expect(first).toBeVisible();
  await page.getByRole('searchbox').focus();
  await expect(first).toBeHidden();
  await button.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(first).toBeHidden();
});

test('the menu also closes by Escape when it was opened before the scripts loaded', async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto(`${site.url}/events`, { waitUntil: 'commit' });
  const first = page.getByRole('link', { name: 'Apple and phones' });
  await page.getByText('Subscribe to calendar').click();
  await expect(first).toBeVisible();
  scripts.release();
  await handedOver(page);
  await closeByEscape(page, first);
});

/** The browser says after the key's turn that a menu is open: a key pressed within that moment is not heard. */
async function closeByEscape(page: Page, shown: Locator) {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

test('a visitor adds an event to the calendar, unless it is past', async ({ page }) => {
  await open(page, `${site.url}/events/${lectureId}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Add to calendar').click();
  const file = dialog.getByRole('link', { name: 'Apple, Outlook and others' });
  await expect(file).toHaveAttribute('href', `/events/${lectureId}.ics`);
  const downloading = page.waitForEvent('download');
  await file.click();
  expect((await downloading).suggestedFilename()).toBe(`${lectureId}.ics`);
  const google = new URL((await dialog.getByRole('link', { name: 'Google' }).getAttribute('href')) ?? '');
  expect(google.searchParams.get('dates')).toBe('20981201T180500Z/20981201T180500Z');
  await expect(dialog).toBeVisible();

  const pastId = await editor.addEvent({ title: 'First meeting', eventDate: '2019-02-03T00:30:00' });
  await open(page, `${site.url}/events/${pastId}`);
  await expect(dialog.getByRole('heading', { name: 'First meeting' })).toBeVisible();
  await expect(dialog.getByText('Add to calendar')).toBeHidden();
});

test('both menus are accessible in light and dark, from 320 to 1280 px', async ({ page }) => {
  test.slow();
  await open(page, `${site.url}/events`);
  await page.getByText('Subscribe to calendar').click();
  await expectAccessible(page, 1280, 375, 320);
  await open(page, `${site.url}/events/${lectureId}`);
  await page.getByText('Add to calendar').click();
  await expectAccessible(page, 1280, 375, 320);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('both menus open and hold only links that work', async ({ page }) => {
    await page.goto(`${site.url}/events`);
    await page.getByText('Subscribe to calendar').click();
    await expect(page.getByRole('link', { name: 'Apple and phones' })).toBeVisible();
    await expect(page.getByLabel('For any other calendar')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden();
    await page.goto(`${site.url}/events/${lectureId}`);
    await page.getByText('Add to calendar').click();
    await expect(page.getByRole('link', { name: 'Apple, Outlook and others' })).toBeVisible();
  });
});
