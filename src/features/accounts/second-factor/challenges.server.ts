/**
 * Challenges between two calls: the second step of a sign-in, the signature of a passkey. A challenge is signed, not stored;
 * a used one is stored until it would have expired: each works once.
 */
import type { Db } from '#platform/db/db.ts';
import { claimUntil } from '#platform/rate-limit.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, randomToken, sha256, sign } from '#platform/tokens.ts';
import { challengeLifetimeMs } from '../account.ts';

type Purpose = 'second-step' | 'passkey-new';
/** `id` is the administrator or, for `passkey-new`, the session. */
export type Challenge = { id: number; nonce: string; expiresAt: string };

/** The name of the signing key. */
export const challengesSecret = 'challenges';
/** Purpose, id, end, a number used once, signature. */
const form = /^([a-z-]{1,20})\.(\d{1,15})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** `boundTo` must stay the same until the challenge is used, such as the password's hash. */
export async function makeChallenge(
  db: Db,
  { purpose, id, boundTo = '' }: { purpose: Purpose; id: number; boundTo?: string },
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  const until = now.getTime() + challengeLifetimeMs;
  const text = `${purpose}.${id}.${until}.${randomToken(16)}`;
  const signature = await signatureOf(db, text, boundTo);
  return { token: `${text}.${signature}`, expiresAt: new Date(until).toISOString() };
}

/** Null if it is not ours, has another purpose or is too old. Does not say whether it was used. */
export async function verifyChallenge(
  db: Db,
  { token, purpose, boundTo }: { token: string; purpose: Purpose; boundTo?: (id: number) => Promise<string> },
  now: Date,
): Promise<Challenge | null> {
  const [, of, id, until, nonce = '', signature = ''] = form.exec(token) ?? [];
  if (of !== purpose || Number(until) <= now.getTime()) return null;
  const bound = boundTo ? await boundTo(Number(id)) : '';
  const expected = await signatureOf(db, `${of}.${id}.${until}.${nonce}`, bound);
  if (!isSignature(signature, expected)) return null;
  return { id: Number(id), nonce, expiresAt: new Date(Number(until)).toISOString() };
}

/** False when it was used before, by any process. */
export function consumeChallenge(trx: Db, { nonce, expiresAt }: Challenge, now: Date): Promise<boolean> {
  return claimUntil(trx, `challenge:${nonce}`, new Date(expiresAt), now);
}

async function signatureOf(db: Db, text: string, boundTo: string): Promise<string> {
  return sign(await secretFor(db, challengesSecret), `${text}\n${sha256(boundTo)}`);
}
