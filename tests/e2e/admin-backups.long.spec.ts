/** Backups: made, rehearsed and downloaded by hand. */
import { readFileSync } from 'node:fs';
import type { Site } from '../support/site.ts';
import { answer, expectNoise } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = ownSite;
});

test('a backup is made by a button, rehearsed by itself and downloaded', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/backups`);
  await expect(page.getByText('There is no backup yet.')).toBeVisible();
  await expectAccessible(page, 1280, 375);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Rehearse now' }).press('Enter');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByRole('button', { name: 'Backing up...' }).press('Enter');
  await expect(page.getByText(/^Rehearsed on .* articles?, .* pictures?, all right\.$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/^Made on .* articles?, .* pictures?, .* kB\.$/)).toBeVisible();
  expect(asked).toEqual(['/api/v1/backups/admin']);
  await expectAccessible(page, 375, 1280);
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the backup of / }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^one-health-.*-asked\.tar$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('rows/');
});

test('a failed backup is shown, and a list that cannot be loaded says so', async ({ page, silent }) => {
  const failing = {
    goodAt: null,
    articles: null,
    pictures: null,
    bytes: null,
    isUnderWay: false,
    failedAt: '2026-11-21T03:00:00.000Z',
  };
  const error = 'There was no room for it: the disk is full.';
  const long = `/srv/${'a-folder-with-a-long-name/'.repeat(9)}`;
  await signIn(page, site);
  const state = {
    folder: long,
    files: [],
    backup: { ...failing, error },
    rehearsal: { ...failing, error },
    copy: null,
  };
  await answer(page, '/backups/admin', { json: state });
  await page.goto(`${site.url}/admin/backups`);
  await expect(page.getByText(/^The backup of .* has failed\. There was no room/)).toBeVisible();
  await expectAccessible(page, 1280, 375);
  await answer(page, '/backups/admin', { status: 500, json: {} });
  await page.reload();
  await expect(page.getByText('Failed to load the backups')).toBeVisible();
  await expectAccessible(page, 375);
  expectNoise(silent, /500/);
});
