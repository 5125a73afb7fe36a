import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { addApp, address, password, society } from '#tests/support/two-administrators.ts';
import { newTotpSecret, totpCodeOfStep, totpStepAt } from './totp.server.ts';

const minute = 60_000;
/** GUESSES=10000 takes some minutes. */
const guesses = Number(process.env.GUESSES ?? 100);

/** A thief with the password, in a network of their own for each guess. `cookie`: in a browser that may be known. */
async function tryCode(app: TestApp, input: object, from: string, cookie = ''): Promise<number> {
  return (await signInWith(app, input, from, cookie)).status;
}

async function signInWith(app: TestApp, input: object, from: string, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie };
  const send = async (path: string, body: object) =>
    app.request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const login = await send('/admin/login', { usernameOrEmail: 'editor1', password });
  if (login.status !== 200) return login;
  const { challenge } = (await login.json()) as { challenge: { token: string } };
  return send('/admin/login/second', { challenge: challenge.token, ...input });
}

/** Signs in with the app; what the browser sends back from then on. */
async function knownBrowser(app: TestApp, code: string, from: string): Promise<string> {
  const answer = await signInWith(app, { code }, from);
  expect(answer.status).toBe(200);
  return kept(answer);
}

/** The cookie that a browser sends back. */
function kept(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test.each(engines)('guesses from any number of networks: only ten an hour are checked (%s)', async (engine) => {
  await using set = await society(engine, { trustProxy: true });
  const { app, one, read } = set;
  const secret = newTotpSecret();
  const code = () => totpCodeOfStep(secret, totpStepAt(app.clock.now()));
  const path = '/admin/account/second-factor/app';
  const { recoveryCodes } = (await app.json<{ recoveryCodes: string[] }>('PUT', path, { secret, code: code() }, one))
    .body;
  await read();
  app.clock.advance(minute);
  // The owner has signed in at home.
  const cookie = await knownBrowser(app, code(), '192.0.2.1');

  const wrong = () => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
  const answers: Record<number, number> = {};
  for (let n = 0; n < guesses; n++) {
    const status = await tryCode(app, { code: wrong() }, `10.${n >> 8}.${n & 255}.1`);
    answers[status] = (answers[status] ?? 0) + 1;
  }
  // The owner's own was one of the ten.
  expect(answers).toEqual({ 401: 9, 429: guesses - 9 });
  // Even the right one.
  app.clock.advance(minute / 2);
  expect(await tryCode(app, { code: code() }, '198.51.100.1')).toBe(429);
  const told = (await read()).filter(({ subject }) => subject === 'Someone knows your password and is trying codes');
  expect(told.map(({ to }) => to)).toEqual([address('editor1')]);
  // The owner gets in all the while: at home with the app, elsewhere with a recovery code.
  expect(await tryCode(app, { code: code() }, '192.0.2.1', cookie)).toBe(200);
  expect(await tryCode(app, { recoveryCode: recoveryCodes[0] }, '203.0.113.1')).toBe(200);
});

test.each(engines)(
  'signing in by others from a known browser does not reset the count of wrong codes (%s)',
  async (engine) => {
    await using set = await society(engine, { trustProxy: true });
    const { app, one, read } = set;
    await app.signIn();
    const home = '192.0.2.1';
    const { secret, codes } = await addApp(app, one);
    app.clock.advance(minute);
    await read();

    const login = (name: string, cookie = '') => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': home, cookie };
      const body = JSON.stringify({ usernameOrEmail: name, password });
      return app.request('/api/v1/admin/login', { method: 'POST', headers, body });
    };
    const cookie = kept(await login('editor2'));
    const wrong = () =>
      String((Number(totpCodeOfStep(secret, totpStepAt(app.clock.now()))) + 500_000) % 1_000_000).padStart(6, '0');
    const answers: Record<number, number> = {};
    for (let n = 0; n < 33; n++) {
      const status = await tryCode(app, { code: wrong() }, home, cookie);
      answers[status] = (answers[status] ?? 0) + 1;
      // A third one at the same desk.
      expect((await login('editor3', cookie)).status).toBe(200);
    }
    expect(answers).toEqual({ 401: 30, 429: 3 });
    expect((await read()).map(({ subject }) => subject)).toContain('Someone knows your password and is trying codes');
    expect(await tryCode(app, { recoveryCode: codes?.[0] }, '203.0.113.1')).toBe(200);
  },
);

test.each(engines)('from one network only a few codes are checked, despite a sign-in between (%s)', async (engine) => {
  await using set = await society(engine, { trustProxy: true });
  const { app, one } = set;
  const secret = newTotpSecret();
  const code = totpCodeOfStep(secret, totpStepAt(app.clock.now()));
  await app.json('PUT', '/admin/account/second-factor/app', { secret, code }, one);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) statuses.push(await tryCode(app, { code: '000000' }, '198.51.100.1'));
  // The right password in between forgives nothing.
  expect(statuses).toEqual([401, 401, 429, 429, 429, 429, 429, 429]);
});
