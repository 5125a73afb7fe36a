/** Erases what has reached its age limit, one kind after the other; not right after a jump of the clock. */
import { clearForPurge } from '#app/bin-hooks.ts';
import { forgetUndecidedImports } from '#app/imports/import-jobs.ts';
import { kinds } from '#app/kinds.ts';
import { noteSubscribersAtStart } from '#app/numbers/read-year-numbers.ts';
import { endDueAccountsAndNotify } from '#app/years/end-due-accounts.ts';
import { purgeSessionsAndLinks } from '#features/accounts/accounts.jobs.ts';
import { purgeOldActivity } from '#features/activity/activity.server.ts';
import { purgeExpiredItems } from '#features/bin/bin.jobs.ts';
import { stripOldCommittees } from '#features/committees/forgetting.server.ts';
import { purgeOldDrafts } from '#features/drafts/drafts.server.ts';
import { sweepOutboxFiles } from '#features/newsletter/content/outbox-files.server.ts';
import { purgeConfirmations } from '#features/newsletter/subscribers/confirmations.server.ts';
import { purgeUnconfirmedSubscribers } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import {
  eraseGuestsOfOldEvents,
  purgeUnconfirmedRegistrations as purgeGuests,
} from '#features/registrations/registrations.jobs.ts';
import { purgeRevisions } from '#features/revisions/revisions.jobs.ts';
import { removeMarkedPictures } from '#features/uploads/removing-pictures.server.ts';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { recordClockAndMayErase } from '#platform/clock-jump-guard.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { truncateDatabaseLog } from '#platform/db/db.ts';
import { purgeIdempotencyKeys } from '#platform/idempotency-keys.ts';
import { purgeStopped } from '#platform/mail/first-mails.ts';
import { forgetOldEmails } from '#platform/mail/queue/mail-rows.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log' | 'store'> & {
  outages: Pick<AppContext['outages'], 'report'>;
};

type Erasure = [name: string, erase: () => Promise<unknown>];

/** Runs every hour. Each erasure can fail independently; every sixth run also sweeps the store of pictures. */
export function createRetentionJobs(context: Context): () => Promise<void> {
  let runs = 0;
  return async () => {
    if (!(await recordClockAndMayErase(context))) return;
    const due = runs % 6 === 0 ? [...ofRows(context), ...ofFiles(context)] : ofRows(context);
    runs += 1;
    for (const [name, erase] of due)
      await erase().catch((error: unknown) => {
        if (!context.outages.report(error)) context.log.error('erasing failed', { name, error });
      });
  };
}

function ofRows(context: Context): Erasure[] {
  const { db, clock } = context;
  return [
    // Before anyone is erased.
    ['the year’s subscribers', () => noteSubscribersAtStart(context)],
    ['ended sessions', () => purgeSessionsAndLinks(db, clock.now())],
    ['old emails', () => forgetOldEmails(db, clock.now())],
    ['old activity', () => purgeOldActivity(db, clock.now())],
    ['addresses not to write to', () => purgeStopped(db, clock.now())],
    ['unused links', () => purgeConfirmations(db, clock.now())],
    ['unconfirmed subscribers', () => purgeUnconfirmedSubscribers(db, clock.now())],
    ['files of emails', () => sweepOutboxFiles(context)],
    ['unconfirmed guests', () => purgeGuests(db, clock.now())],
    ['guests', () => eraseGuests(context)],
    ['the bin', () => emptyBinWithPictures(context)],
    ['old revisions', () => purgeRevisions(db, clock.now())],
    ['accounts that end with a year', () => endDueAccountsAndNotify(context)],
    ['people of past committees', () => stripOldCommittees(db, clock.now())],
    ['old drafts', () => purgeOldDrafts(db, clock.now())],
    ['undecided imports', () => forgetUndecidedImports(context)],
    ['old idempotency keys', () => purgeIdempotencyKeys(db, clock.now())],
  ];
}

/** Workers that start together would all list the store, and each record the removals. */
function ofFiles(context: Context): Erasure[] {
  return [
    ['unused pictures', () => tryWithLock(context.db, 'sweep pictures', () => sweepPictures(context))],
    ['old files', () => removeOldFiles(context)],
  ];
}

const dayMs = 86_400_000;

/** Files that no row keeps: share cards are drawn again, and an import is decided about within seven days. */
const keptFiles = [
  { folder: 'cards/', ms: 30 * dayMs },
  { folder: 'imports/', ms: 8 * dayMs },
];

/** Removes those that are older, and the half-written files of a crash. */
export async function removeOldFiles({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  for await (const { path, modifiedAt } of store.list()) {
    const age = now - modifiedAt.getTime();
    if (keptFiles.some(({ folder, ms }) => path.startsWith(folder) && age > ms)) await store.remove(path);
  }
}

export function removeMarkedPicturesLocked(context: Context): Promise<void> {
  return tryWithLock(context.db, 'remove deleted pictures', () => removeMarkedPictures(context));
}

/** Removes erased guests from email files and from the database's log, too. */
async function eraseGuests(context: Context): Promise<void> {
  if (await eraseGuestsOfOldEvents(context)) await sweepOutboxFiles(context);
  // Also for people who erased themselves while someone else was reading.
  await truncateDatabaseLog(context.db);
}

async function emptyBinWithPictures(context: Context): Promise<void> {
  await purgeExpiredItems(context.db, context.clock.now(), { kinds, clear: clearForPurge });
  await removeMarkedPicturesLocked(context);
}
