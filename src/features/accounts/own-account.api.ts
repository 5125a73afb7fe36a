import { createRoute, z } from '@hono/zod-openapi';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { NamesInput, PasswordInput, ProofInput, Session } from './account.schema.ts';
import { forgetPages } from './accounts.api.ts';
import { signOutEverywhere } from './administrators.server.ts';
import {
  changeNames,
  changePassword,
  endSession,
  listSessions,
  offerPasskeyProof,
  proveWhoYouAre,
} from './own-account.server.ts';
import { PasskeyProofKey } from './second-factor/second-factor.schema.ts';

const tags = ['Administrators'];
const done = { 200: messageAnswer, ...refusals };

const routes = {
  names: createRoute({
    method: 'put',
    path: '/',
    summary: 'Change your name or address',
    tags,
    request: jsonBody(NamesInput),
    responses: done,
  }),
  password: createRoute({
    method: 'put',
    path: '/password',
    summary: 'Change your password',
    tags,
    request: jsonBody(PasswordInput),
    responses: done,
  }),
  proof: createRoute({
    method: 'post',
    path: '/proof',
    summary: 'Prove who you are',
    tags,
    description:
      'For the next 10 minutes of this session nothing answers `fresh_proof_needed`; a sign-in does the same.',
    request: jsonBody(ProofInput),
    responses: done,
  }),
  passkeyProof: createRoute({
    method: 'get',
    path: '/proof',
    summary: 'Ask for a passkey to prove who you are',
    tags,
    description: 'For `navigator.credentials.get`; what it answers goes to `POST /admin/account/proof`.',
    responses: { 200: answer(PasskeyProofKey, 'Works once, for five minutes'), ...refusals },
  }),
  sessions: createRoute({
    method: 'get',
    path: '/sessions',
    summary: 'List your sessions',
    tags,
    responses: { 200: answer(z.array(Session), 'Where you are signed in, last used first'), ...refusals },
  }),
  signOut: createRoute({
    method: 'delete',
    path: '/sessions',
    summary: 'End your other sessions',
    tags,
    responses: done,
  }),
  endSession: createRoute({
    method: 'delete',
    path: '/sessions/{id}',
    summary: 'End one of your sessions',
    tags,
    request: { params: IdParam },
    responses: done,
  }),
};

/** Under /admin/account. */
export function ownAccountApi({ db, config, clock }: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.names, async (c) => {
      const you = { ...signedIn(c), address: c.get('address') };
      await changeNames(db, you, c.req.valid('json'), clock.now());
      return c.json({ message: 'Your account has been saved.' }, 200);
    })
    .openapi(routes.password, async (c) => {
      const { societyName } = await getSettings(db, config);
      const you = { ...signedIn(c), address: c.get('address') };
      await changePassword(db, you, { ...c.req.valid('json'), societyName }, clock.now());
      return c.json({ message: 'Your password has been changed.' }, 200);
    })
    .openapi(routes.proof, async (c) => {
      const you = { ...signedIn(c), address: c.get('address') };
      await proveWhoYouAre(db, you, { ...c.req.valid('json'), siteUrl: config.siteUrl }, clock.now());
      return c.json({ message: 'Thank you.' }, 200);
    })
    .openapi(routes.passkeyProof, async (c) => {
      const you = { ...signedIn(c), address: c.get('address') };
      return c.json(await offerPasskeyProof(db, you, config.siteUrl, clock.now()), 200);
    })
    .openapi(routes.sessions, async (c) => c.json(await listSessions(db, signedIn(c), clock.now()), 200))
    .openapi(routes.signOut, async (c) => {
      const { id } = signedIn(c);
      await signOutEverywhere(db, id, { administratorId: id, now: clock.now() });
      forgetPages(c);
      return c.json({ message: 'Signed out everywhere.' }, 200);
    })
    .openapi(routes.endSession, async (c) => {
      await endSession(db, signedIn(c), c.req.valid('param').id, clock.now());
      return c.json({ message: 'Signed out there.' }, 200);
    });
  return { adminRoutes };
}
