/** Mails to one person that are not a newsletter: written as a row with the change that causes them, sent by the worker. */
import { sql } from 'kysely';
import { type Links, linksOf, newMessageId } from '#features/newsletter/content/links.server.ts';
import { type Claimed, claimDue, finish, isAnyDue, type Lease } from '#features/newsletter/delivery/ledger.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Config } from '#platform/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { LettersTable } from '#platform/db/tables.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { dayInWords } from '#shared/dates.ts';
import { composeLetter } from './letters-mail.ts';

export type LetterKind = LettersTable['kind'];

export type Outgoing = Claimed & {
  ledger: 'deliveries' | 'letters';
  mail: Mail;
  /** Asked right before a letter goes out; the course of its issue says it for a delivery. */
  isStillWanted?: () => Promise<boolean>;
};

export const notNeeded = 'Not needed any more';

const tokenLifeMs = 72 * 3_600_000;
const dayMs = 86_400_000;
const keptAfterExpiryMs = 7 * dayMs;
/** No row has this id. */
const nobody = 0;

type Letter = { kind: LetterKind; subscriberId: number; siteUrl: string; now: Date };

/** Must run in the transaction of the change. */
export async function writeLetterLater(trx: Db, letter: Letter): Promise<void> {
  await writeLetterIf(trx, true, letter);
}

/** Writes the letter or nothing, by the same statement, so that nobody can tell by the time it takes. */
export async function writeLetterIf(
  trx: Db,
  isDue: boolean,
  { kind, subscriberId, siteUrl, now }: Letter,
): Promise<void> {
  const at = now.toISOString();
  const row = trx
    .selectFrom('subscribers')
    .select([
      sql<LetterKind>`${kind}`.as('kind'),
      'id',
      sql<'queued'>`${'queued'}`.as('state'),
      sql<string>`${at}`.as('nextAttemptAt'),
      sql<string>`${newMessageId(siteUrl)}`.as('messageId'),
      sql<string>`${at}`.as('createdAt'),
    ])
    .where('id', '=', isDue ? subscriberId : nobody);
  await trx
    .insertInto('letters')
    .columns(['kind', 'subscriberId', 'state', 'nextAttemptAt', 'messageId', 'createdAt'])
    .expression(row)
    .execute();
}

