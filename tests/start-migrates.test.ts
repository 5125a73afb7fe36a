/** A start on a database of another version: an older one is backed up and brought up to date, a newer one is refused. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { restoreSite } from '#app/operator/restore-site.ts';
import { knownMigrations } from '#platform/db/migrations.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { type BackupPlace, everything, filledPlace, inDatabase } from './support/backups.ts';
import { engines, everyEngine } from './support/database.ts';
import { nextVersion } from './support/next-version.ts';
import { patient } from './support/patience.ts';
import { startSite } from './support/site.ts';

const settingsOf = ({ dataDir, databaseUrl }: BackupPlace) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

async function levelOf(place: BackupPlace): Promise<string | undefined> {
  const snapshot = await openSnapshot(place);
  await snapshot?.close();
  return snapshot?.migration.name;
}

const backupsOf = ({ backup }: BackupPlace) => readdirSync(backup.dir).filter((name) => name.includes('.tar'));

describe.each(engines)('on %s', { timeout: patient(120_000) }, (engine) => {
  const last = knownMigrations(engine).at(-1)?.name;

  test('an older database is backed up first, and an older program refuses the new one, says why and can go back', async () => {
    await using place = await filledPlace(engine);
    using next = nextVersion();
    const before = await inDatabase(place, everything);
    await using newer = await startSite(settingsOf(place), next.program);
    const [, file = ''] = /it was backed up to (\S+-before-migration\.tar)/.exec(newer.output()) ?? [];
    expect(backupsOf(place).map((name) => `${place.backup.dir}/${name}`)).toEqual([file]);
    await newer.stop();
    expect(await levelOf(place)).toBe(next.migration);

    const refusal = `The database is newer than this program: its last migration is ${next.migration}, the program's is ${last}.`;
    await expect(startSite(settingsOf(place))).rejects.toThrow(refusal);
    expect(await levelOf(place)).toBe(next.migration);

    await restoreSite(place, file, new Date('2026-11-23T09:00:00.000Z'));
    const { issues: _1, audit: _2, secrets: _3, scheduled_publications: _4, ...after } = before;
    expect(await inDatabase(place, everything)).toMatchObject(after);
    expect(await levelOf(place)).toBe(last);
  });

  test('without room for the backup the start is refused and nothing is touched', async () => {
    await using place = await filledPlace(engine);
    using next = nextVersion();
    const before = await inDatabase(place, everything);
    const start = startSite({ ...settingsOf(place), DISK_RESERVE_MB: '1000000' }, next.program);
    await expect(start).rejects.toThrow(
      /\nThe site did not start and nothing was changed, because the backup .* failed: There is no room for .*\.\n$/,
    );
    expect(await levelOf(place)).toBe(last);
    expect(await inDatabase(place, everything)).toEqual(before);
    expect(backupsOf(place)).toEqual([]);
  });
});

test.skipIf(!everyEngine.includes('postgres'))(
  'of processes that start together one backs up and migrates, and all run',
  async () => {
    await using place = await filledPlace('postgres');
    using next = nextVersion();
    const sites = await Promise.all([1, 2, 3].map(() => startSite(settingsOf(place), next.program)));
    expect(backupsOf(place)).toHaveLength(1);
    expect(sites.filter((site) => site.output().includes('was backed up to'))).toHaveLength(1);
    await Promise.all(sites.map((site) => site.stop()));
  },
  patient(120_000),
);
