/** The backups that there are. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import { latestPlausible } from '#shared/instants.ts';
import { type BackupName, newestFirst } from '../backup.ts';
import type { BackupFile } from '../backups.schema.ts';

/** Newest first. */
export async function listBackupFiles(dir: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const backup of newestFirst(await readdir(dir).catch(() => []))) {
    const found = await stat(join(dir, backup.name)).catch(() => null);
    if (found) files.push({ ...backup, bytes: found.size });
  }
  return files;
}

/**
 * The newest nightly or requested backup, in the folder or, where several processes share no folder, in the bucket.
 * `isFuture`: one has a date to come, which a wrong clock gave it; it counts as none.
 */
export async function findNewestBackup(
  {
    backup: { dir, s3 },
    databaseUrl,
  }: { backup: Pick<Config['backup'], 'dir' | 's3'>; databaseUrl?: string | undefined },
  now: Date,
): Promise<{ newest: BackupName | null; isFuture: boolean }> {
  const names: string[] = await readdir(dir).catch(() => []);
  if (s3 && databaseUrl) for await (const { path } of s3Store(s3).list()) names.push(path);
  const usual = newestFirst(names).filter(({ reason }) => reason === 'nightly' || reason === 'asked');
  const newest = usual.find(({ at }) => at <= latestPlausible(now)) ?? null;
  return { newest, isFuture: usual[0] !== undefined && usual[0] !== newest };
}
