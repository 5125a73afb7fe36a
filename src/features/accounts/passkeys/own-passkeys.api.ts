import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { FactorAdded, PasskeyInput, PasskeyKey } from '../second-factor/second-factor.schema.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { addPasskey, offerPasskey, removePasskey } from './own-passkeys.server.ts';

const route = routesOf('Administrators');
const routes = {
  offer: route('get', '/', 'Ask for a new passkey', {
    description: 'For `navigator.credentials.create`. The challenge works once, for five minutes, in this session.',
    200: answer(PasskeyKey, 'What the browser needs'),
    ...recentPasswordRefusal,
  }),
  add: route('post', '/', 'Add a passkey', {
    request: jsonBody(PasskeyInput),
    201: answer(FactorAdded, 'Added'),
    ...recentPasswordRefusal,
  }),
  remove: route('delete', '/{id}', 'Remove a passkey', {
    request: { params: IdParam },
    200: messageAnswer,
    ...recentPasswordRefusal,
  }),
};

/** Under /admin/account/second-factor/passkeys. */
export function ownPasskeysApi({ db, config, clock }: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.offer, async (c) => {
      requireRecentPassword(c, clock.now());
      const { siteUrl } = config;
      const { societyName } = await getSettings(db, config);
      return c.json(await offerPasskey(db, signedIn(c), { siteUrl, societyName }, clock.now()), 200);
    })
    .openapi(routes.add, async (c) => {
      requireRecentPassword(c, clock.now());
      const input = { ...c.req.valid('json'), siteUrl: config.siteUrl };
      const recoveryCodes = await addPasskey(db, signedIn(c), input, clock.now());
      return c.json({ message: 'The passkey has been added.', recoveryCodes }, 201);
    })
    .openapi(routes.remove, async (c) => {
      requireRecentPassword(c, clock.now());
      await removePasskey(db, signedIn(c).id, c.req.valid('param').id, clock.now());
      return c.json({ message: secondFactorMessages.passkeyRemoved }, 200);
    });
  return { adminRoutes };
}
