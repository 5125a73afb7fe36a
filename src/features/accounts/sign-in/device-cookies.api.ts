import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from '#platform/context.ts';
import { findSignedIn } from '../sessions/sessions.server.ts';
import { findThrottleKey, knownBrowserCookie, knownForMs } from './device-cookies.server.ts';

const cookieName = 'known_browser';

/** The key that this browser's attempts are counted by, null for a stranger. */
export function findThrottleKeyOfRequest(
  c: Context,
  { db, clock }: AppContext,
  usernameOrEmail: string,
): Promise<string | null> {
  return findThrottleKey(db, { cookie: getCookie(c, cookieName), usernameOrEmail }, clock.now());
}

/** After a sign-in with this token. A failure here does not undo the sign-in. */
export async function rememberBrowser(c: Context, context: AppContext, token: string): Promise<void> {
  const { db, config, clock, log, outages } = context;
  try {
    const session = await findSignedIn(context, token, clock.now());
    if (!session) return;
    const given = { cookie: getCookie(c, cookieName), administratorId: session.id };
    const cookie = await knownBrowserCookie(db, given, clock.now());
    const secure = config.siteUrl.startsWith('https://');
    const maxAge = knownForMs / 1000;
    setCookie(c, cookieName, cookie, { path: '/api/v1/admin', maxAge, httpOnly: true, sameSite: 'Strict', secure });
  } catch (error) {
    if (!outages.report(error)) log.error('browser not remembered', { error });
  }
}
