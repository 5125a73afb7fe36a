import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, routesOf } from '#platform/http/api.ts';
import { accountMessages } from '../account.ts';
import { deviceName } from '../sign-in/device.ts';
import { readBudget, rememberBrowser } from '../sign-in/known-browsers.api.ts';
import { SecondStepAnswer, SecondStepInput } from './second-factor.schema.ts';
import { findChallenged, takeSecondStep } from './second-step.server.ts';

const route = routesOf('Administrators');

const second = route('post', '/', 'Sign in, the second step', {
  description:
    'With the token of the `challenge` that the sign-in was answered, which works once and for five minutes, and a code of the authenticator app, a recovery code, or what `navigator.credentials.get` answers to its `passkey`.',
  request: jsonBody(SecondStepInput),
  200: answer(SecondStepAnswer, 'Signed in'),
});

/** Under /admin/login/second. */
export function secondStepApi(context: AppContext) {
  const { db, config, clock } = context;
  const publicRoutes = createApiApp().openapi(second, async (c) => {
    const input = c.req.valid('json');
    const challenged = await findChallenged(db, input.challenge, clock.now());
    const budget = await readBudget(c, context, challenged.account.username);
    const from = { address: c.get('address'), device: deviceName(c.req.header('user-agent')), budget };
    const step = { ...input, ...from, siteUrl: config.siteUrl };
    const outcome = await takeSecondStep(db, challenged, step, clock.now());
    await rememberBrowser(c, context, outcome.token);
    return c.json({ ...outcome, message: accountMessages.signedIn }, 200);
  });
  return { publicRoutes };
}
