/** The jobs of the mail worker, and how often each runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { backupDependencies } from '#app/backup/backup-dependencies.ts';
import { emailGroups } from '#app/email-kinds.ts';
import { createImportRunner } from '#app/imports/import-jobs.ts';
import { runDueSchedules } from '#app/scheduling/run-due-schedules.ts';
import { renderMissingBodies } from '#features/articles/content/missing-bodies.jobs.ts';
import { createBackupRunner } from '#features/backup/backups.jobs.ts';
import { createBounceCollector } from '#features/newsletter/bounces/bounces.jobs.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { scheduleDueDigest } from '#features/newsletter/issues/drafts/automatic-digests.server.ts';
import { remindGuests } from '#features/registrations/registrations.jobs.ts';
import { findPicturesToCopy } from '#features/uploads/copies/copies.jobs.ts';
import { copyDuePictures } from '#features/uploads/copies/copying-pictures.server.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { createEmailWorker, type MailWorkerContext } from '#platform/mail/queue/mail-worker.ts';
import type { Store } from '#platform/storage/store.ts';
import type { Outages } from '#platform/storage-outages.ts';
import { createRetentionJobs, removeMarkedPicturesLocked } from './retention-jobs.ts';

export type WorkerContext = MailWorkerContext & {
  store: Store;
  outages: Outages;
  /** Adjusts the clock to that of the other workers. */
  followClock?: () => Promise<void>;
};

const minuteMs = 60_000;

type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

export function startWorkerJobs(context: WorkerContext) {
  const emailWorker = createEmailWorker({ ...context, groups: emailGroups(context) });
  const deliveryWorker = createDeliveryWorker(context);
  const bounces = createBounceCollector(context);
  const backups = createBackupRunner(context, backupDependencies);
  const imports = createImportRunner(context);
  const { followClock = async () => {} } = context;
  const both = (act: (worker: typeof emailWorker) => Promise<void>) => async () => {
    await act(emailWorker);
    await act(deliveryWorker);
  };
  const renewLeases = both((worker) => worker.renewLeases());
  const endExpired = both((worker) => worker.endExpired());
  const jobs: Job[] = [
    { name: 'send newsletters', everyMs: 250, run: () => deliveryWorker.sendDue() },
    { name: 'send the outbox', everyMs: 250, run: () => emailWorker.sendDue() },
    { name: 'renew the leases', everyMs: 1_000, run: () => followClock().then(renewLeases) },
    { name: 'keep what was sent', everyMs: 1_000, run: both((worker) => worker.keepSent()) },
    { name: 'end mails of lost workers', everyMs: 1_000, run: () => followClock().then(endExpired) },
    { name: 'finish issues', everyMs: 1_000, run: () => deliveryWorker.finishIssues() },
    ...otherJobs(context, followClock),
    { name: 'back up', everyMs: 5_000, run: () => backups.runDue() },
    { name: 'import', everyMs: 1_000, run: () => imports.runDue() },
  ];
  if (context.config.newsletter.bounces.imapUrl)
    jobs.push({ name: 'read the mailbox of bounces', everyMs: 5 * minuteMs, run: () => bounces.collect() });
  // Nothing more is written into a damaged file.
  const isDamaged = () => context.outages.current()?.reason === 'database_damaged';
  const ends = jobs.map((job) => runRegularly({ ...job, run: async () => isDamaged() || job.run() }, context));
  return {
    /** Finishes the current mails and releases the rest, within 10 seconds. */
    async stop(): Promise<void> {
      // Leases must be renewed until the last current mail ends.
      const [endNewsletters, endEmails, endRenewing, ...others] = ends;
      bounces.stop();
      backups.stop();
      imports.stop();
      await Promise.all([emailWorker.stop(), deliveryWorker.stop(), ...others.map((end) => end())]);
      await Promise.all([endNewsletters?.(), endEmails?.()]);
      await endRenewing?.();
      await context.mailer.close();
    },
  };
}

function otherJobs(context: WorkerContext, followClock: () => Promise<void>): Job[] {
  return [
    { name: 'remove deleted pictures', everyMs: minuteMs, run: () => removeMarkedPicturesLocked(context) },
    { name: 'index texts', everyMs: 1_000, run: () => indexQueuedRows(context.db) },
    { name: 'render old articles', everyMs: 5_000, run: () => renderMissingBodies(context) },
    { name: 'copy pictures of other sites', everyMs: 5_000, run: () => copyDuePictures(context) },
    { name: 'find pictures of other sites', everyMs: 360 * minuteMs, run: () => findPicturesToCopy(context) },
    {
      name: 'publish scheduled articles',
      everyMs: 1_000,
      run: () => followClock().then(() => runDueSchedules(context)),
    },
    { name: 'make digests', everyMs: minuteMs, run: () => followClock().then(() => scheduleDueDigest(context)) },
    { name: 'remind guests', everyMs: minuteMs, run: () => remindGuests(context) },
    { name: 'erase what is due', everyMs: 60 * minuteMs, run: createRetentionJobs(context) },
  ];
}

/** Runs a job again and again with a pause in between, never twice at once. Logs a failure and continues. Returns a function that stops it. */
function runRegularly({ name, everyMs, run }: Job, { log, outages }: Pick<WorkerContext, 'log' | 'outages'>) {
  const ending = new AbortController();
  const { signal } = ending;
  const loop = async () => {
    while (!signal.aborted) {
      // An outage is logged once, not four times a second.
      await run().catch((error: unknown) => {
        if (!outages.report(error)) log.error('job failed', { job: name, error });
      });
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const ended = loop();
  return () => {
    ending.abort();
    return ended;
  };
}
