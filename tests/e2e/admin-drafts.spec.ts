/** Typing saves: in this browser at once, on the site a second later, until the form is saved. */
import type { Page } from '@playwright/test';
import { administrator, type Site } from '../support/site.ts';
import { addColleague, editorOf, expectNoise, hold, inDatabase } from '../support/states.ts';
import { contentOf, openArticles, pictureFile, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

const saved = /^Draft saved \d+:\d\d [AP]M$/;
const savedHere = /^Draft saved in this browser \d+:\d\d [AP]M$/;
const putsDraft = '**/api/v1/drafts/admin/*';

/** What the site has of this administrator's forms. */
function onSite(site: Site, username = administrator.username): string {
  const whose = 'SELECT id FROM administrators WHERE username = ?';
  return JSON.stringify(
    inDatabase(site, `SELECT form, data FROM drafts WHERE administrator_id = (${whose}) ORDER BY at`, username),
  );
}

function inBrowser(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
}

function notice(page: Page) {
  return page.getByText(/^Your changes from .* are not on the site yet\./);
}

test('what is typed into an article is there after a reload, on another device, and until it is saved', async ({
  page,
  browser,
  site,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Typed', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  await expect(notice(page)).toHaveCount(0);
  await contentOf(page).fill('Words of the evening.');
  await page.reload();
  await expect(contentOf(page)).toHaveText('Words of the evening.');
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page, 1280);

  await expect.poll(() => onSite(site)).toContain('Words of the evening.');
  await expect(page.getByText(saved)).toBeVisible();
  await expect.poll(() => inBrowser(page)).toEqual([]);
  const phone = await (await browser.newContext({ viewport: { width: 375, height: 667 } })).newPage();
  await signIn2(phone, page);
  await openArticles(phone, site, id);
  await expect(contentOf(phone)).toHaveText('Words of the evening.');
  await expect(notice(phone)).toBeVisible();
  await expectAccessible(phone, 375);
  await phone.context().close();

  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect.poll(() => onSite(site)).toBe('[]');
  const [article] = inDatabase(site, 'SELECT content FROM articles WHERE id = ?', id);
  expect(article?.content).toBe('<p>Words of the evening.</p>');
  await openArticles(page, site, id);
  await expect(contentOf(page)).toHaveText('Words of the evening.');
  await expect(notice(page)).toHaveCount(0);
});

test('while the site does not answer it is kept here, and sent by itself when it does', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Away' });
  await signIn(page, site);
  const form = `${site.url}/admin/committee?edit=${id}`;
  await page.goto(form);
  const bio = page.getByLabel('Bio');
  await page.route(putsDraft, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await bio.fill('Written on the train.');
  await expect(page.getByText(savedHere)).toBeVisible();
  expect(onSite(site)).toBe('[]');
  // Closed and opened.
  await page.goto(`${site.url}/admin/dashboard`);
  await page.goto(form);
  await expect(bio).toHaveValue('Written on the train.');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText(savedHere)).toBeVisible();

  await page.unroute(putsDraft);
  await expect(page.getByText(saved)).toBeVisible({ timeout: 30_000 });
  expect(onSite(site)).toContain('Written on the train.');

  await page.context().setOffline(true);
  await bio.fill('Written in the tunnel.');
  await expect(page.getByText(savedHere)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(saved)).toBeVisible();
  expect(onSite(site)).toContain('Written in the tunnel.');

  // Sent without the form, when the area is opened again.
  await page.route(putsDraft, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await bio.fill('Written in the last minute.');
  await expect(page.getByText(savedHere)).toBeVisible();
  await page.unroute(putsDraft);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect.poll(() => onSite(site)).toContain('Written in the last minute.');
  await expect.poll(() => inBrowser(page)).toEqual([]);
  expectNoise(silent, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
});

test('two beginnings are two rows: each goes on, and one is discarded', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  const title = page.getByLabel('Title');
  const begun = page.getByRole('list', { name: 'Unfinished' });
  await title.fill('First thoughts');
  await expect(page).toHaveURL(/\?edit=new-[\da-f-]{36}$/);
  await expect(title).toBeFocused();
  await page.reload();
  await expect(title).toHaveValue('First thoughts');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(title).toHaveValue('');
  await expect(begun.getByRole('listitem')).toHaveCount(1);
  await title.fill('Second thoughts');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'You have 2 unfinished texts' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(begun.getByRole('listitem')).toHaveCount(2);
  await expect(begun).toContainText(/Unfinished · Begun \d+:\d\d [AP]M/);
  // They stand below the empty form: a line at the top leads there.
  await expect(begun).not.toBeInViewport();
  await page.getByRole('link', { name: '2 unfinished events' }).click();
  await expect(begun).toBeInViewport();
  await expect(begun).toBeFocused();
  await expectAccessible(page, 1280);
  await begun.getByRole('button', { name: 'Continue First thoughts' }).click();
  await expect(title).toHaveValue('First thoughts');
  await expect(begun.getByRole('listitem')).toHaveCount(1);
  await begun.getByRole('button', { name: 'Discard Second thoughts' }).click();
  await expect(begun).toHaveCount(0);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(begun.getByRole('listitem')).toHaveCount(1);

  await page.getByLabel('Date', { exact: true }).fill('2099/12/01');
  await page.getByLabel('Time', { exact: true }).fill('18:00');
  await page.getByLabel('Location').fill('Barn');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await expect.poll(() => onSite(site)).toMatch(/^(?!.*First thoughts).*Second thoughts/);
});

test('Discard brings back what is saved, and Undo what was typed', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({
    title: 'Brought back',
    content: '<p>As it was.</p>',
    isPublished: false,
  });
  await signIn(page, site);
  await openArticles(page, site, id);
  await contentOf(page).fill('No one needs it.');
  await page.reload();
  await expect(contentOf(page)).toHaveText('No one needs it.');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(contentOf(page)).toHaveText('As it was.');
  await expect(notice(page)).toHaveCount(0);
  expect(onSite(site)).toBe('[]');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(contentOf(page)).toHaveText('No one needs it.');
  await expect.poll(() => onSite(site)).toContain('No one needs it.');

  // Also once the form is closed.
  await page.reload();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(contentOf(page)).toHaveText('As it was.');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/admin/articles`);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => onSite(site)).toContain('No one needs it.');
});

test('what is saved once its screen is left leaves the next screen as it is', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByLabel('Name', { exact: true }).fill('Saved on the way out');
  await page.getByLabel('Position').fill('Vet');
  await expect(page.getByText(saved)).toBeVisible();
  const post = await hold(page, '/members/admin');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Manage Events' }).click();
  await expect(page.getByLabel('Title')).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  post.release();
  await removed;
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(`${site.url}/admin/events`);
});

test('a draft that is on its way when its form is saved does not come back', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Late' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await expect(page.getByLabel('Bio')).toBeVisible();
  const put = await hold(page, `/drafts/admin/members-${id}`);
  const asked = page.waitForRequest(putsDraft);
  await page.getByLabel('Bio').fill('Saved at once.');
  await asked;
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  put.release();
  await removed;
  expect(onSite(site)).toBe('[]');
  expect(await inBrowser(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit Late' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Saved at once.');
  await expect(notice(page)).toHaveCount(0);
});

test('after an update of a live article the list never says that its changes are not live', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Updated live', isPublished: true });
  await signIn(page, site);
  await openArticles(page, site, id);
  await contentOf(page).fill('Live at once.');
  await expect(page.getByText(saved)).toBeVisible();
  const removed = Promise.withResolvers<void>();
  await page.route(putsDraft, async (route) => {
    if (route.request().method() === 'DELETE') await removed.promise;
    await route.fallback();
  });
  const lists: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (/\/articles\/admin\?/.test(answer.url())) lists.push(answer.text());
  });
  await pressInForm(page, 'Update live article');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await page.waitForTimeout(500);
  removed.resolve();
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  expect(await Promise.all(lists)).not.toContainEqual(expect.stringContaining('"hasChanges":true'));
  await expect(page.getByRole('article').filter({ hasText: 'Updated live' })).not.toContainText('Changes not yet live');
});

test('a draft that is sent while its form opens again is in it', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Back at once' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  const sent = Promise.withResolvers<void>();
  await page.route(putsDraft, async (route) => {
    if (route.request().method() === 'PUT') await sent.promise;
    await route.fallback();
  });
  const bio = page.getByLabel('Bio');
  await bio.fill('Typed on the way out.');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(bio).toHaveCount(0);
  const item = await hold(page, `/members/${id}`);
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/drafts/admin/members-${id}`));
  await page.goBack();
  expect(await (await read).json()).toEqual({ draft: null });
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  sent.resolve();
  await stored;
  await expect.poll(() => inBrowser(page)).toEqual([]);
  item.release();
  await expect(bio).toHaveValue('Typed on the way out.');
  await expect(notice(page)).toBeVisible();
});

