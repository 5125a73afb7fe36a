/** Addresses that the newsletter stops writing to. The site suppresses only a few by itself: about more it asks an administrator. */
import type { NotNull } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { findStopped } from '#platform/mail/first-mails.ts';

const shareByItself = 0.03;
const windowMs = 30 * 86_400_000;

/** `isForAll`: also for people who are not confirmed or have unsubscribed, and could ask to confirm again. */
export type Suppression = { subscriberId: number; because: string; isForAll?: boolean; now: Date };

/** Nothing more is sent to a suppressed address, however it got on the list. Returns whether it changed. */
export async function suppressSubscriber(
  trx: Db,
  { subscriberId, because, isForAll = false, now }: Suppression,
  administratorId: number | null = null,
): Promise<boolean> {
  const result = await trx
    .updateTable('subscribers')
    .set({ state: 'suppressed', suppressedAt: now.toISOString(), suppressedBecause: because.slice(0, 500) })
    .where('id', '=', subscriberId)
    .where('state', 'in', isForAll ? ['confirmed', 'pending', 'unsubscribed'] : ['confirmed'])
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  const detail = { because: because.split(':')[0] ?? '' };
  await audit(trx, { at: now, administratorId, action: 'subscriber.suppress', entityId: subscriberId, detail });
  return true;
}

/** For other features that write to the address: it bounced, or wants no mail. `emailKey` comes from `normaliseEmail`. */
export async function isAddressSuppressed(db: Db, emailKey: string, now: Date): Promise<boolean> {
  const found = db.selectFrom('subscribers').select('id').where('emailKey', '=', emailKey);
  const suppressed = await found.where('state', '=', 'suppressed').executeTakeFirst();
  return (await findStopped(db, [emailKey], now)).size > 0 || suppressed !== undefined;
}

export async function askAdministrator(trx: Db, { subscriberId, because, now }: Suppression): Promise<void> {
  await trx
    .updateTable('subscribers')
    .set((eb) => ({
      doubtedAt: eb.fn.coalesce('doubtedAt', eb.val(now.toISOString())),
      doubtedBecause: because.slice(0, 500),
    }))
    .where('id', '=', subscriberId)
    .where('state', '=', 'confirmed')
    .execute();
}

/** False if suppressing another would make it more than 3 % of the list within 30 days; a single one is never too many. */
export async function isWithinShare(trx: Db, now: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom('bounces')
    .innerJoin('subscribers', 'subscribers.id', 'bounces.subscriberId')
    .select(({ fn }) => fn.count<number>('bounces.subscriberId').distinct().as('count'))
    .where('bounces.isSuppressing', '=', true)
    .where('bounces.at', '>', new Date(now.getTime() - windowMs).toISOString())
    .where('subscribers.state', '=', 'suppressed')
    .executeTakeFirstOrThrow();
  const confirmed = await countRows(trx.selectFrom('subscribers').where('state', '=', 'confirmed'));
  const suppressed = Number(count);
  return suppressed < Math.max(1, Math.floor(shareByItself * (confirmed + suppressed)));
}

/**
 * Restores the former state; people who unsubscribed or reported our mail as spam stay away until they subscribe again. False if it
 * was not suppressed.
 */
export async function liftSuppressionOf(
  trx: Db,
  id: number,
  by: { administratorId: number | null; now: Date },
): Promise<boolean> {
  const subscriber = trx.selectFrom('subscribers').select(['confirmedAt', 'unsubscribedAt']).where('id', '=', id);
  const found = await subscriber.where('state', '=', 'suppressed').executeTakeFirst();
  if (!found) return false;
  const state = found.unsubscribedAt ? 'unsubscribed' : found.confirmedAt ? 'confirmed' : 'pending';
  const back = { state, suppressedAt: null, suppressedBecause: null } as const;
  await trx.updateTable('subscribers').set(back).where('id', '=', id).execute();
  const { administratorId, now } = by;
  await audit(trx, { at: now, administratorId, action: 'subscriber.lift', entityId: id });
  return true;
}

/** Their mailbox takes mail again: it may be full three more times before it is suppressed. */
export async function liftAfterConfirmation(trx: Db, id: number, now: Date): Promise<void> {
  await liftSuppressionOf(trx, id, { administratorId: null, now });
  await forgetSoftBounces(trx, id);
}

async function forgetSoftBounces(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('bounces').where('subscriberId', '=', id).where('kind', '=', 'soft').execute();
}

/** Addresses that bounced permanently and need a decision. */
export function pendingSuppressions(db: Db) {
  return db.selectFrom('subscribers').where('doubtedAt', 'is not', null).where('state', '=', 'confirmed');
}

/** The oldest first. */
export async function listPendingSuppressions(db: Db) {
  return pendingSuppressions(db)
    .select(['id as subscriberId', 'email', 'doubtedAt as at', 'doubtedBecause as because'])
    .$narrowType<{ at: NotNull; because: NotNull }>()
    .orderBy('doubtedAt')
    .orderBy('id')
    .execute();
}

type Decision = Actor & { subscriberIds: number[]; verb: 'suppress' | 'keep' };

/** Suppresses the waiting ones among `subscriberIds`, or keeps writing to them; returns how many. */
export async function decidePendingSuppressions(
  db: Db,
  { subscriberIds, verb, administratorId, now }: Decision,
): Promise<number> {
  return transact(db, async (trx) => {
    const wanted = new Set(subscriberIds);
    const pending = (await listPendingSuppressions(trx)).filter(({ subscriberId }) => wanted.has(subscriberId));
    for (const { subscriberId, because } of pending) {
      const subscriber = trx.updateTable('subscribers').where('id', '=', subscriberId);
      await subscriber.set({ doubtedAt: null, doubtedBecause: null }).execute();
      if (verb === 'suppress') await suppressSubscriber(trx, { subscriberId, because, now }, administratorId);
      // It takes three more bounces before it is asked again.
      else await forgetSoftBounces(trx, subscriberId);
    }
    const detail = { kept: pending.length };
    if (pending.length > 0 && verb === 'keep')
      await audit(trx, { at: now, administratorId, action: 'subscriber.keep', entityId: null, detail });
    return pending.length;
  });
}
