/** What waits, is being sent or has come to its end, of both queues. */
import type { Db } from '#platform/db/db.ts';

/** By `name` the mail server counts it; that of an email no one has begun is empty. */
export type QueuedMail = {
  queue: 'deliveries' | 'emails';
  name: string;
  to: string;
  state: string;
  answer: string;
  leaseUntil: string | null;
};

export async function queuedMails(db: Db): Promise<QueuedMail[]> {
  const deliveries = await db
    .selectFrom('mails')
    .where('issueId', 'is not', null)
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(['subscribers.email', 'mails.state', 'mails.smtpAnswer', 'mails.leaseUntil'])
    .orderBy('mails.id')
    .execute();
  const emails = await db
    .selectFrom('mails')
    .leftJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .leftJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['mails.messageId', 'mails.recipient', 'mails.state', 'mails.smtpAnswer', 'subscribers.email'])
    .select(['registrations.email as guest', 'mails.leaseUntil'])
    .where('mails.issueId', 'is', null)
    .orderBy('mails.id')
    .execute();
  return [
    ...deliveries.map(({ email, state, smtpAnswer, leaseUntil }) => {
      return { queue: 'deliveries' as const, name: email, to: email, state, answer: smtpAnswer ?? '', leaseUntil };
    }),
    ...emails.map(({ messageId, recipient, email, guest, state, smtpAnswer, leaseUntil }) => {
      const to = recipient ?? email ?? guest ?? '';
      return { queue: 'emails' as const, name: messageId ?? '', to, state, answer: smtpAnswer ?? '', leaseUntil };
    }),
  ];
}
