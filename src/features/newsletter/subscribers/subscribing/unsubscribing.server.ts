/** Unsubscribing and undoing it (B1, B2): unsubscribing always works; without a token, or without a person, it can be undone by mail. */
import { isValidLinkToken } from '#features/newsletter/content/newsletter-links.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { limitCalls } from '#platform/forms/form-rate-limits.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { revokeConfirmations } from '../confirmations.server.ts';
import type { SubscriberState, Wish } from '../subscriber.ts';
import { findSubscriberByEmail } from '../subscribers.server.ts';

const perHourWithoutToken = 20;
const undoDays = 30;

type Context = Pick<AppContext, 'db' | 'clock'>;

/** `isUnattended`: by a page that saw no sign of a person, as when a mail scanner runs its script. */
type Leaving = { email: string; token: string | undefined; address: string; isUnattended?: boolean };

/**
 * Unsubscribes the address, known or not. A wrong token counts as none, so that a mangled link keeps no one on the list. Returns
 * whether the same token can undo it.
 * @throws Invalid when the link was mangled beyond an address
 * @throws TooMany without a valid token only; mail providers send many one-click calls from one address
 */
export async function unsubscribe(
  { db, clock }: Context,
  { email, token, address, isUnattended = false }: Leaving,
): Promise<{ canUndo: boolean }> {
  const now = clock.now();
  const withToken = await isValidLinkToken(db, email, token);
  if (!withToken && !isEmailAddress(email)) throw new Invalid(newsletterAnswers.linkBroken);
  if (!withToken) await limitCalls(db, { purpose: 'unsubscribe', address, perHour: perHourWithoutToken, now });
  return transact(db, async (trx) => {
    await unsubscribeAddress(trx, { email, withToken, isUnattended, now });
    return { canUndo: withToken && canReturn(await findSubscriberByEmail(trx, email), now) };
  });
}

type Unsubscription = { email: string; withToken: boolean; isUnattended: boolean; now: Date };

async function unsubscribeAddress(trx: Db, { email, withToken, isUnattended, now }: Unsubscription): Promise<void> {
  const subscriber = await findSubscriberByEmail(trx, email);
  if (!subscriber) return;
  // Ends a pending resubscription: mails being sent are older.
  if ((await revokeConfirmations(trx, subscriber.id)) && subscriber.state === 'unsubscribed')
    await markLeft(trx, subscriber, now);
  if (subscriber.state === 'unsubscribed') return;
  if (subscriber.state === 'suppressed' && subscriber.unsubscribedAt !== null) return;
  if (!(await markLeft(trx, subscriber, now))) return;
  const subscriberId = subscriber.id;
  const action = 'subscriber.unsubscribe';
  await audit(trx, { at: now, administratorId: null, action, entityId: subscriberId, detail: { withToken } });
  // People who never confirmed have nothing to undo.
  if ((!withToken || isUnattended) && subscriber.state === 'confirmed')
    await enqueueEmail(trx, { kind: 'unsubscribed-notice', to: { subscriberId } }, now);
}

/**
 * A suppressed address stays suppressed, and is unsubscribed once that is lifted. False if someone else has changed the state in
 * the meantime.
 */
export async function markLeft(
  trx: Db,
  { id, state }: { id: number; state: SubscriberState },
  now: Date,
): Promise<boolean> {
  const changed = await trx
    .updateTable('subscribers')
    .set({ state: state === 'suppressed' ? state : 'unsubscribed', unsubscribedAt: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Undoes an unsubscription within 30 days, with the token from a mail to that address. Returns what it gets again. @throws Invalid */
export async function resubscribe(
  { db, clock }: Context,
  { email, token }: { email: string; token: string },
): Promise<Wish> {
  const now = clock.now();
  if (!(await isValidLinkToken(db, email, token))) throw new Invalid(newsletterAnswers.resubscribeRefused);
  return transact(db, async (trx) => {
    const subscriber = await findSubscriberByEmail(trx, email);
    if (subscriber?.state === 'confirmed') return subscriber.wish;
    if (!subscriber || !canReturn(subscriber, now)) throw new Invalid(newsletterAnswers.resubscribeRefused);
    await trx
      .updateTable('subscribers')
      .set({ state: 'confirmed', unsubscribedAt: null })
      .where('id', '=', subscriber.id)
      .execute();
    await audit(trx, { at: now, administratorId: null, action: 'subscriber.resubscribe', entityId: subscriber.id });
    return subscriber.wish;
  });
}

type Left = Awaited<ReturnType<typeof findSubscriberByEmail>>;

function canReturn(subscriber: Left, now: Date): boolean {
  const oldest = new Date(now.getTime() - undoDays * 86_400_000).toISOString();
  return Boolean(
    subscriber?.state === 'unsubscribed' && subscriber.confirmedAt && (subscriber.unsubscribedAt ?? '') > oldest,
  );
}
