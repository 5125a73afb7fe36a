/** What administrators are told about their accounts by e-mail, each with the change that causes it. */
import type { Db } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/outbox/enqueue-email.ts';

export type Notice = {
  /** An administrator, also a deactivated one, or a bare address. */
  to: { administratorId: number } | { address: string };
  subject: string;
  /** Plain texts. */
  paragraphs: string[];
  /** The change that its link reverts; rows in the database have this name. */
  objection?: { changeId: number; recipientId: number };
};

/** Must run in the transaction of the change. */
export async function enqueueNotice(trx: Db, { to, ...content }: Notice, now: Date): Promise<void> {
  await enqueueEmail(trx, { kind: 'account-notice', to, content }, now);
}
