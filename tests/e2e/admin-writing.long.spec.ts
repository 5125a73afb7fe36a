/** Writing a text: nothing scrolls inside, and the buttons stay in reach. */
import type { Locator, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, post, tokenOf } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { bring, contentOf, fillArticle, openArticles, openTools, pictureFile, storedBy } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

// Other journeys leave newsletters that can be undone, and each takes a row of the screen.
test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

const words = Array.from({ length: 40 }, (_, at) =>
  `Paragraph ${at + 1} speaks of soil, water and the animals that live by them. `.repeat(4).trim(),
);

/** Whether the caret and the buttons are in what is left of the screen, and the caret is not behind a bar. */
function inSight(page: Page) {
  return page.evaluate(() => {
    const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const bar = rect('.editor-bar');
    const above = [...document.querySelectorAll('header, [aria-label="Newsletter that you can undo"]')];
    // The head of the screen scrolls, the bar and the notices stay.
    const stuck = above.filter((one) => one.tagName === 'SECTION' || one.querySelector('nav'));
    const covered = Math.max(...stuck.map((one) => one.getBoundingClientRect().bottom));
    const selection = document.getSelection();
    if (!bar || !selection?.rangeCount) return 'no caret';
    const range = selection.getRangeAt(0).cloneRange();
    range.collapse(false);
    const { startContainer: node, startOffset: at } = range;
    // Where a line is broken, a caret alone stands at the end of the line above; the letter after it tells.
    if (node instanceof Text && at < node.length) range.setEnd(node, at + 1);
    const element = node instanceof Element ? node : node.parentElement;
    const caret = range.getClientRects()[0] ?? element?.getBoundingClientRect();
    if (!caret) return 'no caret';
    const { innerHeight: height } = window;
    if (bar.top < 0 || bar.bottom > height + 0.5) return `the buttons are at ${bar.top} to ${bar.bottom} of ${height}`;
    if (bar.top < covered - 0.5) return `the buttons are at ${bar.top}, behind what reaches to ${covered}`;
    if (caret.top < covered || caret.bottom > height) return `the caret is at ${caret.top} of ${height}`;
    const isBehind = caret.bottom > bar.top && caret.top < bar.bottom;
    return isBehind ? `the caret is behind the buttons: ${caret.top} to ${caret.bottom}, ${bar.top}` : 'both';
  });
}

async function walkThrough(page: Page): Promise<void> {
  await contentOf(page).focus();
  for (const [key, times] of [
    ['ControlOrMeta+Home', 1],
    ['ArrowDown', 30],
    ['ControlOrMeta+End', 1],
    ['ArrowUp', 30],
    ['PageUp', 3],
    ['PageDown', 3],
  ] as const)
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await expect.poll(() => inSight(page), { message: key, intervals: [20, 50, 100] }).toBe('both');
    }
}

