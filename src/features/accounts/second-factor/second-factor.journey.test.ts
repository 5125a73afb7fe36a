import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { address, isSignedIn, password, signIn, society } from '#tests/support/two-administrators.ts';
import { resetFactorByOperator } from '../operator-commands.server.ts';
import { getChallengedAccount, signInWithSecondStep } from '../sign-in/second-step.server.ts';
import { totpCodeOfStep, totpStepAt } from './totp.server.ts';

const path = '/admin/account/second-factor';
const second = (app: TestApp, challenge: string, input: object) =>
  app.json<{ token?: string; message: string; recoveryCodesLeft?: number }>('POST', '/admin/login/second', {
    challenge,
    ...input,
  });
type Login = { token?: string; message: string; challenge?: { token: string; methods: string[] } };
const login = (app: TestApp, name: string) =>
  app.json<Login>('POST', '/admin/login', { usernameOrEmail: name, password });
const challengeOf = async (app: TestApp, name: string) => (await login(app, name)).body.challenge?.token ?? '';

/** With an app whose codes the test knows: those of now, or of some steps later. */
async function withApp(app: TestApp, token: string) {
  const { secret } = (await app.json<{ secret: string }>('GET', `${path}/app`, undefined, token)).body;
  const code = (later = 0) => totpCodeOfStep(secret, totpStepAt(app.clock.now()) + later);
  const { body } = await app.json<{ recoveryCodes: string[] }>('PUT', `${path}/app`, { secret, code: code() }, token);
  app.clock.advance(30_000);
  return { secret, code, recoveryCodes: body.recoveryCodes };
}

