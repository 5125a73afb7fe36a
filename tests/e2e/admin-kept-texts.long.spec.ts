/** What an administrator writes is on the site as well, so that it is there on any device. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { faultyWay } from '../support/failing-uploads.ts';
import { patient } from '../support/patience.ts';
import { administrator, type Site } from '../support/site.ts';
import { editorOf, expectNoise, hold, inDatabase } from '../support/states.ts';
import { bring, contentOf, fillArticle, openArticles, pictureFile, pressInForm, unfold } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { choosePicture, expect, pictureField, signIn, test } from './fixtures.ts';

test.slow();

const phoneScreen = { viewport: { width: 375, height: 667 }, hasTouch: true };
const words =
  'Fruit bats carry seeds and pollen over many miles each night so the forests that feed our farms grow back and the farmers who watch them come to know the land better too';

async function phoneOf(browser: Browser, site: Site): Promise<{ context: BrowserContext; phone: Page }> {
  // Firefox's driver knows no phones.
  const isMobile = browser.browserType().name() === 'chromium';
  const context = await browser.newContext({ ...phoneScreen, isMobile });
  const phone = await context.newPage();
  await signIn(phone, site);
  return { context, phone };
}

/** As when it falls into a river: nothing leaves it any more. */
async function lose(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.close();
}

/** What the site has of the form. */
function keptText(site: Site): string {
  const [row] = inDatabase(site, 'SELECT data FROM drafts');
  return typeof row?.data === 'string' ? row.data : '';
}

/** Other journeys at the same site may have made more administrators. */
function signedInAs(site: Site): number {
  return inDatabase(site, 'SELECT id FROM administrators WHERE username = ?', administrator.username)[0]?.id as number;
}

type OnSite = { owner: number; form: string; at: string; draft: object };

/** As another device has left it. */
function keepOnSite(site: Site, { owner, form, at, draft }: OnSite): void {
  inDatabase(site, 'INSERT INTO drafts VALUES (?, ?, ?, 1, ?)', owner, form, at, JSON.stringify(draft));
}

function notice(page: Page) {
  return page.getByText('are not on the site yet');
}

test('a text with a picture that was typed on a lost phone goes on at the laptop', async ({ page, browser, site }) => {
  await signIn(page, site);
  const { context, phone } = await phoneOf(browser, site);
  await openArticles(phone, site);
  await phone.getByLabel('Title', { exact: true }).fill('Bats of the valley');
  await contentOf(phone).click();
  await phone.keyboard.type(words);
  await bring(contentOf(phone), 'paste', { files: [pictureFile('bat.png')] });
  const since = Date.now();
  await expect.poll(() => keptText(site), { intervals: [100] }).toMatch(/to know the land better too.*<img .*uploads/);
  const took = Date.now() - since;
  test.info().annotations.push({ type: 'on the site after', description: `${took} ms` });
  expect(took).toBeLessThan(patient(5000));
  await expect(phone.getByText(/^Draft saved \d+:\d\d [AP]M$/)).toBeInViewport();
  await lose(context);

  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'You have 1 unfinished text' }).click();
  await expect(notice(page)).toHaveCount(1);
  await expect(contentOf(page)).toContainText(words);
  await expect(contentOf(page).locator('img')).toBeVisible();
  await page.getByLabel('Description', { exact: true }).fill('About them');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect.poll(() => keptText(site)).toBe('');
  await page.reload();
  await expect(contentOf(page)).toHaveText('');
  await expect(notice(page)).toHaveCount(0);
});

