/** The links that confirm a subscription (double opt-in): added when their email is written, and ended by an unsubscription. */
import type { Db } from '#platform/db/db.ts';
import { returnFirstMails } from '#platform/mail/first-mails.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { lockSubscriber } from './subscribers.server.ts';

const dayMs = 86_400_000;
const tokenLifeMs = 3 * dayMs;
const keptAfterExpiryMs = 7 * dayMs;

/** Returns the token of the link. */
export async function addConfirmation(db: Db, subscriberId: number, now: Date): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + tokenLifeMs).toISOString();
  const link = { subscriberId, createdAt: now.toISOString(), expiresAt, usedAt: null };
  await db
    .insertInto('confirmations')
    .values({ ...link, tokenHash: sha256(token) })
    .execute();
  return token;
}

/** Ends someone's unused confirmations, even those not sent yet. Returns whether there were any. */
export async function revokeConfirmations(trx: Db, subscriberId: number): Promise<boolean> {
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
  const withdrawn = Number(emails.numUpdatedRows);
  if (withdrawn > 0) {
    const { emailKey: email } = await lockSubscriber(trx, subscriberId);
    await returnFirstMails(trx, { form: 'subscribe', email, count: withdrawn });
  }
  return links.numDeletedRows > 0n || withdrawn > 0;
}

/** Deletes unused links a week after they expired; a used one must answer success again (B3), so it stays. */
export async function purgeConfirmations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptAfterExpiryMs).toISOString();
  await db.deleteFrom('confirmations').where('expiresAt', '<', oldest).where('usedAt', 'is', null).execute();
}
