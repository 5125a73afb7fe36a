/**
 * Erases one address. What stays is counts without a name, and a hash with the site's own key: enough to notice when an imported
 * list brings someone back, too little to learn who it was.
 */
import { type NotNull, sql } from 'kysely';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import { findStopped } from '#platform/mail/first-mails.ts';
import { addressHashOf, findRemembered, rememberHash } from '#platform/mail/remembered-addresses.ts';
import { subscriberMessages } from './subscriber.ts';
import { lockSubscriber } from './subscribers.server.ts';

/**
 * Deletes the address and everything that belongs to it. Anonymous delivery counts stay, and a keyed hash that keeps imports from
 * adding it again.
 * @throws Conflict while a mail is on its way there
 */
export async function eraseSubscriber(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, administratorId }: { id: number; administratorId: number | null },
): Promise<void> {
  await transact(db, async (trx) => {
    const { emailKey } = await lockSubscriber(trx, id);
    const own = trx.selectFrom('mails').select('state').where('subscriberId', '=', id);
    const mails = await own.forUpdate().execute();
    if (mails.some(({ state }) => state === 'sending')) throw new Conflict(subscriberMessages.underWay);
    await keepNumbers(trx, id);
    await trx.deleteFrom('subscribers').where('id', '=', id).execute();
    await rememberHash(trx, 'erased', await addressHashOf(trx, emailKey));
    await audit(trx, { at: clock.now(), administratorId, action: 'subscriber.erase', entityId: null });
  });
}

/** Mails still to be sent count as skipped; those that bounced or were reported as spam, as failed. An issue has one for each address. */
async function keepNumbers(trx: Db, subscriberId: number): Promise<void> {
  const state = sql<MailsTable['state']>`case when state in ('queued', 'retry', 'kept') then 'skipped'
    when reported is not null then 'failed' else state end`;
  const mails = trx
    .selectFrom('mails')
    .select(['issueId', state.as('state'), sql.lit(1).as('count')])
    .where('subscriberId', '=', subscriberId)
    .where('issueId', 'is not', null)
    .$narrowType<{ issueId: NotNull }>()
    .orderBy('issueId');
  await trx
    .insertInto('erasedDeliveries')
    .columns(['issueId', 'state', 'count'])
    .expression(mails)
    .onConflict((conflict) =>
      conflict.columns(['issueId', 'state']).doUpdateSet(({ eb }) => ({ count: eb('erasedDeliveries.count', '+', 1) })),
    )
    .execute();
}

/** The addresses that were erased and have not confirmed since. They come from `normaliseEmail`, here and below. */
export function findErasedAddresses(db: Db, emailKeys: string[]): Promise<Set<string>> {
  return findRemembered(db, { reason: 'erased', addresses: emailKeys });
}

/** Those, and the addresses whose owners have asked not to be written to: no administrator may bring them back unasked. */
export async function findAddressesToLeaveAlone(db: Db, emailKeys: string[], now: Date): Promise<Set<string>> {
  return new Set([...(await findErasedAddresses(db, emailKeys)), ...(await findStopped(db, emailKeys, now))]);
}
