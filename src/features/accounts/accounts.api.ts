import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { text } from '#platform/http/schemas.ts';
import { accountMessages } from './account.ts';
import { signIn, signOut } from './sessions.server.ts';

const missingName = 'Please enter your username or email';
const missingPassword = 'Please enter your password';

const LoginInput = z
  .object({
    usernameOrEmail: text(254, 'The name').pipe(z.string().min(1, missingName)),
    password: z.string(missingPassword).min(1, missingPassword).max(1024, 'This password is too long'),
  })
  .openapi('LoginInput');

const LoginAnswer = z.object({ token: z.string(), message: z.string() }).openapi('LoginAnswer');

const VerifyAnswer = z
  .object({
    status: z.literal('success'),
    administrator: z.object({ id: z.number(), username: z.string(), email: z.string() }),
  })
  .openapi('VerifyAnswer');

const login = createRoute({
  method: 'post',
  path: '/login',
  tags: ['Administrators'],
  request: jsonBody(LoginInput),
  responses: { 200: answer(LoginAnswer, 'Signed in'), ...refusals },
});

const verify = createRoute({
  method: 'get',
  path: '/verify',
  tags: ['Administrators'],
  responses: { 200: answer(VerifyAnswer, 'The token is valid'), ...refusals },
});

const logout = createRoute({
  method: 'post',
  path: '/logout',
  tags: ['Administrators'],
  responses: { 200: messageAnswer, ...refusals },
});

/** `open` holds the sign-in alone; `admin` needs the bearer. Both live under /admin. */
export function accountsApi({ db, clock }: AppContext) {
  const open = createApiApp().openapi(login, async (c) => {
    const token = await signIn(db, { ...c.req.valid('json'), address: c.get('address') }, clock.now());
    return c.json({ token, message: accountMessages.signedIn }, 200);
  });
  const admin = createApiApp()
    .openapi(verify, (c) => {
      const { id, username, email } = signedIn(c);
      return c.json({ status: 'success' as const, administrator: { id, username, email } }, 200);
    })
    .openapi(logout, async (c) => {
      await signOut(db, signedIn(c).sessionId, clock.now());
      return c.json({ message: accountMessages.signedOut }, 200);
    });
  return { open, admin };
}
