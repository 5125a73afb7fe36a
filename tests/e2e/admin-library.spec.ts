/** The library: every picture once, where it is used, described once, replaced everywhere, chosen again. */
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, tokenOf } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

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
