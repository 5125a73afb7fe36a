/**
 * Links that work once: to join, to choose a new password, to take a second factor away. Only a token's hash is stored. Several may
 * be open for one person and purpose; using or withdrawing one ends them all.
 */
import type { Selectable } from 'kysely';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { accountKey, accountMessages, emailProblem, usernameProblem } from '../account.ts';
import type { AccountLinksTable } from '../accounts.tables.ts';
import { notifyOfChange } from '../changes/change-notices.server.ts';
import { hasSecondFactor } from '../second-factor/factors.server.ts';
import { invitationMessages, linkLifetime } from './invitation.ts';

/** `administratorId` is null for the command line. */
export type Inviter = { administratorId: number | null; now: Date };
export type NewLink = { id: number; token: string; expiresAt: string };
export type AccountLink = Selectable<AccountLinksTable>;

/**
 * A new invitation replaces an open one for the same address.
 * @throws Invalid, Conflict when the address or the name belongs to an administrator
 */
export async function invite(
  db: Db,
  { email, username }: { email: string; username: string | null },
  { administratorId, now }: Inviter,
): Promise<NewLink> {
  const problem = emailProblem(email);
  if (problem) throw new Invalid(problem, { email: problem });
  const nameProblem = username === null ? null : usernameProblem(username);
  if (nameProblem) throw new Invalid(nameProblem, { username: nameProblem });
  const emailKey = accountKey(email);
  return transact(db, async (trx) => {
    const duplicate = await trx
      .selectFrom('administrators')
      .select('id')
      .where((where) =>
        where.or([where('emailKey', '=', emailKey), where('usernameKey', '=', accountKey(username ?? ''))]),
      )
      .executeTakeFirst();
    if (duplicate) throw new Conflict(accountMessages.taken);
    await endLinks(trx, now).where('emailKey', '=', emailKey).execute();
    const link = await insertLink(trx, {
      purpose: 'join',
      username: username?.trim() ?? null,
      email: email.trim(),
      emailKey,
      administratorId: null,
      createdBy: administratorId,
      now,
    });
    const detail = { username: username?.trim() ?? null };
    await audit(trx, { at: now, administratorId, action: 'administrator.invite', entityId: null, detail });
    await notifyOfChange(trx, { kind: 'invitation', actorId: administratorId, invited: email.trim() }, now);
    return link;
  });
}

const linkWords = {
  reset: {
    own: 'Your own password is changed under Your account.',
    action: 'administrator.reset-link',
    change: 'reset-link',
  },
  factor: {
    own: 'Your own second factor is changed under Your account.',
    action: 'administrator.factor-link',
    change: 'factor-link',
  },
} as const;

/** Names and address are in the account. */
const forAccount = { username: null, email: null, emailKey: null };

/**
 * For another, active administrator: to choose a new password, or to take their second factor away. Replaces an open one.
 * @throws NotFound, Conflict
 */
export async function linkFor(
  db: Db,
  { id, purpose }: { id: number; purpose: 'reset' | 'factor' },
  { administratorId, now }: Inviter,
): Promise<NewLink> {
  const { own, action, change: changeKind } = linkWords[purpose];
  if (id === administratorId) throw new Conflict(own);
  return transact(db, async (trx) => {
    const target = await trx.selectFrom('administrators').select('isActive').where('id', '=', id).executeTakeFirst();
    if (!target) throw new NotFound(accountMessages.notFound);
    if (!target.isActive) throw new Conflict('This administrator is deactivated. Reactivate the account first.');
    if (purpose === 'factor' && !(await hasSecondFactor(trx, id)))
      throw new Conflict('This administrator has no second factor.');
    await endLinks(trx, now).where('administratorId', '=', id).where('purpose', '=', purpose).execute();
    const link = await insertLink(trx, {
      ...forAccount,
      purpose,
      administratorId: id,
      createdBy: administratorId,
      now,
    });
    await audit(trx, { at: now, administratorId, action, entityId: id });
    await notifyOfChange(trx, { kind: changeKind, actorId: administratorId, targetId: id }, now);
    return link;
  });
}

