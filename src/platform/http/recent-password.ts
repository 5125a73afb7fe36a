/** Calls with which someone could take over the site or its addresses need the password, entered within the last ten minutes. */
import type { Context, MiddlewareHandler } from 'hono';
import { RecentPasswordNeeded } from '#platform/errors.ts';
import { type ApiEnv, returns, signedIn } from './api.ts';
import { ErrorSchema } from './schemas.ts';

export const recentPasswordRefusal = {
  403: returns(ErrorSchema, 'The password is needed again (`fresh_proof_needed`): POST it to /admin/account/proof'),
} as const;

/** @throws RecentPasswordNeeded */
export function requireRecentPassword(c: Context<ApiEnv>): void {
  if (!signedIn(c).hasRecentPassword) throw new RecentPasswordNeeded('Please enter your password again to continue.');
}

/** In the description of a call that always needs it. */
export const recentPassword = {
  middleware: (async (c, next) => {
    requireRecentPassword(c);
    await next();
  }) as MiddlewareHandler<ApiEnv>,
  ...recentPasswordRefusal,
} as const;
