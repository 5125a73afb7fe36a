/** Leaving: the screen, its file, and the frozen site as a visitor reads it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolderByPython } from '../support/python-server.ts';
import { freePort } from '../support/site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test('everything is downloaded, and the frozen site reads well on another server', async ({ page, demoSite, own }) => {
  await signIn(page, demoSite);
  await page.goto(`${demoSite.url}/admin/dashboard`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible();
  await expectAccessible(page, 375, 1280);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect(box('Texts and pictures')).toBeChecked();
  await expect(box('The frozen site')).toBeChecked();
  await expect(box('Subscribers and guests')).not.toBeChecked();
  for (const name of ['Texts and pictures', 'The frozen site']) await box(name).uncheck();
  await expect(page.getByText('Tick at least one box first.')).toBeVisible();
  for (const name of ['Texts and pictures', 'The frozen site']) await box(name).check();
  const begun = page.waitForEvent('download', { timeout: 240_000 });
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);

  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  // After the page is closed: the last one may still ask for its pictures.
  own.defer(() => rmSync(folder, { recursive: true }));
  execFileSync('python3', ['-m', 'zipfile', '-e', await download.path(), folder]);
  const server = await serveFolderByPython(await freePort(), folder);
  own.defer(server.stop);
  const open = (path: string) => page.goto(`${server.url}/site/${path}`);
  // Else the first page would be asked by one of another site.
  await page.goto('about:blank');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await open('');
    await expect(page.getByText('This site is frozen since')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Articles' }).click();
    await expect(page.getByRole('heading', { name: 'Our Articles' })).toBeVisible();
    await page
      .getByRole('link', { name: /^Read More/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      await page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await open('events/1/');
    await page.getByRole('link', { name: 'Close dialog' }).click();
    await expect(page).toHaveURL(/\/events\/index\.html$/);
  }
});
