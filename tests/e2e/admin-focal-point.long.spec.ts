/** The focal point of a picture: chosen by mouse, keyboard and finger, and what visitors then see of the picture. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { emptied } from '../support/emptied.ts';
import { patient } from '../support/patience.ts';
import { quarteredPicture } from '../support/photos.ts';
import type { Site } from '../support/site.ts';
import { type Editor, editorOf, handedOver, open } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { fillArticle, openArticles, picture, pressInForm } from '../support/writing.ts';
import { choosePicture, expect, pictureField, signIn, test } from './fixtures.ts';

test.slow();
test.describe.configure({ mode: 'default' });

const imageUrl = '/quarters.jpg';
const upright = { width: 600, height: 1800 };

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

async function quarters(page: Page): Promise<void> {
  const body = await quarteredPicture(upright);
  await page.route(`**${imageUrl}`, (route) => route.fulfill({ body, contentType: 'image/jpeg' }));
}

function ringOf(page: Page): Locator {
  return page.getByRole('slider', { name: 'Focal point' });
}

async function expectPoint(page: Page, x: number, y: number): Promise<void> {
  await expect(ringOf(page)).toHaveAttribute('aria-valuetext', `${x} % from the left, ${y} % from the top`);
}

const colours = { red: [224, 32, 32], blue: [20, 60, 200], green: [32, 128, 32], yellow: [224, 192, 32] };
type Colour = keyof typeof colours;

/** In the upper and in the lower part of what is seen of the picture, in its right half. */
async function seenIn(picture: Locator): Promise<(Colour | undefined)[]> {
  await picture.scrollIntoViewIfNeeded();
  const { data, info } = await sharp(await picture.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.2, 0.8].map((down) => {
    const place = 3 * (Math.floor(info.height * down) * info.width + Math.floor(info.width * 0.62));
    const seen = [...data.subarray(place, place + 3)];
    return Object.entries(colours).find(([, wanted]) =>
      wanted.every((part, at) => Math.abs(part - (seen[at] ?? 0)) < 40),
    )?.[0] as Colour | undefined;
  });
}

async function expectSeen(picture: Locator, ...wanted: Colour[]): Promise<void> {
  await expect.poll(() => seenIn(picture)).toEqual(wanted);
}

test('the point is pressed on a new portrait, and the card and the dialog show what lies under it', async ({
  page,
}) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Position' }).fill('Writer');
  const file = { name: 'ada.jpg', mimeType: 'image/jpeg', buffer: await quarteredPicture(upright) };
  await choosePicture(page, file);
  await expectPoint(page, 50, 20);
  const crop = pictureField(page).getByRole('listitem').filter({ hasText: 'Circle' }).getByRole('presentation');
  await expectSeen(crop, 'blue', 'blue');
  await expect(pictureField(page).getByRole('button', { name: 'Reset' })).toHaveCount(0);

  const whole = ringOf(page).locator('..');
  const { width, height } = (await whole.boundingBox()) ?? { width: 0, height: 0 };
  const ring = await ringOf(page).boundingBox();
  expect([ring?.width, ring?.height]).toEqual([44, 44]);
  await whole.click({ position: { x: width / 2, y: height * 0.95 } });
  await expectPoint(page, 50, 95);
  await expectSeen(crop, 'yellow', 'yellow');
  await whole.click({ position: { x: width / 2, y: height - 1 } });
  await expectPoint(page, 50, 100);
  await expect(ringOf(page)).toBeFocused();
  for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await expectPoint(page, 41, 98);
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Member saved successfully.')).toBeVisible({ timeout: patient(45_000) });
  await page.getByRole('article').scrollIntoViewIfNeeded();
  await expectSeen(page.getByRole('article').locator('img'), 'yellow', 'yellow');

  await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click();
  await expectPoint(page, 41, 98);
  await expectSeen(crop, 'yellow', 'yellow');

  await open(page, `${site.url}/about`);
  const card = page.getByRole('article').filter({ hasText: 'Ada Lovelace' });
  await expect(card.locator('img')).toHaveCSS('object-position', '41% 98%');
  await expectSeen(card.locator('img'), 'yellow', 'yellow');
  await card.getByRole('link').click();
  await expectSeen(page.getByRole('dialog').locator('img'), 'yellow', 'yellow');
  // However tall the portrait is.
  expect((await page.getByRole('dialog').boundingBox())?.height).toBeLessThan(500);

  // Another picture begins at its own upper third; without it the stored one has its point back.
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click();
  await expectPoint(page, 41, 98);
  await choosePicture(page, { ...file, name: 'another.jpg' });
  await expect(pictureField(page)).toContainText('another.jpg');
  await expectPoint(page, 50, 20);
  await pictureField(page).getByRole('button', { name: 'Remove' }).click();
  await expectPoint(page, 41, 98);
  await pictureField(page).getByRole('button', { name: 'Remove' }).click();
  await expect(ringOf(page)).toHaveCount(0);
  await expect(pictureField(page).getByRole('button', { name: 'Choose image' })).toBeFocused();
});

