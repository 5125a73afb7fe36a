/** Where the caret stands after a dialog: what is typed or pasted next is in the text, on a desk and by touch. */
import type { Locator, Page } from '@playwright/test';
import { bring, contentOf, fillArticle, openArticles, openTools, pictureFile, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const own = '/uploads/articles/[\\w.-]+';

for (const [place, options] of [
  ['on a desk', { viewport: { width: 1280, height: 800 } }],
  ['by touch', { viewport: { width: 375, height: 667 }, hasTouch: true }],
] as const)
  test.describe(place, () => {
    test.use({
      ...options,
      // Firefox's driver knows no phones.
      isMobile: ({ browserName }, provide) => provide('hasTouch' in options && browserName === 'chromium'),
    });
    const press = async (target: Locator) => {
      if (!('hasTouch' in options)) return target.click();
      // At once it would be a double tap, which presses nothing that has come up beneath the finger.
      await target.page().waitForTimeout(500);
      await target.tap();
    };

    test(`typing continues at the same place after a dialog is closed, ${place}`, async ({ page, site }) => {
      await signIn(page, site);
      await openArticles(page, site);
      await fillArticle(page, 'Dialogs', 'Words.');
      const text = contentOf(page);
      await text.press('ControlOrMeta+End');
      await page.keyboard.type(' ');
      await bring(text, 'paste', { files: [pictureFile('river.png')] });
      await expect(text.locator('img')).toHaveAttribute('src', new RegExp(own));
      const details = page.getByRole('dialog', { name: 'Picture details' });
      const library = page.getByRole('dialog', { name: 'Choose from library' });

      await press(page.getByRole('button', { name: 'Insert link' }));
      await press(page.getByRole('group', { name: 'Link' }).getByRole('button', { name: 'Back' }));
      await expectTyped(page, 'link ');
      await openTools(page);
      for (const name of ['Insert image', 'Attach a PDF']) {
        const chooser = page.waitForEvent('filechooser');
        await press(page.getByRole('button', { name }));
        await chooser;
        await expectTyped(page, `${name} `);
      }
      await press(text.locator('img'));
      await press(details.getByRole('button', { name: 'Back' }));
      await expectTyped(page, 'one ');
      await press(text.locator('img'));
      await details.press('Escape');
      await expectTyped(page, 'two ');
      await openTools(page);
      await press(page.getByRole('button', { name: 'Picture from the library' }));
      await press(library.getByRole('button', { name: 'Close' }));
      await expectTyped(page, 'three ');
      await openTools(page);
      await press(page.getByRole('button', { name: 'Picture from the library' }));
      await library.press('Escape');
      await bring(text, 'paste', { text: 'four ' });
      await expectTyped(page, 'five ');
      await expect(text).toContainText('link Insert image Attach a PDF one two three four five');
    });

    test(`text behind a picture with a caption is a paragraph of its own, ${place}`, async ({ page, site }) => {
      await signIn(page, site);
      await openArticles(page, site);
      await fillArticle(page, 'Behind a caption', '');
      const text = contentOf(page);
      await press(text);
      await bring(text, 'paste', { files: [pictureFile('river.png')] });
      await expect(text.locator('img')).toHaveAttribute('src', new RegExp(own));
      await press(page.getByRole('button', { name: 'Describe it' }));
      const details = page.getByRole('dialog', { name: 'Picture details' });
      await details.getByLabel('Alt text').fill('A river');
      await details.getByLabel('Caption').fill('In May');
      await press(details.getByRole('button', { name: 'Done' }));
      await expect(text.locator('.ql-caption')).toHaveText('In May');
      await bring(text, 'paste', { text: 'Pasted' });
      await page.keyboard.type(' and typed.');
      // Said anew, it stands there again.
      await press(text.locator('img'));
      await details.getByLabel('Caption').fill('In June');
      await press(details.getByRole('button', { name: 'Done' }));
      await expect(text.locator('.ql-caption')).toHaveText('In June');
      await page.keyboard.type('Now: ');
      const figure = `<figure><img alt="A river" src="${own}" /><figcaption>In June</figcaption></figure>`;
      expect(await storedBy(page, 'Save draft')).toMatch(new RegExp(`^${figure}<p>Now: Pasted and typed.</p>$`));
    });
  });

async function expectTyped(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(contentOf(page)).toBeFocused();
  await page.keyboard.type(words);
  await expect(contentOf(page)).toContainText(words.trim());
}
