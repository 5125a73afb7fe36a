/** The article form as an administrator uses it, and what a clipboard or a mouse brings along. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Site } from './site.ts';

export const picture = resolve(import.meta.dirname, '../../public/icon-192.png');

export type GivenFile = { name: string; type: string; bytes: Buffer };

export function pictureFile(name: string): GivenFile {
  return { name, type: 'image/png', bytes: readFileSync(picture) };
}

export async function openArticles(page: Page, site: Site, articleId?: number): Promise<void> {
  await page.goto(`${site.url}/admin/articles${articleId === undefined ? '' : `?edit=${articleId}`}`);
  if (articleId === undefined) await unfold(page);
  await expect(contentOf(page)).toBeVisible();
}

/** On phones an empty form stands behind its button. */
export async function unfold(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) < 768) await page.getByRole('button', { name: /^New / }).click();
}

export function contentOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content' });
}

/** Where the caret stands in the text, and what the browser shows. */
export function caretIn(page: Page) {
  return page.evaluate(() => {
    const range = getSelection()?.getRangeAt(0);
    const top = Math.round(range?.getBoundingClientRect().top ?? 0);
    return { text: range?.startContainer.textContent, at: range?.startOffset, to: range?.endOffset, top };
  });
}

/** Opens the menu in the bar of the form, where what is needed less often stands. */
export async function openMore(page: Page): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}

/** Shows the tools of the editor that are needed less often. */
export async function openTools(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'More tools' });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.press('Enter');
}

/** Presses a button of the form, wherever it stands: in the bar, or in its menu. Unpublishing an article asks first. */
export async function pressInForm(page: Page, name: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true, includeHidden: true });
  if (!(await button.isVisible())) await openMore(page);
  const isUnpublished =
    name === 'Update' && (await page.getByRole('button', { name: 'Update live article' }).isVisible());
  await button.click();
  if (isUnpublished) await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
}

export async function fillArticle(page: Page, title: string, content = 'Words.'): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description', { exact: true }).fill(`About: ${title}`);
  if (content) await contentOf(page).fill(content);
}

/** Presses the button, or does what else saves, and answers the HTML that the server has stored. */
export async function storedBy(page: Page, button: string | (() => Promise<void>)): Promise<string> {
  const saved = page.waitForResponse(
    (response) => /\/articles\/admin(\/\d+)?$/.test(response.url()) && /POST|PUT/.test(response.request().method()),
  );
  await (typeof button === 'string' ? pressInForm(page, button) : button());
  return ((await (await saved).json()) as { content: string }).content;
}

type Brought = { html?: string; files?: GivenFile[]; text?: string };

/** What a paste or a drop brings: HTML from another program, its words alone, files, or several of them. */
export async function bring(editor: Locator, how: 'paste' | 'drop', given: Brought) {
  const files = (given.files ?? []).map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }));
  await editor.evaluate(
    (root, { how, html, text, files }) => {
      const data = new DataTransfer();
      if (html) data.setData('text/html', html);
      if (text) data.setData('text/plain', text);
      for (const { name, type, base64 } of files)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      const { left, bottom } = root.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true, clientX: left + 30, clientY: bottom - 20 };
      if (how === 'drop') return root.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
      // Firefox leaves out what the constructor is given.
      const event = new ClipboardEvent('paste', options);
      return root.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: data }));
    },
    { how, html: given.html, text: given.text ?? (given.html && 'plain text'), files },
  );
}