/** Open ones, newest first; one of each person and purpose. */
export async function listInvitations(db: Db, now: Date) {
  const newest = openLinks(db, now)
    .select((row) => row.fn.max('id').as('id'))
    .groupBy(['purpose', 'emailKey', 'administratorId']);
  return db
    .selectFrom('accountLinks')
    .leftJoin('administrators as inviter', 'inviter.id', 'accountLinks.createdBy')
    .leftJoin('administrators as target', 'target.id', 'accountLinks.administratorId')
    .select(['accountLinks.id', 'accountLinks.purpose as kind', 'accountLinks.createdAt', 'accountLinks.expiresAt'])
    .select((row) => [
      row.fn.coalesce('target.username', 'accountLinks.username').as('username'),
      row.fn.coalesce('target.email', 'accountLinks.email').as('email'),
      'inviter.username as invitedBy',
    ])
    .where('accountLinks.id', 'in', newest)
    .orderBy('accountLinks.id', 'desc')
    .execute();
}

/** @throws NotFound when there is no such open link */
export async function revokeInvitation(db: Db, id: number, { administratorId, now }: Inviter): Promise<void> {
  await transact(db, async (trx) => {
    const link = await trx.selectFrom('accountLinks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!link || !(await endLink(trx, link, now))) throw new NotFound(invitationMessages.notFound);
    const detail = { username: link.username };
    await audit(trx, { at: now, administratorId, action: 'administrator.withdraw', entityId: null, detail });
  });
}

/** @throws NotFound when the link was used, withdrawn or has expired */
export async function findLink(db: Db, token: string, now: Date): Promise<AccountLink> {
  const row = await openLinks(db, now).selectAll().where('tokenHash', '=', sha256(token)).executeTakeFirst();
  if (!row) throw new NotFound(invitationMessages.unusable);
  return row;
}

export async function isOpen(db: Db, id: number, now: Date): Promise<boolean> {
  return (await openLinks(db, now).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

function openLinks(db: Db, now: Date) {
  return db.selectFrom('accountLinks').where('endedAt', 'is', null).where('expiresAt', '>', now.toISOString());
}

/** Another link beside this one, until the same moment: of the first only the hash is known. */
export async function addToken(db: Db, id: number): Promise<string> {
  const token = randomToken();
  const first = await db.selectFrom('accountLinks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _, ...link } = first;
  await db
    .insertInto('accountLinks')
    .values({ ...link, tokenHash: sha256(token) })
    .execute();
  return token;
}

/** With all others of the same person and purpose. False when it had ended already. */
export async function endLink(trx: Db, { id, ...link }: AccountLink, now: Date): Promise<boolean> {
  const ended = await endLinks(trx, now).where('id', '=', id).returning('id').executeTakeFirst();
  const others = endLinks(trx, now).where('purpose', '=', link.purpose);
  if (link.administratorId === null) await others.where('emailKey', '=', link.emailKey).execute();
  else await others.where('administratorId', '=', link.administratorId).execute();
  return ended !== undefined;
}

/** Add a `where` to choose the links. */
export function endLinks(db: Db, now: Date) {
  return db.updateTable('accountLinks').set({ endedAt: now.toISOString() }).where('endedAt', 'is', null);
}

/** Requested on the sign-in page: the administrator counts as its maker. */
export async function ownResetLink(db: Db, administratorId: number, now: Date): Promise<NewLink> {
  return insertLink(db, { ...forAccount, purpose: 'reset', administratorId, createdBy: administratorId, now });
}

type Link = Pick<AccountLink, 'purpose' | 'username' | 'email' | 'emailKey' | 'administratorId' | 'createdBy'>;

async function insertLink(db: Db, { now, ...link }: Link & { now: Date }): Promise<NewLink> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + linkLifetime(link)).toISOString();
  const { id } = await db
    .insertInto('accountLinks')
    .values({ ...link, tokenHash: sha256(token), createdAt: now.toISOString(), expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}
