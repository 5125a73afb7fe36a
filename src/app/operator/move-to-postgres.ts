/** Moves a site from its data folder to PostgreSQL, and its pictures to the bucket when the settings name one. */
import type { Config } from '#platform/config/config.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { type Moved, moveToPostgres } from '#platform/db/postgres-import/move-to-postgres.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { cacheControlOf, contentTypeOf, isStorePath, NameTaken, type Store } from '#platform/storage/store.ts';

/** `files` is null when the pictures stay where they are. */
export type MovedSite = { tables: Moved; files: number | null };

/**
 * Copies pictures first, so that every row has its picture. The data folder stays unchanged.
 * @throws DatabaseError, Unavailable or NameTaken with a sentence for the operator
 */
export async function moveSite(config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>): Promise<MovedSite> {
  const { dataDir, databaseUrl, s3 } = config;
  if (!databaseUrl)
    throw new DatabaseError('DATABASE_URL is not set: it names the empty PostgreSQL database to move to.');
  let files: number | null = null;
  const tables = await moveToPostgres(
    { dataDir, databaseUrl },
    {
      first: async () => {
        if (s3) files = await copyFiles(diskStore(dataDir), openStore({ s3, dataDir }));
      },
    },
  );
  return { tables, files };
}

const atOnce = 4;

/**
 * Copies and checks every file, and answers their number. Skips files of an interrupted copy that have the same bytes.
 * @throws NameTaken when the bytes differ, Unavailable when a store does not answer
 */
export async function copyFiles(from: Store, to: Store): Promise<number> {
  const paths: string[] = [];
  for await (const { path } of from.list()) if (isStorePath(path)) paths.push(path);
  const queue = paths.values();
  const copyNext = async () => {
    for (const path of queue) await copyFile(from, to, path);
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  const missing = new Set(paths);
  for await (const { path } of to.list()) missing.delete(path);
  for (const path of missing) throw new Error(`The file ${path} was taken by the storage and is not there`);
  return paths.length;
}

async function copyFile(from: Store, to: Store, path: string): Promise<void> {
  const bytes = await bytesOf(from, path);
  try {
    await to.put(path, bytes, { contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) });
  } catch (error) {
    if (!(error instanceof NameTaken) || !bytes.equals(await bytesOf(to, path))) throw error;
  }
}

async function bytesOf(store: Store, path: string): Promise<Buffer> {
  const file = await store.get(path);
  if (!file) throw new Error(`The file ${path} is gone`);
  return Buffer.from(await new Response(file.body).arrayBuffer());
}
