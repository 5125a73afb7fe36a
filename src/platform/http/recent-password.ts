/** Calls that could take the site over, or its addresses away, need the password, entered within the last ten minutes. */
import type { Context } from 'hono';
import { RecentPasswordNeeded } from '#platform/errors.ts';
import { type ApiEnv, answer, signedIn } from './api.ts';
import { ErrorSchema } from './schemas.ts';

const recentMs = 10 * 60_000;

export const recentPasswordRefusal = {
  403: answer(ErrorSchema, 'The password is needed again (`fresh_proof_needed`): POST it to /admin/account/proof'),
} as const;

/** @throws RecentPasswordNeeded when this session last gave the password, at its sign-in included, more than 10 minutes ago */
export function requireRecentPassword(c: Context<ApiEnv>, now: Date): void {
  const { provedAt } = signedIn(c);
  if (provedAt === null || now.getTime() - Date.parse(provedAt) > recentMs)
    throw new RecentPasswordNeeded('Please enter your password again to go on.');
}
