/** The child process that makes a backup or rehearses its restoring. */
import { type BackupReason, BackupRefused } from '#features/backup/backup.ts';
import { contentsOf } from '#features/backup/backup-text.ts';
import { serveParentProcess } from '#features/backup/child-process.server.ts';
import { copyToBucket, removeOutdatedCopies } from '#features/backup/keeping/second-copy.server.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import { rehearseLatestBackup } from './rehearse.ts';

type Task = { config: Config; kind: 'backup' | 'rehearsal'; reason: BackupReason; now: string };

const explained = [BackupRefused, DatabaseError, Unavailable];

serveParentProcess(run, sentenceOf);

async function run({ config, kind, reason, now }: Task) {
  if (kind === 'rehearsal')
    return { ...(await rehearseLatestBackup(config, new Date(now))), bytes: null, copyError: null };
  const { file, name, bytes, manifest } = await makeBackup(config, { reason, now: new Date(now) });
  const made = { file, name, now: new Date(now) };
  return { fileName: name, bytes, ...contentsOf(manifest), copyError: await copy(config, made) };
}

/** Returns why the second copy failed; null if it succeeded or none is configured. */
async function copy(
  { backup: { s3 } }: Config,
  { file, name, now }: { file: string; name: string; now: Date },
): Promise<string | null> {
  if (!s3) return null;
  try {
    await copyToBucket(s3, file, name);
    await removeOutdatedCopies(s3, now);
    return null;
  } catch (error) {
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
    return `The second copy of the backup could not be stored in the bucket ${s3.bucket}: ${reason}.`;
  }
}

function sentenceOf(error: unknown): string | null {
  if (outageOf(error) === 'disk_full') return 'There was no room for it: the disk is full.';
  return error instanceof Error && explained.some((kind) => error instanceof kind) ? error.message : null;
}
