/** A whole site from its data folder to PostgreSQL, and its pictures to the bucket when the settings name one. */
import type { Config } from '#platform/config/config.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { type Moved, moveToPostgres } from '#platform/db/postgres-import/move-to-postgres.ts';
import { copyFiles } from '#platform/storage/copy-files.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { openStore } from '#platform/storage/open-store.ts';

/** `files` is null when the pictures stay where they are. */
export type MovedSite = { tables: Moved; files: number | null };

/**
 * Pictures go first: a row never tells of one that is not there. The data folder stays as it is.
 * @throws DatabaseError, Unavailable or NameTaken with a sentence for the operator
 */
export async function moveSite(config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>): Promise<MovedSite> {
  const { dataDir, databaseUrl, s3 } = config;
  if (!databaseUrl)
    throw new DatabaseError('DATABASE_URL is not set: it names the empty PostgreSQL database to move to.');
  let files: number | null = null;
  const tables = await moveToPostgres({ dataDir, databaseUrl }, async () => {
    if (s3) files = await copyFiles(diskStore(dataDir), openStore({ s3, dataDir }));
  });
  return { tables, files };
}
