/** Whether there is a backup, and whether it could be restored. */
import { type BackupState, backupState, type LastRun } from '#features/backup/runs.server.ts';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import type { Db } from '#platform/db/db.ts';
import { type Check, withDatabase } from './check.ts';

const dayMs = 86_400_000;
/** One is made each night. */
const oldBackupMs = 3 * dayMs;
/** Restoring is tried every week. */
const oldRehearsalMs = 21 * dayMs;

export const backupChecks: Check[] = [
  withDatabase({
    name: 'backup',
    title: 'Backup',
    verdict: async ({ db }) => backupVerdict(await backupState(db)),
  }),
  withDatabase({
    name: 'backup-age',
    title: 'Age of the backup',
    async verdict({ db, now }) {
      const { backup } = await backupState(db);
      return ageVerdict(backup.goodAt, { now, siteBegan: await siteBegan(db) });
    },
  }),
  withDatabase({
    name: 'rehearsal',
    title: 'Rehearsal of a restore',
    verdict: async ({ db, now }) =>
      rehearsalVerdict((await backupState(db)).rehearsal, { now, siteBegan: await siteBegan(db) }),
  }),
];

/** When the first of those who still are administrators came. */
async function siteBegan(db: Db): Promise<Date | null> {
  const first = db.selectFrom('administrators').select('createdAt').orderBy('createdAt').limit(1);
  const row = await first.executeTakeFirst();
  return row ? new Date(row.createdAt) : null;
}

type Times = { now: Date; siteBegan: Date | null };

/** The backup itself mails the administrators when it begins to fail. */
export function backupVerdict({ backup, copyError }: BackupState): Verdict {
  if (backup.error !== null)
    return bad(`The last backup has failed: ${backup.error}`, 'Mend that, and make one: More, Backups.');
  if (copyError !== null)
    return look(
      `The last backup has no second copy: ${copyError}`,
      'Look whether the place of the second copy can be written.',
    );
  return good('No backup has failed.');
}

export function ageVerdict(goodAt: string | null, { now, siteBegan }: Times): Verdict {
  const todo = 'Make one now: More, Backups.';
  const age = ageOf(goodAt, now);
  if (age === null && isNew(siteBegan, now, oldBackupMs)) return good('The first backup is made at night.');
  if (age === null) return bad('There is no backup.', todo);
  if (age > oldBackupMs) return bad(`The last backup is ${Math.floor(age / dayMs)} days old.`, todo);
  return good('The last backup is not older than it should be.');
}

export function rehearsalVerdict(rehearsal: LastRun, { now, siteBegan }: Times): Verdict {
  const todo = 'Try it now: More, Backups, and look there for why the last rehearsal failed.';
  const age = ageOf(rehearsal.goodAt, now);
  if (rehearsal.error !== null)
    return bad(`The last backup could not be restored in a rehearsal: ${rehearsal.error}`, todo);
  if (age === null && isNew(siteBegan, now, oldRehearsalMs)) return good('The first rehearsal is within a week.');
  if (age === null) return look('No backup has ever been restored in a rehearsal.', todo);
  if (age > oldRehearsalMs) return look(`The last rehearsal is ${Math.floor(age / dayMs)} days old.`, todo);
  return good('A backup has been restored in a rehearsal.');
}

function ageOf(at: string | null, now: Date): number | null {
  return at === null ? null : now.getTime() - Date.parse(at);
}

function isNew(began: Date | null, now: Date, forMs: number): boolean {
  return began === null || now.getTime() - began.getTime() < forMs;
}
