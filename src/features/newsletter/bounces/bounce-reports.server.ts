/** What others report about our mails after they took them, and what it means for the address. */

import { withdrawConfirmations } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import { suppress } from '#features/newsletter/subscribers/suppressions.server.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { type Bounce, recordBounce } from './bounces.server.ts';

export type BounceReport = {
  /** `complaint`: the reader called it spam. */
  type: 'hard' | 'soft' | 'complaint';
  /** Ours, with or without its angle brackets. */
  messageId: string;
  reason: string;
};

const mostTroubleADay = 20;

/** Answers whether the report is about one of our mails. */
export async function noteReport(db: Db, report: BounceReport, now: Date): Promise<boolean> {
  return transact(db, async (trx) => {
    const messageId = withBrackets(report.messageId);
    const subscriberId = await findAddressee(trx, messageId);
    if (subscriberId === null) return false;
    const bounce = { subscriberId, source: 'mailbox', messageId, answer: readable(report.reason) } as const;
    if (report.type === 'complaint') await noteComplaint(trx, bounce, now);
    else await recordBounce(trx, { ...bounce, kind: report.type }, now);
    return true;
  });
}

/** Kept for a while, to be looked at; anybody may write such mails, so that a day has room for some only. */
export async function noteTrouble(
  db: Db,
  { kind, words }: { kind: 'ours' | 'unread'; words: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const today = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', 'in', ['bounce.ours', 'bounce.unread'])
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(today.count) >= mostTroubleADay) return;
  const detail = {
    words: withoutAddresses(readable(words)).slice(0, 300),
  };
  await audit(db, { at: now, administratorId: null, action: `bounce.${kind}`, entityId: null, detail });
}

type Complaint = Omit<Bounce, 'kind'>;

/** Whoever calls our mail spam has left, and is not written to again even when the address is entered anew. */
async function noteComplaint(trx: Db, complaint: Complaint, now: Date): Promise<void> {
  const { subscriberId, answer } = complaint;
  await keepComplaint(trx, { ...complaint, answer: answer.slice(0, 500), at: now.toISOString() });
  await withdrawConfirmations(trx, subscriberId);
  const left = await trx
    .updateTable('subscribers')
    .set({ unsubscribedAt: now.toISOString() })
    .where('id', '=', subscriberId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['confirmed', 'pending']),
        eb.and([eb('state', '=', 'suppressed'), eb('unsubscribedAt', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  if (left.numUpdatedRows > 0n) {
    const detail = { because: 'They reported our mail as spam' };
    await audit(trx, {
      at: now,
      administratorId: null,
      action: 'subscriber.unsubscribe',
      entityId: subscriberId,
      detail,
    });
  }
  const because = `Reported our mail as spam: ${answer}`;
  if (await suppress(trx, { subscriberId, because, isForAll: true, now })) return;
  // Suppressed before, by a bounce: taken back or not, that one decides no more.
  await trx.updateTable('bounces').set({ isSuppressing: false }).where('subscriberId', '=', subscriberId).execute();
  await trx
    .updateTable('subscribers')
    .set({ suppressedBecause: because.slice(0, 500) })
    .where('id', '=', subscriberId)
    .where('state', '=', 'suppressed')
    .execute();
}

/** The same report twice counts once. */
async function keepComplaint(trx: Db, complaint: Complaint & { at: string }): Promise<void> {
  const { subscriberId, messageId } = complaint;
  const known = trx.selectFrom('bounces').select('id').where('subscriberId', '=', subscriberId);
  if (await known.where('kind', '=', 'complaint').where('messageId', '=', messageId).executeTakeFirst()) return;
  await trx
    .insertInto('bounces')
    .values({ ...complaint, kind: 'complaint' })
    .execute();
}

/** The reader of the mail with this Message-ID, which only its receivers and those who carried it know. */
async function findAddressee(trx: Db, messageId: string): Promise<number | null> {
  const mail = trx.selectFrom('mails').select('subscriberId').where('messageId', '=', messageId);
  return (await mail.executeTakeFirst())?.subscriberId ?? null;
}

function withBrackets(messageId: string): string {
  return `<${messageId.trim().replace(/^<|>$/g, '')}>`;
}

function withoutAddresses(words: string): string {
  return words
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');
}

function readable(reason: string): string {
  return reason.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
