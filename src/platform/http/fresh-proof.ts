/** Calls that could take the site over need a recent proof of the administrator's password. */
import type { Context } from 'hono';
import { FreshProofNeeded } from '#platform/errors.ts';
import { type ApiEnv, answer, signedIn } from './api.ts';
import { ErrorSchema } from './schemas.ts';

const freshForMs = 10 * 60_000;

export const proofRefusal = {
  403: answer(ErrorSchema, 'The password is needed again (`fresh_proof_needed`): POST it to /admin/account/proof'),
} as const;

/** @throws FreshProofNeeded when the last proof of this session, its sign-in included, is older than 10 minutes */
export function requireFreshProof(c: Context<ApiEnv>, now: Date): void {
  const { provedAt } = signedIn(c);
  if (provedAt === null || now.getTime() - Date.parse(provedAt) > freshForMs)
    throw new FreshProofNeeded('Please enter your password again to go on.');
}
