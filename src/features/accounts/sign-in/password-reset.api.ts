import type { AppContext } from '#platform/context.ts';
import { Conflict } from '#platform/errors.ts';
import { createApiApp, jsonBody, messageAnswer, routesOf } from '#platform/http/api.ts';
import { PasswordResetInput } from '../account.schema.ts';
import { passwordResetMessages } from '../account.ts';
import { requestPasswordReset } from './password-reset.server.ts';

const route = routesOf('Administrators');

const ask = route('post', '/', 'Ask for a link to set a new password', {
  description: 'The same answer for every address. 409 where no mail server is set.',
  request: jsonBody(PasswordResetInput),
  200: messageAnswer,
});

/** Under /forgotten-password. The link is used under /account-links. */
export function forgottenPasswordApi({ db, config, clock }: AppContext) {
  const publicRoutes = createApiApp().openapi(ask, async (c) => {
    const { email } = c.req.valid('json');
    if (!config.smtpUrl) throw new Conflict(passwordResetMessages.noMailServer);
    await requestPasswordReset(db, { email, address: c.get('address') }, clock.now());
    return c.json({ message: passwordResetMessages.asked }, 200);
  });
  return { publicRoutes };
}
