/** A live article is worked on for days: visitors see the old one until 'Update live article' is pressed. */
import { createHash } from 'node:crypto';
import type { Site } from '../support/site.ts';
import { addColleague, editorOf, expectNoise, inDatabase } from '../support/states.ts';
import { contentOf, openArticles, pictureFile, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { choosePicture, expect, signIn, test } from './fixtures.ts';

test.slow();

const kept = /^Draft saved \d+:\d\d [AP]M$/;

/** Everything that a visitor can get of it. */
async function seenByVisitors(site: Site, id: number, term: string): Promise<string[]> {
  const page = await (await fetch(`${site.url}/articles/${id}`)).text();
  const card = /og:image" content="[^"]*?(\/cards\/[^"]+)"/.exec(page)?.[1] ?? '';
  expect(card).toContain('/cards/articles/');
  const api = [`/articles/${id}`, '/articles', `/articles?search=${term}`].map((path) => `/api/v1${path}`);
  const files = ['/feed.xml', '/rss.xml', '/feed.json', '/sitemap.xml', card];
  const paths = [`/articles/${id}`, '/articles', `/articles?search=${term}`, '/', ...api, ...files];
  const hashOf = async (path: string) => {
    const bytes = Buffer.from(await (await fetch(site.url + path)).arrayBuffer());
    // A page says when it was made, and a new picture has all of them made anew.
    const timeless = bytes.toString('latin1').replace(/"now":"[^"]*"/, '');
    return `${path} ${createHash('sha256').update(timeless).digest('hex')}`;
  };
  return Promise.all(paths.map(hashOf));
}

