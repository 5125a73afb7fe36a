/** Accepting a link: it makes a new administrator or sets a new password, and signs in. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { usernameProblem } from '../account.ts';
import { insertAdministrator, refuseWeak } from '../accounts.server.ts';
import { enqueueNotice } from '../changes/notices.server.ts';
import { enqueueFactorNotice } from '../second-factor/factor-notices.server.ts';
import { askForSecondStep, lockFactors, removeAllFactors } from '../second-factor/factors.server.ts';
import { rememberNetwork } from '../sign-in/known-networks.server.ts';
import { hashPassword } from '../sign-in/passwords.server.ts';
import { endSessions, openSession, type SignInOutcome } from '../sign-in/sessions.server.ts';
import { invitationMessages } from './invitation.ts';
import { findInvitation, type Invitation, revokeOpen } from './invitations.server.ts';

type Opened = { kind: Invitation['kind']; username: string | null; email: string; expiresAt: string };

/** Whom the link is for. @throws NotFound */
export async function readInvitation(db: Db, token: string, now: Date): Promise<Opened> {
  const invitation = await findInvitation(db, token, now);
  return { ...(await personOf(db, invitation)), kind: invitation.kind, expiresAt: invitation.expiresAt };
}

type Accept = {
  token: string;
  username?: string | undefined;
  password: string;
  device: string;
  address: string;
  societyName: string;
  /** Passkeys of another domain do not work. */
  siteUrl: string;
};

/**
 * Works once, even for two at the same moment. A link to a mailbox does not stand in for a second factor: it is asked for.
 * @throws NotFound, Invalid, Conflict when the name was taken meanwhile
 */
export async function acceptInvitation(db: Db, input: Accept, now: Date): Promise<SignInOutcome> {
  const invitation = await findInvitation(db, input.token, now);
  if (invitation.kind === 'factor') throw new NotFound(invitationMessages.unusable);
  const person = await personOf(db, invitation);
  const username = invitation.kind === 'reset' ? person.username : (input.username ?? person.username);
  const problem = usernameProblem(username ?? '');
  if (!username || problem) throw new Invalid(problem ?? '', { username: problem ?? '' });
  refuseWeak(input.password, { username, email: person.email, societyName: input.societyName });
  const passwordHash = await hashPassword(input.password);
  return transact(db, async (trx) => {
    await use(trx, invitation.id, now);
    const id =
      invitation.administratorId ?? (await insertAdministrator(trx, { ...person, username, passwordHash }, now));
    if (invitation.kind === 'reset') {
      await setPassword(trx, id, passwordHash, now);
      await endSessions(trx, id, now);
      await enqueuePasswordNotice(trx, id, now);
    }
    const action = invitation.kind === 'reset' ? 'account.reset' : 'administrator.join';
    await audit(trx, { at: now, administratorId: id, action, entityId: id });
    const challenge = await askForSecondStep(trx, { id, passwordHash, siteUrl: input.siteUrl }, now);
    if (challenge) return { challenge };
    await rememberNetwork(trx, { administratorId: id, address: input.address }, now);
    return { token: await openSession(trx, { administratorId: id, device: input.device }, now) };
  });
}

/**
 * Works once. The password still has to be given; all sessions end, for the phone may be in other hands.
 * @throws NotFound
 */
export async function resetFactorByLink(db: Db, token: string, now: Date): Promise<void> {
  const invitation = await findInvitation(db, token, now);
  const { id, administratorId } = invitation;
  if (invitation.kind !== 'factor' || administratorId === null) throw new NotFound(invitationMessages.unusable);
  await personOf(db, invitation);
  await transact(db, async (trx) => {
    await use(trx, id, now);
    await lockFactors(trx, administratorId);
    await removeAllFactors(trx, administratorId);
    await endSessions(trx, administratorId, now);
    await enqueueFactorNotice(trx, { administratorId, change: 'reset' }, now);
    await audit(trx, { at: now, administratorId, action: 'account.reset-factor', entityId: administratorId });
  });
}

/** Revokes earlier links, so that none of them replaces this password. */
export async function setPassword(db: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable('administrators').set({ passwordHash }).where('id', '=', id).execute();
  await revokeOpen(db, now).where('administratorId', '=', id).execute();
}

/** The e-mail also warns an owner who has just lost the account. */
export async function enqueuePasswordNotice(trx: Db, administratorId: number, now: Date): Promise<void> {
  const paragraphs = [
    'A new password has been chosen for your account.',
    'If it was you, there is nothing to do.',
    'If it was not you, somebody else has your account: choose a new password at once by "Forgot your password?" on the sign-in page, and tell the other administrators.',
  ];
  await enqueueNotice(trx, { to: { administratorId }, subject: 'Your password has been changed', paragraphs }, now);
}

async function use(trx: Db, id: number, now: Date): Promise<void> {
  const used = await trx
    .updateTable('invitations')
    .set({ usedAt: now.toISOString() })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new NotFound(invitationMessages.unusable);
}

async function personOf(db: Db, invitation: Invitation): Promise<{ username: string | null; email: string }> {
  if (invitation.administratorId === null) return { username: invitation.username, email: invitation.email ?? '' };
  const person = await db
    .selectFrom('administrators')
    .select(['username', 'email'])
    .where('id', '=', invitation.administratorId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!person) throw new NotFound(invitationMessages.unusable);
  return person;
}
