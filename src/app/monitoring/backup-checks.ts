/** Checks whether there is a backup, and whether it could be restored. */

import { readBackupState } from '#features/backup/runs.server.ts';
import type { StepContext } from '#features/health/check-contract.server.ts';
import { bad, good, look, type Verdict } from '#features/health/check-result.ts';
import type { Db } from '#platform/db/db.ts';

const dayMs = 86_400_000;
/** One is made each night. */
const oldBackupMs = 3 * dayMs;
/** Restoring is tried every week. */
const oldRehearsalMs = 21 * dayMs;

export async function backupVerdict({ db, now }: StepContext): Promise<Verdict> {
  const { backup, copyError } = await readBackupState(db);
  const todo = 'Make one now: More, Backups.';
  if (backup.error !== null) return bad(`The last backup has failed: ${backup.error}`, todo);
  const age = await ageOf(db, backup.goodAt, now);
  if (age > oldBackupMs && backup.goodAt === null) return bad('There is no backup.', todo);
  if (age > oldBackupMs) return bad(`The last backup is ${Math.floor(age / dayMs)} days old.`, todo);
  if (copyError !== null)
    return look(
      `The last backup has no second copy: ${copyError}`,
      'Check that the site can write to BACKUP_S3_BUCKET.',
    );
  return good(backup.goodAt === null ? 'The first backup will be made tonight.' : 'There is a recent backup.');
}

export async function rehearsalVerdict({ db, now }: StepContext): Promise<Verdict> {
  const { rehearsal } = await readBackupState(db);
  const todo = 'Try it now: More, Backups, and look there for why the last rehearsal failed.';
  if (rehearsal.error !== null)
    return bad(`The last backup could not be restored in a rehearsal: ${rehearsal.error}`, todo);
  const age = await ageOf(db, rehearsal.goodAt, now);
  if (age > oldRehearsalMs && rehearsal.goodAt === null)
    return look('No backup has ever been restored in a rehearsal.', todo);
  if (age > oldRehearsalMs) return look(`The last rehearsal is ${Math.floor(age / dayMs)} days old.`, todo);
  return good(
    rehearsal.goodAt === null
      ? 'The first rehearsal will run within a week.'
      : 'A backup has been restored in a rehearsal.',
  );
}

/** Without any yet, the age of the site: since the first present administrator joined. */
async function ageOf(db: Db, goodAt: string | null, now: Date): Promise<number> {
  const first = db.selectFrom('administrators').select('createdAt').orderBy('createdAt').limit(1);
  const since = goodAt ?? (await first.executeTakeFirst())?.createdAt;
  return since === undefined ? 0 : now.getTime() - Date.parse(since);
}