test('a new text that another device has saved already is not answered saved: both versions are shown', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site);
  const { context, phone } = await phoneOf(browser, site);
  await openArticles(phone, site);
  await fillArticle(phone, 'Begun on the phone', 'A few words.');
  await expect.poll(() => keptText(site)).toContain('A few words.');
  await openArticles(page, site);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(contentOf(page)).toHaveText('A few words.');
  await phone.getByRole('button', { name: 'Save draft' }).click();
  await expect(phone.getByText('Article saved successfully.')).toBeVisible();
  await context.close();

  await contentOf(page).fill('A few words, and many more from the laptop.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'You have saved this elsewhere' });
  await expect(dialog.locator('ins').filter({ hasText: 'many more' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  const stored = inDatabase(site, "SELECT content FROM articles WHERE title = 'Begun on the phone'");
  expect(stored).toEqual([{ content: '<p>A few words, and many more from the laptop.</p>' }]);
});

test('a member with a chosen picture moves to another device, and what is saved there is gone here', async ({
  page,
  browser,
  site,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Moves on' });
  await signIn(page, site);
  const { context, phone } = await phoneOf(browser, site);
  const form = `${site.url}/admin/committee?edit=${id}`;
  await phone.goto(form);
  await phone.getByLabel('Bio').fill('Written on the bus');
  await phone
    .locator('input[type=file]')
    .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
  await expect.poll(() => keptText(site)).toContain('"imageUrl":"/uploads/members/');

  await page.goto(`${site.url}/admin/committee`);
  await expect(page.getByText('Unfinished changes')).toHaveCount(1);
  await page.getByRole('button', { name: 'Edit Moves on' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Written on the bus');
  await expect(page.getByText('The current image')).toBeVisible();
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  await expect(page.getByText('Unfinished changes')).toHaveCount(0);
  const [member] = inDatabase(site, 'SELECT bio, image_url FROM members WHERE id = ?', id);
  expect(member).toMatchObject({
    bio: 'Written on the bus',
    image_url: expect.stringMatching(/^\/uploads\/members\//),
  });

  await phone.goto(`${site.url}/admin/dashboard`);
  await phone.goto(form);
  await expect(phone.getByLabel('Bio')).toHaveValue('Written on the bus');
  await expect(phone.getByText('Everything is saved.')).toBeVisible();
  await expect(notice(phone)).toHaveCount(0);
  await context.close();
});

for (const path of ['articles', 'committee', 'events'])
  test(`an empty form of ${path} says nothing of being saved`, async ({ page, site }) => {
    await signIn(page, site);
    await page.goto(`${site.url}/admin/${path}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await expect(page.getByText('Everything is saved.')).toHaveCount(0);
  });

test('what stayed in this browser reaches the site at the next visit, without its form', async ({
  page,
  site,
  silent,
  own,
}) => {
  const way = await faultyWay(site);
  own.defer(() => way.close());
  await signIn(page, way);
  await page.goto(`${way.url}/admin/events`);
  way.loseCopies();
  await page.getByLabel('Title').fill('In a dead spot');
  await expect(page.getByText(/^Draft saved in this browser \d/)).toBeVisible();
  await page.goto(`${way.url}/admin/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(keptText(site)).toBe('');
  way.open();
  await page.reload();
  await expect(page.getByRole('link', { name: 'You have 1 unfinished text' })).toBeVisible();
  expect(keptText(site)).toContain('In a dead spot');
  expectNoise(silent, /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED/);
});

test('a text that says what is saved by now is removed from the site, and keeps nothing away', async ({
  page,
  site,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Same', bio: '' });
  const owner = signedInAs(site);
  const draft = { values: { bio: '' }, picture: null, pictureUrl: null };
  keepOnSite(site, { owner, form: `members-${id}`, at: '2026-11-26T08:00:00.000Z', draft });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee?edit=${id}`);
  await page.getByLabel('Bio').fill('New words');
  await expect.poll(() => keptText(site)).toContain('New words');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('a picture whose save was answered and whose phone was lost then is on the laptop', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site);
  const { context, phone } = await phoneOf(browser, site);
  await phone.goto(`${site.url}/admin/committee`);
  await unfold(phone);
  await phone.getByRole('textbox', { name: 'Name' }).fill('Half pictured');
  await phone.getByRole('textbox', { name: 'Position' }).fill('Chair');
  await choosePicture(phone, { name: 'ada.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
  await expect.poll(() => keptText(site)).toContain('"imageUrl":"/uploads/members/');
  await hold(phone, '/members/admin/*/image');
  const asked = phone.waitForRequest('**/members/admin/*/image');
  await phone.getByRole('button', { name: 'Add Member' }).click();
  await asked;
  await lose(context);

  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Edit Half pictured' }).click();
  await expect(page.getByText('The current image')).toBeVisible();
  await pressInForm(page, 'Update');
  await expect(page.getByText('Member saved successfully.')).toBeVisible();
  const members = inDatabase(site, "SELECT image_url FROM members WHERE name = 'Half pictured'");
  expect(members).toEqual([{ image_url: expect.stringMatching(/^\/uploads\/members\//) }]);
  await expect.poll(() => keptText(site)).toBe('');
});

test('a picture that is taken out of the form is not sent any more', async ({ page, site, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  const upload = await hold(page, '/uploads/members');
  const stored = () => inDatabase(site, 'SELECT url FROM uploads');
  const before = stored();
  for (const name of ['', 'Ada']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    const begun = page.waitForRequest('**/uploads/members');
    await choosePicture(page, { name: 'ada.png', mimeType: 'image/png', buffer: pictureFile('').bytes });
    await begun;
    await pictureField(page).getByRole('button', { name: 'Remove' }).click();
  }
  upload.release();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada of the bats');
  await expect.poll(() => keptText(site)).toContain('Ada of the bats');
  expect(stored()).toEqual(before);
  expectNoise(silent, /ERR_FAILED/);
});

test('it is written when it has changed, one call at a time, and not again', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  let [open, most, calls] = [0, 0, 0];
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return;
    [open, calls] = [open + 1, calls + 1];
    most = Math.max(most, open);
  });
  page.on('requestfinished', (request) => (open -= request.method() === 'PUT' ? 1 : 0));
  await page.getByLabel('Title').click();
  await page.keyboard.type('An evening about bats and what they do for us', { delay: 120 });
  await expect(page.getByText(/^Draft saved \d+:\d\d [AP]M$/)).toBeVisible();
  await expect.poll(() => keptText(site)).toContain('An evening about bats and what they do for us');
  const afterTyping = calls;
  // Each second while 47 keys are pressed.
  expect(afterTyping).toBeLessThanOrEqual(9);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await page.waitForTimeout(3000);
  expect({ most, more: calls - afterTyping }).toEqual({ most: 1, more: 0 });
});

test('the line and the list are accessible on a phone and on a laptop', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events`);
  await page.getByLabel('Title').fill('An evening '.repeat(9).trim());
  await page.getByLabel('Description').fill('Long words follow. '.repeat(20).trim());
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page, 375, 1280);
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByRole('link', { name: 'You have 1 unfinished text' })).toBeVisible();
  await expectAccessible(page, 375, 1280);
});