for (const [width, height] of [
  [375, 667],
  [1280, 800],
] as const)
  test(`at ${width} px visitors see the old text until the changes go live`, async ({ page, browser, site }) => {
    const term = `Quokka${width}`;
    const id = await (await editorOf(site)).addArticle({ title: `Live at ${width}`, content: '<p>As it was.</p>' });
    await page.setViewportSize({ width, height });
    await signIn(page, site);
    const phone = await (await browser.newContext({ viewport: { width, height } })).newPage();
    await signIn(phone, site);
    // In Firefox a page that another one covers has no focus.
    await page.bringToFront();
    await openArticles(page, site, id);
    const before = await seenByVisitors(site, id, term);
    await contentOf(page).click();
    await page.keyboard.type(`${term} comes in. `);
    await choosePicture(page, { name: 'bat.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
    await expect(page.getByRole('group', { name: 'Image' })).toContainText('bat.png');
    await contentOf(page).click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(kept)).toBeVisible();
    await expect(contentOf(page)).toBeFocused();
    await expect(page.getByRole('main').getByText('Changes not yet live', { exact: true })).toBeVisible();
    await expect(page.getByText('Unfinished changes')).toHaveCount(0);
    const draft = 'SELECT data FROM drafts WHERE form = ?';
    await expect
      .poll(() => JSON.stringify(inDatabase(site, draft, `articles-${id}`)))
      .toMatch(/imageUrl[^,]*\/uploads\/articles/);
    expect(await seenByVisitors(site, id, term)).toEqual(before);
    await expectAccessible(page, width);

    const ada = await (await browser.newContext({ viewport: { width, height } })).newPage();
    await signIn(ada, site, addColleague(site, `ada${width}`));
    await openArticles(ada, site, id);
    await expect(contentOf(ada)).toHaveText('As it was.');
    await expect(ada.getByRole('main').getByText('Changes not yet live', { exact: true })).toBeVisible();
    await ada.context().close();

    await openArticles(phone, site, id);
    await expect(contentOf(phone)).toContainText(`${term} comes in.`);
    expect(await seenByVisitors(site, id, term)).toEqual(before);
    await phone.getByRole('button', { name: 'Update live article' }).click();
    await expect(phone.getByText('Article saved successfully.')).toBeVisible();
    expect(await (await fetch(`${site.url}/articles/${id}`)).text()).toContain(`${term} comes in.`);
    // The form ends its draft once it has the answer.
    await expect.poll(() => inDatabase(site, 'SELECT form FROM drafts WHERE form = ?', `articles-${id}`)).toEqual([]);
    const [article] = inDatabase(site, 'SELECT image_url, is_published FROM articles WHERE id = ?', id);
    expect(article).toMatchObject({ is_published: 1, image_url: expect.stringMatching(/^\/uploads\/articles\//) });
    await phone.context().close();
  });

for (const isPublished of [true, false])
  test(`a text is saved even if its picture fails, of ${isPublished ? 'a live article' : 'a draft'}`, async ({
    page,
    site,
    silent,
  }) => {
    const id = await (await editorOf(site)).addArticle({ title: 'Half saved', isPublished });
    await signIn(page, site);
    await openArticles(page, site, id);
    const failing = Promise.withResolvers<void>();
    await page.route('**/api/v1/uploads/articles', async (route) => {
      await failing.promise;
      await route.fulfill({ status: 400, json: { message: 'Not this one.', code: 'invalid' } });
    });
    await contentOf(page).click();
    await page.keyboard.type('First words. ');
    await choosePicture(page, { name: 'bat.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
    await contentOf(page).click();
    await page.keyboard.press('ControlOrMeta+s');
    const stored = () =>
      isPublished
        ? inDatabase(site, 'SELECT data FROM drafts WHERE form = ?', `articles-${id}`)
        : inDatabase(site, 'SELECT content FROM articles WHERE id = ?', id);
    await expect.poll(() => JSON.stringify(stored())).toContain('First words.');
    await page.keyboard.type('Second words. ');
    failing.resolve();
    await expect(page.getByRole('group', { name: 'Image' })).toContainText('Not this one.');
    if (!isPublished)
      await expect(page.getByRole('alert').filter({ hasText: 'Upload failed: Not this one.' })).toContainText(
        'The article is kept as a draft.',
      );
    await expect(page.getByText(kept)).toBeVisible();
    await page.unroute('**/api/v1/uploads/articles');

    await page.getByRole('button', { name: isPublished ? 'Update live article' : 'Update', exact: true }).click();
    await expect(page.getByText('Article saved successfully.')).toBeVisible();
    const [article] = inDatabase(site, 'SELECT content, image_url FROM articles WHERE id = ?', id);
    expect(article?.content).toContain('First words.');
    expect(article?.content).toContain('Second words.');
    expect(article?.image_url).toMatch(/^\/uploads\/articles\//);
    expectNoise(silent, /status of 400/);
  });

test('if two people draft changes of one live article, the second to publish sees both versions', async ({
  page,
  browser,
  site,
  silent,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Shared and live' });
  await signIn(page, site);
  await openArticles(page, site, id);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Mine.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(kept)).toBeVisible();
  const ben = await (await browser.newContext()).newPage();
  await signIn(ben, site, addColleague(site, 'benbeside'));
  await openArticles(ben, site, id);
  await ben.getByLabel('Title', { exact: true }).fill('Shared and live, says Ben');
  await ben.getByRole('button', { name: 'Update live article' }).click();
  await expect(ben.getByText('Article saved successfully.')).toBeVisible();
  await ben.context().close();

  await page.getByRole('button', { name: 'Update live article' }).click();
  const dialog = page.getByRole('dialog', { name: 'benbeside saved this in the meantime' });
  await expect(dialog.getByText('says Ben')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(title).toHaveValue('Mine.');
  await page.getByRole('button', { name: 'Update live article' }).click();
  await dialog.getByRole('button', { name: 'Take their version' }).click();
  await expect(title).toHaveValue('Shared and live, says Ben');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(title).toHaveValue('Mine.');
  await pressInForm(page, 'Update');
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Unpublished.', { exact: true })).toBeVisible();
  const [article] = inDatabase(site, 'SELECT title, is_published FROM articles WHERE id = ?', id);
  expect(article).toEqual({ title: 'Mine.', is_published: 0 });
  await expect.poll(() => inDatabase(site, 'SELECT form FROM drafts WHERE form = ?', `articles-${id}`)).toEqual([]);
  expectNoise(silent, /status of 409/);
});
