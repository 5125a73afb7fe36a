/** What administrators do about their own account. Guessing the current password is throttled. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import type { SignedIn } from '#platform/http/api.ts';
import { accountKey, accountMessages } from './account.ts';
import { nameColumns, refuseBadNames, refuseDuplicateNames, refuseWeakPassword } from './adding.server.ts';
import { notifyPersonAndAdministrators } from './changes/notify-person-and-administrators.server.ts';
import { enqueuePasswordNotice, setPasswordAndEndLinks } from './invitations/using-links.server.ts';
import { endLinksQuery } from './links/account-links.server.ts';
import { endSessions, openSessionsQuery } from './sessions/sessions.server.ts';
import { hashPassword, verifyPassword } from './sign-in/passwords.server.ts';
import { type CheckedAccount, lockUnchangedAccount } from './sign-in/signing-in.server.ts';
import { countAttemptOrRefuse, forgetAttempts } from './sign-in/throttle.server.ts';

/** Who acts, and from where. */
export type You = SignedIn & { address: string };

/** The other sessions end. @throws Invalid, TooMany; Unauthorized when the password is changed at this moment */
export async function changePassword(
  db: Db,
  you: You,
  input: { currentPassword: string; newPassword: string; societyName: string },
  now: Date,
): Promise<void> {
  const confirmed = await confirmPassword(db, you, input.currentPassword, now);
  refuseWeakPassword(input.newPassword, { ...you, societyName: input.societyName }, 'newPassword');
  const passwordHash = await hashPassword(input.newPassword);
  await transact(db, async (trx) => {
    await lockUnchangedAccount(trx, confirmed);
    await setPasswordAndEndLinks(trx, you.id, passwordHash, now);
    await endSessions(trx, you.id, now, you.sessionId);
    await enqueuePasswordNotice(trx, you.id, now);
    await audit(trx, { at: now, administratorId: you.id, action: 'account.password', entityId: you.id });
  });
}

/** Returns whether the address is another one. @throws Invalid; Conflict when the name or the address is taken */
export async function changeNames(
  db: Db,
  you: SignedIn,
  input: { username: string; email: string },
  now: Date,
): Promise<boolean> {
  refuseBadNames(input);
  return transact(db, async (trx) => {
    const hasMoved = accountKey(input.email) !== accountKey(you.email);
    if (hasMoved) {
      await notifyPersonAndAdministrators(trx, { kind: 'address', actorId: you.id, targetId: you.id }, now);
      // Links in the old mailbox stop working.
      await endLinksQuery(trx, now).where('administratorId', '=', you.id).execute();
    }
    await refuseDuplicateNames(
      trx.updateTable('administrators').set(nameColumns(input)).where('id', '=', you.id).execute(),
    );
    // Anyone who erases the account finds both by them.
    const detail = { before: you.username, ...(hasMoved ? { address: you.email } : {}) };
    await audit(trx, { at: now, administratorId: you.id, action: 'account.update', entityId: you.id, detail });
    return hasMoved;
  });
}

/** Open sessions, the last used first. */
export async function listSessions(db: Db, you: SignedIn, now: Date) {
  const rows = await openSessionsQuery(db, now)
    .select(['sessions.id', 'sessions.device', 'sessions.createdAt', 'sessions.lastUsedAt'])
    .where('sessions.administratorId', '=', you.id)
    .orderBy('sessions.lastUsedAt', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isCurrent: row.id === you.sessionId }));
}

/** @throws NotFound also for someone else's session */
export async function endOwnSession(db: Db, you: SignedIn, sessionId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const ended = await trx
      .updateTable('sessions')
      .set({ revokedAt: now.toISOString() })
      .where('id', '=', sessionId)
      .where('administratorId', '=', you.id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new NotFound('This session has already ended.');
    await audit(trx, { at: now, administratorId: you.id, action: 'session.close', entityId: you.id });
  });
}

/**
 * Valid in this session for ten minutes. Returns the account as it was confirmed. A wrong password is no 401: the session stays valid.
 * @throws Invalid, TooMany
 */
export async function confirmPassword(db: Db, you: You, password: string, now: Date): Promise<CheckedAccount> {
  // Counted per session: guesses from elsewhere do not block a signed-in administrator.
  const attempt = { name: accountKey(you.username), address: you.address, ownKey: `session:${you.sessionId}`, now };
  await countAttemptOrRefuse(db, attempt);
  const { passwordHash } = await db
    .selectFrom('administrators')
    .select('passwordHash')
    .where('id', '=', you.id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(password, passwordHash)))
    throw Invalid.at('currentPassword', accountMessages.wrongPassword);
  await forgetAttempts(db, attempt);
  const provedAt = now.toISOString();
  await db.updateTable('sessions').set({ provedAt }).where('id', '=', you.sessionId).execute();
  return { id: you.id, passwordHash };
}
