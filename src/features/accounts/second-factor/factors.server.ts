/** Which second factors an account has, and whether a sign-in needs one. */
import type { Db } from '#platform/db/db.ts';
import { passkeyDomain } from '../passkeys/passkey-domain.ts';
import { passkeyRequestOptions } from '../passkeys/passkeys.server.ts';
import { deleteAuthenticatorApp, findAuthenticatorApp } from './authenticator-app.server.ts';
import { makeChallenge } from './challenges.server.ts';
import { countRecoveryCodes } from './recovery-codes.server.ts';
import type { SecondStepChallenge } from './second-factor.schema.ts';
import type { SecondFactorMethod } from './second-factor.ts';

/**
 * Empty for an account that signs in with its password alone. Passkeys of another domain do not count: if nothing else is left, the
 * password is enough, so that a new domain locks no one out.
 */
async function methodsOf(db: Db, administratorId: number, domain: string): Promise<SecondFactorMethod[]> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select('domain')
    .where('administratorId', '=', administratorId)
    .execute();
  const hasApp = (await findAuthenticatorApp(db, administratorId)) !== null;
  if (passkeys.length === 0 && !hasApp) return [];
  const methods: SecondFactorMethod[] = [];
  if (passkeys.some((passkey) => passkey.domain === domain)) methods.push('passkey');
  if (hasApp) methods.push('app');
  if ((await countRecoveryCodes(db, administratorId)) > 0) methods.push('recovery-code');
  return methods;
}

/** After the right password: the second step, or null. Only reads. */
export async function createSecondStepChallenge(
  db: Db,
  { id, passwordHash, siteUrl }: { id: number; passwordHash: string; siteUrl: string },
  now: Date,
): Promise<SecondStepChallenge | null> {
  const methods = await methodsOf(db, id, passkeyDomain(siteUrl));
  if (methods.length === 0) return null;
  const challenge = await makeChallenge(db, { purpose: 'second-step', id, boundTo: passwordHash }, now);
  const passkey = methods.includes('passkey')
    ? await passkeyRequestOptions(db, id, challenge.token, { siteUrl })
    : null;
  return { ...challenge, methods, passkey };
}

/** An authenticator app, or a passkey of any domain. */
export async function hasSecondFactor(db: Db, administratorId: number): Promise<boolean> {
  return (await findIdsWithSecondFactor(db)).has(administratorId);
}

/** Which of these accounts sign in with their password alone, even when they have passkeys of another domain. */
export async function findIdsWithoutWorkingFactor(
  db: Db,
  ids: readonly number[],
  siteUrl: string,
): Promise<Set<number>> {
  const domain = passkeyDomain(siteUrl);
  const methods = await Promise.all(ids.map((id) => methodsOf(db, id, domain)));
  return new Set(ids.filter((_, index) => methods[index]?.length === 0));
}

export async function findIdsWithSecondFactor(db: Db): Promise<Set<number>> {
  const rows = await db
    .selectFrom('administrators')
    .select('id as administratorId')
    .where('totpSecret', 'is not', null)
    .union(db.selectFrom('passkeys').select('administratorId'))
    .execute();
  return new Set(rows.map(({ administratorId }) => administratorId));
}

/** From now on the account signs in with its password alone. False when it already did. */
export async function removeAllFactors(trx: Db, administratorId: number): Promise<boolean> {
  const had = await hasSecondFactor(trx, administratorId);
  await deleteAuthenticatorApp(trx, administratorId);
  for (const table of ['passkeys', 'recoveryCodes'] as const)
    await trx.deleteFrom(table).where('administratorId', '=', administratorId).execute();
  return had;
}

/** Allows one change of an account's factors at a time. */
export async function lockFactors(trx: Db, administratorId: number): Promise<void> {
  await trx
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', administratorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
