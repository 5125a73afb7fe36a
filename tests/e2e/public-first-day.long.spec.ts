import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, open, setSetting } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
const pages = ['/', '/about', '/events', '/events?filter=upcoming', '/events?filter=past', '/articles'];

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test.beforeEach(() => {
  setSetting(site, 'membershipUrl', '');
});

test('a new site has no links to other sites', async ({ page }) => {
  for (const path of pages) {
    await open(page, site.url + path);
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.filter((address) => !/^[/#]/.test(address ?? ''))).toEqual([]);
  }
});

test('nothing is offered twice on a page, and every empty list has a link', async ({ page }) => {
  for (const path of pages) {
    await open(page, site.url + path);
    const labels = await page.locator('main a[href], main button').allInnerTexts();
    expect(labels.toSorted()).toEqual([...new Set(labels)].toSorted());
    expect(labels.length, path).toBeGreaterThan(0);
    await expectAccessible(page, 375, 1280);
  }
});

test('Join Society leads to the newsletter until the society has set its form', async ({ page }) => {
  await open(page, `${site.url}/articles`);
  await join(page).click();
  await expect(page).toHaveURL(`${site.url}/#newsletter`);
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeInViewport();
  await expect(join(page)).not.toHaveAttribute('target', '_blank');

  setSetting(site, 'membershipUrl', 'https://society.example/join');
  await open(page, `${site.url}/`);
  await expect(join(page)).toHaveAttribute('href', 'https://society.example/join');
  await expect(join(page)).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'Become one of us' })).toHaveAttribute(
    'href',
    'https://society.example/join',
  );
});

test('the first event is announced by mail, later the next one', async ({ page }) => {
  for (const path of ['/', '/events']) {
    await open(page, site.url + path);
    const invitation = page.getByRole('link', { name: 'Be told when the first event is announced' });
    await expect(invitation).toHaveAttribute('href', '/#newsletter');
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await lastWords(invitation)).toContain(' ');
  }
  await (await editorOf(site)).addEvent({ title: 'Long ago', eventDate: '2020-01-31T09:00:00' });
  for (const path of ['/', '/events?filter=upcoming']) {
    await open(page, site.url + path);
    await page.getByRole('link', { name: 'Be told when the next event is announced' }).click();
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeInViewport();
  }
});

/** Of a text: what stands in its last line. */
function lastWords(element: Locator): Promise<string> {
  return element.evaluate((link) => {
    const letter = document.createRange();
    const text = link.firstChild as Text;
    const bottomOf = (at: number) => {
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      return letter.getBoundingClientRect().bottom;
    };
    link.normalize();
    const words = text.data;
    return words
      .split('')
      .filter((_, at) => bottomOf(at) === bottomOf(words.length - 1))
      .join('');
  });
}

function join(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: 'Join Society' });
}
