/**
 * Proof of work for forms, when many addresses are entered at once: the browser finds a number from its hash. Making and checking a
 * challenge is cheap. Each is signed, for one address, for ten minutes, and works once.
 */
import { pbkdf2, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '#platform/db/db.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { claimUntil } from '#platform/rate-limit.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, randomToken, sha256, sign } from '#platform/tokens.ts';
import type { Challenge } from '#shared/calls/api-error.ts';
import type { Proof } from './public-form-fields.ts';

/** The name of the key that signs them. */
export const proofOfWorkSecret = 'subscribe-proofs';
const livesMs = 10 * 60_000;
/** About 0.3 ms of a computer, 2 ms of an old phone, which tries half of the numbers: a second. */
const iterations = 1000;
const fewest = 1000;
/** Times as many, at most. */
const steepest = 32;

const derive = promisify(pbkdf2);

/** `load`: the hour's proofs as a multiple of the planned number; from 2 on the work grows with it. */
export async function newChallenge(
  db: Db,
  { email, load, now }: { email: string; load: number; now: Date },
): Promise<Challenge> {
  const most = fewest * Math.min(steepest, 2 ** Math.floor(Math.log2(Math.max(1, load))));
  const salt = randomToken(16);
  const number = randomInt(most);
  const until = now.getTime() + livesMs;
  const hash = (await derive(salt, String(number), iterations, 32, 'sha256')).toString('hex');
  const signature = sign(await secretFor(db, proofOfWorkSecret), words({ email, salt, until, number }));
  return { salt, hash, iterations, most, until, signature };
}

/** True once for each challenge: for the address it was made for, in time, with the right number. */
export async function redeemProof(
  db: Db,
  { email, proof, now }: { email: string; proof: Proof; now: Date },
): Promise<boolean> {
  if (!(proof.until > now.getTime())) return false;
  const expected = sign(await secretFor(db, proofOfWorkSecret), words({ email, ...proof }));
  if (!isSignature(proof.signature, expected)) return false;
  return claimUntil(db, `proof:${sha256(proof.salt)}`, new Date(proof.until), now);
}

function words({ email, salt, until, number }: Omit<Proof, 'signature'> & { email: string }): string {
  return `proof\n${normaliseEmail(email)}\n${salt}\n${until}\n${number}`;
}
