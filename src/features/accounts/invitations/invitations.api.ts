import { createRoute } from '@hono/zod-openapi';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals } from '#platform/http/api.ts';
import { AcceptInput, LoginAnswer, ReadInvitation, TokenInput } from '../account.schema.ts';
import { accountMessages } from '../account.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { deviceName } from '../sign-in/device.ts';
import { rememberBrowser } from '../sign-in/known-browsers.api.ts';
import { acceptInvitation, readInvitation, resetFactorByLink } from './accepting.server.ts';
import { invitationMessages } from './invitation.ts';

const tags = ['Administrators'];

// The token is in the body: proxies log addresses.
const read = createRoute({
  method: 'post',
  path: '/read',
  summary: 'Read an invitation',
  tags,
  request: jsonBody(TokenInput),
  responses: { 200: answer(ReadInvitation, 'Whom the link is for'), ...refusals },
});

const accept = createRoute({
  method: 'post',
  path: '/accept',
  summary: 'Accept an invitation',
  tags,
  request: jsonBody(AcceptInput),
  responses: { 200: answer(LoginAnswer, 'Signed in'), ...refusals },
});

const resetFactor = createRoute({
  method: 'post',
  path: '/reset-second-factor',
  summary: 'Take the second factor away by a link',
  tags,
  description: 'By the link that another administrator made. The password is still needed to sign in.',
  request: jsonBody(TokenInput),
  responses: { 200: messageAnswer, ...refusals },
});

/** Mounted under /invitation. Needs the token of a link, and no session. */
export function invitationsApi(context: AppContext) {
  const { db, config, clock } = context;
  const publicRoutes = createApiApp()
    .openapi(read, async (c) => c.json(await readInvitation(db, c.req.valid('json').token, clock.now()), 200))
    .openapi(resetFactor, async (c) => {
      await resetFactorByLink(db, c.req.valid('json').token, clock.now());
      return c.json({ message: invitationMessages.factorGone }, 200);
    })
    .openapi(accept, async (c) => {
      const { societyName } = await getSettings(db, config);
      const from = { device: deviceName(c.req.header('user-agent')), address: c.get('address') };
      const accepted = { ...c.req.valid('json'), ...from, societyName, siteUrl: config.siteUrl };
      const outcome = await acceptInvitation(db, accepted, clock.now());
      if ('challenge' in outcome) return c.json({ message: secondFactorMessages.askedForSecond, ...outcome }, 200);
      await rememberBrowser(c, context, outcome.token);
      return c.json({ token: outcome.token, message: accountMessages.signedIn }, 200);
    });
  return { publicRoutes };
}
