/** Checks whether there is a backup, and whether it could be restored. */

import { findNewestBackup } from '#features/backup/keeping/backup-files.server.ts';
import { readBackupState, siteBeganAt } from '#features/backup/runs.server.ts';
import type { StepContext } from '#features/health/check-contract.server.ts';
import { bad, good, look, type Verdict } from '#features/health/check-result.ts';
import { isLostWithContainer, isWritableFolder } from '#platform/files/folder-state.ts';
import { latestPlausible, relativeTime } from '#shared/instants.ts';

const dayMs = 86_400_000;
/** One is made each night. */
const oldBackupMs = 3 * dayMs;
/** Restoring is tried every week. */
const oldRehearsalMs = 21 * dayMs;

const wrongClock = 'the clock of this machine was wrong when it was made';

export const lostBackupsSentence = (dir: string) =>
  `Backups in ${dir} are lost with the container, which keeps that folder in itself.`;
export const lostBackupsTodo = 'Mount a volume and set BACKUP_DIR to it, or set BACKUP_S3_BUCKET and its keys.';

/** Believes the folder, not what the site has noted: files get lost, and others are made by a command. */
export async function backupVerdict({ db, config, now }: StepContext): Promise<Verdict> {
  const { backup, copyError } = await readBackupState(db);
  const { dir, s3 } = config.backup;
  const todo = 'Make one now: More, Backups.';
  if (backup.error !== null) return bad(`The last backup has failed: ${backup.error}`, todo);
  if (!isWritableFolder(dir))
    return bad(
      `The site cannot save backups in ${dir}.`,
      `Give the folder to the user that the site runs as: chown -R one-health: ${dir}`,
    );
  if (s3 === undefined && isLostWithContainer(dir))
    return (config.databaseUrl ? bad : look)(lostBackupsSentence(dir), lostBackupsTodo);
  const { newest, isFuture } = await findNewestBackup(config, now);
  const age = await ageOf(newest?.at ?? null, { db, now });
  if (newest === null && (age > oldBackupMs || backup.goodAt !== null))
    return bad(`There is no backup in ${dir}.`, todo);
  if (age > oldBackupMs) return bad(`The last backup is ${Math.floor(age / dayMs)} days old.`, todo);
  if (copyError !== null)
    return look(
      `The last backup has no second copy: ${copyError}`,
      'Check that the site can write to BACKUP_S3_BUCKET.',
    );
  if (isFuture)
    return look(
      `A backup in ${dir} is dated in the future: ${wrongClock}. It counts as none.`,
      'Once there is a newer one, delete the file, or keep it elsewhere.',
    );
  if (newest === null) return good('There is no backup yet. The site makes the first one tonight.');
  return good(`The newest backup was made ${relativeTime(newest.at, now)}.`);
}

export async function rehearsalVerdict({ db, now }: StepContext): Promise<Verdict> {
  const { rehearsal } = await readBackupState(db);
  const todo = 'Try it now: More, Backups, and look there for why the last rehearsal failed.';
  if (rehearsal.error !== null)
    return bad(`The last backup could not be restored in a rehearsal: ${rehearsal.error}`, todo);
  if (rehearsal.goodAt !== null && rehearsal.goodAt > latestPlausible(now))
    return look(`The last rehearsal is dated in the future: ${wrongClock}.`, 'Try it again: More, Backups.');
  const age = await ageOf(rehearsal.goodAt, { db, now });
  if (age > oldRehearsalMs && rehearsal.goodAt === null)
    return look('No backup has ever been restored in a rehearsal.', todo);
  if (age > oldRehearsalMs) return look(`The last rehearsal is ${Math.floor(age / dayMs)} days old.`, todo);
  return good(
    rehearsal.goodAt === null
      ? 'The first rehearsal will run within a week.'
      : 'A backup has been restored in a rehearsal.',
  );
}

/** Without any yet, the age of the site. */
async function ageOf(goodAt: string | null, { db, now }: Pick<StepContext, 'db' | 'now'>): Promise<number> {
  const since = goodAt ?? (await siteBeganAt(db, now));
  return since === undefined ? 0 : now.getTime() - Date.parse(since);
}
