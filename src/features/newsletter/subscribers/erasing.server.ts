/**
 * Erases one address. What stays is counts without a name, and a hash with the site's own key: enough to notice when an imported
 * list brings someone back, too little to learn who it was.
 */
import type { NotNull } from 'kysely';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';
import { subscriberMessages } from './subscriber.ts';
import { lockSubscriber } from './subscribers.server.ts';

const secretName = 'erased-addresses';

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
    await rememberAddressHash(trx, 'erased', emailKey);
    await audit(trx, { at: clock.now(), administratorId, action: 'subscriber.erase', entityId: null });
  });
}

/** Mails still to be sent count as skipped; those that bounced or were reported as spam, as failed. */
async function keepNumbers(trx: Db, subscriberId: number): Promise<void> {
  const mails = await trx
    .selectFrom('mails')
    .select(['issueId', 'state', 'reported'])
    .where('subscriberId', '=', subscriberId)
    .where('issueId', 'is not', null)
    .$narrowType<{ issueId: NotNull }>()
    .execute();
  for (const { issueId, state: was, reported } of mails) {
    const isWaiting = ['queued', 'retry', 'kept'].includes(was);
    const state = isWaiting ? 'skipped' : reported !== null ? 'failed' : was;
    await trx
      .insertInto('erasedDeliveries')
      .values({ issueId, state, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['issueId', 'state'])
          .doUpdateSet(({ eb }) => ({ count: eb('erasedDeliveries.count', '+', 1) })),
      )
      .execute();
  }
}

/** Must run in the transaction that erases. Here and below, `emailKey` comes from `normaliseEmail`. */
export async function rememberAddressHash(trx: Db, reason: 'erased' | 'welcomed', emailKey: string): Promise<boolean> {
  const added = await trx
    .insertInto('rememberedAddresses')
    .values({ reason, addressHash: await addressHashOf(trx, emailKey) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('addressHash')
    .executeTakeFirst();
  return added !== undefined;
}

/** The addresses that were erased and have not confirmed since. */
export async function findErasedAddresses(db: Db, emailKeys: string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set();
  const secret = await secretFor(db, secretName);
  const byHash = new Map(emailKeys.map((emailKey) => [sign(secret, emailKey), emailKey]));
  const rows = await db
    .selectFrom('rememberedAddresses')
    .select('addressHash')
    .where('reason', '=', 'erased')
    .where('addressHash', 'in', [...byHash.keys()])
    .execute();
  return new Set(rows.map(({ addressHash }) => byHash.get(addressHash) ?? ''));
}

/** A hash with the site's own key. */
async function addressHashOf(trx: Db, emailKey: string): Promise<string> {
  return sign(await secretFor(trx, secretName), emailKey);
}

export async function forgetErasedAddress(trx: Db, emailKey: string): Promise<void> {
  const addressHash = await addressHashOf(trx, emailKey);
  await trx
    .deleteFrom('rememberedAddresses')
    .where('reason', '=', 'erased')
    .where('addressHash', '=', addressHash)
    .execute();
}