test('a form whose draft cannot be read opens once it can, so that no older text takes its place', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Unread', bio: 'As it was' });
  await signIn(page, site);
  const form = `${site.url}/admin/committee?edit=${id}`;
  await page.goto(form);
  const bio = page.getByLabel('Bio');
  await bio.fill('The newest words');
  await expect.poll(() => onSite(site)).toContain('The newest words');
  await expect.poll(() => inBrowser(page)).toEqual([]);
  const fails = (method: string) =>
    page.route(putsDraft, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500 }) : route.fallback(),
    );
  await fails('GET');
  await page.reload();
  const problem = page.getByRole('alert').filter({ hasText: 'Your draft of this form could not be read.' });
  await expect(problem).toBeVisible();
  await expect(bio).toHaveCount(0);
  await expectAccessible(page, 375, 1280);
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(problem).toBeVisible();
  await page.goto(`${site.url}/admin/settings`);
  await expect(problem).toBeVisible();
  await expect(page.getByLabel('Short name')).toHaveCount(0);

  await page.goto(form);
  await expect(problem).toBeVisible();
  await page.unroute(putsDraft);
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(bio).toHaveValue('The newest words');

  // What this browser keeps was typed last: it needs no answer.
  await fails('PUT');
  await bio.fill('Kept here');
  await expect(page.getByText(savedHere)).toBeVisible();
  await fails('GET');
  await page.reload();
  await expect(bio).toHaveValue('Kept here');
  await page.unroute(putsDraft);
  await expect.poll(() => onSite(site)).toContain('Kept here');
  expectNoise(silent, /status of 500/);
});

