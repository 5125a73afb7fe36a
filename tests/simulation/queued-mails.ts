/** What waits, is being sent or has come to its end, of both queues. */
import type { Db } from '#platform/db/db.ts';

/** By `name` the mail server counts it; that of an e-mail nobody has begun is empty. */
export type QueuedMail = { queue: 'deliveries' | 'emails'; name: string; to: string; state: string; answer: string };

export async function queuedMails(db: Db): Promise<QueuedMail[]> {
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .select(['subscribers.email', 'deliveries.state', 'deliveries.smtpAnswer'])
    .orderBy('deliveries.id')
    .execute();
  const emails = await db
    .selectFrom('emails')
    .leftJoin('subscribers', 'subscribers.id', 'emails.subscriberId')
    .leftJoin('registrations', 'registrations.id', 'emails.registrationId')
    .select(['emails.messageId', 'emails.recipient', 'emails.state', 'emails.smtpAnswer', 'subscribers.email'])
    .select('registrations.email as guest')
    .orderBy('emails.id')
    .execute();
  return [
    ...deliveries.map(({ email, state, smtpAnswer }) => {
      return { queue: 'deliveries' as const, name: email, to: email, state, answer: smtpAnswer ?? '' };
    }),
    ...emails.map(({ messageId, recipient, email, guest, state, smtpAnswer }) => {
      const to = recipient ?? email ?? guest ?? '';
      return { queue: 'emails' as const, name: messageId ?? '', to, state, answer: smtpAnswer ?? '' };
    }),
  ];
}
