/** The library: every picture once, where it is used, described once, replaced everywhere, chosen again. */
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, inDatabase, tokenOf } from '../support/states.ts';
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
  test(`the library shows each picture once, where it is used, and what nothing uses, ${width} px wide`, async ({
    page,
  }) => {
    const green = await upload(`Wetland ${width}.jpg`, await jpeg('#4a663a'));
    await upload(`Alone ${width}.jpg`, await jpeg('#b5613c', 400, 900));
    const content = `<p>Look:</p><p><img src="${green}" alt="A wetland"></p>`;
    const title = `Herons ${width}`;
    const id = await editor.addArticle({ title, imageUrl: green, content });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/dashboard`);
    await page.getByRole('button', { name: width < 900 ? 'Open menu' : 'More' }).click();
    await page.getByRole('link', { name: 'Pictures' }).click();
    await expect(page.getByRole('heading', { name: 'Pictures', level: 1 })).toBeVisible();
    const used = page.getByRole('article', { name: `Wetland ${width}.jpg` });
    await expect(used.getByText('900 × 600')).toBeVisible();
    await expect(used.getByRole('listitem')).toHaveText([
      /^Cover of .*Herons.*, live$/,
      /^In the text of .*Herons.*, live$/,
    ]);
    await expectAccessible(page, width);
    await page.getByText('Not used anywhere').first().click();
    await expect(page).toHaveURL(/state=unused/);
    await expect(used).toHaveCount(0);
    await expect(page.getByRole('article', { name: `Alone ${width}.jpg` })).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('searchbox').fill('herons');
    await expect(page.getByRole('article', { name: `Alone ${width}.jpg` })).toHaveCount(0);
    await used.getByRole('link', { name: title }).first().click();
    await expect(page).toHaveURL(new RegExp(`/admin/articles\\?edit=${id}$`));
  });

test('what a picture shows is written once, and a better file takes its place everywhere', async ({ page }) => {
  const old = await upload('Heron.jpg', await jpeg('#b5613c'));
  const title = 'A heron in town';
  const id = await editor.addArticle({ title, imageUrl: old, content: `<p>Look:</p><p><img src="${old}"></p>` });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/pictures?search=Heron.jpg`);
  await page.getByRole('button', { name: 'Describe Heron.jpg' }).press('Enter');
  const describing = page.getByRole('dialog', { name: 'What the picture shows' });
  await describing.getByLabel('Alternative text').fill('A heron on a roof');
  await describing.getByLabel('Use this text everywhere').check();
  await expectAccessible(page, 1280, 375);
  await describing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved, and written into 1 article.')).toBeVisible();
  await page.getByRole('button', { name: 'Replace A heron on a roof' }).click();
  const replacing = page.getByRole('dialog', { name: /in 2 places\?$/ });
  await replacing.getByRole('button', { name: 'Replace everywhere' }).click();
  await expect(replacing.getByRole('alert')).toHaveText('Choose the new image first.');
  const input = replacing.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') });
  await expect(replacing.getByText('Please select a valid image file')).toBeVisible();
  await input.setInputFiles({ name: 'Better.jpg', mimeType: 'image/jpeg', buffer: await jpeg('#4a663a', 1200, 800) });
  await expect(replacing.getByText(/^Better.jpg/)).toBeVisible();
  await expectAccessible(page, 375, 1280);
  await replacing.getByRole('button', { name: 'Replace everywhere' }).click();
  await expect(page.getByText('Replaced: 1 thing saved with the new picture.')).toBeVisible();
  const live = await fetch(`${site.url}/articles/${id}`).then((response) => response.text());
  expect(live).not.toContain(old.replace('.jpg', ''));
  expect(live).toContain('alt="A heron on a roof"');
});

for (const width of [1280, 375])
  test(`a stored picture is chosen again, for the article and in its text, ${width} px wide`, async ({ page }) => {
    const alt = `A pond at ${width}`;
    const url = await upload(`Pond ${width}.jpg`, await jpeg('#4a663a'));
    const [stored] = (await (
      await fetch(`${site.url}/api/v1/pictures/admin?search=Pond%20${width}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()) as { id: number }[];
    await fetch(`${site.url}/api/v1/pictures/admin/${stored?.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ alt }),
    });
    const id = await editor.addArticle({ title: `Ponds ${width}`, isPublished: false });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/articles?edit=${id}`);
    await page.getByRole('group', { name: 'Image' }).getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Choose from library' });
    await library.getByRole('searchbox').fill('pond');
    await library.getByRole('searchbox').press('Enter');
    await expectAccessible(page, width);
    await library.getByRole('button', { name: alt }).press('Enter');
    await expect(library).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Image' }).getByText('The current image')).toBeVisible();
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.getByRole('button', { name: 'Picture from the library' }).click();
    await library.getByRole('button', { name: alt }).click();
    await expect(page.locator('.ql-editor img')).toHaveAttribute('alt', alt);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    const headers = { authorization: `Bearer ${token}` };
    const read = async () => (await (await fetch(`${site.url}/api/v1/articles/${id}`, { headers })).json()) as object;
    await expect.poll(read).toMatchObject({ imageUrl: url, imageAlt: alt });
    expect(JSON.stringify(await read())).toContain(`alt=\\"${alt}\\"`);
  });

test('a stored picture stands in for those that articles lack, and the original comes back', async ({ page }) => {
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

test('a chosen picture is in the library once, though it is uploaded for other devices and with the save', async ({
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
  expect(inDatabase(site, "SELECT id FROM uploads WHERE file_name = 'ada.jpg'")).toHaveLength(2);
  await page.goto(`${site.url}/admin/pictures?search=ada`);
  await expect(page.getByRole('article', { name: 'ada.jpg' })).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'ada.jpg' })).toContainText('Ada');
});
