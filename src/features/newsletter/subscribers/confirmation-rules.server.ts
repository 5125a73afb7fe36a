/** How often an address is asked for its confirmation, by the form and by administrators. */
import type { Selectable } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import type { Db } from '#platform/db/db.ts';
import { normaliseEmail } from '#platform/mail/address.ts';

export const confirmCoolDownMs = 15 * 60_000;
export const confirmationsPerDay = 3;

export type Subscriber = Selectable<SubscribersTable>;

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

export function isAnyWaiting(emails: { state: string }[]): boolean {
  return emails.some(({ state }) => state === 'queued' || state === 'retry');
}
