/** Nothing can be saved: every screen says why, what is typed stays, and it goes on when there is room. */

import { patient } from '../support/patience.ts';
import { startSite } from '../support/site.ts';
import { smallDisk } from '../support/small-disk.ts';
import { expectNoise } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

const why = 'Nothing can be saved at the moment because the disk of this site is full.';

test('on a full disk an administrator stays signed in, reads why, and loses nothing typed', async ({
  page,
  own,
  silent,
}) => {
  test.setTimeout(patient(120_000));
  const disk = own.use(smallDisk(6));
  test.skip(!disk, 'nothing may be mounted here');
  if (!disk) return;
  const site = await startSite({ DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '1', LOG_LEVEL: 'warn' });
  own.defer(async () => void (await site.stop('SIGKILL')));
  await signIn(page, site);
  disk.fill();
  const banner = page.getByRole('status').filter({ hasText: why });
  for (const screen of ['dashboard', 'articles', 'events', 'committee', 'settings', 'subscribers']) {
    await page.goto(`${site.url}/admin/${screen}`);
    // The site looks at its disk every few seconds, the page asks the site every 15 s.
    await expect(banner).toBeVisible({ timeout: patient(45_000) });
  }
  await page.goto(`${site.url}/admin/articles`);
  await page.getByLabel('Title').fill('Written on a full disk');
  await page.getByLabel('Description', { exact: true }).fill('No one can take it yet.');
  await page.getByRole('textbox', { name: 'Content' }).fill('A word that must not be lost.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').filter({ hasText: why })).toContainText('Failed to save. Please try again.');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('A word that must not be lost.');
  disk.free();
  await expect(banner).toBeHidden({ timeout: patient(60_000) });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  expectNoise(silent, /507/);
});
