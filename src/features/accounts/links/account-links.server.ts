/**
 * Links that work once: to join, to choose a new password, to take a second factor away. Only a token's hash is stored. Several may
 * be open for one person and purpose; using or withdrawing one ends them all.
 */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import type { AccountLinksTable } from '../accounts.tables.ts';
import { accountLinkMessages } from './account-link.ts';

export type AccountLink = Selectable<AccountLinksTable>;

/** @throws NotFound when the link was used, withdrawn or has expired */
export async function getOpenLink(db: Db, token: string, now: Date): Promise<AccountLink> {
  const row = await openLinksQuery(db, now).selectAll().where('tokenHash', '=', sha256(token)).executeTakeFirst();
  if (!row || (isOfStartOrOperator(row) && row.createdAt <= ((await claimedAt(db)) ?? '')))
    throw new NotFound(accountLinkMessages.unusable);
  return row;
}

/** The link of the first administrator: it asks for the address, too. */
export async function isFirstLink(db: Db, link: AccountLink): Promise<boolean> {
  return isOfStartOrOperator(link) && !(await isClaimed(db));
}

function isOfStartOrOperator({ purpose, createdBy }: AccountLink): boolean {
  return purpose === 'join' && createdBy === null;
}

/** What a start has printed before no longer opens the site. */
async function claimedAt(db: Db): Promise<string | undefined> {
  const first = db.selectFrom('administrators').select('createdAt').orderBy('createdAt').limit(1);
  return (await first.executeTakeFirst())?.createdAt;
}

/** Whether the site has, or has had, an administrator. */
export async function isClaimed(db: Db): Promise<boolean> {
  return (await claimedAt(db)) !== undefined;
}

export async function isLinkOpen(db: Db, id: number, now: Date): Promise<boolean> {
  return (await openLinksQuery(db, now).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export function openLinksQuery(db: Db, now: Date) {
  return db.selectFrom('accountLinks').where('endedAt', 'is', null).where('expiresAt', '>', now.toISOString());
}

/** Adds a second link that expires with the first, of which only the hash is known. */
export async function copyLinkWithNewToken(db: Db, id: number): Promise<string> {
  const token = randomToken();
  const first = await db.selectFrom('accountLinks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _, ...link } = first;
  await db
    .insertInto('accountLinks')
    .values({ ...link, tokenHash: sha256(token) })
    .execute();
  return token;
}

/** Ends this link and all others of the same person and purpose. False if it had already ended. */
export async function endLinkAndSiblings(trx: Db, { id, ...link }: AccountLink, now: Date): Promise<boolean> {
  const ended = await endLinksQuery(trx, now).where('id', '=', id).returning('id').executeTakeFirst();
  const others = endLinksQuery(trx, now).where('purpose', '=', link.purpose);
  if (link.administratorId === null) await others.where('emailKey', '=', link.emailKey).execute();
  else await others.where('administratorId', '=', link.administratorId).execute();
  return ended !== undefined;
}

/** Add a `where` to choose the links. */
export function endLinksQuery(db: Db, now: Date) {
  return db.updateTable('accountLinks').set({ endedAt: now.toISOString() }).where('endedAt', 'is', null);
}
