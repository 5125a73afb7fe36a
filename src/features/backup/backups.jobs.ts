/** Makes nightly and requested backups, rehearses one every week, and reports failures. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { isoDayInZone } from '#shared/dates.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import type { RunKind } from './backup.ts';
import { ChildFailed, runInChild } from './child-process.server.ts';
import { outdatedBackups } from './keeping/retention.ts';
import {
  claimRun,
  endRunAndPrune,
  latestEndedRunQuery,
  latestRunBegunAt,
  type Run,
  type RunEnd,
  renewRunLease,
  siteBeganAt,
} from './runs.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'>;

export type BackupDependencies = {
  /** The program of the child process. */
  script: URL;
  /** Mails the administrators; in the transaction that records why. */
  tell: (trx: Db, notice: { subject: string; paragraphs: string[] }, now: Date) => Promise<void>;
};

/** The child's answer. */
type Result = Omit<RunEnd & { state: 'done' }, 'state'>;

const dayMs = 86_400_000;
const nightlyAt = '03:00:00';
const renewEveryMs = 10_000;

const failed: Record<RunKind, string> = {
  backup: 'The backup could not be made. The log says why.',
  rehearsal: 'The rehearsal could not be done. The log says why.',
};

/** `stop` ends a running backup or rehearsal. */
export function createBackupRunner(context: Context, dependencies: BackupDependencies) {
  const stopping = new AbortController();

  async function runDue(): Promise<void> {
    for (const kind of ['backup', 'rehearsal'] as const) {
      if (stopping.signal.aborted) return;
      const { db, clock } = context;
      const isDue = kind === 'backup' ? await isNightDue(context) : await isRehearsalDue(context);
      const run = await claimRun(db, kind, { isDue, now: clock.now() });
      if (run) await perform(run);
    }
  }

  async function perform(run: Run): Promise<void> {
    const { db, clock, log, config } = context;
    const lease = setInterval(() => void renewRunLease(db, run.id, clock.now()).catch(() => {}), renewEveryMs);
    let end: RunEnd;
    try {
      const task = { config, kind: run.kind, reason: run.reason, now: clock.now().toISOString() };
      const { signal } = stopping;
      const result = await runInChild<Result>(dependencies.script, task, { signal, otherwise: failed[run.kind] });
      end = { state: 'done', ...result };
    } catch (error) {
      const sentence = error instanceof ChildFailed ? error.message : failed[run.kind];
      // A refusal with its own sentence, such as a full disk, is no fault of the site.
      if (sentence === failed[run.kind])
        log.error(`${run.kind} failed`, { error: error instanceof ChildFailed ? (error.cause ?? error) : error });
      else log.warn(`${run.kind} refused`, { sentence });
      end = { state: 'failed', error: sentence };
    } finally {
      clearInterval(lease);
    }
    // A stop is not a failure to report.
    if (stopping.signal.aborted) return renewRunLease(db, run.id, null);
    await record(run, end);
    // Last: a run that is not recorded is done again.
    if (end.state === 'done' && run.kind === 'backup') await removeOutdated(context);
  }

  async function record(run: Run, end: RunEnd): Promise<void> {
    const now = context.clock.now();
    const before = await latestEndedRunQuery(context.db, run.kind).executeTakeFirst();
    await transact(context.db, async (trx) => {
      if (!(await endRunAndPrune(trx, run.id, end, now))) return;
      const notice = noticeOf(run, end, before);
      if (notice) await dependencies.tell(trx, notice, now);
    });
  }

  return { runDue, stop: () => stopping.abort() };
}

/** Null unless this is the first failure of its kind. */
function noticeOf(
  { kind }: Run,
  end: RunEnd,
  before: Run | undefined,
): { subject: string; paragraphs: string[] } | null {
  const seeBackups = 'The screen Backups in the administrator area shows more.';
  if (end.state === 'failed') {
    if (before?.state === 'failed') return null;
    const subject =
      kind === 'backup' ? 'The backup of the website has failed' : 'A backup of the website cannot be restored';
    return { subject, paragraphs: [end.error, seeBackups] };
  }
  if (end.copyError === null || before?.copyError) return null;
  const kept = 'The backup itself was made and is stored where the site runs.';
  return { subject: 'The second copy of the backup has failed', paragraphs: [end.copyError, kept, seeBackups] };
}

/** True if no backup has started since 3 AM in the society's time zone. A new site is backed up in its first night. */
async function isNightDue({ db, config, clock }: Context): Promise<boolean> {
  const now = clock.now();
  const { timeZone } = await getSettings(db, config);
  const night = lastNightlyTime(now, timeZone);
  const last = (await latestRunBegunAt(db, 'backup', now)) ?? (await siteBeganAt(db, now));
  return last !== undefined && last < night;
}

export function lastNightlyTime(now: Date, timeZone: string): string {
  const nightOf = (instant: Date) =>
    wallTimeToInstant(`${isoDayInZone(instant.toISOString(), timeZone)}T${nightlyAt}`, timeZone);
  const today = nightOf(now);
  return today <= now.toISOString() ? today : nightOf(new Date(now.getTime() - dayMs));
}

async function isRehearsalDue({ db, clock }: Context): Promise<boolean> {
  const backup = await latestEndedRunQuery(db, 'backup').executeTakeFirst();
  if (backup?.state !== 'done') return false;
  const now = clock.now();
  const last = await latestRunBegunAt(db, 'rehearsal', now);
  return last === null || Date.parse(last) <= now.getTime() - 7 * dayMs;
}

async function removeOutdated({ config, clock }: Context): Promise<void> {
  const { dir } = config.backup;
  for (const name of outdatedBackups(await readdir(dir), clock.now())) await rm(join(dir, name), { force: true });
}
