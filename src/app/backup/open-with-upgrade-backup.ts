/** Opens the site's database as its own processes do: backs it up before migrating it. */
import { copyToBucket } from '#features/backup/keeping/second-copy.server.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import type { Config } from '#platform/config/config.ts';
import { type Database, DatabaseError, openMigratedDatabase } from '#platform/db/db.ts';
import { knownMigrations } from '#platform/db/migrations.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { finishInterruptedSwap } from '#platform/db/snapshot/swap-in.ts';
import type { Durability } from '#platform/db/sqlite.ts';
import type { Log } from '#platform/log.ts';

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
  return open();
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
