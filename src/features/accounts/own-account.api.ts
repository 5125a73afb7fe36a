import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type ApiEnv, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { NamesInput, PasswordInput, ProofInput, Session } from './account.schema.ts';
import { signOutEverywhere } from './administrators.server.ts';
import {
  changeNames,
  changePassword,
  confirmPassword,
  endOwnSession,
  listSessions,
  type You,
} from './own-account.server.ts';
import { clearBrowserCache } from './sign-in/sign-in.api.ts';

const route = routesOf('Administrators');
const done = { 200: messageAnswer };

const routes = {
  names: route('put', '/', 'Change your name or address', {
    request: jsonBody(NamesInput),
    ...done,
    ...recentPassword,
  }),
  password: route('put', '/password', 'Change your password', { request: jsonBody(PasswordInput), ...done }),
  proof: route('post', '/proof', 'Prove who you are', {
    description:
      'For the next 10 minutes of this session nothing answers `fresh_proof_needed`; a sign-in does the same.',
    request: jsonBody(ProofInput),
    ...done,
  }),
  sessions: route('get', '/sessions', 'List your sessions', {
    200: returns(z.array(Session), 'Where you are signed in, last used first'),
  }),
  signOut: route('delete', '/sessions', 'End all your sessions', done),
  endSession: route('delete', '/sessions/{id}', 'End one of your sessions', { request: { params: IdParam }, ...done }),
};

/** Under /admin/account. */
export function ownAccountApi({ db, config, clock }: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.names, async (c) => {
      const input = c.req.valid('json');
      const hasMoved = await changeNames(db, signedIn(c), input, clock.now());
      const mail = hasMoved ? ` From now on, your emails go to ${input.email}.` : '';
      return c.json({ message: `Your account has been saved.${mail}` }, 200);
    })
    .openapi(routes.password, async (c) => {
      const { societyName } = await getSettings(db, config);
      await changePassword(db, youFrom(c), { ...c.req.valid('json'), societyName }, clock.now());
      return c.json({ message: 'Your password has been changed. Your other devices are signed out.' }, 200);
    })
    .openapi(routes.proof, async (c) => {
      await confirmPassword(db, youFrom(c), c.req.valid('json').currentPassword, clock.now());
      return c.json({ message: 'Thank you.' }, 200);
    })
    .openapi(routes.sessions, async (c) => c.json(await listSessions(db, signedIn(c), clock.now()), 200))
    .openapi(routes.signOut, async (c) => {
      const { id } = signedIn(c);
      await signOutEverywhere(db, id, { administratorId: id, now: clock.now() });
      clearBrowserCache(c);
      return c.json({ message: 'Signed out everywhere.' }, 200);
    })
    .openapi(routes.endSession, async (c) => {
      await endOwnSession(db, signedIn(c), c.req.valid('param').id, clock.now());
      return c.json({ message: 'Signed out there.' }, 200);
    });
  return { adminRoutes };
}

function youFrom(c: Context<ApiEnv>): You {
  return { ...signedIn(c), address: c.get('address') };
}
