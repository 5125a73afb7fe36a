/** Saving and going on: the caret, the scroll, what can be undone and the form stay as they are. */
import { editorOf, expectNoise, hold, inDatabase } from '../support/states.ts';
import { caretIn, contentOf, openArticles, pictureFile, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

const saved = /^Saved \d+:\d\d [AP]M$/;

for (const [width, height] of [
  [375, 667],
  [1280, 800],
] as const)
  test(`a new article is saved by keys at ${width} px, and everything stays where it is`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, site);
    await openArticles(page, site);
    const title = `Kept at ${width}`;
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Description', { exact: true }).fill('How it began');
    await contentOf(page).click();
    for (let line = 1; line <= 30; line += 1) await page.keyboard.insertText(`Line ${line} of it.\n`);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+End');
    const before = await caretIn(page);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(saved)).toBeVisible();
    expect(await caretIn(page)).toEqual(before);
    await expect(contentOf(page)).toBeFocused();
    await expect(page).toHaveURL(/\?edit=\d+$/);
    const [article] = inDatabase(site, 'SELECT id, is_published, content FROM articles WHERE title = ?', title);
    expect(article).toMatchObject({ is_published: 0, content: expect.stringContaining('Line 30 of it.') });

    await page.keyboard.type('Put in');
    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(saved)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(contentOf(page)).not.toContainText('Put in');
    // As on a Mac.
    await page.keyboard.press('Meta+s');
    await expect(page.getByText(saved)).toBeVisible();
    const rows = inDatabase(site, 'SELECT id, version, content FROM articles WHERE title = ?', title);
    expect(rows).toMatchObject([{ id: article?.id, version: 3, content: expect.not.stringContaining('Put in') }]);
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await expect(page.getByText('are not on the site yet')).toHaveCount(0);
    await expectAccessible(page, width);
  });

test('text typed during a save stays unsaved and stays in the form', async ({ page, site }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Slow to save', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Slow to save, first');
  const save = await hold(page, '/articles/admin/*');
  await page.keyboard.press('ControlOrMeta+s');
  await title.pressSequentially(' and more');
  save.release();
  await expect
    .poll(() => inDatabase(site, 'SELECT title, version FROM articles WHERE id = ?', id))
    .toEqual([{ title: 'Slow to save, first', version: 2 }]);
  await expect(title).toHaveValue('Slow to save, first and more');
  await expect(title).toBeFocused();
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expect(inDatabase(site, 'SELECT title FROM articles WHERE id = ?', id)).toEqual([
    { title: 'Slow to save, first and more' },
  ]);
});

test('a second press during a save saves what was typed since, and nothing if nothing was', {
  tag: '@long',
}, async ({ page, site }) => {
  const editor = await editorOf(site);
  const article = await editor.addArticle({ title: 'Pressed twice', isPublished: false });
  const member = await editor.addMember({ name: 'Pressed twice' });
  await signIn(page, site);
  for (const [screen, kind, field, id] of [
    ['articles', 'articles', 'title', article],
    ['committee', 'members', 'name', member],
  ] as const) {
    await page.goto(`${site.url}/admin/${screen}?edit=${id}`);
    const input = page.getByLabel(field === 'title' ? 'Title' : 'Name', { exact: true });
    const rows = () => inDatabase(site, `SELECT ${field} AS text, version FROM ${kind} WHERE id = ?`, id);
    const save = await hold(page, `/${kind}/admin/*`);
    await input.fill('Pressed');
    await page.keyboard.press('ControlOrMeta+s');
    await input.fill('Pressed again');
    await page.keyboard.press('ControlOrMeta+s');
    await page.keyboard.press('ControlOrMeta+s');
    save.release();
    await expect.poll(rows).toEqual([{ text: 'Pressed again', version: 3 }]);
    await expect(page.getByText(saved)).toBeVisible();

    const next = await hold(page, `/${kind}/admin/*`);
    await input.fill('Pressed only');
    await page.keyboard.press('ControlOrMeta+s');
    await page.keyboard.press('ControlOrMeta+s');
    next.release();
    await expect(page.getByText(saved)).toBeVisible();
    expect(rows()).toEqual([{ text: 'Pressed only', version: 4 }]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('Update applies to the form as it was when pressed, even while a save is under way', async ({ page, site }) => {
  const id = await (await editorOf(site)).addMember({ name: 'Slow to save' });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  const position = page.getByLabel('Position');
  await position.fill('First');
  const save = await hold(page, '/members/admin/*');
  await page.keyboard.press('ControlOrMeta+s');
  await position.pressSequentially(' and more');
  await pressInForm(page, 'Update');
  await expect(position).toBeDisabled();
  save.release();
  const rows = () => inDatabase(site, 'SELECT position, version FROM members WHERE id = ?', id);
  await expect.poll(rows).toEqual([{ position: 'First and more', version: 3 }]);
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Saved: Slow to save' })).toBeVisible();
  await expect(page).not.toHaveURL(/edit=/);
});

test('a save that fails loses nothing and says so; one that is incomplete says what is missing', async ({
  page,
  site,
  silent,
}) => {
  await signIn(page, site);
  await openArticles(page, site);
  await contentOf(page).fill('Words without a title.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert').first()).toContainText('Title and description are required');
  await expect(contentOf(page)).toBeFocused();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('Title and description are required');
  await page.getByLabel('Title', { exact: true }).fill('Saved in the end');
  await expect(toasts).toBeEmpty();
  await page.getByLabel('Description', { exact: true }).fill('It was');
  await page.route('**/api/v1/articles/admin', (route) => route.abort());
  await pressInForm(page, 'Save and keep writing');
  await expect(page.getByText('Failed to save. Please try again.')).toBeVisible();
  await expect(contentOf(page)).toContainText('Words without a title.');
  await page.unroute('**/api/v1/articles/admin');
  await pressInForm(page, 'Save and keep writing');
  await expect(page.getByText(saved)).toBeVisible();
  expect(inDatabase(site, "SELECT title FROM articles WHERE title = 'Saved in the end'")).toHaveLength(1);
  expectNoise(silent, /ERR_FAILED/);
});

test('an event and a member are saved with their picture, and stay', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('Stays open');
  await page.getByLabel('Date', { exact: true }).fill('2027/05/04');
  await page.getByLabel('Time', { exact: true }).fill('18:30');
  await page.getByLabel('Location').fill('Hall');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(saved)).toBeVisible();
  await expect(page.getByRole('form', { name: 'Edit event' })).toBeVisible();
  await expect(page.getByLabel('Location')).toBeFocused();
  await page.getByLabel('Location').fill('Great hall');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => inDatabase(site, "SELECT location, version FROM events WHERE title = 'Stays open'"))
    .toEqual([{ location: 'Great hall', version: 2 }]);

  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Stays Open');
  await page.getByLabel('Position').fill('Chair');
  const file = { name: 'ada.png', mimeType: 'image/png', buffer: pictureFile('').bytes };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('group', { name: 'Image' })).toContainText('ada.png');
  await pressInForm(page, 'Add and keep writing');
  await expect(page.getByText(saved)).toBeVisible();
  await expect(page.getByText('The current image')).toBeVisible();
  await page.getByLabel('Bio').fill('Vet');
  await pressInForm(page, 'Update');
  await expect
    .poll(() => inDatabase(site, "SELECT bio, image_url FROM members WHERE name = 'Stays Open'"))
    .toMatchObject([{ bio: 'Vet', image_url: expect.stringMatching(/^\/uploads\/members\//) }]);
  await expect(page.getByText('Member saved successfully.').last()).toBeVisible();
});
