/** What a refusal says about an address, and when the newsletter stops writing to it. */
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';

export type Bounce = {
  subscriberId: number;
  kind: 'hard' | 'soft';
  source: 'smtp' | 'mailbox' | 'webhook';
  messageId: string | null;
  /** The mail server's words. */
  answer: string;
};

const softLimit = 3;
const softDays = 30;
const dayMs = 86_400_000;

/** Enhanced status codes (RFC 3463) that speak of a mailbox that does not exist or is closed; no part of 10.5.1.1. */
const unknownMailbox = /(?<![\d.])5\.(?:1\.(?:0|1|2|3|6|10)|2\.1|4\.4)(?!\.?\d)/;
const unknownMailboxInWords =
  /user unknown|unknown (?:user|recipient|mailbox)|no such (?:user|person|mailbox|recipient|address)|(?:user|mailbox|recipient|address) (?:does not exist|not found|unknown)|does ?n[o']t exist|invalid (?:mailbox|recipient)|no mailbox here/i;
/** Refusals for what we are or sent: policy (x.7), content (x.6), size (x.3.4). They say nothing about the address. */
const aboutUs =
  /\b[45]\.(?:7\.\d+|6\.\d+|3\.4)\b|spam|blocked|blacklist|blocklist|policy|reputation|too (?:large|big)/i;

/** Null when the answer is not about the address. */
export function bounceKind(code: number | null, answer: string): Bounce['kind'] | null {
  if (code === null) return null;
  if (code >= 500 && unknownMailbox.test(answer)) return 'hard';
  if (aboutUs.test(answer)) return null;
  if (code >= 500 && unknownMailboxInWords.test(answer)) return 'hard';
  return 'soft';
}

/**
 * Writes the bounce down and suppresses the address after one hard bounce, or the third soft one within 30 days. Must run
 * in a transaction. The same mail bounces once; one that was put off may still be refused for good.
 */
export async function recordBounce(trx: Db, bounce: Bounce, now: Date): Promise<void> {
  const { subscriberId, kind, messageId, answer } = bounce;
  if (messageId && (await isKnown(trx, { subscriberId, kind, messageId }))) return;
  const at = now.toISOString();
  await trx
    .insertInto('bounces')
    .values({ ...bounce, at, answer: answer.slice(0, 500) })
    .execute();
  if (kind === 'soft' && (await countSoft(trx, subscriberId, now)) < softLimit) return;
  const because = kind === 'hard' ? 'There is no such mailbox' : `${softLimit} mails bounced within ${softDays} days`;
  await suppress(trx, { subscriberId, because: `${because}: ${answer}`, now });
}

/** `isForAll`: also who is not confirmed, or has left, and could ask for a confirmation. */
type Suppression = { subscriberId: number; because: string; isForAll?: boolean; now: Date };

/** Nothing is sent to a suppressed address any more, however it came to be on the list. */
export async function suppress(trx: Db, { subscriberId, because, isForAll = false, now }: Suppression): Promise<void> {
  const result = await trx
    .updateTable('subscribers')
    .set({ state: 'suppressed', suppressedAt: now.toISOString(), suppressedBecause: because.slice(0, 500) })
    .where('id', '=', subscriberId)
    .where('state', 'in', isForAll ? ['confirmed', 'pending', 'unsubscribed'] : ['confirmed'])
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return;
  const detail = { because: because.split(':')[0] ?? '' };
  await audit(trx, { at: now, administratorId: null, action: 'subscriber.suppress', entityId: subscriberId, detail });
}

async function isKnown(
  trx: Db,
  { subscriberId, kind, messageId }: Pick<Bounce, 'subscriberId' | 'kind'> & { messageId: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('bounces')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .where('messageId', '=', messageId)
    .where('kind', 'in', kind === 'hard' ? ['hard'] : ['hard', 'soft'])
    .executeTakeFirst();
  return found !== undefined;
}

async function countSoft(trx: Db, subscriberId: number, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('bounces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', 'soft')
    .where('at', '>', new Date(now.getTime() - softDays * dayMs).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}
