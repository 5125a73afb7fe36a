import type { Context } from 'hono';
import type { AppContext } from '#platform/context.ts';
import { type ApiEnv, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { LoginAnswer, LoginInput, VerifyAnswer } from '../account.schema.ts';
import { accountMessages } from '../account.ts';
import { SecondStepAnswer, SecondStepInput } from '../second-factor/second-factor.schema.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { deviceName } from '../sessions/device-name.ts';
import { signOut } from '../sessions/sessions.server.ts';
import { findThrottleKeyOfRequest, rememberBrowser } from './device-cookies.api.ts';
import { getChallengedAccount, signInWithSecondStep } from './second-step.server.ts';
import { signIn } from './signing-in.server.ts';

const route = routesOf('Administrators');
const login = route('post', '/login', 'Sign in', {
  description: 'With a second factor: no token, but a `challenge` for `POST /admin/login/second`.',
  request: jsonBody(LoginInput),
  200: returns(LoginAnswer, 'Signed in'),
  401: returns(ErrorSchema, 'The name or the password is wrong'),
});

const second = route('post', '/login/second', 'Sign in, the second step', {
  description:
    'Takes the token of the `challenge` from the sign-in, which works once, for five minutes, and one of: a code from the authenticator app, a recovery code, or what `navigator.credentials.get` returns for its `passkey`.',
  request: jsonBody(SecondStepInput),
  200: returns(SecondStepAnswer, 'Signed in'),
});

const verify = route('get', '/verify', 'Check a session', { 200: returns(VerifyAnswer, 'The token is valid') });

const logout = route('post', '/logout', 'Sign out', { 200: messageAnswer });

/** `publicRoutes` holds the sign-in alone, `adminRoutes` needs the bearer. Both are mounted under /admin. */
export function signInApi(context: AppContext) {
  const { db, config, clock } = context;
  const from = async (c: Context<ApiEnv>, name: string) => ({
    address: c.get('address'),
    device: deviceName(c.req.header('user-agent')),
    ownKey: await findThrottleKeyOfRequest(c, context, name),
    siteUrl: config.siteUrl,
  });
  const publicRoutes = createApiApp()
    .openapi(login, async (c) => {
      const input = c.req.valid('json');
      const outcome = await signIn(db, { ...input, ...(await from(c, input.usernameOrEmail)) }, clock.now());
      if ('challenge' in outcome) return c.json({ message: secondFactorMessages.askedForSecond, ...outcome }, 200);
      await rememberBrowser(c, context, outcome.token);
      return c.json({ token: outcome.token, message: accountMessages.signedIn }, 200);
    })
    .openapi(second, async (c) => {
      const input = c.req.valid('json');
      const challenged = await getChallengedAccount(db, input.challenge, clock.now());
      const step = { ...input, ...(await from(c, challenged.account.username)) };
      const outcome = await signInWithSecondStep(db, challenged, step, clock.now());
      await rememberBrowser(c, context, outcome.token);
      return c.json({ ...outcome, message: accountMessages.signedIn }, 200);
    });
  const adminRoutes = createApiApp()
    .openapi(verify, async (c) => {
      const { id, username, email } = signedIn(c);
      return c.json({ status: 'success' as const, administrator: { id, username, email } }, 200);
    })
    .openapi(logout, async (c) => {
      await signOut(db, signedIn(c), clock.now());
      clearBrowserCache(c);
      return c.json({ message: accountMessages.signedOut }, 200);
    });
  return { publicRoutes, adminRoutes };
}

/**
 * Clears the browser's cache with the session (Clear-Site-Data). Not its storage: it holds the drafts that someone kept
 * when logging out. Not its cookies: they hold the chosen colours and no session.
 */
export function clearBrowserCache(c: Context): void {
  c.header('clear-site-data', '"cache"');
}
