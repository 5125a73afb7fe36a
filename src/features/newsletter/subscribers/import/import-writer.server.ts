/** Adds imported addresses to the list. Requests to confirm go out one at a time, at half the newsletter's speed. */

import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';
import { findAddressesToLeaveAlone } from '../erasing.server.ts';
import type { SubscriberState, Wish } from '../subscriber.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';

/** People who left or bounced come only from an export of this site. */
export type Batch = { email: string; emailKey: string; state: SubscriberState; wish: Wish; line: number }[];

type Context = Pick<AppContext, 'clock' | 'config'>;
type Numbers = Pick<ImportReport, 'addedConfirmed' | 'addedPending' | 'confirmed' | 'known' | 'keptOut' | 'erased'>;

type Writing = {
  isDryRun: boolean;
  /** Counts what the import does, or would do in a dry run. */
  report: Numbers;
  /** Called with each line that changes nothing: `refused` was erased or wants no mail. */
  onLeft: (one: Pick<Batch[number], 'line' | 'state'>, as: 'known' | 'kept out' | 'refused') => void;
};

/** Must run in a transaction, unless it is a dry run. */
export function createImportWriter({ clock, config }: Context, { isDryRun, report, onLeft }: Writing) {
  const start = clock.now();
  const at = start.toISOString();
  const askEveryMs = 2000 / config.newsletter.ratePerSecond;
  let asked = 0;

  return async (trx: Db, all: Batch): Promise<void> => {
    const known = await statesOf(trx, all);
    const erased = await findAddressesToLeaveAlone(
      trx,
      keysOf(all.filter(({ emailKey }) => known.get(emailKey) !== 'confirmed')),
      start,
    );
    for (const one of all) if (erased.has(one.emailKey)) onLeft(one, 'refused');
    const batch = all.filter(({ emailKey }) => !erased.has(emailKey));
    const isNew = batch.filter(({ emailKey }) => !known.has(emailKey));
    const agreed = batch.filter(({ emailKey, state }) => state === 'confirmed' && known.get(emailKey) === 'pending');
    const left = batch.filter(({ emailKey }) => ['unsubscribed', 'suppressed'].includes(known.get(emailKey) ?? ''));
    const stays = batch.filter((one) => ![isNew, agreed, left].some((group) => group.includes(one)));
    for (const one of left) onLeft(one, 'kept out');
    for (const one of stays) onLeft(one, 'known');
    report.addedConfirmed += isNew.filter(({ state }) => state === 'confirmed').length;
    report.addedPending += isNew.filter(({ state }) => state === 'pending').length;
    report.confirmed += agreed.length;
    report.keptOut += left.length;
    report.erased += erased.size;
    report.known += stays.length;
    if (isDryRun) return;
    const added = isNew.length > 0 ? await insertSubscribers(trx, isNew, at) : [];
    const pending = added.filter(({ state }) => state === 'pending');
    const emails = pending.map(({ id: subscriberId }) => {
      const dueAt = new Date(start.getTime() + Math.round(asked++ * askEveryMs));
      return { subscriberId, dueAt };
    });
    await enqueueEmails(trx, 'confirm', emails, start);
    if (agreed.length > 0)
      await trx
        .updateTable('subscribers')
        .set({ state: 'confirmed', confirmedAt: at })
        .where('state', '=', 'pending')
        .where('emailKey', 'in', keysOf(agreed))
        .execute();
  };
}

async function statesOf(db: Db, batch: Batch): Promise<Map<string, string>> {
  if (batch.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscribers')
    .select(['emailKey', 'state'])
    .where('emailKey', 'in', keysOf(batch))
    .execute();
  return new Map(rows.map(({ emailKey, state }) => [emailKey, state]));
}

function keysOf(batch: Batch): string[] {
  return batch.map(({ emailKey }) => emailKey);
}

/** Leaves alone anyone who subscribes at the same moment. */
async function insertSubscribers(trx: Db, batch: Batch, at: string) {
  return trx
    .insertInto('subscribers')
    .values(
      batch.map(({ email, emailKey, state, wish }) => ({
        email,
        emailKey,
        state,
        wish,
        createdAt: at,
        confirmedAt: state === 'confirmed' ? at : null,
        unsubscribedAt: state === 'unsubscribed' ? at : null,
        suppressedAt: state === 'suppressed' ? at : null,
        suppressedBecause: state === 'suppressed' ? 'Imported as suppressed' : null,
        lastMailAt: null,
      })),
    )
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning(['id', 'state'])
    .execute();
}
