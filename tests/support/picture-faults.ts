/** Pictures in forms whose uploads fail, and what must be true of them afterwards. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Failure } from './failing-uploads.ts';
import { patient } from './patience.ts';
import { grainyPng } from './photos.ts';
import type { Site } from './site.ts';
import { bring, contentOf, fillArticle, storedBy } from './writing.ts';

const json = (status: number, message: string, code: string): Failure => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ message, code }),
});
export const ended = json(401, 'Please sign in.', 'unauthorized');
export const broken = json(500, 'Something went wrong on our side. Please try again later.', 'internal');
export const tooLarge: Failure = { status: 413, type: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' };
/** What the browser says of them by itself. */
export const failureNoise =
  /status of (400|401|413|500)|ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_RESET|NETWORK_CHANGED)/;

export async function startWriting(page: Page, title: string): Promise<void> {
  await fillArticle(page, title, 'Look:');
  await contentOf(page).press('ControlOrMeta+End');
}

/** Large enough to be on its way for a while. */
export async function paste(page: Page): Promise<void> {
  await bring(contentOf(page), 'paste', { files: [{ name: 'bat.png', type: 'image/png', bytes: await grainyPng() }] });
}

/** The picture of that article is in its text and on the site. */
export async function savedWithPicture(page: Page, site: Pick<Site, 'url'>): Promise<void> {
  await expect(contentOf(page).locator('img')).toHaveAttribute('src', /^\/uploads\/articles\//, {
    timeout: patient(30_000),
  });
  const html = await storedBy(
    page,
    (await page.getByRole('button', { name: 'Update' }).count()) ? 'Update' : 'Save draft',
  );
  const [, url = ''] = /^<p>Look:<img src="(\/uploads\/articles\/[\w.-]+)" \/><\/p>$/.exec(html) ?? [html];
  expect((await fetch(site.url + url)).status, url).toBe(200);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
}

export function pictureState(page: Page, text: string | RegExp): Promise<void> {
  return expect(contentOf(page).locator('.picture-state')).toContainText(text);
}

/** The real sweep, as many days from now, beside the running site. */
export function sweep({ dataDir }: Site, days: number): void {
  const root = resolve(import.meta.dirname, '../..');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tests/support/sweep-later.ts'), String(days)], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}
