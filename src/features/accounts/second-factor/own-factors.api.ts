import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { newAuthenticatorApp } from './authenticator-app.server.ts';
import {
  addAuthenticatorApp,
  readSecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from './own-factors.server.ts';
import { addPasskey, removePasskey, startPasskeyRegistration } from './own-passkeys.server.ts';
import {
  AppInput,
  FactorAdded,
  NewApp,
  PasskeyInput,
  PasskeyKey,
  RecoveryCodes,
  SecondFactor,
} from './second-factor.schema.ts';
import { secondFactorMessages } from './second-factor.ts';

const route = routesOf('Administrators');
const routes = {
  read: route('get', '/', 'Read your second factor', {
    200: returns(SecondFactor, 'What a sign-in asks for besides the password'),
  }),
  newApp: route('get', '/app', 'Get a key for an authenticator app', {
    description: 'Nothing is saved before a code made with it comes back (`PUT …/app`).',
    200: returns(NewApp, 'The key, shown this once'),
    ...recentPassword,
  }),
  saveApp: route('put', '/app', 'Set up an authenticator app', {
    request: jsonBody(AppInput),
    200: returns(FactorAdded, 'Set up'),
    ...recentPassword,
  }),
  removeApp: route('delete', '/app', 'Remove your authenticator app', { 200: messageAnswer, ...recentPassword }),
  codes: route('post', '/recovery-codes', 'Make new recovery codes', {
    200: returns(RecoveryCodes, 'Ten codes, shown this once'),
    ...recentPassword,
  }),
  offerPasskey: route('get', '/passkeys', 'Ask for a new passkey', {
    description: 'For `navigator.credentials.create`. The challenge works once, for five minutes, in this session.',
    200: returns(PasskeyKey, 'What the browser needs'),
    ...recentPassword,
  }),
  addPasskey: route('post', '/passkeys', 'Add a passkey', {
    request: jsonBody(PasskeyInput),
    201: returns(FactorAdded, 'Added'),
    ...recentPassword,
  }),
  removePasskey: route('delete', '/passkeys/{id}', 'Remove a passkey', {
    request: { params: IdParam },
    200: messageAnswer,
    ...recentPassword,
  }),
};

/** Under /admin/account/second-factor. */
export function ownFactorsApi({ db, config, clock }: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.read, async (c) => c.json(await readSecondFactor(db, signedIn(c).id, config.siteUrl), 200))
    .openapi(routes.newApp, async (c) => {
      const { societyName } = await getSettings(db, config);
      return c.json(newAuthenticatorApp({ username: signedIn(c).username, societyName }), 200);
    })
    .openapi(routes.saveApp, async (c) => {
      const recoveryCodes = await addAuthenticatorApp(db, signedIn(c), c.req.valid('json'), clock.now());
      return c.json({ message: 'The authenticator app is set up.', recoveryCodes }, 200);
    })
    .openapi(routes.removeApp, async (c) => {
      await removeAuthenticatorApp(db, signedIn(c).id, clock.now());
      return c.json({ message: secondFactorMessages.appRemoved }, 200);
    })
    .openapi(routes.codes, async (c) => {
      const recoveryCodes = await renewRecoveryCodes(db, signedIn(c).id, clock.now());
      return c.json({ message: 'The earlier recovery codes no longer work.', recoveryCodes }, 200);
    })
    .openapi(routes.offerPasskey, async (c) => {
      const { societyName } = await getSettings(db, config);
      return c.json(
        await startPasskeyRegistration(db, signedIn(c), { siteUrl: config.siteUrl, societyName }, clock.now()),
        200,
      );
    })
    .openapi(routes.addPasskey, async (c) => {
      const input = { ...c.req.valid('json'), siteUrl: config.siteUrl };
      const recoveryCodes = await addPasskey(db, signedIn(c), input, clock.now());
      return c.json({ message: 'The passkey has been added.', recoveryCodes }, 201);
    })
    .openapi(routes.removePasskey, async (c) => {
      await removePasskey(db, signedIn(c).id, c.req.valid('param').id, clock.now());
      return c.json({ message: secondFactorMessages.passkeyRemoved }, 200);
    });
  return { adminRoutes };
}