test('the keyboard alone moves the ring of an event and moves it back', async ({ page }) => {
  await quarters(page);
  const id = await editor.addEvent({ title: 'Gala', eventDate: '2099-05-06T20:00:00', imageUrl });
  await open(page, `${site.url}/events`);
  const card = page.getByRole('article').filter({ hasText: 'Gala' }).locator('img');
  await expectSeen(card, 'blue', 'yellow');

  await signIn(page, site);
  const edit = async () => {
    await page.goto(`${site.url}/admin/events`);
    await page.getByRole('button', { name: 'Edit Gala' }).click();
  };
  await edit();
  await expectPoint(page, 50, 50);
  await ringOf(page).focus();
  for (let presses = 0; presses < 7; presses++) await page.keyboard.press('Shift+ArrowDown');
  await expectPoint(page, 50, 100);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await open(page, `${site.url}/events`);
  await expectSeen(card, 'yellow', 'yellow');
  await open(page, `${site.url}/events/${id}`);
  await expectSeen(page.getByRole('dialog').locator('img'), 'yellow', 'yellow');

  await edit();
  await expectPoint(page, 50, 100);
  await ringOf(page).focus();
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await expect(ringOf(page)).toBeFocused();
  await expectPoint(page, 50, 50);
  await pressInForm(page, 'Update');
  await expect(page.getByText('Event saved successfully.')).toBeVisible();
  await open(page, `${site.url}/events`);
  await expect(card).not.toHaveAttribute('data-focal-x');
  await expectSeen(card, 'blue', 'yellow');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 800 } });

  test('a tap sets the point of an article, for its cards, its cover and the preview of the form', async ({ page }) => {
    await quarters(page);
    const id = await editor.addArticle({ title: 'Bats', imageUrl });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/articles`);
    await page.getByRole('button', { name: 'Edit Bats' }).click();
    const whole = ringOf(page).locator('..');
    await whole.scrollIntoViewIfNeeded();
    const { width, height } = (await whole.boundingBox()) ?? { width: 0, height: 0 };
    await whole.tap({ position: { x: width / 4, y: height * 0.03 } });
    await expectPoint(page, 25, 3);
    await page.getByRole('button', { name: 'Update live article' }).click();
    await expect(page.getByText('Article saved successfully.')).toBeVisible();
    await open(page, `${site.url}/articles`);
    await expectSeen(page.getByRole('article').filter({ hasText: 'Bats' }).locator('img'), 'blue', 'blue');
    await page.goto(`${site.url}/articles/${id}`);
    await handedOver(page);
    await expectSeen(page.locator('main article img').first(), 'blue', 'blue');
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });

  test('an article just published is opened again with its bar at the lower end, while its picture loads too', async ({
    page,
  }) => {
    await quarters(page);
    await signIn(page, site);
    replaceSubscribers(site, 'phone', 1);
    await openArticles(page, site);
    await fillArticle(page, 'Dusk');
    await pictureField(page).locator('input[type=file]').setInputFiles(picture);
    await page.getByLabel('Publish without sending').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).tap();
    const saved = page.getByRole('group', { name: 'Saved: Dusk' });
    await expect(saved).toBeVisible();
    const shown = Promise.withResolvers<void>();
    await page.route('**/uploads/**', async (route) => {
      await shown.promise;
      await route.continue();
    });
    await saved.getByRole('link', { name: 'Edit' }).tap();
    const bar = page.locator('[data-desk-bar]');
    const lowerEnd = () => bar.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    await expect(ringOf(page)).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await expect.poll(lowerEnd).toBe(700);
    shown.resolve();
    await expect(bar.getByRole('button', { name: 'Update live article' })).toBeVisible();
    await expect.poll(lowerEnd).toBe(700);
  });
});
