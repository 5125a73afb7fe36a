/** A disk without room for a backup: it is refused with a sentence, and the site goes on. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { backupDependencies } from '#app/backup/backup-dependencies.ts';
import { rehearseLatestBackup } from '#app/backup/rehearse.ts';
import { restoreSite } from '#app/operator/restore-site.ts';
import { createBackupRunner } from '#features/backup/backups.jobs.ts';
import { buildSiteFromBackup } from '#features/backup/build-site-from-backup.server.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { readBackupState } from '#features/backup/runs.server.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { backedUp, filledPlace, inDatabase, placeFor } from './support/backups.ts';
import { anArticle } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { smallDisk } from './support/small-disk.ts';
import { testApp } from './support/test-app.ts';

const megabyte = 1024 * 1024;
const now = new Date('2026-11-21T03:10:00.000Z');

/** The site's backups lie on the small disk. Its database is about a megabyte. */
async function siteWith(disk: { dataDir: string }, diskReserveBytes = 0) {
  const app = await testApp();
  const { config } = app.context;
  Object.assign(config, { diskReserveBytes, backup: { ...config.backup, dir: disk.dataDir } });
  return app;
}

function old(dir: string, day: string, megabytes: number, reason = 'nightly'): string {
  const name = `one-health-${day}T03-00-00Z-${reason}.tar`;
  writeFileSync(join(dir, name), Buffer.alloc(Math.floor(megabytes * megabyte)));
  return name;
}

const backupsIn = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.tar'));

test('without room a backup is refused with a sentence before anything is written, and mailed', async () => {
  await using disk = smallDisk(8);
  if (!disk) return;
  await using app = await siteWith(disk);
  const token = await app.signIn();
  const kept = [old(disk.dataDir, '2026-11-19', 3), old(disk.dataDir, '2026-11-20', 3)];
  writeFileSync(join(disk.dataDir, 'other'), Buffer.alloc(megabyte));
  const sentence =
    /^There is no room for a backup: it takes about [\d.]+ MB, and the disk of .* has [\d.]+ [kM]B free\.$/;
  await expect(makeBackup(app.context.config, { reason: 'asked', now })).rejects.toThrow(sentence);
  expect(backupsIn(disk.dataDir).sort()).toEqual(kept);
  await app.json('POST', '/backups/admin', undefined, token);
  const logged = vi.spyOn(app.context.log, 'error');
  await createBackupRunner(app.context, backupDependencies).runDue();
  // A refusal is no fault.
  expect(logged).not.toHaveBeenCalled();
  expect((await readBackupState(app.db)).backup.error).toMatch(sentence);
  const [mail] = await app.db.selectFrom('mails').select('content').where('kind', '=', 'account-notice').execute();
  expect(mail?.content).toContain('There is no room for a backup');
});

test('a rehearsal that would not fit is refused, and the reserve of the site is not used', async () => {
  await using app = await testApp();
  const { config } = app.context;
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), await app.signIn());
  await makeBackup(config, { reason: 'asked', now });
  await using disk = smallDisk(6);
  if (!disk) return;
  Object.assign(config, { backup: { ...config.backup, dir: disk.dataDir } });
  await makeBackup(config, { reason: 'asked', now });
  expect(await rehearseLatestBackup(config)).toMatchObject({ articles: 1 });
  disk.fill();
  await expect(rehearseLatestBackup(config)).rejects.toThrow(/^There is no room for a rehearsal: /);
  disk.free();
  rmSync(join(disk.dataDir, 'rehearsal'), { recursive: true, force: true });
  Object.assign(config, { diskReserveBytes: 1e15, backup: { ...config.backup, dir: join(config.dataDir, 'backups') } });
  await expect(makeBackup(config, { reason: 'asked', now })).rejects.toThrow(/, of which .* stay free for the site\.$/);
  await expect(rehearseLatestBackup(config)).rejects.toThrow(/^There is no room for a rehearsal: /);
});

test('a restore that would not fit is refused with a sentence, before anything is written', async () => {
  await using disk = smallDisk(24);
  if (!disk) return;
  await using old = await filledPlace('sqlite', 5000);
  const { file } = await backedUp(old);
  await using site = await placeFor('sqlite');
  Object.assign(site, { dataDir: disk.dataDir });
  await inDatabase(site, async () => {});
  const before = readdirSync(disk.dataDir).sort();
  // Enough to begin, and not to end.
  writeFileSync(join(disk.dataDir, '../other'), Buffer.alloc(12 * megabyte));
  const sentence =
    /^There is no room for the restore: it takes about [\d.]+ MB, and the disk of .* has [\d.]+ MB free\. Nothing was changed\.$/;
  await expect(restoreSite(site, file, now)).rejects.toThrow(sentence);
  expect(readdirSync(disk.dataDir).sort()).toEqual(before);
  // Where others have taken the room in the meantime, it is no fault of the backup.
  writeFileSync(join(disk.dataDir, '../others'), Buffer.alloc(2 * megabyte));
  const building = { file, folder: join(disk.dataDir, 'restore-1'), passphrase: undefined, isKept: true };
  expect(outageOf(await buildSiteFromBackup(building).catch((error: unknown) => error))).toBe('disk_full');
  expect(readdirSync(disk.dataDir).sort()).toEqual(before);
  for (const name of ['other', 'others']) rmSync(join(disk.dataDir, '..', name));
  const { kept } = await restoreSite(site, file, now);
  expect(kept).toBe(join(disk.dataDir, 'before-restore-2026-11-21T03-10-00'));
});

test.skipIf(!everyEngine.includes('postgres'))(
  'with rows in PostgreSQL, nothing is replaced without room to keep the old state',
  async () => {
    await using disk = smallDisk(4);
    if (!disk) return;
    await using site = await filledPlace('postgres');
    const { file } = await backedUp(site);
    await inDatabase(site, (db) => db.updateTable('members').set({ name: 'Of today' }).execute());
    Object.assign(site.backup, { dir: disk.dataDir });
    writeFileSync(join(disk.dataDir, 'other'), Buffer.alloc(3 * megabyte));
    await expect(restoreSite(site, file, now)).rejects.toThrow(
      /^There is no room for a backup: .* free\. Nothing was changed\.$/,
    );
    const names = await inDatabase(site, (db) => db.selectFrom('members').select('name').distinct().execute());
    expect(names).toEqual([{ name: 'Of today' }]);
  },
);
