/** Passkeys (WebAuthn): public keys of devices, bound to the domain of the site. The library is loaded at first use. */
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { sha256 } from '#platform/tokens.ts';
import { challengeLifetimeMs } from '../account.ts';
import type { PasskeysTable } from '../accounts.tables.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from './passkey.schema.ts';
import { passkeyDomain } from './passkey-domain.ts';

/** Every device knows at least one of Ed25519, P-256 and RSA (COSE). */
const algorithms = [-8, -7, -257];

export type Site = { siteUrl: string };

export async function passkeyCreationOptions(
  db: Db,
  owner: { id: number; username: string; societyName: string },
  token: string,
  { siteUrl }: Site,
): Promise<PasskeyCreation> {
  return {
    challenge: bytesOf(token),
    rp: { id: passkeyDomain(siteUrl), name: owner.societyName },
    user: {
      id: Buffer.from(`administrator ${owner.id}`).toString('base64url'),
      name: owner.username,
      displayName: owner.username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    attestation: 'none',
    excludeCredentials: await descriptorsOf(db, owner.id, siteUrl),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/** The options with which a browser uses one of the account's passkeys. */
export async function passkeyRequestOptions(
  db: Db,
  administratorId: number,
  token: string,
  { siteUrl }: Site,
): Promise<PasskeyRequest> {
  return {
    challenge: bytesOf(token),
    rpId: passkeyDomain(siteUrl),
    allowCredentials: await descriptorsOf(db, administratorId, siteUrl),
    userVerification: 'preferred',
    timeout: challengeLifetimeMs,
  };
}

/** Null for a credential of another site or challenge, or not from an authenticator. */
export async function verifyNewPasskey(
  credential: NewPasskey,
  token: string,
  { siteUrl }: Site,
): Promise<{ credentialId: string; publicKey: string; counter: number; transports: string } | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const found = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: bytesOf(token),
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: passkeyDomain(siteUrl),
    // The password was already entered.
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
    // The library throws whatever it finds wrong.
  }).catch(() => null);
  if (!found?.verified) return null;
  const { id, publicKey, counter } = found.registrationInfo.credential;
  const transports = JSON.stringify(credential.response.transports ?? []);
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

export type VerifiedPasskey = Pick<Selectable<PasskeysTable>, 'id' | 'counter'> & { newCounter: number };

/** Null for a passkey of another account, site or challenge, and for a wrong signature. Writes nothing. */
export async function verifyPasskey(
  db: Db,
  { administratorId, answer, token }: { administratorId: number; answer: PasskeyAnswer; token: string },
  { siteUrl }: Site,
): Promise<VerifiedPasskey | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', answer.id)
    .where('administratorId', '=', administratorId)
    .where('domain', '=', passkeyDomain(siteUrl))
    .executeTakeFirst();
  if (!passkey) return null;
  const { id, credentialId, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const found = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: bytesOf(token),
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: passkey.domain,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: false,
  }).catch(() => null);
  return found?.verified ? { id, counter, newCounter: found.authenticationInfo.newCounter } : null;
}

/** False when it was used or removed at this moment. */
export async function recordPasskeyUse(trx: Db, { id, counter, newCounter }: VerifiedPasskey, now: Date) {
  const used = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, lastUsedAt: now.toISOString() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

async function descriptorsOf(db: Db, administratorId: number, siteUrl: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('administratorId', '=', administratorId)
    .where('domain', '=', passkeyDomain(siteUrl))
    .orderBy('id')
    .execute();
  return rows.map(({ credentialId, transports }) => ({
    type: 'public-key' as const,
    id: credentialId,
    transports: JSON.parse(transports) as AuthenticatorTransport[],
  }));
}

/** What the device signs: a hash of the challenge's token, base64url. */
function bytesOf(token: string): string {
  return Buffer.from(sha256(token), 'hex').toString('base64url');
}
