/** Signing in: a password first, then the second step where the account has one. */
import type { z } from '@hono/zod-openapi';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Unauthorized } from '#platform/errors.ts';
import type { LoginInput } from '../account.schema.ts';
import { accountKey, accountMessages } from '../account.ts';
import { createSecondStepChallenge } from '../second-factor/factors.server.ts';
import type { SecondStepChallenge } from '../second-factor/second-factor.schema.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { openSession } from '../sessions/sessions.server.ts';
import { recordFailedSignIn } from './failed-sign-ins.server.ts';
import { queueHashing } from './passwords.server.ts';
import { countAttemptOrRefuse, forgetAttempts, refuseThrottled } from './throttle.server.ts';

/** From where someone signs in. */
export type Sender = {
  address: string;
  device: string;
  /** The key that a known browser's attempts are counted by. */
  ownKey: string | null;
  /** Passkeys of another domain do not work. */
  siteUrl: string;
};

export type Credentials = z.infer<typeof LoginInput> & Sender;

/** The session's token, or the second step. */
export type SignInOutcome = { token: string } | { challenge: SecondStepChallenge };

/**
 * Asks for the second step where the account has a second factor.
 * @throws Unauthorized with the same sentence for a wrong password and an unknown name
 * @throws TooMany
 */
export async function signIn(db: Db, credentials: Credentials, now: Date): Promise<SignInOutcome> {
  const { address, ownKey } = credentials;
  const attempt = { name: accountKey(credentials.usernameOrEmail), address, ownKey, now };
  // Before the queue: a blocked attempt must not take up a place.
  await refuseThrottled(db, attempt);
  const { account, isGood } = await queueHashing(Boolean(attempt.ownKey), async (verify) => {
    await countAttemptOrRefuse(db, attempt);
    const found = await findAccount(db, credentials.usernameOrEmail);
    return { account: found, isGood: await verify(credentials.password, found?.passwordHash ?? null) };
  });
  if (!account || !isGood) {
    await recordFailedSignIn(db, account?.id ?? null, now);
    throw new Unauthorized(accountMessages.wrongCredentials);
  }
  return transact(db, async (trx) => {
    await lockUnchangedAccount(trx, account);
    const challenge = await createSecondStepChallenge(trx, { ...account, siteUrl: credentials.siteUrl }, now);
    if (challenge) return { challenge };
    await forgetAttempts(trx, attempt);
    const token = await openSession(trx, { administratorId: account.id, device: credentials.device }, now);
    await audit(trx, { at: now, administratorId: account.id, action: 'session.open', entityId: null });
    return { token };
  });
}

export type CheckedAccount = { id: number; passwordHash: string };

/**
 * Allows one change of the account at a time.
 * @throws Unauthorized if its password was changed or it was deactivated since it was read
 */
export async function lockUnchangedAccount(trx: Db, { id, passwordHash }: CheckedAccount): Promise<void> {
  const unchanged = await trx
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('isActive', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!unchanged) throw new Unauthorized(secondFactorMessages.tooLate);
}

async function findAccount(db: Db, usernameOrEmail: string) {
  const name = accountKey(usernameOrEmail);
  return db
    .selectFrom('administrators')
    .select(['id', 'passwordHash'])
    .where((where) => where.or([where('usernameKey', '=', name), where('emailKey', '=', name)]))
    .where('isActive', '=', true)
    .executeTakeFirst();
}