/** What somebody was written in the last 24 hours or is still to be sent, newest first, and whether a link awaits them. */
export async function readLetters(trx: Db, subscriberId: number, now: Date) {
  const letters = await trx
    .selectFrom('letters')
    .select(['kind', 'state', 'createdAt'])
    .where('subscriberId', '=', subscriberId)
    .where((where) =>
      where.or([
        where('createdAt', '>', new Date(now.getTime() - dayMs).toISOString()),
        where('state', 'in', ['queued', 'retry']),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .execute();
  const link = await trx
    .selectFrom('confirmations')
    .select('tokenHash')
    .where('subscriberId', '=', subscriberId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return { letters, hasLink: link !== undefined };
}

/** Ends the confirmations that somebody has not used yet, also those not sent yet; tells whether there were any. */
export async function withdrawConfirmations(trx: Db, subscriberId: number): Promise<boolean> {
  const links = await trx
    .deleteFrom('confirmations')
    .where('subscriberId', '=', subscriberId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  const letters = await trx
    .updateTable('letters')
    .set({ state: 'failed', smtpAnswer: 'Withdrawn: the address was unsubscribed' })
    .where('subscriberId', '=', subscriberId)
    .where('kind', '=', 'confirm')
    .where('state', 'in', ['queued', 'retry'])
    .executeTakeFirst();
  return links.numDeletedRows + letters.numUpdatedRows > 0n;
}

/** Forgets links that nobody has used a week after they ended; a used one answers success again (B3), so it stays. */
export async function purgeConfirmations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptAfterExpiryMs).toISOString();
  await db.deleteFrom('confirmations').where('expiresAt', '<', oldest).where('usedAt', 'is', null).execute();
}

/** Claims letters that are due, with what they will say; those that have lost their reason meanwhile are closed. */
export async function claimLetters(
  db: Db,
  config: Pick<Config, 'siteUrl' | 'timeZone' | 'mailReplyTo'>,
  { owner, now, limit }: Lease & { limit: number },
): Promise<Outgoing[]> {
  if (limit <= 0 || !(await isAnyDue(db, 'letters', now))) return [];
  const { siteUrl } = config;
  const { societyName, contactLine, timeZone } = await getSettings(db, config);
  const links = await linksOf(db, siteUrl);
  return transact(db, async (trx) => {
    const claimed = await claimDue(trx, 'letters', { owner, now, limit });
    const outgoing: Outgoing[] = [];
    for (const row of claimed) {
      const addressee = await findAddressee(trx, row.id);
      if (!addressee || !isWanted(addressee)) {
        const outcome = { state: 'failed', code: null, answer: notNeeded } as const;
        await finish(trx, 'letters', { id: row.id, owner, now, outcome });
        continue;
      }
      const { kind, email } = addressee;
      const token = kind === 'confirm' ? randomToken() : null;
      if (token) await keepToken(trx, { token, subscriberId: row.subscriberId, now });
      const link = linkFor(links, { kind, email, token });
      const since = dayInWords(addressee.confirmedAt ?? addressee.subscribedAt, timeZone);
      const society = { siteUrl, societyName, contactLine };
      const letter = composeLetter(kind, { ...society, link, unsubscribeLink: links.unsubscribe(email), since });
      outgoing.push({
        ...row,
        ledger: 'letters',
        mail: { to: email, messageId: row.messageId, headers: headersOf(config), ...letter },
        isStillWanted: () => isStillWanted(db, row.id, token),
      });
    }
    return outgoing;
  });
}

/** A person may have left, confirmed or come back since the letter was written. */
function isWanted({ kind, createdAt, state, unsubscribedAt }: Addressee): boolean {
  if (kind === 'already-subscribed') return state === 'confirmed';
  if (kind === 'unsubscribed-notice') return state === 'unsubscribed';
  // Asked for after leaving, if they have ever left.
  return state === 'pending' || (state === 'unsubscribed' && createdAt >= (unsubscribedAt ?? ''));
}

/** The same once more, right before it goes out; a confirmation also needs its link. */
async function isStillWanted(db: Db, letterId: number, token: string | null): Promise<boolean> {
  const row = await findAddressee(db, letterId);
  if (!row || !isWanted(row)) return false;
  if (token === null) return true;
  const link = db.selectFrom('confirmations').select('tokenHash').where('tokenHash', '=', sha256(token));
  return (await link.where('usedAt', 'is', null).executeTakeFirst()) !== undefined;
}

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>;

async function findAddressee(db: Db, letterId: number) {
  return db
    .selectFrom('letters')
    .innerJoin('subscribers', 'subscribers.id', 'letters.subscriberId')
    .select([
      'letters.kind',
      'letters.createdAt',
      'subscribers.email',
      'subscribers.state',
      'subscribers.unsubscribedAt',
      'subscribers.confirmedAt',
      'subscribers.createdAt as subscribedAt',
    ])
    .where('letters.id', '=', letterId)
    .executeTakeFirst();
}

function headersOf({ mailReplyTo }: Pick<Config, 'mailReplyTo'>): Record<string, string> {
  const answers = mailReplyTo === undefined ? {} : { 'Reply-To': mailReplyTo };
  return { ...answers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
}

function linkFor(links: Links, { kind, email, token }: { kind: LetterKind; email: string; token: string | null }) {
  if (token !== null) return links.verify(token);
  return kind === 'unsubscribed-notice' ? links.undo(email) : links.unsubscribe(email);
}

/** Made when the letter goes out, so that the database never holds it in plain. */
async function keepToken(
  trx: Db,
  { token, subscriberId, now }: { token: string; subscriberId: number; now: Date },
): Promise<void> {
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
}
