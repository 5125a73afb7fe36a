/** Sign-in and sessions: opaque 256-bit tokens of which only the hash is stored; one row a session, revocable. */
import { randomBytes } from 'node:crypto';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Unauthorized } from '#platform/errors.ts';
import { type SignedIn, sha256 } from '#platform/http/api.ts';
import { accountKey, accountMessages, sessionLifetime } from './account.ts';
import { checkNothing, isPassword } from './passwords.server.ts';
import { beginAttempt, forgetAttempts } from './throttle.server.ts';

export type Credentials = { usernameOrEmail: string; password: string; address: string };

/** How often a session's last use is written; in milliseconds. */
const touchEvery = 60_000;

/**
 * Answers the new session's token.
 * @throws Unauthorized with the same sentence for a wrong password and an unknown name
 * @throws TooMany
 */
export async function signIn(db: Db, credentials: Credentials, now: Date): Promise<string> {
  const name = accountKey(credentials.usernameOrEmail);
  const attempt = { name, address: credentials.address, now };
  await beginAttempt(db, attempt);
  const account = await findAccount(db, name);
  const isGood = account
    ? await isPassword(credentials.password, account.passwordHash)
    : await checkNothing(credentials.password);
  if (!account || !isGood) throw new Unauthorized(accountMessages.wrongCredentials);
  return transact(db, async (trx) => {
    await forgetAttempts(trx, attempt);
    const token = await openSession(trx, account.id, now);
    await audit(trx, { at: now, administratorId: account.id, action: 'session.open', entityId: null });
    return token;
  });
}

/** The administrator whose valid session this token opens, else null; notes the use. */
export async function findSession(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administratorId')
    .select(['administrators.id', 'administrators.username', 'administrators.email'])
    .select(['sessions.id as sessionId', 'sessions.lastUsedAt'])
    .where('sessions.tokenHash', '=', sha256(token))
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now.toISOString())
    .where('sessions.lastUsedAt', '>', new Date(now.getTime() - sessionLifetime.idle).toISOString())
    .where('administrators.isActive', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  const { lastUsedAt, ...administrator } = row;
  if (now.getTime() - Date.parse(lastUsedAt) > touchEvery)
    await db.updateTable('sessions').set({ lastUsedAt: now.toISOString() }).where('id', '=', row.sessionId).execute();
  return administrator;
}

export async function signOut(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revokedAt: now.toISOString() }).where('id', '=', sessionId).execute();
}

async function findAccount(db: Db, name: string) {
  return db
    .selectFrom('administrators')
    .select(['id', 'passwordHash'])
    .where((where) => where.or([where('usernameKey', '=', name), where('emailKey', '=', name)]))
    .where('isActive', '=', true)
    .executeTakeFirst();
}

async function openSession(db: Db, administratorId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = now.toISOString();
  await db
    .insertInto('sessions')
    .values({
      tokenHash: sha256(token),
      administratorId,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(now.getTime() + sessionLifetime.absolute).toISOString(),
      revokedAt: null,
    })
    .execute();
  return token;
}
