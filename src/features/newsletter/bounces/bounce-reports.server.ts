/** Applies what others report about our mails after accepting them, by webhook or by mail. */
import { revokeConfirmations } from '#features/newsletter/subscribers/confirmations.server.ts';
import { findSubscriberByEmail } from '#features/newsletter/subscribers/subscribers.server.ts';
import { suppressSubscriber } from '#features/newsletter/subscribers/suppressions.server.ts';
import { audit } from '#platform/audit.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { redactEmailAddresses } from '#shared/email-address.ts';
import { addBounceOnce, type Bounce, recordBounce } from './bounces.server.ts';

type BounceReport = {
  type: Bounce['kind'];
  messageId?: string | undefined;
  /** Only from a trusted sender: anyone can write a bounce mail about anyone. */
  email?: string | undefined;
  reason: string;
  source: Exclude<Bounce['source'], 'smtp'>;
  /** Counts a repeated report once; needed when there is no Message-ID. */
  key?: string | undefined;
};

const mostTroubleADay = 20;

/** Returns whether the report is about one of our mails or subscribers. */
export async function applyBounceReport(db: Db, report: BounceReport, now: Date): Promise<boolean> {
  return transact(db, async (trx) => {
    const { type, source, reason } = report;
    const messageId = report.messageId === undefined ? null : `<${report.messageId.trim().replace(/^<|>$/g, '')}>`;
    const subscriberId =
      (await findByMessageId(trx, messageId)) ?? (await findSubscriberByEmail(trx, report.email ?? ''))?.id;
    if (subscriberId === undefined) return false;
    const answer = readable(reason).slice(0, 500);
    const noted = { subscriberId, source, messageId: messageId ?? report.key ?? null, answer };
    // For the report. A complaint outweighs a bounce.
    if (messageId !== null)
      await trx
        .updateTable('mails')
        .set({ reported: type === 'complaint' ? type : 'bounced', smtpAnswer: answer })
        .where('messageId', '=', messageId)
        .where('issueId', 'is not', null)
        .where('state', 'in', ['sent', 'unknown'])
        .where((eb) => eb.or([eb('reported', 'is', null), eb('reported', '!=', 'complaint')]))
        .execute();
    await (type === 'complaint' ? recordComplaint(trx, noted, now) : recordBounce(trx, { ...noted, kind: type }, now));
    return true;
  });
}

/** Records it for a while, for administrators to look at. Anyone may write such mails, so only some are recorded per day. */
export async function auditBounceTrouble(
  db: Db,
  { type, words }: { type: 'ours' | 'unread'; words: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const today = db.selectFrom('audit').where('action', 'in', ['bounce.ours', 'bounce.unread']).where('at', '>', since);
  if ((await countRows(today)) >= mostTroubleADay) return;
  const detail = { words: redactEmailAddresses(readable(words)).slice(0, 300) };
  await audit(db, { at: now, administratorId: null, action: `bounce.${type}`, entityId: null, detail });
}

/** Unsubscribes and suppresses anyone who reports spam, even if the address is entered again. */
async function recordComplaint(trx: Db, complaint: Omit<Bounce, 'kind'>, now: Date): Promise<void> {
  const { subscriberId, answer } = complaint;
  await addBounceOnce(trx, { ...complaint, kind: 'complaint' }, now);
  await revokeConfirmations(trx, subscriberId);
  const left = await trx
    .updateTable('subscribers')
    .set({ unsubscribedAt: now.toISOString() })
    .where('id', '=', subscriberId)
    .where((eb) => {
      const isStill = eb.and([eb('state', '=', 'suppressed'), eb('unsubscribedAt', 'is', null)]);
      return eb.or([eb('state', 'in', ['confirmed', 'pending']), isStill]);
    })
    .executeTakeFirst();
  if (left.numUpdatedRows > 0n) {
    const entry = { action: 'subscriber.unsubscribe', entityId: subscriberId } as const;
    const detail = { because: 'They reported our email as spam' };
    await audit(trx, { ...entry, at: now, administratorId: null, detail });
  }
  const because = `Reported our email as spam: ${answer}`;
  if (await suppressSubscriber(trx, { subscriberId, because, isForAll: true, now })) return;
  // A bounce had suppressed it before: from now on the complaint decides, even if that bounce is undone.
  await trx.updateTable('bounces').set({ isSuppressing: false }).where('subscriberId', '=', subscriberId).execute();
  await trx
    .updateTable('subscribers')
    .set({ suppressedBecause: because.slice(0, 500) })
    .where('id', '=', subscriberId)
    .where('state', '=', 'suppressed')
    .execute();
}

/** The subscriber of the mail with this Message-ID, which only its recipient and the servers in between know. */
async function findByMessageId(trx: Db, messageId: string | null): Promise<number | null> {
  const mail = trx.selectFrom('mails').select('subscriberId').where('messageId', '=', messageId);
  return (await mail.executeTakeFirst())?.subscriberId ?? null;
}

function readable(reason: string): string {
  return reason.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
