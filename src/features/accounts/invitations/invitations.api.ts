import { createRoute } from '@hono/zod-openapi';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, refusals } from '#platform/http/api.ts';
import { LoginAnswer, ReadInvitation, TokenInput, UseInput } from '../account.schema.ts';
import { accountMessages } from '../account.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { deviceName } from '../sign-in/device.ts';
import { rememberBrowser } from '../sign-in/known-browsers.api.ts';
import { readLink, useLink } from './accepting.server.ts';
import { invitationMessages } from './invitation.ts';

const tags = ['Administrators'];

// The token is in the body: proxies log addresses.
const read = createRoute({
  method: 'post',
  path: '/read',
  summary: 'Read a link to an account',
  tags,
  request: jsonBody(TokenInput),
  responses: { 200: answer(ReadInvitation, 'Whom the link is for'), ...refusals },
});

const use = createRoute({
  method: 'post',
  path: '/use',
  summary: 'Use a link to an account',
  tags,
  description:
    'To join or to choose a new password, with a password: it signs in. To take a second factor away, without one: it does not.',
  request: jsonBody(UseInput),
  responses: { 200: answer(LoginAnswer, 'Done'), ...refusals },
});

/** Mounted under /account-links. Needs the token of a link, and no session. */
export function invitationsApi(context: AppContext) {
  const { db, config, clock } = context;
  const publicRoutes = createApiApp()
    .openapi(read, async (c) => c.json(await readLink(db, c.req.valid('json').token, clock.now()), 200))
    .openapi(use, async (c) => {
      const { societyName } = await getSettings(db, config);
      const device = deviceName(c.req.header('user-agent'));
      const used = { ...c.req.valid('json'), device, societyName, siteUrl: config.siteUrl };
      const outcome = await useLink(db, used, clock.now());
      if (!outcome) return c.json({ message: invitationMessages.factorGone }, 200);
      if ('challenge' in outcome) return c.json({ message: secondFactorMessages.askedForSecond, ...outcome }, 200);
      await rememberBrowser(c, context, outcome.token);
      return c.json({ token: outcome.token, message: accountMessages.signedIn }, 200);
    });
  return { publicRoutes };
}
