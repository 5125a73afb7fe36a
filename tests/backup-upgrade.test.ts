/** Backups of other versions of the site, and the one that is made before the tables change. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openSite } from '#app/backup/open-site.ts';
import { restoreSite } from '#app/operator/restore-site.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabaseFile } from '#platform/db/database-file.ts';
import { migrateSqlite, migrationNames } from '#platform/db/migrate.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { backedUp, backupNow, filledPlace, inDatabase, pictures, placeFor } from './support/backups.ts';
import { engines } from './support/database.ts';
import { changePostgres } from './support/postgres-level.ts';

const later = new Date('2026-11-23T09:00:00.000Z');
const last = migrationNames('sqlite').length;

/** A site of the first version with a member, in SQLite. */
async function oldPlace() {
  const place = await placeFor('sqlite');
  const database = openDatabaseFile(place.dataDir, {});
  migrateSqlite(database, { upTo: 1 });
  const at = backupNow.toISOString();
  const values = "'Ada', 'Chair', '', 1";
  database.exec(
    `INSERT INTO members (name, position, bio, is_active, join_date, created_at, updated_at) VALUES (${values}, '${at}', '${at}', '${at}')`,
  );
  database.close();
  await diskStore(place.dataDir).put(pictures[0] ?? '', Buffer.from('a'), { contentType: '', cacheControl: '' });
  return place;
}

const membersIn = (place: Parameters<typeof inDatabase>[0]) =>
  inDatabase(place, (db) => db.selectFrom('members').select(['id', 'name', 'version']).execute());

test('a start that will change the tables backs their rows up first, and says where; the next start does not', async () => {
  await using place = await oldPlace();
  const { dataDir } = place;
  const config = readConfig({ DATA_DIR: dataDir });
  const said: string[] = [];
  const log = { ...createLog('silent'), info: (message: string) => void said.push(message) };
  for (let start = 0; start < 2; start++) await (await openSite(config, 'full', log)).close();
  const names = readdirSync(config.backup.dir).filter((name) => name.endsWith('.tar'));
  expect(names).toEqual([expect.stringMatching(/-before-migration\.tar$/)]);
  expect(said).toEqual([
    `Before the database is brought up to date, its rows were backed up into ${join(config.backup.dir, names[0] ?? '')}`,
  ]);
  await inDatabase(place, (db) => db.deleteFrom('members').execute());
  await restoreSite(config, join(config.backup.dir, names[0] ?? ''), later);
  expect(await membersIn(place)).toEqual([{ id: 1, name: 'Ada', version: 1 }]);
  expect(await diskStore(dataDir).get(pictures[0] ?? '')).not.toBeNull();
});

test('a start whose backup fails changes nothing and says why', async () => {
  await using place = await oldPlace();
  const config = readConfig({ DATA_DIR: place.dataDir, BACKUP_DIR: join(place.dataDir, 'site.db') });
  await expect(openSite(config, 'full', createLog('silent'))).rejects.toThrow(
    /^The site does not start, and nothing was changed, because the backup .* has failed: .*\.$/,
  );
  const database = openDatabaseFile(place.dataDir, {});
  expect(database.prepare('SELECT count(*) AS count FROM migrations').get()).toEqual({ count: 1 });
  database.close();
});

test('a new site is not backed up before its first tables', async () => {
  await using place = await placeFor('sqlite');
  const config = readConfig({ DATA_DIR: place.dataDir });
  await (await openSite(config, 'full', createLog('silent'))).close();
  expect(readdirSync(place.dataDir)).not.toContain('backups');
});

test.skipIf(!engines.includes('postgres'))(
  'processes that start together make the tables once, and back up nothing that one of them is halfway through',
  async () => {
    await using place = await placeFor('postgres');
    const config = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
    const opening = [openSite(config, 'full', createLog('silent'))];
    while (!(await openSnapshot(place).then((snapshot) => snapshot && snapshot.close().then(() => true))))
      await setImmediate();
    for (let n = 0; n < 3; n++) opening.push(openSite(config, 'full', createLog('silent')));
    for (const opened of await Promise.all(opening)) await opened.close();
    expect(readdirSync(place.dataDir)).not.toContain('backups');
  },
);

test('a backup of an older version is brought up to date', async () => {
  await using place = await oldPlace();
  const { file, manifest } = await backedUp(place);
  expect(manifest.migration.number).toBe(1);
  for (const engine of engines) {
    await using other = await placeFor(engine);
    await restoreSite(other, file, later);
    expect(await membersIn(other)).toEqual([{ id: 1, name: 'Ada', version: 1 }]);
  }
});

describe.each(engines)('a backup of a newer version on %s', (engine) => {
  test('is refused with a sentence', async () => {
    await using place = await filledPlace(engine);
    const add = `INSERT INTO migrations (number, name, checksum, applied_at) VALUES (${last + 1}, 'of_tomorrow', '', '')`;
    if (place.databaseUrl) await changePostgres(place.databaseUrl, add);
    else {
      const database = openDatabaseFile(place.dataDir, {});
      database.exec(add);
      database.close();
    }
    const { file } = await backedUp(place);
    await using other = await placeFor('sqlite');
    await expect(restoreSite(other, file, later)).rejects.toThrow(
      /^This backup is of a newer version of the site \([\d.]+, migration of_tomorrow\), .* Nothing was changed\.$/,
    );
    expect(readdirSync(other.dataDir)).toEqual([]);
  });
});
