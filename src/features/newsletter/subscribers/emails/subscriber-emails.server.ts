/** What subscribers are sent beside newsletters: questions for a confirmation, reminders, notices that they were taken off. */
import type { Selectable } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import type { Db } from '#platform/db/db.ts';
import { normaliseEmail } from '#platform/mail/email-address.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';

export const subscriberEmailKinds = ['confirm', 'already-subscribed', 'unsubscribed-notice', 'welcome'] as const;
export type SubscriberEmailKind = (typeof subscriberEmailKinds)[number];

const dayMs = 86_400_000;
const keptAfterExpiryMs = 7 * dayMs;
/** No row has this id. */
const noOne = 0;

/** How often an address is asked for its confirmation, by the form and by administrators. */
const confirmCoolDownMs = 15 * 60_000;
const confirmationsPerDay = 3;

export type Subscriber = Selectable<SubscribersTable>;

type SubscriberEmail = { kind: SubscriberEmailKind; subscriberId: number; now: Date };

/**
 * Must run in the transaction of the change. Unless `isDue` writes nothing, by the same statement, so that no one can tell by
 * the time it takes.
 */
export async function enqueueSubscriberEmail(
  trx: Db,
  { kind, subscriberId, now }: SubscriberEmail,
  isDue = true,
): Promise<void> {
  await enqueueEmail(trx, { kind, to: { subscriberId: isDue ? subscriberId : noOne } }, now);
}

/** What someone was written in the last 24 hours or is still to be sent, newest first, and whether a link awaits them. */
export async function readRecentEmails(trx: Db, subscriberId: number, now: Date) {
  const emails = await trx
    .selectFrom('mails')
    .where('issueId', 'is', null)
    .select(['kind', 'state', 'createdAt'])
    .where('subscriberId', '=', subscriberId)
    .where((where) =>
      where.or([
        where('createdAt', '>', new Date(now.getTime() - dayMs).toISOString()),
        where('state', 'in', ['queued', 'retry']),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .execute();
  const link = await trx
    .selectFrom('confirmations')
    .select('tokenHash')
    .where('subscriberId', '=', subscriberId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return { emails, hasLink: link !== undefined };
}

/** Ends the confirmations that someone has not used yet, also those not sent yet; tells whether there were any. */
export async function withdrawConfirmations(trx: Db, subscriberId: number): Promise<boolean> {
  const links = await trx
    .deleteFrom('confirmations')
    .where('subscriberId', '=', subscriberId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  const emails = await trx
    .updateTable('mails')
    .set({ state: 'failed', smtpAnswer: 'Withdrawn: the address was unsubscribed' })
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', 'confirm')
    .where('state', 'in', ['queued', 'retry'])
    .executeTakeFirst();
  return links.numDeletedRows + emails.numUpdatedRows > 0n;
}

/** Deletes unused links a week after they expired; a used one must answer success again (B3), so it stays. */
export async function purgeConfirmations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptAfterExpiryMs).toISOString();
  await db.deleteFrom('confirmations').where('expiresAt', '<', oldest).where('usedAt', 'is', null).execute();
}

/** Writes in every case, so that a known address takes as long as a new one. */
export async function findOrAddSubscriber(trx: Db, email: string, now: Date): Promise<Subscriber> {
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

export type RecentEmails = Awaited<ReturnType<typeof readRecentEmails>>;

/** Whether an address may be asked for its confirmation now. */
export function whetherToAsk({ emails, hasLink }: RecentEmails, now: Date): 'yes' | 'just asked' | 'asked often' {
  const asked = emails.filter(({ kind }) => kind === 'confirm');
  const isWithin = (ms: number) => (email: { createdAt: string }) => now.getTime() - Date.parse(email.createdAt) < ms;
  // Someone who has left has no working link: send a new one at once.
  const isAnyWaiting = asked.some(({ state }) => state === 'queued' || state === 'retry');
  if ((hasLink || isAnyWaiting) && asked.some(isWithin(confirmCoolDownMs))) return 'just asked';
  // No one can have a mailbox filled by asking, leaving and asking again; what failed or was withdrawn reached no one.
  const sent = asked.filter(({ state }) => state !== 'failed').filter(isWithin(dayMs));
  return sent.length < confirmationsPerDay ? 'yes' : 'asked often';
}
