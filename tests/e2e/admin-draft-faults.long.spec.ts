/** What goes wrong around a draft, and what is left of its words. */
import type { Page } from '@playwright/test';
import { administrator, type Site } from '../support/site.ts';
import { answer, editorOf, expectNoise, inDatabase, tokenOf } from '../support/states.ts';
import { contentOf, openArticles, openTools, pictureFile } from '../support/writing.ts';
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

/** Of the person who signs in: other journeys at the same site may have made more administrators. */
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
  await expect(page.getByText('What you type is saved.')).toBeVisible();
  await answer(page, '/newsletter/admin/issues/*/draft', { status: 404 });
  await page.getByLabel('Title').fill('On the move');
  await expect(page.getByText(/^Draft saved in this browser/)).toBeVisible();
  await page.unroute('**/api/v1/newsletter/admin/issues/*/draft');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  expectNoise(silent, /status of 404/);
});

for (const end of ['deleted', 'sent'])
  test(`words for a note that was ${end} in the meantime go on as a new one`, async ({ page, site, silent }) => {
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
    await page.context().setOffline(false);
    await expect(page.getByText('What this draft belongs to was deleted permanently.')).toBeVisible();
    await page.goto(`${site.url}/admin/newsletter`);
    await page.getByRole('button', { name: 'Continue We meet on Friday' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('We meet on Friday');
    await expect(page.locator('.ql-editor')).toHaveText('In the great hall.');
    await expect(page.getByText('Draft saved.')).toBeVisible();
    await page.reload();
    await expect(page.locator('.ql-editor')).toHaveText('In the great hall.');
    expectNoise(silent, /status of 40[49]|ERR_INTERNET_DISCONNECTED/);
  });

test('a draft of an article that was deleted permanently goes on as a new one', async ({ page, site, silent }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Short-lived' });
  await signIn(page, site);
  await openArticles(page, site, id);
  await page.context().setOffline(true);
  await contentOf(page).fill('Words on the train.');
  await expect(page.getByText(/^Draft saved in this browser \d/)).toBeVisible();
  await remove(site, `/articles/admin/${id}`, `/bin/admin/articles/${id}`);
  await page.context().setOffline(false);
  await page.goto(`${site.url}/admin/articles`);
  await page.getByRole('button', { name: 'Continue Short-lived' }).click();
  await expect(contentOf(page)).toHaveText('Words on the train.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const [article] = inDatabase(site, "SELECT content FROM articles WHERE title = 'Short-lived'");
  expect(article?.content).toContain('Words on the train.');
  await expect.poll(() => draftsOnSite(site)).toBe('[]');
  expectNoise(silent, /status of 404|ERR_INTERNET_DISCONNECTED/);
});
