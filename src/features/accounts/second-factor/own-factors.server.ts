/** Changes of an administrator's own second factor. Each change is notified by email and needs a recent password. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { challengeLifetimeMs } from '../account.ts';
import { endLinksQuery } from '../links/account-links.server.ts';
import { passkeyDomain } from '../passkeys/passkey-domain.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import {
  deleteAuthenticatorApp,
  findAuthenticatorApp,
  findWhenKeyWasAdded,
  saveAuthenticatorApp,
} from './authenticator-app.server.ts';
import { notifyOwnerOfFactorChange } from './factor-notices.server.ts';
import { hasSecondFactor, lockFactors } from './factors.server.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts';
import type { SecondFactor } from './second-factor.schema.ts';
import { secondFactorMessages } from './second-factor.ts';

export async function readSecondFactor(db: Db, administratorId: number, siteUrl: string): Promise<SecondFactor> {
  const domain = passkeyDomain(siteUrl);
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt', 'domain'])
    .where('administratorId', '=', administratorId)
    .orderBy('id')
    .execute();
  return {
    app: await findAuthenticatorApp(db, administratorId),
    passkeys: passkeys.map(({ domain: of, ...passkey }) => ({ ...passkey, otherDomain: of === domain ? null : of })),
    canAddPasskeys: domain !== '',
    recoveryCodesLeft: await countRecoveryCodes(db, administratorId),
  };
}

/** Returns recovery codes if the account had none, else null. @throws Invalid for a wrong code */
export async function addAuthenticatorApp(
  db: Db,
  { id: administratorId, sessionId }: { id: number; sessionId: number },
  input: { secret: string; code: string },
  now: Date,
): Promise<string[] | null> {
  return transact(db, async (trx) => {
    await lockFactors(trx, administratorId);
    await endOtherSessionsBeforeFirstFactor(trx, { administratorId, sessionId }, now);
    const knownSince = await findWhenKeyWasAdded(trx, administratorId, input.secret);
    const needsCodes = knownSince !== null || (await countRecoveryCodes(trx, administratorId)) === 0;
    if (!(await saveAuthenticatorApp(trx, administratorId, input, now)))
      throw Invalid.at('code', secondFactorMessages.wrongFirstCode);
    // A retry soon after: the first answer was lost, with the codes in it.
    const isRetry = knownSince !== null && now.getTime() - knownSince.getTime() < challengeLifetimeMs;
    const change = knownSince === null ? 'add-app' : 'new-codes';
    if (!isRetry) await recordFactorChange(trx, { administratorId, change }, now);
    return needsCodes ? replaceRecoveryCodes(trx, administratorId, now) : null;
  });
}

/** Without another factor the recovery codes are removed too: the password suffices again. @throws NotFound */
export async function removeAuthenticatorApp(db: Db, administratorId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    await lockFactors(trx, administratorId);
    if (!(await deleteAuthenticatorApp(trx, administratorId))) throw new NotFound(secondFactorMessages.noApp);
    await finishFactorRemoval(trx, { administratorId, change: 'remove-app' }, now);
  });
}

/** The earlier ones stop working. @throws Conflict without a second factor */
export async function renewRecoveryCodes(db: Db, administratorId: number, now: Date): Promise<string[]> {
  return transact(db, async (trx) => {
    await lockFactors(trx, administratorId);
    if (!(await hasSecondFactor(trx, administratorId))) throw new Conflict(secondFactorMessages.needed);
    await recordFactorChange(trx, { administratorId, change: 'new-codes' }, now);
    return replaceRecoveryCodes(trx, administratorId, now);
  });
}

/**
 * Ends other sessions, which needed only the password: a thief in one of them could remove the first factor with the
 * password.
 */
export async function endOtherSessionsBeforeFirstFactor(
  trx: Db,
  { administratorId, sessionId }: { administratorId: number; sessionId: number },
  now: Date,
): Promise<void> {
  if (!(await hasSecondFactor(trx, administratorId))) await endSessions(trx, administratorId, now, sessionId);
}

type Recorded = {
  administratorId: number;
  change: 'add-app' | 'remove-app' | 'add-passkey' | 'remove-passkey' | 'new-codes';
  detail?: string;
};

export async function finishFactorRemoval(trx: Db, recorded: Recorded, now: Date): Promise<void> {
  const { administratorId } = recorded;
  if (!(await hasSecondFactor(trx, administratorId)))
    await trx.deleteFrom('recoveryCodes').where('administratorId', '=', administratorId).execute();
  await recordFactorChange(trx, recorded, now);
}

export async function recordFactorChange(trx: Db, recorded: Recorded, now: Date): Promise<void> {
  const { administratorId, change } = recorded;
  // The owner has signed in: a colleague's link could now only remove the new factor.
  if (change === 'add-app' || change === 'add-passkey')
    await endLinksQuery(trx, now)
      .where('administratorId', '=', administratorId)
      .where('purpose', '=', 'factor')
      .execute();
  await notifyOwnerOfFactorChange(trx, recorded, now);
  await audit(trx, { at: now, administratorId, action: `account.${change}`, entityId: administratorId });
}
