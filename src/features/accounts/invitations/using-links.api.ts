import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, returns, routesOf } from '#platform/http/api.ts';
import { LoginAnswer, ReadInvitation, TokenInput, UseInput } from '../account.schema.ts';
import { accountMessages } from '../account.ts';
import { accountLinkMessages } from '../links/account-link.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { deviceName } from '../sessions/device-name.ts';
import { rememberBrowser } from '../sign-in/device-cookies.api.ts';
import { getLinkRecipient, redeemLink } from './using-links.server.ts';

const route = routesOf('Administrators');
// The token is in the body: proxies log addresses.
const read = route('post', '/read', 'Read a link to an account', {
  request: jsonBody(TokenInput),
  200: returns(ReadInvitation, 'Whom the link is for'),
});

const use = route('post', '/use', 'Use a link to an account', {
  description:
    'To join or to choose a new password, with a password: it signs in. To remove a second factor, without one: it does not.',
  request: jsonBody(UseInput),
  200: returns(LoginAnswer, 'Done'),
});

/** Mounted under /account-links. Needs the token of a link, and no session. */
export function usingLinksApi(context: AppContext) {
  const { db, config, clock } = context;
  const publicRoutes = createApiApp()
    .openapi(read, async (c) => c.json(await getLinkRecipient(db, c.req.valid('json').token, clock.now()), 200))
    .openapi(use, async (c) => {
      const { societyName } = await getSettings(db, config);
      const device = deviceName(c.req.header('user-agent'));
      const used = { ...c.req.valid('json'), device, societyName, siteUrl: config.siteUrl };
      const outcome = await redeemLink(db, used, clock.now());
      if (!outcome) return c.json({ message: accountLinkMessages.factorGone }, 200);
      if ('challenge' in outcome) return c.json({ message: secondFactorMessages.askedForSecond, ...outcome }, 200);
      await rememberBrowser(c, context, outcome.token);
      return c.json({ token: outcome.token, message: accountMessages.signedIn }, 200);
    });
  return { publicRoutes };
}
