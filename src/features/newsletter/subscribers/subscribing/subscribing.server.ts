/** Subscribing with double opt-in (B3 to B6). No one learns from an answer whether an address is known. */
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { passFormGate } from '#platform/forms/form-gate.ts';
import { findStopped, mayFormWrite } from '#platform/mail/first-mails.ts';
import { enqueueEmail, noOne } from '#platform/mail/queue/enqueue-email.ts';
import { addressHashOf, forgetHash } from '#platform/mail/remembered-addresses.ts';
import { sha256 } from '#platform/tokens.ts';
import type { Challenge } from '#shared/calls/api-error.ts';
import type { SubscriberEmailKind } from '../emails/compose-subscriber-email.ts';
import { decideWhetherToAsk, type RecentEmails, readRecentEmails } from '../emails/subscriber-emails.server.ts';
import { welcomeOnce } from '../emails/welcoming.server.ts';
import { findOrAddSubscriber, type SubscriberRow } from '../subscribers.server.ts';
import { liftAfterConfirmation } from '../suppressions.server.ts';
import type { SubscribeInput } from './subscribing.schema.ts';

const dayMs = 86_400_000;
const reminderCoolDownMs = dayMs;
const keptUnconfirmedMs = 7 * dayMs;
const purgedAtOnce = 500;

/**
 * Asks by mail for a confirmation, or reminds someone who is already subscribed. Gives everyone the same answer, with the same
 * statements, whether an address is new, pending, confirmed, unsubscribed or suppressed. A robot that fills in the hidden field
 * gets it too, and nothing happens. Returns a challenge if the form must do some work first.
 * @throws TooMany
 */
export async function subscribe(
  context: Pick<AppContext, 'db' | 'config' | 'clock'>,
  sent: SubscribeInput & { address: string },
): Promise<Challenge | null> {
  const gate = { form: 'subscribe', tooManyHere: newsletterAnswers.tooManyHere };
  const passed = await passFormGate(context, gate, sent);
  if (passed === 'robot') return null;
  if (passed !== 'passed') return passed;
  await transact(context.db, (trx) => askToConfirm(trx, sent.email, context.clock.now()));
  return null;
}

/** Also for people who tick the box in another form, which has checked them itself. */
export async function askToConfirm(trx: Db, email: string, now: Date): Promise<void> {
  const subscriber = await findOrAddSubscriber(trx, email, now);
  const { id: subscriberId, emailKey } = subscriber;
  const due = kindOfEmailDue(subscriber, await readRecentEmails(trx, subscriberId, now), now);
  const isDue = (await findStopped(trx, [emailKey], now)).size === 0 && due !== null;
  const wanted = { form: 'subscribe', email: emailKey, isDue, isFirst: due !== 'already-subscribed' } as const;
  const to = { subscriberId: (await mayFormWrite(trx, wanted, now)) ? subscriberId : noOne };
  await enqueueEmail(trx, { kind: due ?? 'confirm', to, content: { isByForm: true } }, now);
}

/** `unknown`: no such link; `expired`: too old, or overtaken by an unsubscription. */
export type VerifyResult = 'verified' | 'unknown' | 'expired';

/** Confirms the address that the token was mailed to; the same token again gives the same result (B3). */
export async function verifySubscription(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  token: string,
  now: Date,
): Promise<VerifyResult> {
  return transact(db, async (trx) => {
    const link = await trx
      .selectFrom('confirmations')
      .innerJoin('subscribers', 'subscribers.id', 'confirmations.subscriberId')
      .select(['tokenHash', 'subscriberId', 'expiresAt', 'usedAt', 'state', 'emailKey', 'suppressedAt'])
      .select('confirmations.createdAt as mailedAt')
      .where('tokenHash', '=', sha256(token))
      .executeTakeFirst();
    if (!link) return 'unknown';
    if (link.usedAt) return link.state === 'confirmed' ? 'verified' : 'expired';
    const { suppressedAt } = link;
    const isOvertaken = link.state === 'suppressed' && (suppressedAt === null || link.mailedAt < suppressedAt);
    if (link.expiresAt <= now.toISOString() || isOvertaken) return 'expired';
    const at = now.toISOString();
    const used = await trx
      .updateTable('confirmations')
      .set({ usedAt: at })
      .where('tokenHash', '=', link.tokenHash)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (link.state === 'confirmed' || used.numUpdatedRows === 0n) return 'verified';
    if (link.state === 'suppressed') await liftAfterConfirmation(trx, link.subscriberId, now);
    await trx
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmedAt: at, unsubscribedAt: null, wish: 'each' })
      .where('id', '=', link.subscriberId)
      .execute();
    await forgetHash(trx, 'erased', await addressHashOf(trx, link.emailKey));
    await welcomeOnce({ db: trx, config }, { ...link, now });
    await audit(trx, { at: now, administratorId: null, action: 'subscriber.confirm', entityId: link.subscriberId });
    return 'verified';
  });
}

function kindOfEmailDue(
  { state, suppressedAt }: SubscriberRow,
  written: RecentEmails,
  now: Date,
): SubscriberEmailKind | null {
  // Only for a mailbox that was full, and once a day: it may still be.
  const isAskedSince = written.emails.some(
    (email) => email.kind === 'confirm' && email.createdAt > (suppressedAt ?? ''),
  );
  if (state === 'suppressed' && (!written.wasFull || isAskedSince)) return null;
  if (state !== 'confirmed') return decideWhetherToAsk(written, now) === 'yes' ? 'confirm' : null;
  const last = written.emails.find(({ kind }) => kind === 'already-subscribed');
  const isReminded = last !== undefined && now.getTime() - Date.parse(last.createdAt) < reminderCoolDownMs;
  return isReminded ? null : 'already-subscribed';
}

/** Removes addresses that were not confirmed within a week of last being entered, and the mails to them. */
export async function purgeUnconfirmedSubscribers(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptUnconfirmedMs).toISOString();
  const unconfirmed = db
    .selectFrom('subscribers')
    .select('id')
    .where('state', '=', 'pending')
    .where('confirmedAt', 'is', null)
    .where((where) => where(where.fn.coalesce('lastMailAt', 'createdAt'), '<', oldest))
    .limit(purgedAtOnce);
  // Checks the state again: someone may have just confirmed.
  const removal = db.deleteFrom('subscribers').where('id', 'in', unconfirmed).where('state', '=', 'pending');
  while ((await removal.executeTakeFirst()).numDeletedRows > 0n);
}
