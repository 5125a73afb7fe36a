/** A stopped site with something in every table and two pictures, its backup, and what the code can see of a database. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Made, makeBackup } from '#features/backup/making.server.ts';
import type { Config } from '#platform/config/config.ts';
import { type Db, isPostgres, openMigratedDatabase } from '#platform/db/db.ts';
import { leftOut } from '#platform/db/snapshot/excluded-tables.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { type Engine, emptyPlace } from './database.ts';
import { fillEverything } from './filled-site.ts';

export const backupNow = new Date('2026-11-21T03:10:00.000Z');
export const pictures = [
  'articles/1790000000000-0123456789abcdef.jpg',
  'members/1790000000000-0123456789abcdef.w320.webp',
];

export type BackupPlace = Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'backup' | 'diskReserveBytes'>;

/** Without any table, or on PostgreSQL a copy of `template`. */
export async function placeFor(engine: Engine, template?: string) {
  const place = await emptyPlace(engine, template);
  const { dataDir, url: databaseUrl } = place;
  const config: BackupPlace = {
    dataDir,
    databaseUrl,
    s3: undefined,
    diskReserveBytes: 0,
    backup: { dir: join(dataDir, 'backups'), passphrase: undefined, s3: undefined },
  };
  return { ...config, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

export async function filledPlace(engine: Engine, subscribers = 3) {
  const place = await placeFor(engine, process.env.POSTGRES_TEST_TEMPLATE);
  await inDatabase(place, (db) => fillEverything(db, subscribers));
  const store = diskStore(place.dataDir);
  for (const path of pictures) await store.put(path, Buffer.from(path.repeat(100)));
  return place;
}

export async function backedUp(place: BackupPlace): Promise<Made> {
  return makeBackup(place, { reason: 'asked', now: backupNow });
}

export async function inDatabase<T>(
  { dataDir, databaseUrl }: Pick<BackupPlace, 'dataDir' | 'databaseUrl'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = await openMigratedDatabase({ dataDir, databaseUrl });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Of all tables that a backup holds, each row as text, in one order on both engines. */
export async function everything(db: Db): Promise<Record<string, string[]>> {
  const { rows: names } = isPostgres(db)
    ? await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(
        db,
      )
    : await sql<{ name: string }>`SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'`.execute(db);
  const tables: Record<string, string[]> = {};
  for (const { name } of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (leftOut.includes(name)) continue;
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    tables[name] = rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort();
  }
  return tables;
}