/** Two newsletters that can be undone, in view on every screen. */
async function waitTwice(): Promise<void> {
  replaceSubscribers(site, 'waiting', 1);
  const editor = await editorOf(site);
  const token = await tokenOf(site);
  for (const title of ['The first that waits', 'What a dairy farm knows about antibiotics, and what it does not tell'])
    await post(site, `/newsletter/admin/send/${await editor.addArticle({ title })}`, { holdSeconds: 600 }, token);
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

/** One row for each, wherever the page is scrolled to. */
async function expectCompact(page: Page, height: number): Promise<void> {
  const notices = page.getByRole('region', { name: 'Newsletter that you can undo' });
  await expect(notices).toHaveCount(2);
  for (const notice of await notices.all()) {
    await expect(notice).toBeInViewport({ ratio: 1 });
    expect((await boxOf(notice)).height).toBeLessThanOrEqual(height);
  }
}

/** Firefox makes one paragraph of what is filled in. */
async function fillParagraphs(page: Page, title: string, texts: string[]): Promise<void> {
  await fillArticle(page, title, '');
  await bring(contentOf(page), 'paste', { html: texts.map((text) => `<p>${text}</p>`).join('') });
}

const barOf = (page: Page) => page.locator('[data-desk-bar]');

/** The bar says where the text is kept, wherever the page is scrolled to: as wide as the text, and what it covers is not seen. */
async function expectRowOfItsOwn(page: Page, check?: (row: { y: number }) => Promise<void>): Promise<void> {
  const line = page.getByText(/^Draft saved \d/);
  await expect(line).toBeVisible();
  const paragraphs = contentOf(page).locator('p');
  for (const place of [page.getByLabel('Title', { exact: true }), paragraphs.nth(9), paragraphs.last()]) {
    await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(line).toBeInViewport({ ratio: 1 });
    const [row, text] = [await boxOf(barOf(page)), await boxOf(contentOf(page))];
    expect([row.x <= text.x, row.right >= text.right]).toEqual([true, true]);
    const isAtEnd = Math.abs(row.bottom - (page.viewportSize()?.height ?? 0)) < 0.5;
    expect(isAtEnd || text.bottom <= row.y).toBe(true);
    await check?.(row);
  }
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    // Firefox's driver knows no phones: it is started with a coarse pointer.
    isMobile: ({ browserName }, provide) => provide(browserName === 'chromium'),
  });

  test('caret and buttons stay visible above the keyboard through 2,000 words', async ({ page }) => {
    test.slow();
    await signIn(page, site);
    await openArticles(page, site);
    await fillArticle(page, 'Two thousand words', words.join('\n'));
    await contentOf(page).tap();
    // A keyboard of 300 pixels.
    await page.setViewportSize({ width: 375, height: 367 });
    await walkThrough(page);
    await page.keyboard.press('ControlOrMeta+End');
    for (let line = 0; line < 12; line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('One more thought.');
      await expect.poll(() => inSight(page), { intervals: [20, 50, 100] }).toBe('both');
    }
    const text = contentOf(page);
    expect(await text.evaluate((root) => root.scrollHeight - root.clientHeight)).toBeLessThanOrEqual(1);
    await openTools(page);
    const sizes = await page
      .getByRole('toolbar')
      .locator('button:visible, select:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    for (const size of sizes.flat()) expect(size).toBeGreaterThanOrEqual(44);
    await expectAccessible(page, 375);
  });

  test('they also do so during an undo window', async ({ page }) => {
    test.slow();
    await waitTwice();
    await signIn(page, site);
    await openArticles(page, site);
    await expectCompact(page, 60);
    await fillArticle(page, 'Two thousand words', words.join('\n'));
    await contentOf(page).tap();
    await page.setViewportSize({ width: 375, height: 367 });
    await walkThrough(page);
    await expectAccessible(page, 375);
    replaceSubscribers(site, 'nobody', 0);
  });

  test('the line that says where the text is saved stands below the buttons, and covers no text', async ({ page }) => {
    await signIn(page, site);
    await openArticles(page, site);
    await fillParagraphs(page, 'Kept below', words.slice(0, 20));
    await expectRowOfItsOwn(page, async (row) => {
      const { bottom } = await boxOf(page.locator('.editor-bar'));
      expect(bottom).toBeLessThanOrEqual(row.y + 0.5);
    });
    await contentOf(page).press('ControlOrMeta+End');
    await expect.poll(() => inSight(page)).toBe('both');
    await expectAccessible(page, 375);
  });

  test('a new picture comes into view', async ({ page }) => {
    await signIn(page, site);
    await openArticles(page, site);
    await fillArticle(page, 'A picture', words.slice(0, 10).join('\n'));
    await contentOf(page).press('ControlOrMeta+End');
    await bring(contentOf(page), 'paste', { files: [pictureFile('bat.png')] });
    await expect(contentOf(page).locator('img')).toBeInViewport({ ratio: 0.95 });
  });

  test('one from the library also does, above the buttons, however late it arrives', async ({ page }) => {
    await signIn(page, site);
    await openArticles(page, site);
    const headers = { authorization: `Bearer ${await tokenOf(site)}` };
    const { bytes: buffer, ...file } = pictureFile('pond.png');
    const multipart = { file: { ...file, mimeType: file.type, buffer } };
    await page.request.post(`${site.url}/api/v1/uploads/articles`, { headers, multipart });
    await fillArticle(page, 'From the library', words.slice(0, 10).join('\n'));
    const text = contentOf(page);
    await text.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await openTools(page);
    await page.getByRole('button', { name: 'Picture from the library' }).tap();
    const library = page.getByRole('dialog', { name: 'Choose from library' });
    const late = Promise.withResolvers<void>();
    await page.route('**/uploads/articles/**', async (route) => {
      await late.promise;
      await route.continue();
    });
    await library.getByRole('button', { name: 'pond.png' }).first().tap();
    await expect(library).toBeHidden();
    // Longer than a browser's own scroll to the caret.
    setTimeout(() => late.resolve(), 1500);
    const picture = text.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const isAbove = async () => (await boxOf(picture)).bottom <= (await boxOf(page.locator('.editor-bar'))).y;
    await expect.poll(isAbove).toBe(true);
    await expect(picture).toBeInViewport({ ratio: 0.95 });
  });
});