test('two tabs of one form have the same words, and a save in one keeps what the other types after it', async ({
  page,
  site,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'In two tabs', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const other = await page.context().newPage();
  await openArticles(other, site, id);
  await contentOf(page).fill('First words');
  await expect(contentOf(other)).toHaveText('First words');
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await contentOf(other).fill('First words and the newest');
  await expect(other.getByText(saved)).toBeVisible();
  await other.close();
  await openArticles(page, site, id);
  await expect(contentOf(page)).toHaveText('First words and the newest');
  await expect(notice(page)).toBeVisible();
});

test('another account at the same computer sees none of it', async ({ page, site, silent }) => {
  const colleague = addColleague(site, 'same-computer');
  const id = await (await editorOf(site)).addMember({ name: 'At one computer', bio: 'Vet' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await page.route(putsDraft, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.getByLabel('Bio').fill('No one else’s business');
  await expect(page.getByText(savedHere)).toBeVisible();
  await page.unroute(putsDraft);
  await signIn(page, site, colleague);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await expect(page.getByLabel('Bio')).toHaveValue('Vet');
  await expect(notice(page)).toHaveCount(0);
  expectNoise(silent, /status of 503/);
});

test('texts and pictures that version 0.3.0 kept in this browser are read once', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Kept by 0.3.0' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  const whose = 'SELECT id FROM administrators WHERE username = ?';
  const owner = inDatabase(site, whose, administrator.username)[0]?.id as number;
  const bytes = [...pictureFile('').bytes];
  await page.evaluate(
    async ([of, member, picture]) => {
      const keep = (form: string, n: number, draft: object) => {
        const key = `00000000-0000-4000-8000-00000000000${n}`;
        const all = { id: key, key, version: null, picture: null, at: `2026-11-2${n}T12:00:00.000Z`, ...draft };
        localStorage.setItem(`draft:${of}:${form}:${key}`, JSON.stringify(all));
        return key;
      };
      keep(`members-${member}`, 1, { version: 1, values: { bio: 'The older text' } });
      keep(`members-${member}`, 2, { version: 1, values: { bio: 'The newer text' } });
      keep('events-new', 3, { values: { title: 'An old beginning' } });
      const key = keep('members-new', 4, { values: { name: 'With a picture' }, picture: 'bat.png' });
      localStorage.setItem(`draft:${of}:events-new:ended`, 'discarded ');
      const opening = indexedDB.open('drafts', 1);
      await new Promise((done) => {
        opening.onupgradeneeded = () => opening.result.createObjectStore('pictures');
        opening.onsuccess = done;
      });
      const store = opening.result.transaction('pictures', 'readwrite').objectStore('pictures');
      const file = new File([new Uint8Array(picture)], 'bat.png', { type: 'image/png' });
      await new Promise((done) => {
        store.put({ file }, `${key}/cover`).onsuccess = done;
      });
      opening.result.close();
    },
    [owner, id, bytes] as const,
  );
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await expect(page.getByLabel('Bio')).toHaveValue('The newer text');
  await expect.poll(() => onSite(site)).toMatch(/With a picture.*\/uploads\/members\//);
  const begun = page.getByRole('list', { name: 'Unfinished' });
  await expect(begun.getByRole('listitem')).toHaveCount(2);
  await expect(begun).toContainText('The older text');
  await expect.poll(() => inBrowser(page)).toEqual([]);
  await page.goto(`${site.url}/admin/events`);
  await begun.getByRole('button', { name: 'Continue An old beginning' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('An old beginning');
});

/** With the token of the other page: signing in as a test does forgets what is typed. */
async function signIn2(page: Page, other: Page): Promise<void> {
  const token = await other.evaluate(() => localStorage.getItem('adminToken'));
  await page.addInitScript(`if (self.origin !== 'null') localStorage.setItem('adminToken', ${JSON.stringify(token)})`);
}
