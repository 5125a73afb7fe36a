/** What an administrator can do with one address: add it, remove it, lift its suppression. */
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { revokeConfirmations } from './confirmations.server.ts';
import { decideWhetherToAsk, readRecentEmails } from './emails/subscriber-emails.server.ts';
import { findAddressesToLeaveAlone } from './erasing.server.ts';
import { subscriberMessages } from './subscriber.ts';
import { findOrAddSubscriber, lockSubscriber } from './subscribers.server.ts';
import { markLeft } from './subscribing/unsubscribing.server.ts';
import { liftSuppressionOf } from './suppressions.server.ts';

type Context = Pick<AppContext, 'db' | 'clock'>;
type Wanted = { id: number; administratorId: number };

/**
 * Asks the address to confirm, at most once in 15 minutes; no one is subscribed by someone else. Returns
 * the subscriber's id.
 * @throws Conflict when it is subscribed, suppressed, erased or wants no mail, or was asked often enough today
 */
export async function addSubscriber(
  { db, clock }: Context,
  { email, administratorId }: { email: string; administratorId: number },
): Promise<number> {
  const now = clock.now();
  return transact(db, async (trx) => {
    if ((await findAddressesToLeaveAlone(trx, [normaliseEmail(email)], now)).size > 0)
      throw new Conflict(subscriberMessages.wasErased);
    const { id, state } = await findOrAddSubscriber(trx, email, now);
    if (state === 'confirmed') throw new Conflict(subscriberMessages.isSubscribed);
    if (state === 'suppressed') throw new Conflict(subscriberMessages.isSuppressed);
    const may = decideWhetherToAsk(await readRecentEmails(trx, id, now), now);
    // Two clicks send one request.
    if (may === 'just asked') return id;
    if (may === 'asked often') throw new Conflict(subscriberMessages.askedOften);
    await enqueueEmail(trx, { kind: 'confirm', to: { subscriberId: id }, content: { isByForm: false } }, now);
    await audit(trx, { at: now, administratorId, action: 'subscriber.add', entityId: id });
    return id;
  });
}

/** Sends no mail about it: the person asked for it. */
export async function unsubscribeForAdministrator(
  { db, clock }: Context,
  { id, administratorId }: Wanted,
): Promise<void> {
  const now = clock.now();
  await transact(db, async (trx) => {
    const { state } = await lockSubscriber(trx, id);
    if (state === 'unsubscribed' || state === 'suppressed') throw new Conflict(newsletterAnswers.notSubscribed);
    await revokeConfirmations(trx, id);
    await markLeft(trx, { id, state }, now);
    await audit(trx, { at: now, administratorId, action: 'subscriber.remove', entityId: id });
  });
}

/** @throws NotFound, or Conflict when it is not suppressed */
export async function liftSuppression({ db, clock }: Context, { id, administratorId }: Wanted): Promise<void> {
  await transact(db, async (trx) => {
    await lockSubscriber(trx, id);
    if (!(await liftSuppressionOf(trx, id, { administratorId, now: clock.now() })))
      throw new Conflict(subscriberMessages.notSuppressed);
  });
}
