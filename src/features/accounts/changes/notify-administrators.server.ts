/** Emails to administrators about their accounts. */
import type { Db } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';

export type Notice = {
  /** The administrator may be deactivated. */
  to: { administratorId: number } | { address: string };
  subject: string;
  /** Plain text, not HTML. */
  paragraphs: string[];
  /** A button to a screen of the site. */
  screen?: { label: string; path: string };
};

/** Call it in the transaction of the change. */
export async function enqueueNotice(trx: Db, { to, ...content }: Notice, now: Date): Promise<void> {
  await enqueueEmail(trx, { kind: 'account-notice', to, content }, now);
}

/** To every active administrator, with a button to the screen. Call it in the transaction of its cause. */
export async function notifyAdministrators(trx: Db, notice: Omit<Notice, 'to'>, now: Date): Promise<void> {
  const people = await trx.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
  for (const { id } of people) await enqueueNotice(trx, { ...notice, to: { administratorId: id } }, now);
}
