/** Choose from library: what is stored already, once more. */
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, inDatabase, tokenOf } from '../support/states.ts';
import { openTools, pressInForm } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { choosePicture, expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
let editor: Editor;
let token: string;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
  token = await tokenOf(site);
});

function jpeg(background: string, width = 900, height = 600): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Answers its address. */
async function upload(name: string, bytes: Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${site.url}/api/v1/uploads/articles`, { method: 'POST', headers, body });
  return ((await response.json()) as { imageUrl: string }).imageUrl;
}

for (const width of [1280, 375])
  test(`a stored picture is chosen again, for the article and in its text, ${width} px wide`, async ({ page }) => {
    const name = `Pond ${width}.jpg`;
    const url = await upload(name, await jpeg('#4a663a'));
    const id = await editor.addArticle({ title: `Ponds ${width}`, isPublished: false });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/articles?edit=${id}`);
    await page.getByRole('group', { name: 'Image' }).getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Choose from library' });
    await expectAccessible(page, width);
    await library.getByRole('button', { name }).press('Enter');
    await expect(library).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Image' }).getByText('The current image')).toBeVisible();
    await page.getByRole('textbox', { name: 'Content' }).click();
    await openTools(page);
    await page.getByRole('button', { name: 'Picture from the library' }).click();
    await library.getByRole('button', { name }).click();
    await expect(page.locator('.ql-editor img')).toHaveAttribute('src', url);
    await pressInForm(page, 'Update');
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    const headers = { authorization: `Bearer ${token}` };
    const read = async () => (await (await fetch(`${site.url}/api/v1/articles/${id}`, { headers })).json()) as object;
    await expect.poll(read).toMatchObject({ imageUrl: url });
    expect(JSON.stringify(await read())).toContain(`src=\\"${url}\\"`);
  });

test('a stored picture is chosen as the default for articles, and the original can be restored', async ({ page }) => {
  const url = await upload('Stand-in.jpg', await jpeg('#4a663a'));
  await signIn(page, site);
  await page.goto(`${site.url}/admin/settings`);
  const field = page.getByRole('group', { name: 'Articles without a picture' });
  await field.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Choose from library' });
  await library.getByRole('button', { name: 'Stand-in.jpg' }).click();
  await expect(library).toHaveCount(0);
  await expect(field.locator('img')).toHaveAttribute('src', url);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const read = async () => (await (await fetch(`${site.url}/api/v1/settings`)).json()) as object;
  expect(await read()).toMatchObject({ defaultArticleImage: url });
  await field.getByRole('button', { name: 'Use the original' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.poll(read).not.toMatchObject({ defaultArticleImage: url });
  await expectAccessible(page, 375, 1280);
});

test('a chosen picture is uploaded once, for other devices and the save, and is in the library once', async ({
  page,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('Position').fill('President');
  const early = page.waitForResponse('**/uploads/members');
  await choosePicture(page, { name: 'ada.jpg', mimeType: 'image/jpeg', buffer: await jpeg('#335577', 800, 800) });
  await early;
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  expect(inDatabase(site, "SELECT id FROM uploads WHERE file_name = 'ada.jpg'")).toHaveLength(1);
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Choose from library' });
  await expect(library.getByRole('button', { name: 'ada.jpg' })).toHaveCount(1);
});
