/** Subscribing with double opt-in (B3 to B6). Nobody learns from an answer whether an address is known. */
import type { Selectable } from 'kysely';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { SubscribersTable } from '#platform/db/tables.ts';
import { sha256 } from '#platform/http/api.ts';
import {
  countConfirmLetters,
  findLastLetter,
  isConfirmationOpen,
  type LetterKind,
  writeLetterLater,
} from './letters.server.ts';
import { countCall } from './limits.server.ts';
import { normaliseEmail } from './links.server.ts';

const minuteMs = 60_000;
const confirmCoolDownMs = 15 * minuteMs;
const confirmationsPerDay = 3;
const reminderCoolDownMs = 24 * 60 * minuteMs;

export type Subscriber = Selectable<SubscribersTable>;

/**
 * Asks by mail for a confirmation, or reminds somebody who is already subscribed. Same answer for everybody.
 * @throws TooMany when the client's address block has used up its hour
 */
export async function subscribe(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const now = clock.now();
  await countCall(db, { purpose: 'subscribe', address, perHour: config.subscribeLimitPerHour, now });
  await transact(db, async (trx) => {
    const subscriber = await findOrAdd(trx, email, now);
    if (await isLetterDue(trx, subscriber, now)) {
      const kind = subscriber.state === 'confirmed' ? 'already-subscribed' : 'confirm';
      await writeLetterLater(trx, { kind, subscriberId: subscriber.id, siteUrl: config.siteUrl, now });
    }
  });
}

/** `unknown`: no such link; `expired`: too old, or overtaken by an unsubscription. */
export type VerifyResult = 'verified' | 'unknown' | 'expired';

/** Confirms the address that the token was mailed to; the same token again gives the same result (B3). */
export async function verify(db: Db, token: string, now: Date): Promise<VerifyResult> {
  return transact(db, async (trx) => {
    const link = await trx
      .selectFrom('confirmations')
      .innerJoin('subscribers', 'subscribers.id', 'confirmations.subscriberId')
      .select(['tokenHash', 'subscriberId', 'expiresAt', 'usedAt', 'state'])
      .where('tokenHash', '=', sha256(token))
      .executeTakeFirst();
    if (!link) return 'unknown';
    if (link.usedAt) return link.state === 'confirmed' ? 'verified' : 'expired';
    if (link.expiresAt <= now.toISOString() || link.state === 'suppressed') return 'expired';
    const at = now.toISOString();
    const used = await trx
      .updateTable('confirmations')
      .set({ usedAt: at })
      .where('tokenHash', '=', link.tokenHash)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (link.state === 'confirmed' || used.numUpdatedRows === 0n) return 'verified';
    await trx
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmedAt: at, unsubscribedAt: null })
      .where('id', '=', link.subscriberId)
      .execute();
    await audit(trx, { at: now, administratorId: null, action: 'subscriber.confirm', entityId: link.subscriberId });
    return 'verified';
  });
}

/** Writes in every case, so that a known address takes as long as a new one. */
async function findOrAdd(trx: Db, email: string, now: Date): Promise<Subscriber> {
  const at = now.toISOString();
  return trx
    .insertInto('subscribers')
    .values({
      email,
      emailKey: normaliseEmail(email),
      state: 'pending',
      createdAt: at,
      confirmedAt: null,
      unsubscribedAt: null,
      lastMailAt: at,
    })
    .onConflict((conflict) => conflict.column('emailKey').doUpdateSet({ lastMailAt: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function isLetterDue(trx: Db, subscriber: Subscriber, now: Date): Promise<boolean> {
  if (subscriber.state === 'suppressed') return false;
  if (subscriber.state === 'confirmed')
    return !(await wasWritten(trx, { subscriber, kind: 'already-subscribed', withinMs: reminderCoolDownMs, now }));
  // Nobody can have a mailbox filled by asking, leaving and asking again.
  if ((await countConfirmLetters(trx, subscriber.id, now)) >= confirmationsPerDay) return false;
  // Somebody who has left, confirmed before or not, holds no link that works: a new one at once.
  if (!(await isConfirmationOpen(trx, subscriber.id, now))) return true;
  return !(await wasWritten(trx, { subscriber, kind: 'confirm', withinMs: confirmCoolDownMs, now }));
}

type Recent = { subscriber: Subscriber; kind: LetterKind; withinMs: number; now: Date };

async function wasWritten(trx: Db, { subscriber, kind, withinMs, now }: Recent): Promise<boolean> {
  const last = await findLastLetter(trx, subscriber.id, kind);
  return last !== undefined && now.getTime() - Date.parse(last.createdAt) < withinMs;
}
