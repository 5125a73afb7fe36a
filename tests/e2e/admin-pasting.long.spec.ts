/** What comes into an article from other programs: words without their looks, pictures as files of our own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, expectNoise, hold } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, picture, pictureFile, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8');
const notAPicture = 'Please select a valid image file';

test.beforeEach(async ({ page, site }) => {
  await signIn(page, site);
  await openArticles(page, site);
});

test('text from Word keeps its structure (headings, lists, a table) and none of its styles', async ({ page }) => {
  await fillArticle(page, 'From Word', '');
  await bring(contentOf(page), 'paste', { html: sample('word.txt') });
  await expect(page.getByText('1 picture could not be pasted. Insert it as a file.')).toBeVisible();
  expect(await storedBy(page, 'Save draft')).toBe(
    [
      '<h1>Antibiotics on the farm</h1>',
      '<p>One <strong>calf</strong>, one <em>ward</em> and one <u>bottle</u>. See ',
      '<a rel="noopener noreferrer" target="_blank" href="https://example.org/report">the report</a>, notes. H<sub>2</sub>O.</p>',
      '<ul><li>Barn<ul><li>Stable</li></ul></li><li>Field</li></ul><ol><li>Wash hands</li><li>Ask first</li></ol>',
      '<table><tbody><tr><td><strong>Host</strong></td><td>Two<br />lines</td></tr><tr><td></td><td>Bat</td></tr></tbody></table>',
      '<p>The end.</p>',
    ].join(''),
  );
});

test('text from Google Docs keeps its structure, and says that its picture must be inserted', async ({ page }) => {
  await fillArticle(page, 'From Docs', '');
  await bring(contentOf(page), 'paste', { html: sample('google-docs.txt') });
  await expect(page.getByText('1 picture could not be pasted. Insert it as a file.')).toBeVisible();
  expect(await storedBy(page, 'Save draft')).toBe(
    [
      '<h2>Heat and herds</h2>',
      '<p>A <strong>hot</strong><em> dry </em><s>cold</s> summer, ',
      '<a rel="noopener noreferrer" target="_blank" href="https://example.org/heat">as reported</a><sup>1</sup></p>',
      '<ul><li>Shade<ul><li>Trees</li></ul></li><li>Water</li></ul>',
    ].join(''),
  );
});

test('a picture of another website is not pasted, and says so', async ({ page }) => {
  await fillArticle(page, 'From elsewhere', 'Kept');
  await contentOf(page).press('ControlOrMeta+End');
  await bring(contentOf(page), 'paste', {
    html: '<p>Look: <img src="https://pictures.example/a.png" alt="A bat"><img src="/icon-192.png" alt="Ours"></p>',
  });
  await expect(page.getByText('1 picture could not be pasted. Insert it as a file.')).toBeVisible();
  expect(await storedBy(page, 'Save draft')).toBe('<p>KeptLook: <img alt="Ours" src="/icon-192.png" /></p>');
});

test('a piece of a web page is pasted without scripts, and its embedded picture becomes a file of ours', async ({
  page,
}) => {
  await fillArticle(page, 'From a page', '');
  const source = `data:image/png;base64,${readFileSync(picture).toString('base64')}`;
  await bring(contentOf(page), 'paste', { html: sample('web-page.txt').replace('{{PICTURE}}', source) });
  await expect(contentOf(page).locator('img')).toHaveAttribute('src', /^\/uploads\/articles\//);
  await expect(contentOf(page).locator('img')).toHaveAttribute('alt', 'A dot');
  const stored = await storedBy(page, 'Save draft');
  expect(stored).toMatch(/<p>Before <img alt="A dot" src="\/uploads\/articles\/[\w.-]+" \/> after.<\/p>$/);
  expect(stored).toContain('<p>Words with <strong>weight</strong>, a trap and an <a ');
  expect(stored).toContain(
    '<blockquote>Quoted.</blockquote><pre data-language="plain">\nif (a &lt; b) {\n  go();\n}\n</pre>',
  );
  expect(stored).toContain('href="https://video.example/embed/1"');
  expect(stored).not.toMatch(/script|style=|onclick|Unseen|data:/);
});

test('several pictures are pasted and dropped at once while typing goes on', async ({ page }) => {
  await fillArticle(page, 'With pictures', 'Before');
  const gate = await hold(page, '/uploads/articles');
  await contentOf(page).press('ControlOrMeta+End');
  await bring(contentOf(page), 'paste', { files: [pictureFile('bat.png')] });
  await expect(contentOf(page)).toContainText('Uploading bat.png…');
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  await page.keyboard.type(' after');
  await bring(contentOf(page), 'drop', { files: [pictureFile('cave.png'), pictureFile('river.png')] });
  await expect(contentOf(page)).toContainText('Uploading river.png…');
  gate.release();
  await expect(contentOf(page).locator('img')).toHaveCount(3);
  await expect(contentOf(page)).not.toContainText('Uploading');
  const stored = await storedBy(page, 'Save draft');
  const own = '<img src="/uploads/articles/[\\w.-]+" />';
  expect(stored).toMatch(new RegExp(`^<p>Before${own} after${own}${own}</p>$`));
});

test('a picture that cannot be used is reported, and the text stays', async ({ page, silent }) => {
  await fillArticle(page, 'Kept words', 'Kept');
  const text = contentOf(page);
  await text.press('ControlOrMeta+End');
  const broken = { name: 'x.png', type: 'image/png', bytes: Buffer.from('no picture') };
  await bring(text, 'paste', { files: [broken] });
  await expect(page.getByText(notAPicture, { exact: true })).toBeVisible();
  const notes = { name: 'notes.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') };
  await bring(text, 'drop', { files: [broken, notes] });
  await expect(page.getByText('notes.pdf', { exact: true })).toBeVisible();
  const large = { name: 'large.png', type: 'image/png', bytes: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await bring(text, 'paste', { files: [large] });
  await expect(page.getByText('Image size must be less than 5MB', { exact: true })).toBeVisible();
  await expect(text).toContainText('large.png · Image size must be less than 5MB.');
  await page.getByRole('button', { name: 'Make it smaller and use it: large.png' }).click();
  await expect(text).toHaveText('Kept');
  await answer(page, '/uploads/articles', { status: 500, json: { message: 'The disk is full.', code: 'internal' } });
  await bring(text, 'paste', { files: [pictureFile('bat.png')] });
  await expect(page.getByText('Upload failed: The disk is full.')).toBeVisible();
  await expect(text).toHaveText(/^Kept\W+bat\.png · Could not be uploaded: The disk is full\.Try again/);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again: bat.png' }).click();
  await expect(text.locator('img')).toHaveCount(1);
  expect(await storedBy(page, 'Save draft')).toMatch(/^<p>Kept<img [^>]*><\/p>$/);
  expectNoise(silent, /status of 500/);
});

test('a picture is chosen by the button, and undoing it leaves no placeholder', async ({ page }) => {
  await fillArticle(page, 'Chosen', 'Words');
  await contentOf(page).press('ControlOrMeta+End');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await (await chooser).setFiles([picture, picture]);
  await expect(contentOf(page).locator('img')).toHaveCount(2);
  await contentOf(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect(contentOf(page).locator('img, .picture-coming')).toHaveCount(0);
});

test('a stored table with caption and header cells, a figure, a rule and a quotation survive editing', async ({
  page,
  site,
}) => {
  const content =
    '<p><img src="/icon-512.png" /></p><table><caption>Hosts, <em>all</em></caption><thead><tr><th>Host</th><th>Seen</th></tr></thead><tbody><tr><th>Bat</th><td><p>One</p><p>Two</p></td></tr></tbody></table><figure><img class="wide" src="/icon-192.png" /><figcaption>In <strong>May</strong></figcaption></figure><hr /><blockquote>So.</blockquote><p>End</p>';
  const made = await page.request.post(`${site.url}/api/v1/articles/admin`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('adminToken'))}` },
    data: { title: 'A table', description: 'Of hosts', content },
  });
  await openArticles(page, site, ((await made.json()) as { id: number }).id);
  await contentOf(page).press('ControlOrMeta+End');
  await page.keyboard.type('!');
  expect(await storedBy(page, 'Update')).toBe(
    content.replace('class="wide" src="/icon-192.png"', 'src="/icon-192.png" class="wide"').replace('End', 'End!'),
  );
});
