import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import {
  breakTable,
  callsOf,
  type Editor,
  editorOf,
  empty,
  expectNoise,
  hold,
  post,
  tokenOf,
} from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'articles', 'members', 'events');
  await signIn(page, site);
});

test('three tabs, each loaded when it is first chosen, in the address, and for the keyboard', async ({ page }) => {
  await editor.addArticle({ title: 'Bats' });
  await editor.addMember({ name: 'Zoë' });
  await editor.addMember({ name: 'Ann' });
  await editor.addEvent({ title: 'Early', eventDate: '2019-01-01T10:00:00' });
  await editor.addEvent({ title: 'Late', eventDate: '2099-01-01T10:00:00' });
  const calls = callsOf(page);
  const lists = () => calls.filter((call) => /^GET \/(articles|members|events)\/admin(\?|$)/.test(call));
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByRole('tab')).toHaveText(['Articles', 'Committee Members', 'Events']);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Articles');
  await expect(page.getByRole('tabpanel', { name: 'Articles' })).toBeVisible();
  await expect(heading(page)).toHaveText('Articles (1)');
  expect(lists()).toEqual(['GET /articles/admin?limit=60&fields=card']);

  await page.getByRole('tab', { name: 'Articles' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Committee Members' })).toBeFocused();
  await expect(page).toHaveURL(/\?tab=committee$/);
  await expect(heading(page)).toHaveText('Committee Members (2)');
  await expect(titles(page)).toHaveText(['Ann', 'Zoë']);
  expect(lists().slice(1)).toEqual(['GET /members/admin?limit=60']);

  await page.keyboard.press('End');
  await expect(heading(page)).toHaveText('Events (2)');
  await expect(titles(page)).toHaveText(['Late', 'Early']);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Articles');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Events');
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Articles');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  expect(lists()).toHaveLength(3);

  await page.goto(`${site.url}/admin/dashboard?tab=events`);
  await expect(page.getByRole('tabpanel', { name: 'Events' })).toBeVisible();
});

test('each empty tab leads to its first entry', async ({ page }) => {
  for (const [tab, link, path] of [
    ['articles', 'Create Your First Article', '/admin/articles'],
    ['committee', 'Add First Committee Member', '/admin/committee'],
    ['events', 'Add First Event', '/admin/events'],
  ] as const) {
    await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(site.url + path);
  }
});

test('a tab that cannot be loaded says so, and Retry loads it', async ({ page, silent }) => {
  await editor.addArticle();
  await editor.addMember();
  await editor.addEvent();
  for (const [tab, table, sentence] of [
    ['articles', 'articles', 'Failed to load articles'],
    ['committee', 'members', 'Failed to load members'],
    ['events', 'events', 'Failed to load events. Please try again later.'],
  ] as const) {
    const failure = breakTable(site, table);
    await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toContainText(sentence);
    failure.repair();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  }
  expectNoise(silent, /status of 500/);
});

test('Refresh Data fetches again, and a failure keeps what is shown', async ({ page, silent }) => {
  await editor.addEvent({ title: 'First' });
  await page.goto(`${site.url}/admin/dashboard?tab=events`);
  await expect(heading(page)).toHaveText('Events (1)');
  await editor.addEvent({ title: 'Second' });
  const held = await hold(page, '/events/admin*');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeFocused();
  held.release();
  await expect(heading(page)).toHaveText('Events (2)');
  const failure = breakTable(site, 'events');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to load events. Please try again later.');
  await expect(page.getByRole('article')).toHaveCount(2);
  failure.repair();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expectNoise(silent, /status of 500/);
});

test('Edit, or a click on the card, leads to the form with the entry in it', async ({ page, silent }) => {
  const article = await editor.addArticle({ title: 'Bats', content: '<p>Their wings.</p>' });
  const member = await editor.addMember({ name: 'Ann', isActive: false });
  const event = await editor.addEvent({ title: 'Gala' });
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'Edit Bats' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/articles?edit=${article}`);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Bats');
  await expect(page.getByText('Their wings.')).toBeVisible();
  await page.goto(`${site.url}/admin/dashboard?tab=committee`);
  await page.getByRole('article').click();
  await expect(page).toHaveURL(`${site.url}/admin/committee?edit=${member}`);
  await expect(page.getByLabel('Name')).toHaveValue('Ann');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await page.goto(`${site.url}/admin/dashboard?tab=events`);
  await page.getByRole('button', { name: 'Edit Gala' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/events?edit=${event}`);
  await expect(page.getByLabel('Date')).toHaveValue('2026/12/01');
  await page.goto(`${site.url}/admin/events?edit=999`);
  await expect(page.getByText('Event not found')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/events`);
  expectNoise(silent, /status of 404/);
});

test('deleting asks first, then the list is fetched again and the focus moves to the next card', async ({ page }) => {
  for (const name of ['Ann', 'Bob', 'Cleo']) await editor.addMember({ name });
  await page.goto(`${site.url}/admin/dashboard?tab=committee`);
  await page.getByRole('button', { name: 'Delete Bob' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this member?' });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Delete Bob' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(titles(page)).toHaveText(['Ann', 'Cleo']);
  await expect(heading(page)).toHaveText('Committee Members (2)');
  await expect(page.getByRole('button', { name: 'Cleo', exact: true })).toBeFocused();
  for (const name of ['Cleo', 'Ann']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('each kind asks in its own words, and says when deleting fails', async ({ page, silent }) => {
  await editor.addArticle({ title: 'Bats' });
  await editor.addMember({ name: 'Ann' });
  await editor.addEvent({ title: 'Gala' });
  for (const [tab, table, name, question, failed] of [
    ['articles', 'articles', 'Bats', 'Are you sure you want to delete this article?', 'Failed to delete article'],
    [
      'committee',
      'members',
      'Ann',
      'Are you sure you want to delete this member?',
      'Failed to delete member. Please try again.',
    ],
    ['events', 'events', 'Gala', 'Delete this event?', 'Failed to delete event.'],
  ] as const) {
    await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const failure = breakTable(site, table);
    await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Delete' }).click();
    const told = tab === 'articles' ? page.getByRole('region', { name: 'Notifications' }) : page.getByRole('alert');
    await expect(told).toContainText(failed);
    await expect(told.getByText(failed).or(told).last()).toBeInViewport();
    failure.repair();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
  }
  expectNoise(silent, /status of 500/);
});

// The last one: what was sent keeps its article.
test('opened during an undo window, it makes each of its calls once', async ({ page }) => {
  replaceSubscribers(site, 'waiting', 1);
  const id = await editor.addArticle({ title: 'Bats' });
  await post(site, `/newsletter/admin/send/${id}`, { holdSeconds: 600 }, await tokenOf(site));
  const calls = callsOf(page);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(heading(page)).toHaveText('Articles (1)');
  await expect(page.getByRole('region', { name: 'Newsletter that you can undo' })).toBeVisible();
  await page.waitForResponse(/\/notices\/admin$/);
  expect(calls.filter((call) => /^GET \/(articles|dashboard)\/admin/.test(call))).toHaveLength(2);
});

function heading(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 });
}

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 3 });
}
