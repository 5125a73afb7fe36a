/** Mails to one person that are not a newsletter: written as a row with the change that causes them, sent by the worker. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { LettersTable } from '#platform/db/tables.ts';
import { sha256 } from '#platform/http/api.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { type Claimed, claimDue, finish, isAnyDue, type Lease } from './ledger.server.ts';
import { composeLetter } from './letters-mail.ts';
import { type Links, linksOf, newMessageId, newToken } from './links.server.ts';

export type LetterKind = LettersTable['kind'];

export type Outgoing = Claimed & { ledger: 'deliveries' | 'letters'; mail: Mail };

const tokenLifeMs = 72 * 3_600_000;
const keptAfterExpiryMs = 7 * 86_400_000;

/** Must run in the transaction of the change. */
export async function writeLetterLater(
  trx: Db,
  { kind, subscriberId, siteUrl, now }: { kind: LetterKind; subscriberId: number; siteUrl: string; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await trx
    .insertInto('letters')
    .values({
      kind,
      subscriberId,
      state: 'queued',
      leaseOwner: null,
      leaseUntil: null,
      nextAttemptAt: at,
      smtpCode: null,
      smtpAnswer: null,
      messageId: newMessageId(siteUrl),
      createdAt: at,
      sentAt: null,
    })
    .execute();
}

export async function findLastLetter(db: Db, subscriberId: number, kind: LetterKind) {
  return db
    .selectFrom('letters')
    .select(['id', 'createdAt'])
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether somebody has a confirmation link that still works, or is about to be sent one. */
export async function isConfirmationOpen(trx: Db, subscriberId: number, now: Date): Promise<boolean> {
  const link = trx.selectFrom('confirmations').select('tokenHash').where('subscriberId', '=', subscriberId);
  const open = link.where('usedAt', 'is', null).where('expiresAt', '>', now.toISOString());
  if (await open.limit(1).executeTakeFirst()) return true;
  const waiting = confirmLetters(trx, subscriberId).select('id').where('state', 'in', ['queued', 'retry']);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** The confirmations of the last 24 hours that went out or will; those that failed or were withdrawn reached nobody. */
export async function countConfirmLetters(trx: Db, subscriberId: number, now: Date): Promise<number> {
  const { count } = await confirmLetters(trx, subscriberId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '!=', 'failed')
    .where('createdAt', '>', new Date(now.getTime() - 86_400_000).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

function confirmLetters(trx: Db, subscriberId: number) {
  return trx.selectFrom('letters').where('subscriberId', '=', subscriberId).where('kind', '=', 'confirm');
}

/** Ends the confirmations that somebody has not used yet, also those not sent yet. */
export async function withdrawConfirmations(trx: Db, subscriberId: number): Promise<void> {
  await trx.deleteFrom('confirmations').where('subscriberId', '=', subscriberId).where('usedAt', 'is', null).execute();
  await trx
    .updateTable('letters')
    .set({ state: 'failed', smtpAnswer: 'Withdrawn: the address was unsubscribed' })
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', 'confirm')
    .where('state', 'in', ['queued', 'retry'])
    .execute();
}

/** Forgets links that nobody has used a week after they ended; a used one answers success again (B3), so it stays. */
export async function purgeConfirmations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptAfterExpiryMs).toISOString();
  await db.deleteFrom('confirmations').where('expiresAt', '<', oldest).where('usedAt', 'is', null).execute();
}

/** Claims letters that are due, with what they will say; those that have lost their reason meanwhile are closed. */
export async function claimLetters(
  db: Db,
  config: Pick<Config, 'siteUrl' | 'timeZone'>,
  { owner, now, limit }: Lease & { limit: number },
): Promise<Outgoing[]> {
  if (limit <= 0 || !(await isAnyDue(db, 'letters', now))) return [];
  const { siteUrl } = config;
  const { societyName } = await getSettings(db, config);
  const links = await linksOf(db, siteUrl);
  return transact(db, async (trx) => {
    const claimed = await claimDue(trx, 'letters', { owner, now, limit });
    const outgoing: Outgoing[] = [];
    for (const row of claimed) {
      const { kind, email, subscriberState } = await addressee(trx, row.id);
      if (!fits[kind](subscriberState)) {
        const outcome = { state: 'failed', code: null, answer: 'Not needed any more' } as const;
        await finish(trx, 'letters', { id: row.id, owner, now, outcome });
        continue;
      }
      const link = await linkFor(trx, links, { kind, email, subscriberId: row.subscriberId, now });
      const letter = composeLetter(kind, { link, siteUrl, societyName, unsubscribeLink: links.unsubscribe(email) });
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
      outgoing.push({ ...row, ledger: 'letters', mail: { to: email, messageId: row.messageId, headers, ...letter } });
    }
    return outgoing;
  });
}

const fits: Record<LetterKind, (state: string) => boolean> = {
  confirm: (state) => state === 'pending' || state === 'unsubscribed',
  'already-subscribed': (state) => state === 'confirmed',
  'unsubscribed-notice': (state) => state === 'unsubscribed',
};

async function addressee(trx: Db, letterId: number) {
  return trx
    .selectFrom('letters')
    .innerJoin('subscribers', 'subscribers.id', 'letters.subscriberId')
    .select(['letters.kind', 'subscribers.email', 'subscribers.state as subscriberState'])
    .where('letters.id', '=', letterId)
    .executeTakeFirstOrThrow();
}

type LinkNeeds = { kind: LetterKind; email: string; subscriberId: number; now: Date };

/** A confirmation's token is made here, so that the database never holds it in plain. */
async function linkFor(trx: Db, links: Links, { kind, email, subscriberId, now }: LinkNeeds): Promise<string> {
  if (kind === 'unsubscribed-notice') return links.undo(email);
  if (kind === 'already-subscribed') return links.unsubscribe(email);
  const token = newToken();
  await trx
    .insertInto('confirmations')
    .values({
      tokenHash: sha256(token),
      subscriberId,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + tokenLifeMs).toISOString(),
      usedAt: null,
    })
    .execute();
  return links.verify(token);
}
