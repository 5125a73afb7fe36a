/** Requested, running and finished runs as rows, so that several workers do each once. */
import type { Selectable } from 'kysely';
import { type Db, isUniqueViolation, transact } from '#platform/db/db.ts';
import { latestPlausible } from '#shared/instants.ts';
import type { BackupRunsTable } from './backup.tables.ts';
import type { RunKind } from './backup.ts';
import type { Backups } from './backups.schema.ts';

export type Run = Selectable<BackupRunsTable>;

/** A killed worker counts as dead after this long; a living one renews the lease every few seconds. */
export const runLeaseMs = 60_000;
const keptRuns = 100;

/**
 * When the last backup and the last rehearsal went well, and whether they fail. `copyError`: why the latest backup has no second copy;
 * null where it has one, or none is wanted.
 */
export async function readBackupState(db: Db) {
  const runs = await db.selectFrom('backupRuns').selectAll().orderBy('id', 'desc').execute();
  const { backup = [], rehearsal = [] } = Object.groupBy(runs, ({ kind }) => kind);
  const copyError = backup.find(hasEnded)?.copyError ?? null;
  return { backup: lastRun(backup), rehearsal: lastRun(rehearsal), copyError };
}

function hasEnded({ endedAt }: Run): boolean {
  return endedAt !== null;
}

function lastRun(newestFirst: Run[]): Backups['backup'] {
  const good = newestFirst.find(({ state }) => state === 'done');
  const { articles = null, pictures = null, bytes = null, endedAt: goodAt = null } = good ?? {};
  const latest = newestFirst.find(hasEnded);
  const { error, endedAt: failedAt } = latest?.state === 'failed' ? latest : { error: null, endedAt: null };
  return { goodAt, articles, pictures, bytes, error, failedAt, isUnderWay: !newestFirst.every(hasEnded) };
}

export function latestEndedRunQuery(db: Db, kind: RunKind) {
  return db
    .selectFrom('backupRuns')
    .selectAll()
    .where('kind', '=', kind)
    .where('endedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1);
}

/** Requests a run, which a worker starts within seconds. Does nothing if one is already waiting. */
export async function requestRun(trx: Db, kind: RunKind, now: Date): Promise<void> {
  await trx
    .insertInto('backupRuns')
    .values({ kind, reason: 'asked', at: now.toISOString(), state: 'asked' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Claims an unfinished, requested or due run, in this order; null when there is
 * nothing to do or another worker has it.
 */
export async function claimRun(db: Db, kind: RunKind, due: { isDue: boolean; now: Date }): Promise<Run | null> {
  const { isDue, now } = due;
  const running = { state: 'running', leaseUntil: leaseEnd(now) } as const;
  try {
    return await transact(db, async (trx) => {
      const open = trx.updateTable('backupRuns').set(running).where('kind', '=', kind);
      const left = open.where('state', '=', 'running').where('leaseUntil', '<', now.toISOString()).returningAll();
      const asked = open.where('state', '=', 'asked').returningAll();
      const begun = (await left.executeTakeFirst()) ?? (await asked.executeTakeFirst());
      if (begun ?? !isDue) return begun ?? null;
      const row = { kind, reason: 'nightly', at: now.toISOString(), ...running } as const;
      return trx.insertInto('backupRuns').values(row).returningAll().executeTakeFirstOrThrow();
    });
  } catch (error) {
    // Another worker has it.
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Without `now` it ends: a worker that stops calls it so, and the next one starts the run again. */
export async function renewRunLease(db: Db, id: number, now: Date | null): Promise<void> {
  const leaseUntil = now ? leaseEnd(now) : new Date(0).toISOString();
  await db.updateTable('backupRuns').set({ leaseUntil }).where('id', '=', id).where('state', '=', 'running').execute();
}

export type RunEnd =
  | {
      state: 'done';
      fileName: string | null;
      bytes: number | null;
      articles: number;
      pictures: number;
      copyError: string | null;
    }
  | { state: 'failed'; error: string };

/** Forgets runs of long ago. False: it has ended already. */
export async function endRunAndPrune(trx: Db, id: number, end: RunEnd, now: Date): Promise<boolean> {
  const values = end.state === 'failed' ? { ...end, error: end.error.slice(0, 1000) } : end;
  const { numUpdatedRows } = await trx
    .updateTable('backupRuns')
    .set({ ...values, endedAt: now.toISOString(), leaseUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  await trx
    .deleteFrom('backupRuns')
    .where('id', '<=', id - keptRuns)
    .where('endedAt', 'is not', null)
    .execute();
  return numUpdatedRows > 0n;
}

/** When the latest of a kind began, however it ended. One that a wrong clock dated in the future counts as none. */
export async function latestRunBegunAt(db: Db, kind: RunKind, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('backupRuns')
    .select('at')
    .where('kind', '=', kind)
    .where('state', '!=', 'asked')
    .where('at', '<=', latestPlausible(now))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** When the first present administrator joined; undefined before. A wrong clock’s date in the future counts as long ago. */
export async function siteBeganAt(db: Db, now: Date): Promise<string | undefined> {
  const first = db.selectFrom('administrators').select('createdAt').orderBy('createdAt').limit(1);
  const row = await first.executeTakeFirst();
  return row && row.createdAt > latestPlausible(now) ? new Date(0).toISOString() : row?.createdAt;
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + runLeaseMs).toISOString();
}