describe.each(engines)('an authenticator app on %s', (engine) => {
  test('is asked for after the password, and the sign-in is otherwise unchanged', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    expect((await login(app, 'editor1')).body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Login successful!',
    });
    const { code, recoveryCodes } = await withApp(app, one);
    expect(recoveryCodes).toHaveLength(10);
    expect(await read()).toMatchObject([
      { to: address('editor1'), subject: 'An authenticator app has been set up for your account' },
    ]);
    const first = await login(app, 'editor1');
    expect(first.status).toBe(200);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(first.body).toEqual({
      message: 'One more step: confirm that it is you.',
      challenge: {
        token: expect.any(String) as string,
        expiresAt: new Date(app.clock.now().getTime() + 300_000).toISOString(),
        methods: ['app', 'recovery-code'],
        passkey: null,
      },
    });
    const challenge = first.body.challenge?.token ?? '';
    expect(await second(app, challenge, { code: '000000' })).toMatchObject({
      status: 401,
      body: { message: 'This code is wrong, or has already been used. The app shows a new one every 30 seconds.' },
    });
    const done = await second(app, challenge, { code: ` ${code().slice(0, 3)} ${code().slice(3)}` });
    expect(done.body).toEqual({ token: expect.any(String) as string, message: 'Login successful!' });
    expect(await isSignedIn(app, done.body.token ?? '')).toBe(true);
    expect(done.headers.get('set-cookie')).toContain('known_browser=');
    // The other account signs in as before.
    expect(Object.keys((await login(app, 'editor2')).body)).toEqual(['token', 'message']);
  });

  test('a code works once, a challenge works once, and neither works late', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const { code } = await withApp(app, one);
    const [a, b] = [await challengeOf(app, 'editor1'), await challengeOf(app, 'editor1')];
    const used = code();
    expect((await second(app, a, { code: used })).status).toBe(200);
    expect((await second(app, b, { code: used })).status).toBe(401);
    // Not the one of before it either.
    expect((await second(app, b, { code: code(-1) })).status).toBe(401);
    expect((await second(app, a, { code: code(1) })).body.message).toMatch(/^This took too long, or was already done/);
    expect((await second(app, b, { code: code(1) })).status).toBe(200);
    const late = await challengeOf(app, 'editor1');
    app.clock.advance(300_000);
    expect((await second(app, late, { code: code() })).status).toBe(401);
    for (const odd of ['', 'x', `${late}x`, late.replace('second-step', 'proof')])
      expect((await second(app, odd, { code: code() })).status).toBe(401);
    expect((await second(app, late, {})).status).toBe(400);
  });

  test('two sign-ins with one code at the same moment: one succeeds', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const { code } = await withApp(app, one);
    const challenges = await Promise.all([1, 2].map(() => challengeOf(app, 'editor1')));
    const given = code();
    const answers = await Promise.all(challenges.map((challenge) => second(app, challenge, { code: given })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
  });

  test('a challenge ends when the password changes or the account is deactivated', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    const { code } = await withApp(app, one);
    const before = await challengeOf(app, 'editor1');
    const change = { currentPassword: password, newPassword: 'marmot umbrella violin' };
    expect((await app.json('PUT', '/admin/account/password', change, one)).status).toBe(200);
    expect((await second(app, before, { code: code() })).status).toBe(401);
    await app.json(
      'PUT',
      '/admin/account/password',
      { currentPassword: change.newPassword, newPassword: password },
      one,
    );
    await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'editor1').execute();
    expect((await second(app, before, { code: code() })).status).toBe(401);
    expect(await isSignedIn(app, two)).toBe(true);
  });

  test('setting up the first factor ends sessions that were opened with the password alone', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    const other = (await signIn(app, 'editor1')).body.token;
    const { code } = await withApp(app, one);
    const open = async (...tokens: string[]) => Promise.all(tokens.map((token) => isSignedIn(app, token)));
    expect(await open(one, other, two)).toEqual([true, false, true]);
    const later = await second(app, await challengeOf(app, 'editor1'), { code: code() });
    await withApp(app, one);
    expect(await open(one, later.body.token ?? '')).toEqual([true, true]);
  });

  test('what ends a challenge also ends it between the password and the session', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const { code } = await withApp(app, one);
    const challenge = await challengeOf(app, 'editor1');
    const challenged = await getChallengedAccount(app.db, challenge, app.clock.now());
    const { siteUrl } = app.context.config;
    const step = { challenge, code: code(), address: '192.0.2.9', device: '', ownKey: null, siteUrl };
    const finish = () => signInWithSecondStep(app.db, challenged, step, app.clock.now());
    const change = (to: { isActive: boolean } | { passwordHash: string }) =>
      app.db.updateTable('administrators').set(to).where('username', '=', 'editor1').execute();
    await change({ isActive: false });
    await expect(finish()).rejects.toThrow('This took too long, or was already done.');
    await change({ isActive: true });
    await change({ passwordHash: 'another' });
    await expect(finish()).rejects.toThrow('This took too long, or was already done.');
    await change({ passwordHash: challenged.account.passwordHash });
    expect(await finish()).toEqual({ token: expect.any(String) as string });
  });

  test('new recovery codes that follow from entering a key again are told by mail', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const { code, secret } = await withApp(app, one);
    await read();
    const again = async () =>
      (await app.json<{ recoveryCodes: string[] }>('PUT', `${path}/app`, { secret, code: code() }, one)).body;
    // The answer was lost.
    expect((await again()).recoveryCodes).toHaveLength(10);
    expect(await read()).toEqual([]);
    app.clock.advance(301_000);
    expect((await again()).recoveryCodes).toHaveLength(10);
    expect(await read()).toMatchObject([{ to: address('editor1'), subject: 'Your account has new recovery codes' }]);
  });

  test('recovery codes work once each, however they are typed, and the owner is told', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const { recoveryCodes } = await withApp(app, one);
    await read();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', other = ''] = recoveryCodes;
    expect(first, '15 of 31 signs are 74 bits').toMatch(/^[a-hjkmnp-z2-9]{5}(?:-[a-hjkmnp-z2-9]{5}){2}$/);
    const typed = first.toUpperCase().replaceAll('-', ' ');
    const done = await second(app, await challengeOf(app, 'editor1'), { recoveryCode: typed });
    expect(done.body).toMatchObject({ message: 'Login successful!', recoveryCodesLeft: 9 });
    expect((await read()).map(({ to, text }) => [to, text?.includes('9 of your recovery codes are left')])).toEqual([
      [address('editor1'), true],
    ]);
    const again = await challengeOf(app, 'editor1');
    expect((await second(app, again, { recoveryCode: first })).status).toBe(401);
    // New ones end the others.
    const renewed = await app.json<{ recoveryCodes: string[] }>('POST', `${path}/recovery-codes`, undefined, one);
    expect((await second(app, again, { recoveryCode: other })).status).toBe(401);
    const [fresh = ''] = renewed.body.recoveryCodes;
    expect((await second(app, again, { recoveryCode: fresh })).status).toBe(200);
  });

  test('no code or challenge is stored in plain text; only the key of the app is', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const { recoveryCodes } = await withApp(app, one);
    const challenge = await challengeOf(app, 'editor1');
    const rows = await Promise.all(
      (['recoveryCodes', 'audit', 'mails', 'throttles', 'sessions'] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const stored = JSON.stringify(rows);
    for (const code of [...recoveryCodes, challenge]) expect(stored).not.toContain(code);
  });

  test('after its removal the password alone signs in, and the recovery codes are gone', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const { recoveryCodes } = await withApp(app, one);
    await read();
    const pending = await challengeOf(app, 'editor1');
    expect((await app.json('DELETE', `${path}/app`, undefined, one)).status).toBe(200);
    expect((await app.json('DELETE', `${path}/app`, undefined, one)).status).toBe(404);
    expect(await read()).toMatchObject([{ subject: 'The authenticator app of your account has been removed' }]);
    expect((await login(app, 'editor1')).body.token).toBeDefined();
    expect((await second(app, pending, { recoveryCode: recoveryCodes[0] })).status).toBe(401);
    expect((await app.json('POST', `${path}/recovery-codes`, undefined, one)).status).toBe(409);
    expect((await app.json('GET', path, undefined, one)).body).toMatchObject({ app: null, recoveryCodesLeft: 0 });
  });

  test('after its removal on the command line the password alone signs in, sessions end, and the owner is told', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    await withApp(app, one);
    await read();
    await resetFactorByOperator(app.db, 'editor1', app.clock.now());
    const told = { to: address('editor1'), subject: 'The second factor of your account has been removed' };
    expect(await read()).toMatchObject([told]);
    expect((await app.json('GET', path, undefined, one)).status).toBe(401);
    expect((await login(app, 'editor1')).body.token).toBeDefined();
    await expect(resetFactorByOperator(app.db, 'editor1', app.clock.now())).rejects.toThrow('has no second factor');
    expect(await read()).toEqual([]);
  });

  test('a wrong first code sets nothing up', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const { secret } = (await app.json<{ secret: string }>('GET', `${path}/app`, undefined, one)).body;
    const answer = await app.json('PUT', `${path}/app`, { secret, code: '000000' }, one);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fields: { code: expect.stringContaining('clock of your phone') as string } });
    expect((await signIn(app, 'editor1')).body.token).toBeDefined();
  });

  test('a link for a forgotten password does not replace it', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    const { code } = await withApp(app, one);
    const made = await app.json<{ link: string }>('POST', '/admin/administrators/1/links', { purpose: 'reset' }, two);
    const token = /#token=(.+)$/.exec(made.body.link)?.[1] ?? '';
    const accepted = await app.json<Login>('POST', '/account-links/use', { token, password: 'marmot umbrella violin' });
    expect(accepted.body).toMatchObject({ challenge: { methods: ['app', 'recovery-code'] } });
    expect(accepted.body.token).toBeUndefined();
    const challenge = accepted.body.challenge?.token ?? '';
    expect((await second(app, challenge, { code: code() })).body.token).toBeDefined();
  });
});
