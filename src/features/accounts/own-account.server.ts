/** What administrators do about their own account. It takes the current password, and guessing it is throttled. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import type { SignedIn } from '#platform/http/api.ts';
import type { ProofInput } from './account.schema.ts';
import { accountKey, accountMessages, sessionLifetime } from './account.ts';
import { namesOf, refuseBadNames, refuseDuplicates, refuseWeak } from './accounts.server.ts';
import { notifyOfChange } from './changes/change-notices.server.ts';
import { enqueuePasswordNotice, setPassword } from './invitations/accepting.server.ts';
import { endLinks } from './invitations/invitations.server.ts';
import { recordPasskeyUse, requestOptions, verifyPasskey } from './passkeys/passkeys.server.ts';
import { consumeAppCode } from './second-factor/authenticator-app.server.ts';
import { consumeChallenge, makeChallenge, readChallenge } from './second-factor/challenges.server.ts';
import type { PasskeyProof, PasskeyProofKey } from './second-factor/second-factor.schema.ts';
import { secondFactorMessages } from './second-factor/second-factor.ts';
import { hashPassword, verifyPassword } from './sign-in/passwords.server.ts';
import { endSessions } from './sign-in/sessions.server.ts';
import { type Attempt, beginAttempt, forgetAttempts } from './sign-in/throttle.server.ts';

/** Who acts, and from where. */
export type You = SignedIn & { address: string };

/** The other sessions end. @throws Invalid, TooMany */
export async function changePassword(
  db: Db,
  you: You,
  input: { currentPassword: string; newPassword: string; societyName: string },
  now: Date,
): Promise<void> {
  await provePassword(db, you, input.currentPassword, now);
  refuseWeak(input.newPassword, { ...you, societyName: input.societyName }, 'newPassword');
  const passwordHash = await hashPassword(input.newPassword);
  await transact(db, async (trx) => {
    await setPassword(trx, you.id, passwordHash, now);
    await endSessions(trx, you.id, now, you.sessionId);
    await enqueuePasswordNotice(trx, you.id, now);
    await audit(trx, { at: now, administratorId: you.id, action: 'account.password', entityId: you.id });
  });
}

/** @throws Invalid, TooMany, Conflict when the name or the address is taken */
export async function changeNames(
  db: Db,
  you: You,
  input: { username: string; email: string; currentPassword: string },
  now: Date,
): Promise<void> {
  refuseBadNames(input);
  await provePassword(db, you, input.currentPassword, now);
  await transact(db, async (trx) => {
    const hasMoved = accountKey(input.email) !== accountKey(you.email);
    if (hasMoved) {
      await notifyOfChange(trx, { kind: 'address', actorId: you.id, targetId: you.id }, now);
      // Links in the old mailbox stop working.
      await endLinks(trx, now).where('administratorId', '=', you.id).execute();
    }
    await refuseDuplicates(trx.updateTable('administrators').set(namesOf(input)).where('id', '=', you.id).execute());
    // Anyone who erases the account finds both by them.
    const detail = { before: you.username, ...(hasMoved ? { address: you.email } : {}) };
    await audit(trx, { at: now, administratorId: you.id, action: 'account.update', entityId: you.id, detail });
  });
}

/** Open sessions, the last used first. */
export async function listSessions(db: Db, you: SignedIn, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'lastUsedAt'])
    .where('administratorId', '=', you.id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .where('lastUsedAt', '>', new Date(now.getTime() - sessionLifetime.idle).toISOString())
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isCurrent: row.id === you.sessionId }));
}

/** @throws NotFound also for someone else's session */
export async function endSession(db: Db, you: SignedIn, sessionId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const ended = await trx
      .updateTable('sessions')
      .set({ revokedAt: now.toISOString() })
      .where('id', '=', sessionId)
      .where('administratorId', '=', you.id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new NotFound('This session has ended already.');
    await audit(trx, { at: now, administratorId: you.id, action: 'session.close', entityId: you.id });
  });
}

/**
 * Valid for ten minutes of this session. What is wrong is no 401: the session stays valid.
 * @throws Invalid, TooMany
 */
export async function reauthenticate(
  db: Db,
  you: You,
  { currentPassword, code, passkey, siteUrl }: ProofInput & { siteUrl: string },
  now: Date,
): Promise<void> {
  if (passkey) return provePasskey(db, you, { ...passkey, siteUrl }, now);
  return code === undefined ? provePassword(db, you, currentPassword ?? '', now) : proveCode(db, you, code, now);
}

/** What the browser asks a passkey for. */
export async function startPasskeyReauthentication(
  db: Db,
  you: You,
  siteUrl: string,
  now: Date,
): Promise<PasskeyProofKey> {
  const { token } = await makeChallenge(db, { purpose: 'proof', id: you.sessionId }, now);
  return { challenge: token, options: await requestOptions(db, you.id, token, { siteUrl }) };
}

async function provePasskey(
  db: Db,
  you: You,
  { challenge: token, credential: answer, siteUrl }: PasskeyProof & { siteUrl: string },
  now: Date,
): Promise<void> {
  const challenge = await readChallenge(db, { token, purpose: 'proof' }, now);
  const isOurs = challenge?.id === you.sessionId;
  const found = isOurs && (await verifyPasskey(db, { administratorId: you.id, answer, token }, { siteUrl }));
  if (!found) throw new Invalid(secondFactorMessages.wrongPasskey);
  await transact(db, async (trx) => {
    const isNew = (await consumeChallenge(trx, challenge, now)) && (await recordPasskeyUse(trx, found, now));
    if (!isNew) throw new Invalid(secondFactorMessages.wrongPasskey);
    await recordProof(trx, you, attemptOf(you, now));
  });
}

async function proveCode(db: Db, you: You, code: string, now: Date): Promise<void> {
  const attempt = attemptOf(you, now);
  await beginAttempt(db, attempt);
  await transact(db, async (trx) => {
    if (!(await consumeAppCode(trx, you.id, code, now)))
      throw new Invalid(secondFactorMessages.wrongCode, { code: secondFactorMessages.wrongCode });
    await recordProof(trx, you, attempt);
  });
}

/** A budget of the session's own: guesses from elsewhere do not block who is signed in. */
function attemptOf({ username, address, sessionId }: You, now: Date): Attempt {
  return { name: accountKey(username), address, budget: `session:${sessionId}`, now };
}

async function recordProof(db: Db, { sessionId }: You, attempt: Attempt): Promise<void> {
  await forgetAttempts(db, attempt);
  const provedAt = attempt.now.toISOString();
  await db.updateTable('sessions').set({ provedAt }).where('id', '=', sessionId).execute();
}

async function provePassword(db: Db, you: You, password: string, now: Date): Promise<void> {
  const attempt = attemptOf(you, now);
  await beginAttempt(db, attempt);
  const { passwordHash } = await db
    .selectFrom('administrators')
    .select('passwordHash')
    .where('id', '=', you.id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(password, passwordHash)))
    throw new Invalid(accountMessages.wrongPassword, { currentPassword: accountMessages.wrongPassword });
  await recordProof(db, you, attempt);
}
