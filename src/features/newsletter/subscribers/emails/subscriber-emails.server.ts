/** How often someone is asked to confirm. */
import type { Db } from '#platform/db/db.ts';

const dayMs = 86_400_000;

/** How often an address is asked to confirm, by the form and by administrators. */
const confirmCoolDownMs = 15 * 60_000;
const confirmationsPerDay = 3;

/**
 * The emails someone was sent in the last 24 hours or is still to get, newest first, whether a link awaits them, and whether their
 * mailbox refused for now and never permanently.
 */
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
  const bounces = await trx.selectFrom('bounces').select('kind').where('subscriberId', '=', subscriberId).execute();
  const wasFull = bounces.length > 0 && bounces.every(({ kind }) => kind === 'soft');
  return { emails, hasLink: link !== undefined, wasFull };
}

export type RecentEmails = Awaited<ReturnType<typeof readRecentEmails>>;

/** Whether an address may be asked to confirm now. */
export function decideWhetherToAsk({ emails, hasLink }: RecentEmails, now: Date): 'yes' | 'just asked' | 'asked often' {
  const asked = emails.filter(({ kind }) => kind === 'confirm');
  const isWithin = (ms: number) => (email: { createdAt: string }) => now.getTime() - Date.parse(email.createdAt) < ms;
  // Someone who has unsubscribed has no working link, so gets a new one at once.
  const isAnyWaiting = asked.some(({ state }) => state === 'queued' || state === 'retry');
  if ((hasLink || isAnyWaiting) && asked.some(isWithin(confirmCoolDownMs))) return 'just asked';
  // Asking, unsubscribing and asking again must not fill anyone's mailbox. Failed and withdrawn mails reached no one.
  const sent = asked.filter(({ state }) => state !== 'failed').filter(isWithin(dayMs));
  return sent.length < confirmationsPerDay ? 'yes' : 'asked often';
}
