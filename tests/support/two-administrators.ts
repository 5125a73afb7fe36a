/** Two administrators who read their mail. */
import { accountEmails } from '#features/accounts/account-email-kinds.server.ts';
import { newTotpSecret, totpCodeOfStep, totpStepAt } from '#features/accounts/second-factor/totp.server.ts';
import type { Config } from '#platform/config/config.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import type { engines } from './database.ts';
import { collector } from './newsletter.ts';
import { type TestApp, testApp } from './test-app.ts';

export const password = 'a password of twenty';

export const address = (name: string) => `${name}@society.example`;

/** Two administrators, editor1 and editor2, and what they are written. */
export async function society(engine: (typeof engines)[number], config: Partial<Config> = {}) {
  const app = await testApp({ engine, config });
  const [one, two] = [await app.signIn(), await app.signIn()];
  const { mails, mailer } = collector();
  const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
  const read = async () => {
    const before = mails.length;
    await sender.sendDue();
    return mails.slice(before);
  };
  return { app, one, two, read, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

export const tokenIn = (text: string | undefined) => /#token=(\S+)/.exec(text ?? '')?.[1] ?? '';

/** Answers its key and the recovery codes, where it is the first factor. */
export async function addApp(app: TestApp, token: string) {
  const secret = newTotpSecret();
  const code = totpCodeOfStep(secret, totpStepAt(app.clock.now()));
  const path = '/admin/account/second-factor/app';
  const { body } = await app.json<{ recoveryCodes: string[] | null }>('PUT', path, { secret, code }, token);
  return { secret, codes: body.recoveryCodes };
}

export const isSignedIn = async (app: TestApp, token: string) =>
  (await app.json('GET', '/admin/verify', undefined, token)).status === 200;
export const signIn = (app: TestApp, usernameOrEmail: string, given = password) =>
  app.json<{ token: string }>('POST', '/admin/login', { usernameOrEmail, password: given });
export const post = (app: TestApp, path: string, token: string, body: object = {}) =>
  app.json<{ link: string }>('POST', `/admin/administrators${path}`, body, token);
