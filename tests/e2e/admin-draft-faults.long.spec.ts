/** What goes wrong around a draft, and what is left of its words. */
import type { Page } from '@playwright/test';
import { administrator, type Site } from '../support/site.ts';
import { answer, editorOf, expectNoise, inDatabase, tokenOf } from '../support/states.ts';
import { bring, contentOf, openArticles, openTools, pictureFile } from '../support/writing.ts';
import { choosePicture, expect, signIn, test } from './fixtures.ts';

test.slow();

const refusal = { status: 400, json: { message: 'Not this one.', code: 'invalid' } };

/** Pictures are prepared when the returned function is called. */
async function slowPictures(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(`
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given) { self.prepare = () => postMessage.apply(this, given); };`);
  return () => page.evaluate('self.prepare()');
}

async function remove(site: Site, ...paths: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(site)}` };
  for (const path of paths) {
    const { status } = await fetch(`${site.url}/api/v1${path}`, { method: 'DELETE', headers });
    expect(status).toBe(200);
  }
}

function offer(page: Page) {
  return page.getByText('You have unsaved changes from');
}

/** Of whoever signs in: other journeys at the same site may have made more administrators. */
function draftsOnSite(site: Site): string {
  const whose = 'SELECT id FROM administrators WHERE username = ?';
  return JSON.stringify(
    inDatabase(site, `SELECT data FROM drafts WHERE administrator_id = (${whose})`, administrator.username),
  );
}

for (const kind of ['articles', 'committee'])
  test(`what is saved while its picture is prepared is saved with it, in ${kind}`, async ({ page, site, silent }) => {
    const editor = await editorOf(site);
    const isArticle = kind === 'articles';
    const id = isArticle ? await editor.addArticle({ isPublished: false }) : await editor.addMember({ name: 'Ada' });
    await signIn(page, site);
    const prepare = await slowPictures(page);
    await answer(page, '/uploads/*', refusal);
    await page.goto(`${site.url}/admin/${kind}?edit=${id}`);
    const words = page.getByLabel(isArticle ? 'Title' : 'Bio', { exact: isArticle });
    await words.fill('With a picture');
    await choosePicture(page, { name: 'bat.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
    await expect(page.getByText('Preparing the image...')).toBeVisible();
    await words.press('ControlOrMeta+s');
    await prepare();
    await expect(page.getByRole('alert').filter({ hasText: 'Upload failed: Not this one.' })).toBeVisible();
    expectNoise(silent, /status of 400/);
  });

test('a picture of a note that could not be uploaded is there after a reload, and is sent with the note', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  await answer(page, '/uploads/*', refusal);
  await page.getByLabel('Title').fill('With a bat');
  const text = page.locator('.ql-editor');
  await text.fill('Look at it: ');
  await bring(text, 'paste', { files: [pictureFile('bat.png')] });
  await expect(page.getByText('Draft saved, still waiting for the picture “bat.png”.')).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await page.unroute('**/api/v1/uploads/*');
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(text.locator('img[src^="/uploads/"]')).toBeVisible();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const notes = () => JSON.stringify(inDatabase(site, "SELECT content FROM issues WHERE subject = 'With a bat'"));
  await expect.poll(notes).toMatch(/Look at it: .*\/uploads\//);
  await page.reload();
  await expect(text.locator('img')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expectNoise(silent, /status of 400/);
});

test('a note is sent once its PDF is uploaded', async ({ page, site }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/uploads/articles/files', async (route) => {
    await promise;
    await route.continue();
  });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Title').fill('The rules');
  await page.locator('.ql-editor').fill('All rules:');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await openTools(page);
  await page.getByRole('button', { name: 'Attach a PDF' }).click();
  const buffer = Buffer.from('%PDF-1.7\n');
  await (await chooser).setFiles({ name: 'Rules.pdf', mimeType: 'application/pdf', buffer });
  for (const name of ['Send…', 'Schedule…']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByText('Please wait for the PDF “Rules.pdf”.').first()).toBeVisible();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0);
  }
  resolve();
  await expect(page.locator('.ql-editor').getByRole('link', { name: 'Rules (PDF, 1 kB)' })).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Send “The rules”?');
  const [note] = inDatabase(site, "SELECT content FROM issues WHERE subject = 'The rules'");
  expect(note?.content).toContain('Rules (PDF, 1 kB)');
});

test('a note is saved once a proxy that knew no site finds it again', async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await answer(page, '/newsletter/admin/issues/*/draft', { status: 404 });
  await page.getByLabel('Title').fill('On the move');
  await expect(page.getByText('Your changes are not saved yet.')).toBeVisible();
  await page.unroute('**/api/v1/newsletter/admin/issues/*/draft');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  expectNoise(silent, /status of 404/);
});

for (const end of ['deleted', 'sent'])
  test(`words for a note that was ${end} in the meantime are offered by the next one`, async ({
    page,
    site,
    silent,
  }) => {
    await page.clock.install();
    await signIn(page, site);
    await page.goto(`${site.url}/admin/newsletter`);
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByLabel('Title').fill('We meet on Friday');
    await expect(page.getByText('Draft saved.')).toBeVisible();
    const id = /newsletter\/(\d+)/.exec(page.url())?.[1];
    await page.context().setOffline(true);
    await page.locator('.ql-editor').fill('In the great hall.');
    await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('great hall');
    if (end === 'deleted') await remove(site, `/newsletter/admin/issues/${id}/draft`);
    else inDatabase(site, "UPDATE issues SET state = 'done' WHERE id = ?", Number(id));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.context().setOffline(false);
    const saves: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && saves.push(request.url())));
    const told = 'This newsletter was sent or deleted. Your words are kept: a new note offers them.';
    await expect(page.getByText(told)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
    // Longer than it waits before it tries again.
    await page.clock.runFor(20_000);
    expect(saves.filter((url) => url.endsWith(`/issues/${id}/draft`)).length).toBeLessThanOrEqual(1);
    await page.goto(`${site.url}/admin/newsletter`);
    await page.getByRole('button', { name: 'New note' }).click();
    await expect(offer(page)).toHaveCount(1);
    await expect(offer(page)).toContainText('has since been deleted or sent');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('We meet on Friday');
    await expect(page.locator('.ql-editor')).toHaveText('In the great hall.');
    await expect(page.getByText('Draft saved.')).toBeVisible();
    await page.reload();
    await expect(page.locator('.ql-editor')).toHaveText('In the great hall.');
    await expect(offer(page)).toHaveCount(0);
    expectNoise(silent, /status of 40[49]|ERR_INTERNET_DISCONNECTED/);
  });

test('a discarded draft that the site can never remove holds back no newer words', async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.route('**/api/v1/drafts/admin/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fallback(),
  );
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('The old words');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Title').fill('The newer words');
  await expect.poll(() => draftsOnSite(site)).toContain('The newer words');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The newer words');
  expectNoise(silent, /status of 502/);
});

test('a draft of an article that was deleted permanently is offered by a new one, and sent no more', async ({
  page,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Short-lived' });
  await signIn(page, site);
  await openArticles(page, site, id);
  await page.context().setOffline(true);
  await contentOf(page).fill('Words on the train.');
  await expect(page.getByText(/^Draft saved in this browser \d/)).toBeVisible();
  await remove(site, `/articles/admin/${id}`, `/bin/admin/articles/${id}`);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.context().setOffline(false);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('isOrphan');

  const puts: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())));
  await openArticles(page, site);
  await expect(offer(page)).toHaveCount(1);
  await expect(offer(page)).toContainText('has since been deleted or sent');
  expect(puts).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(contentOf(page)).toHaveText('Words on the train.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const [article] = inDatabase(site, "SELECT content FROM articles WHERE title = 'Short-lived'");
  expect(article?.content).toContain('Words on the train.');
  await openArticles(page, site);
  await expect(offer(page)).toHaveCount(0);
  expectNoise(silent, /status of 404|ERR_INTERNET_DISCONNECTED/);
});
