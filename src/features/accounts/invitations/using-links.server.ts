/** Using a link: it makes a new administrator or sets a new password and signs in, or takes a second factor away. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import type { ReadInvitation } from '../account.schema.ts';
import { usernameProblem } from '../account.ts';
import { insertAdministrator, refuseBadNames, refuseWeakPassword } from '../adding.server.ts';
import { enqueueNotice } from '../changes/notify-administrators.server.ts';
import { accountLinkMessages } from '../links/account-link.ts';
import {
  type AccountLink,
  endLinkAndSiblings,
  endLinksQuery,
  getOpenLink,
  isFirstLink,
} from '../links/account-links.server.ts';
import { notifyOwnerOfFactorChange } from '../second-factor/factor-notices.server.ts';
import { createSecondStepChallenge, lockFactors, removeAllFactors } from '../second-factor/factors.server.ts';
import { endSessions, openSession } from '../sessions/sessions.server.ts';
import { hashPassword } from '../sign-in/passwords.server.ts';
import type { SignInOutcome } from '../sign-in/signing-in.server.ts';

/** Whom the link is for. @throws NotFound */
export async function getLinkRecipient(db: Db, token: string, now: Date): Promise<ReadInvitation> {
  const link = await getOpenLink(db, token, now);
  const { purpose: kind, expiresAt } = link;
  return { ...(await personOf(db, link)), kind, expiresAt, isFirst: await isFirstLink(db, link) };
}

type Use = {
  token: string;
  username?: string | undefined;
  /** Counts for the first administrator only. */
  email?: string | undefined;
  /** Not for a link that takes a second factor away. */
  password?: string | undefined;
  device: string;
  societyName: string;
  /** Passkeys of another domain do not work. */
  siteUrl: string;
};

/**
 * Works once, even for two at the same moment. Null when the second factor was taken away: that opens no session.
 * @throws NotFound, Invalid, Conflict when the name was taken in the meantime
 */
export async function redeemLink(db: Db, { password, ...input }: Use, now: Date): Promise<SignInOutcome | null> {
  const link = await getOpenLink(db, input.token, now);
  const person = await personOf(db, link);
  if (link.purpose !== 'factor') return accept(db, { ...input, link, person, password: password ?? '' }, now);
  if (password !== undefined) throw new NotFound(accountLinkMessages.unusable);
  await takeFactorAway(db, link, now);
  return null;
}

type Person = { username: string | null; email: string };
type Accept = Omit<Use, 'password'> & { link: AccountLink; person: Person; password: string };

/** A link in a mailbox does not replace the second factor, which is still required. */
async function accept(db: Db, { link, person: known, ...input }: Accept, now: Date): Promise<SignInOutcome> {
  const isFirst = await isFirstLink(db, link);
  const person = isFirst ? { ...known, email: input.email ?? known.email } : known;
  const username = link.purpose === 'reset' ? person.username : (input.username ?? person.username);
  const problem = usernameProblem(username ?? '');
  if (!username || problem) throw Invalid.at('username', problem ?? '');
  if (isFirst) refuseBadNames({ username, email: person.email });
  refuseWeakPassword(input.password, { username, email: person.email, societyName: input.societyName });
  const passwordHash = await hashPassword(input.password);
  return transact(db, async (trx) => {
    await endLinkOrRefuse(trx, link, now);
    // Those of other starts, and of other processes.
    if (isFirst) await endLinksQuery(trx, now).execute();
    const id = link.administratorId ?? (await insertAdministrator(trx, { ...person, username, passwordHash }, now));
    if (link.purpose === 'reset') {
      await setPasswordAndEndLinks(trx, id, passwordHash, now);
      await endSessions(trx, id, now);
      await enqueuePasswordNotice(trx, id, now);
    }
    const action = link.purpose === 'reset' ? 'account.reset' : 'administrator.join';
    await audit(trx, { at: now, administratorId: id, action, entityId: id });
    const challenge = await createSecondStepChallenge(trx, { id, passwordHash, siteUrl: input.siteUrl }, now);
    if (challenge) return { challenge };
    return { token: await openSession(trx, { administratorId: id, device: input.device }, now) };
  });
}

/** The password is still required. All sessions end: the phone may be in other hands. */
async function takeFactorAway(db: Db, link: AccountLink, now: Date): Promise<void> {
  const { administratorId } = link;
  if (administratorId === null) throw new NotFound(accountLinkMessages.unusable);
  await transact(db, async (trx) => {
    await endLinkOrRefuse(trx, link, now);
    await lockFactors(trx, administratorId);
    await removeAllFactors(trx, administratorId);
    await endSessions(trx, administratorId, now);
    await notifyOwnerOfFactorChange(trx, { administratorId, change: 'reset' }, now);
    await audit(trx, { at: now, administratorId, action: 'account.reset-factor', entityId: administratorId });
  });
}

/** Revokes earlier links, so that none of them replaces this password. */
export async function setPasswordAndEndLinks(db: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable('administrators').set({ passwordHash }).where('id', '=', id).execute();
  await endLinksQuery(db, now).where('administratorId', '=', id).execute();
}

/** The email also warns an owner whose account was just taken over. */
export async function enqueuePasswordNotice(trx: Db, administratorId: number, now: Date): Promise<void> {
  const paragraphs = [
    'If it was you, there is nothing to do.',
    'If it was not you, someone else is using your account: choose a new password at once by "Forgot your password?" on the sign-in page, and tell the other administrators.',
  ];
  await enqueueNotice(trx, { to: { administratorId }, subject: 'Your password has been changed', paragraphs }, now);
}

async function endLinkOrRefuse(trx: Db, link: AccountLink, now: Date): Promise<void> {
  if (!(await endLinkAndSiblings(trx, link, now))) throw new NotFound(accountLinkMessages.unusable);
}

async function personOf(db: Db, link: AccountLink): Promise<Person> {
  if (link.administratorId === null) return { username: link.username, email: link.email ?? '' };
  const person = await db
    .selectFrom('administrators')
    .select(['username', 'email'])
    .where('id', '=', link.administratorId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!person) throw new NotFound(accountLinkMessages.unusable);
  return person;
}