for (const width of [640, 900, 1024, 1280])
  test(`the line that says where the text is saved covers no text at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await signIn(page, site);
    await openArticles(page, site);
    await fillParagraphs(page, 'Over no text', words.slice(0, 40));
    await expectRowOfItsOwn(page);
    await contentOf(page).press('ControlOrMeta+End');
    await page.keyboard.type(' And more.');
    const [text, line] = [contentOf(page).locator('p').last(), page.getByText(/^Draft saved \d/)];
    expect((await boxOf(text)).bottom).toBeLessThanOrEqual((await boxOf(barOf(page))).y);
    await contentOf(page).fill('Short.');
    await expect(line).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, width);
  });

test('on a wide screen the buttons stay above the text', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Two thousand words', words.join('\n'));
  await walkThrough(page);
  await expectAccessible(page, 1280);
});

test('on a wide screen they stay below the notices of undo windows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, site);
  await waitTwice();
  await openArticles(page, site);
  await fillArticle(page, 'Two thousand words', words.join('\n'));
  await contentOf(page).press('ControlOrMeta+Home');
  for (let time = 0; time < 12; time += 1) await page.keyboard.press('ArrowDown');
  // Firefox says of a caret where a line is broken that it stands on the line above.
  await page.keyboard.press('ArrowRight');
  // The caret is right below the buttons when they make room.
  const { bottom } = await boxOf(page.locator('.editor-bar'));
  await page.evaluate((to) => {
    const caret = getSelection()?.getRangeAt(0).getBoundingClientRect();
    window.scrollBy({ top: (caret?.top ?? 0) - to - 14, behavior: 'instant' });
  }, bottom);
  await expectCompact(page, 60);
  await expect.poll(() => inSight(page)).toBe('both');
  await walkThrough(page);
  await expectAccessible(page, 1280);
  replaceSubscribers(site, 'nobody', 0);
});

test('a line becomes plain by the button', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Plain lines', '');
  const text = contentOf(page);
  const clean = page.getByRole('button', { name: 'Clean formatting' });
  const lines = '<h2>Soil <b>is</b></h2><ul><li>Water</li></ul><blockquote>Said</blockquote><p>End</p>';
  await bring(text, 'paste', { html: lines });
  for (const words of ['Soil is', 'Water', 'Said']) {
    await text.getByText(words).first().click();
    await clean.click();
  }
  await expect(text.locator('h2, ul, ol, blockquote')).toHaveCount(0);
  await expect(text.locator('p')).toHaveText(['Soil is', 'Water', 'Said', 'End']);
  await expect(text.locator('strong')).toHaveText('is');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(text.locator('blockquote')).toHaveText('Said');
});

test('an emptied text is a plain paragraph', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Emptied', 'Words.');
  const text = contentOf(page);
  const { keyboard } = page;
  for (const [made, name] of [
    ['h2', 'H2 heading'],
    ['li', 'Bulleted list'],
    ['blockquote', 'Quote'],
  ] as const)
    for (const key of ['Delete', 'Backspace', 'ControlOrMeta+x']) {
      await text.press('ControlOrMeta+a');
      await keyboard.press(key);
      await expect(text.locator('p'), `${name} ${key}`).toHaveCount(1);
      await keyboard.type('Soil');
      await page.getByRole('button', { name, exact: true }).click();
      await expect(text.locator(made)).toHaveText('Soil');
    }
  // What is done within a second is undone together.
  await page.waitForTimeout(1100);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await keyboard.press('ControlOrMeta+z');
  await expect(text.locator('blockquote')).toHaveText('Soil');

  // The first line has nothing before it that it could join.
  await keyboard.press('ControlOrMeta+Home');
  await keyboard.press('Backspace');
  await expect(text.locator('p')).toHaveText('Soil');
});

test('a dash or a number and a blank begin a list', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Listed', '');
  const { keyboard } = page;
  await contentOf(page).click();
  await keyboard.type('- one');
  await keyboard.press('Enter');
  await keyboard.type('two');
  for (const _ of [1, 2]) await keyboard.press('Enter');
  await keyboard.type('1. first');
  for (const _ of [1, 2]) await keyboard.press('Enter');
  await keyboard.type('[ ] is no list');
  expect(await storedBy(page, 'Save draft')).toBe(
    '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol><p>[ ] is no list</p>',
  );
});

test('the button for plain text keeps pictures, and cells in their table', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Cleaned', '');
  const text = contentOf(page);
  const clean = page.getByRole('button', { name: 'Clean formatting' });
  const table = '<table><tr><td>A</td><td>B</td></tr></table>';
  await bring(text, 'paste', { html: `<h2>River</h2>${table}<p><b>End</b></p>` });
  await text.getByText('A', { exact: true }).click();
  await clean.click();
  await expect(text.locator('tr td')).toHaveText(['A', 'B']);
  await text.press('ControlOrMeta+End');
  await bring(text, 'paste', { files: [pictureFile('river.png')] });
  await expect(text.locator('img')).toHaveCount(1);
  await text.press('ControlOrMeta+a');
  await clean.click();
  await expect(text.locator('h2, strong')).toHaveCount(0);
  await expect(text.locator('img')).toHaveCount(1);
  await expect(text.locator('tr td')).toHaveText(['A', 'B']);
});

test('pasted with Ctrl+Shift+V, only the words arrive', async ({ page }) => {
  await signIn(page, site);
  await openArticles(page, site);
  await fillArticle(page, 'Plain', '');
  const text = contentOf(page);
  // Copied by keys: Firefox grants no page the clipboard.
  await page.evaluate(() => {
    const other = document.body.appendChild(document.createElement('textarea'));
    other.value = '# Title\n\nSome **bold** words';
    other.select();
  });
  await page.keyboard.press('ControlOrMeta+C');
  await page.evaluate(() => document.querySelector('body > textarea')?.remove());
  await text.click();
  await text.press('ControlOrMeta+Shift+V');
  await expect(text.locator('p').first()).toHaveText('# Title');
  await expect(text.locator('h1, h2, strong')).toHaveCount(0);
});
