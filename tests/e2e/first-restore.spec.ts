/** A new server, and the backup of the old one: from the console's link to the sign-in of the restored site. */
import { appendFileSync } from 'node:fs';
import { makeBackup } from '#features/backup/making.server.ts';
import { ask, signIn } from '../support/ask.ts';
import { anArticle } from '../support/builders.ts';
import { patient } from '../support/patience.ts';
import { type Site, startSite } from '../support/site.ts';
import { expectNoise } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { enterCredentials, expect, test } from './fixtures.ts';

const passphrase = 'a pass phrase of the society';
const now = new Date('2026-11-21T03:10:00.000Z');

let source: Site;
let backup: string;

test.beforeAll(async () => {
  source = await startSite({ LOG_LEVEL: 'error' });
  await ask(
    source,
    'POST',
    '/articles/admin',
    anArticle({ title: 'From the old server', isPublished: true }),
    await signIn(source),
  );
  const place = { dataDir: source.dataDir, databaseUrl: undefined, s3: undefined, diskReserveBytes: 0 };
  const { file } = await makeBackup(
    { ...place, backup: { dir: `${source.dataDir}/backups`, passphrase, s3: undefined } },
    { reason: 'asked', now },
  );
  backup = file;
});
test.afterAll(() => source.stop());

const linkOf = (site: Site) => /http\S+\/admin\/restore#token=\S+/.exec(site.output())?.[0] ?? '';

test('by the link of the console, with a pass phrase, to the sign-in of the restored site', async ({
  page,
  own,
  silent,
}, testInfo) => {
  const site = own.use(await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' }));
  await page.goto(linkOf(site));
  await expect(page.getByRole('heading', { level: 1, name: 'Restore a backup' })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/restore`);
  await expectAccessible(page, 1280, 375);

  await page.getByRole('button', { name: 'Check this backup' }).click();
  await expect(page.getByText('Please choose the file of a backup.')).toBeVisible();
  const noBackup = testInfo.outputPath('holiday.tar');
  appendFileSync(noBackup, 'not a backup');
  await page.getByLabel('Backup', { exact: true }).setInputFiles(noBackup);
  await page.getByRole('button', { name: 'Check this backup' }).click();
  await expect(page.getByRole('alert')).toHaveText('This file is no backup of a site. Nothing was changed.');

  await page.getByLabel('Backup', { exact: true }).setInputFiles(backup);
  await page.getByLabel('Pass phrase').fill('another pass phrase');
  await expectAccessible(page, 375, 1280);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^This is not its pass phrase/, { timeout: patient(60_000) });
  await expectAccessible(page, 375);
  await page.getByLabel('Pass phrase').fill(passphrase);
  await page.getByRole('button', { name: 'Check this backup' }).click();

  await expect(page.getByText('The backup is whole.')).toBeVisible({ timeout: patient(60_000) });
  await expect(page.getByText('1 article, 0 events, 0 members, 0 subscribers')).toBeVisible();
  await expect(page.getByText(/^Version [\d.]+, on SQLite$/)).toBeVisible();
  await expectAccessible(page, 375, 1280);
  await page.setViewportSize({ width: 375, height: 800 });
  // A page that is loaded anew goes on where it was.
  await page.reload();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(/^Restoring\. /)).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/admin/login`, { timeout: patient(60_000) });
  await enterCredentials(page);
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await page.goto(`${site.url}/articles`);
  await expect(page.getByRole('heading', { name: 'From the old server' })).toBeVisible();
  // While the site was away.
  expectNoise(silent, /ERR_CONNECTION|50\d/);
});

test('a link that has ended says so, and what to do', async ({ page, own, silent }) => {
  const site = own.use(await startSite({ LOG_LEVEL: 'error' }));
  await page.goto(linkOf(site).replace(/.{3}$/, 'xxx'));
  await expect(page.getByRole('alert')).toHaveText(/^This link has ended\./);
  await expectAccessible(page, 1280, 375);
  expectNoise(silent, /403/);
});

test('the link of a site that has something of its own', async ({ page, silent }) => {
  await page.goto(`${source.url}/admin/restore#token=${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toHaveText(/^This link has ended\./);
  expectNoise(silent, /403|404/);
});
