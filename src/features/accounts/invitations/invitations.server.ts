/** Links that work once: to join, or to choose a new password. Only the token's hash is stored. */
import type { Selectable } from 'kysely';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { InvitationsTable } from '#platform/db/tables.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { accountKey, accountMessages, emailProblem, usernameProblem } from '../account.ts';
import { tellOfChange } from '../changes/change-notices.server.ts';
import { hasSecondFactor } from '../second-factor/factors.server.ts';
import { invitationLifetime, invitationMessages } from './invitation.ts';

/** `administratorId` is null for the command line. */
export type Inviter = { administratorId: number | null; now: Date };
export type NewLink = { id: number; token: string; expiresAt: string };
export type Invitation = Selectable<InvitationsTable>;

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
    await revokeOpen(trx, now).where('emailKey', '=', emailKey).execute();
    const link = await insertLink(trx, {
      kind: 'join',
      username: username?.trim() ?? null,
      email: email.trim(),
      emailKey,
      administratorId: null,
      invitedBy: administratorId,
      now,
    });
    const detail = { username: username?.trim() ?? null };
    await audit(trx, { at: now, administratorId, action: 'administrator.invite', entityId: null, detail });
    await tellOfChange(trx, { kind: 'invitation', actorId: administratorId, invited: email.trim() }, now);
    return link;
  });
}

/** To choose a new password, for another, active administrator. Replaces an open link. @throws NotFound, Conflict */
export function resetLink(db: Db, id: number, inviter: Inviter): Promise<NewLink> {
  return linkFor(db, { id, kind: 'reset' }, inviter);
}

/** Takes the second factor of another, active administrator away. Replaces an open link. @throws NotFound, Conflict */
export function factorLink(db: Db, id: number, inviter: Inviter): Promise<NewLink> {
  return linkFor(db, { id, kind: 'factor' }, inviter);
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

async function linkFor(
  db: Db,
  { id, kind }: { id: number; kind: 'reset' | 'factor' },
  { administratorId, now }: Inviter,
): Promise<NewLink> {
  const { own, action, change: changeKind } = linkWords[kind];
  if (id === administratorId) throw new Conflict(own);
  return transact(db, async (trx) => {
    const target = await trx.selectFrom('administrators').select('isActive').where('id', '=', id).executeTakeFirst();
    if (!target) throw new NotFound(accountMessages.notFound);
    if (!target.isActive) throw new Conflict('This administrator is deactivated. Reactivate the account first.');
    if (kind === 'factor' && !(await hasSecondFactor(trx, id)))
      throw new Conflict('This administrator has no second factor.');
    await revokeOpen(trx, now).where('administratorId', '=', id).where('kind', '=', kind).execute();
    const none = { username: null, email: null, emailKey: null };
    const link = await insertLink(trx, {
      ...none,
      kind,
      administratorId: id,
      invitedBy: administratorId,
      now,
    });
    await audit(trx, { at: now, administratorId, action, entityId: id });
    await tellOfChange(trx, { kind: changeKind, actorId: administratorId, targetId: id }, now);
    return link;
  });
}

/** Open ones, newest first. */
export async function listInvitations(db: Db, now: Date) {
  return db
    .selectFrom('invitations')
    .leftJoin('administrators as inviter', 'inviter.id', 'invitations.invitedBy')
    .leftJoin('administrators as target', 'target.id', 'invitations.administratorId')
    .select(['invitations.id', 'invitations.kind', 'invitations.createdAt', 'invitations.expiresAt'])
    .select((row) => [
      row.fn.coalesce('target.username', 'invitations.username').as('username'),
      row.fn.coalesce('target.email', 'invitations.email').as('email'),
      'inviter.username as invitedBy',
    ])
    .where('invitations.usedAt', 'is', null)
    .where('invitations.revokedAt', 'is', null)
    .where('invitations.expiresAt', '>', now.toISOString())
    .orderBy('invitations.id', 'desc')
    .execute();
}

/** @throws NotFound when there is no such open link */
export async function revokeInvitation(db: Db, id: number, { administratorId, now }: Inviter): Promise<void> {
  await transact(db, async (trx) => {
    const revoked = await revokeOpen(trx, now).where('id', '=', id).returning(['id', 'username']).executeTakeFirst();
    if (!revoked) throw new NotFound(invitationMessages.notFound);
    const detail = { username: revoked.username };
    await audit(trx, { at: now, administratorId, action: 'administrator.withdraw', entityId: null, detail });
  });
}

/** @throws NotFound when the link was used, withdrawn or has expired */
export async function findInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where((where) =>
      where.or([
        where('tokenHash', '=', sha256(token)),
        where(
          'id',
          'in',
          where.selectFrom('invitationTokens').select('invitationId').where('tokenHash', '=', sha256(token)),
        ),
      ]),
    )
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) throw new NotFound(invitationMessages.unusable);
  return row;
}

export async function isOpen(db: Db, id: number, now: Date): Promise<boolean> {
  const row = db.selectFrom('invitations').select('id').where('id', '=', id).where('expiresAt', '>', now.toISOString());
  return (await row.where('usedAt', 'is', null).where('revokedAt', 'is', null).executeTakeFirst()) !== undefined;
}

/** Another token for the same invitation: only the hash of the first is known. */
export async function addToken(db: Db, invitationId: number): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('invitationTokens')
    .values({ tokenHash: sha256(token), invitationId })
    .execute();
  return token;
}

/** Add a `where` that says which. */
export function revokeOpen(db: Db, now: Date) {
  return db
    .updateTable('invitations')
    .set({ revokedAt: now.toISOString() })
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null);
}

type Link = Pick<Invitation, 'kind' | 'username' | 'email' | 'emailKey' | 'administratorId' | 'invitedBy'>;

/** Requested on the sign-in page: the administrator counts as its inviter. */
export async function ownResetLink(db: Db, administratorId: number, now: Date): Promise<NewLink> {
  const none = { username: null, email: null, emailKey: null };
  const own = { ...none, kind: 'reset' as const, administratorId, invitedBy: administratorId };
  return insertLink(db, { ...own, lifetimeMs: invitationLifetime.forgotten, now });
}

async function insertLink(
  db: Db,
  { now, lifetimeMs, ...link }: Link & { lifetimeMs?: number; now: Date },
): Promise<NewLink> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + (lifetimeMs ?? invitationLifetime[link.kind])).toISOString();
  const { id } = await db
    .insertInto('invitations')
    .values({ ...link, tokenHash: sha256(token), createdAt: now.toISOString(), expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}
