/** New links: to join, to choose a new password, to take a second factor away. */
import type { Doer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound, Unauthorized } from '#platform/errors.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { accountKey, accountMessages, emailProblem, usernameProblem } from '../account.ts';
import { notifyPersonAndAdministrators } from '../changes/notify-person-and-administrators.server.ts';
import { linkLifetime } from '../links/account-link.ts';
import { type AccountLink, endLinksQuery } from '../links/account-links.server.ts';
import { hasSecondFactor } from '../second-factor/factors.server.ts';

export type NewLink = { id: number; token: string; expiresAt: string };

/**
 * A new invitation replaces an open one for the same address.
 * @throws Invalid, Conflict when the address or the name belongs to an administrator
 */
export async function createInvitation(
  db: Db,
  { email, username }: { email: string; username: string | null },
  { administratorId, now }: Doer,
): Promise<NewLink> {
  const problem = emailProblem(email);
  if (problem) throw Invalid.at('email', problem);
  const nameProblem = username === null ? null : usernameProblem(username);
  if (nameProblem) throw Invalid.at('username', nameProblem);
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
    await endLinksQuery(trx, now).where('emailKey', '=', emailKey).execute();
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
    await notifyPersonAndAdministrators(
      trx,
      { kind: 'invitation', actorId: administratorId, invited: email.trim() },
      now,
    );
    return link;
  });
}

/** For the first administrator: no one has made it, and it works while there is no administrator. Printed at the start. */
export async function createFirstLink(
  db: Db,
  { username, email }: { username: string; email: string },
  now: Date,
): Promise<NewLink> {
  const whom = { username, email, emailKey: accountKey(email), administratorId: null, createdBy: null };
  return insertLink(db, { purpose: 'join', ...whom, now });
}

const linkWords = {
  reset: {
    own: 'Change your own password under Your account.',
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
 * Makes a link for another active administrator to choose a new password or remove the second factor. Replaces an open one.
 * Emails them and all administrators about it.
 * @throws NotFound, Conflict
 */
export async function createLinkForColleague(
  db: Db,
  { id, purpose }: { id: number; purpose: 'reset' | 'factor' },
  { administratorId, now }: Doer,
): Promise<NewLink> {
  const { own, action, change: changeKind } = linkWords[purpose];
  if (id === administratorId) throw new Conflict(own);
  return transact(db, async (trx) => {
    const target = await trx.selectFrom('administrators').select('isActive').where('id', '=', id).executeTakeFirst();
    if (!target) throw new NotFound(accountMessages.notFound);
    if (!target.isActive) throw new Conflict('This administrator is deactivated. Reactivate the account first.');
    if (purpose === 'factor' && !(await hasSecondFactor(trx, id)))
      throw new Conflict('This administrator has no second factor.');
    await endLinksQuery(trx, now).where('administratorId', '=', id).where('purpose', '=', purpose).execute();
    const link = await insertLink(trx, {
      ...forAccount,
      purpose,
      administratorId: id,
      createdBy: administratorId,
      now,
    });
    await audit(trx, { at: now, administratorId, action, entityId: id });
    await notifyPersonAndAdministrators(trx, { kind: changeKind, actorId: administratorId, targetId: id }, now);
    return link;
  });
}

/** Requested on the sign-in page: the administrator counts as its maker. */
export async function createOwnResetLink(db: Db, administratorId: number, now: Date): Promise<NewLink> {
  return insertLink(db, { ...forAccount, purpose: 'reset', administratorId, createdBy: administratorId, now });
}

type Link = Pick<AccountLink, 'purpose' | 'username' | 'email' | 'emailKey' | 'administratorId' | 'createdBy'>;

/** Who deactivates its maker in the meantime waits, and ends it. @throws Unauthorized when they came first */
async function insertLink(db: Db, { now, ...link }: Link & { now: Date }): Promise<NewLink> {
  if (link.createdBy !== null) {
    const maker = db.selectFrom('administrators').select('isActive').where('id', '=', link.createdBy).forShare();
    if (!(await maker.executeTakeFirst())?.isActive) throw new Unauthorized(accountMessages.notSignedIn);
  }
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + linkLifetime(link)).toISOString();
  const { id } = await db
    .insertInto('accountLinks')
    .values({ ...link, tokenHash: sha256(token), createdAt: now.toISOString(), expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}
