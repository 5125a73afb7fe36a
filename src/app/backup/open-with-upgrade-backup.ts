/** Opens the site's database as its own processes do: backs it up before migrating it. */
import { statSync } from 'node:fs';
import { findNewestBackup } from '#features/backup/keeping/backup-files.server.ts';
import { copyToBucket } from '#features/backup/keeping/second-copy.server.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import type { Config } from '#platform/config/config.ts';
import { databaseFilePath, hasDatabaseFile } from '#platform/db/database-file.ts';
import { type Database, DatabaseError, openMigratedDatabase } from '#platform/db/db.ts';
import { knownMigrations } from '#platform/db/migrations.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { finishInterruptedSwap } from '#platform/db/snapshot/swap-in.ts';
import type { Durability } from '#platform/db/sqlite.ts';
import type { Log } from '#platform/log.ts';
import { diskStore, picturesFolder } from '#platform/storage/disk-store.ts';

/** @throws DatabaseError with a sentence for the operator */
export async function openWithUpgradeBackup(config: Config, durability: Durability, log: Log): Promise<Database> {
  // When a machine starts, its database may come up after the site: without waiting, the service would stay down.
  const patience = { forMs: 60_000, tell: (sentence: string) => log.warn(sentence) };
  const open = async () => {
    if (await isBehind(config)) await backUpFirst(config, log);
    return openMigratedDatabase(config, durability, patience);
  };
  if (config.databaseUrl)
    return (await import('#platform/db/postgres.ts')).runOneAtATime(config.databaseUrl, patience, open);
  await finishInterruptedSwap(config.dataDir);
  await refuseLostDatabase(config);
  return open();
}

/** A new site would remove the pictures after a week, as files that it does not know. */
async function refuseLostDatabase(config: Config): Promise<void> {
  const { dataDir } = config;
  const left = await findRemainsOfSite(config);
  if (left === null) return;
  throw new DatabaseError(
    `${left} is left of a site, but its database in ${dataDir} is ${hasDatabaseFile(dataDir) ? 'empty' : 'missing'}. ` +
      'Correct DATA_DIR or DATABASE_URL, or restore the newest backup: docs/how-to/back-up-and-restore.md\n' +
      'To begin a new site, move that folder away.',
  );
}

/** A folder with pictures or backups of a site without a database; null where there is none, or none can be read. */
async function findRemainsOfSite({ dataDir, backup: { dir } }: Config): Promise<string | null> {
  try {
    const file = statSync(databaseFilePath(dataDir), { throwIfNoEntry: false });
    if (file && file.size > 0) return null;
    for await (const _ of diskStore(dataDir).list()) return picturesFolder(dataDir);
    const { newest } = await findNewestBackup({ backup: { dir, s3: undefined } }, new Date());
    return newest && dir;
  } catch {
    return null;
  }
}

/** Also false when the database cannot be read: opening it says why. */
async function isBehind(config: Config): Promise<boolean> {
  const snapshot = await openSnapshot(config).catch(() => null);
  if (!snapshot) return false;
  await snapshot.close();
  return snapshot.migration.number < (knownMigrations(snapshot.engine).at(-1)?.number ?? 0);
}

async function backUpFirst(config: Config, log: Log): Promise<void> {
  const { s3 } = config.backup;
  const made = await makeBackup(config, { reason: 'before-migration', now: new Date() })
    .then(async (backup) => {
      // The folder may end with the container.
      if (s3) await copyToBucket(s3, backup.file, backup.name);
      return backup;
    })
    .catch((error: unknown) => {
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
      throw new DatabaseError(
        `The site did not start and nothing was changed, because the backup before the upgrade of the database failed: ${reason}.`,
        { cause: error },
      );
    });
  log.info(`Before the upgrade of the database, it was backed up to ${made.file}`);
}
