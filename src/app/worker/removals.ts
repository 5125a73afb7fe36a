/** The jobs that remove data because of its age. After a jump of the clock nothing is removed at once. */

import { clearForPurge } from '#app/bin-hooks.ts';
import { removeOldCards } from '#app/cards/old-cards.ts';
import { kinds } from '#app/kinds.ts';
import { purgeAccounts } from '#features/accounts/accounts.jobs.ts';
import { forgetOldActivity } from '#features/activity/activity.server.ts';
import { emptyBin } from '#features/bin/bin.jobs.ts';
import { sweepKeptFiles } from '#features/newsletter/content/kept-files.server.ts';
import { purgeConfirmations } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import { purgeUnconfirmed } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { eraseOldGuests, purgeUnconfirmed as purgeGuests } from '#features/registrations/registrations.jobs.ts';
import { purgeRevisions } from '#features/revisions/revisions.jobs.ts';
import { removeMarked } from '#features/uploads/removing.server.ts';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { purgeEndedCopies } from '#features/working-copies/working-copies.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { forgetLog } from '#platform/db/db.ts';
import { purgeIdempotencyKeys } from '#platform/idempotency-keys.ts';
import { forgetOldEmails } from '#platform/mail/outbox/email-queue.ts';
import type { Retention } from '#platform/retention.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log' | 'store'>;
type Removal = { name: string; everyMs: number; run(): Promise<unknown> };

const hourMs = 3_600_000;

export function removals(context: Context, retention: Retention): Removal[] {
  const { db, clock } = context;
  const jobs: Removal[] = [
    { name: 'forget ended sessions', everyMs: hourMs, run: () => purgeAccounts(db, clock.now()) },
    { name: 'forget old e-mails', everyMs: hourMs, run: () => forgetOldEmails(db, clock.now()) },
    { name: 'forget old activity', everyMs: hourMs, run: () => forgetOldActivity(db, clock.now()) },
    { name: 'forget unused links', everyMs: hourMs, run: () => purgeConfirmations(db, clock.now()) },
    { name: 'forget unconfirmed', everyMs: hourMs, run: () => purgeUnconfirmed(db, clock.now()) },
    { name: 'remove mails not kept any more', everyMs: hourMs, run: () => sweepKeptFiles(context) },
    { name: 'forget unconfirmed guests', everyMs: hourMs, run: () => purgeGuests(db, clock.now()) },
    { name: 'erase guests', everyMs: hourMs, run: () => eraseGuests(context) },
    { name: 'empty the bin', everyMs: hourMs, run: () => emptyBinWithPictures(context) },
    { name: 'forget old revisions', everyMs: hourMs, run: () => purgeRevisions(db, clock.now()) },
    { name: 'forget old idempotency keys', everyMs: hourMs, run: () => purgeIdempotencyKeys(db, clock.now()) },
    { name: 'forget ended copies', everyMs: hourMs, run: () => purgeEndedCopies(db, clock.now()) },
    { name: 'remove unused pictures', everyMs: 6 * hourMs, run: () => sweepOnce(context) },
    { name: 'remove old share cards', everyMs: 6 * hourMs, run: () => removeOldCards(context) },
  ];
  return jobs.map((job) => ({ ...job, run: async () => ((await retention.isDue()) ? job.run() : null) }));
}

export function removeMarkedOnce(context: Context): Promise<void> {
  return tryWithLock(context.db, 'remove deleted pictures', () => removeMarked(context));
}

/** Who is out of the database is out of the files of e-mails and of the database's log, too. */
async function eraseGuests(context: Context): Promise<void> {
  if (await eraseOldGuests(context)) await sweepKeptFiles(context);
  // Also of those who erased themselves while somebody else was reading.
  await forgetLog(context.db);
}

async function emptyBinWithPictures(context: Context): Promise<void> {
  await emptyBin(context.db, context.clock.now(), { kinds, clear: clearForPurge });
  await removeMarkedOnce(context);
}

/** Workers that start together would all list the store, and each record the removals. */
function sweepOnce(context: Context): Promise<void> {
  return tryWithLock(context.db, 'sweep pictures', () => sweepPictures(context));
}
