import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { Conflict } from '#platform/errors.ts';
import { createApiApp, jsonBody, messageAnswer, refusals } from '#platform/http/api.ts';
import { ForgottenInput } from '../account.schema.ts';
import { askForLink } from './forgotten.server.ts';
import { forgottenMessages } from './forgotten.ts';

const ask = createRoute({
  method: 'post',
  path: '/',
  tags: ['Administrators'],
  description: 'The same answer for every address. 409 where no mail server is set.',
  request: jsonBody(ForgottenInput),
  responses: { 200: messageAnswer, ...refusals },
});

/** Under /forgotten-password. */
export function forgottenApi({ db, config, clock }: AppContext) {
  const publicRoutes = createApiApp().openapi(ask, async (c) => {
    const { email } = c.req.valid('json');
    if (!config.smtpUrl) throw new Conflict(forgottenMessages.noMailServer);
    await askForLink(db, { email, address: c.get('address') }, clock.now());
    return c.json({ message: forgottenMessages.asked }, 200);
  });
  return { publicRoutes };
}
