/** Backups of other versions of the site, and the one that is made before the tables change. */
import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openWithUpgradeBackup } from '#app/backup/open-with-upgrade-backup.ts';
import { restoreSite } from '#app/operator/restore-site.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabaseFile } from '#platform/db/database-file.ts';
import { knownMigrations } from '#platform/db/migrations.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { createLog } from '#platform/log.ts';
import { backedUp, filledPlace, placeFor } from './support/backups.ts';
import { changePostgres } from './support/change-postgres.ts';
import { type Engine, everyEngine } from './support/database.ts';

const later = new Date('2026-11-23T09:00:00.000Z');
const last = knownMigrations('sqlite').at(-1)?.number ?? 0;

test('a new site is not backed up before it has tables', async () => {
  await using place = await placeFor('sqlite');
  const config = readConfig({ DATA_DIR: place.dataDir });
  await (await openWithUpgradeBackup(config, 'full', createLog('silent'))).close();
  expect(readdirSync(place.dataDir)).not.toContain('backups');
});

test.skipIf(!everyEngine.includes('postgres'))(
  'processes that start together create the tables once, and back up no half-made state',
  async () => {
    await using place = await placeFor('postgres');
    const config = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
    const opening = [openWithUpgradeBackup(config, 'full', createLog('silent'))];
    while (!(await openSnapshot(place).then((snapshot) => snapshot && snapshot.close().then(() => true))))
      await setImmediate();
    for (let n = 0; n < 3; n++) opening.push(openWithUpgradeBackup(config, 'full', createLog('silent')));
    for (const opened of await Promise.all(opening)) await opened.close();
    expect(readdirSync(place.dataDir)).not.toContain('backups');
  },
);

/** A site as if it had had another migration last. */
async function siteAt(engine: Engine, number: number, name: string) {
  const place = await filledPlace(engine);
  const add = `DELETE FROM migrations WHERE number >= ${number};
    INSERT INTO migrations (number, name, checksum, applied_at) VALUES (${number}, '${name}', '', '')`;
  if (place.databaseUrl) await changePostgres(place.databaseUrl, add);
  else {
    const database = openDatabaseFile(place.dataDir, {});
    database.exec(add);
    database.close();
  }
  return place;
}

describe.each(everyEngine)('a backup on %s', (engine) => {
  test.each([
    [
      last + 1,
      'of_tomorrow',
      /^This backup is of a newer version of the site \([\d.]+, migration of_tomorrow\), .* Nothing was changed\.$/,
    ],
    [
      31,
      '0031_backup_runs',
      /^This backup was made by a version before 0\.2\.0 \([\d.]+, migration 0031_backup_runs\)\. .* Nothing was changed\.$/,
    ],
  ])('of migration %i is refused with a sentence', async (number, name, sentence) => {
    await using place = await siteAt(engine, number, name);
    const { file } = await backedUp(place);
    await using other = await placeFor('sqlite');
    await expect(restoreSite(other, file, later)).rejects.toThrow(sentence);
    expect(readdirSync(other.dataDir)).toEqual([]);
  });
});
