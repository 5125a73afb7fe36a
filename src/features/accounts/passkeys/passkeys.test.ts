import { describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts';
import { engines } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { address, isSignedIn, password, signIn, society } from '#tests/support/two-administrators.ts';
import type { PasskeyKey, SecondFactor, SecondStepChallenge } from '../second-factor/second-factor.schema.ts';
import { passkeyDomain } from './passkey-domain.ts';

const path = '/admin/account/second-factor';

async function addPasskey(app: TestApp, token: string, device: Authenticator, lies = {}, name = 'Phone') {
  const { challenge, options } = (await app.json<PasskeyKey>('GET', `${path}/passkeys`, undefined, token)).body;
  const credential = device.create(options, lies);
  return app.json<{ recoveryCodes: string[] | null }>(
    'POST',
    `${path}/passkeys`,
    { challenge, name, credential },
    token,
  );
}

async function challengeOf(app: TestApp, name = 'editor1'): Promise<SecondStepChallenge> {
  const login = { usernameOrEmail: name, password };
  const { body } = await app.json<{ challenge?: SecondStepChallenge }>('POST', '/admin/login', login);
  if (!body.challenge) throw new Error('The password was enough');
  return body.challenge;
}

const second = (app: TestApp, challenge: string, input: object) =>
  app.json<{ token?: string }>('POST', '/admin/login/second', { challenge, ...input });

/** The status of a sign-in with what the device says, true or not. */
async function signInWith(app: TestApp, device: Authenticator, lies = {}): Promise<number> {
  // No one waits for what was refused before.
  await app.db.deleteFrom('throttles').execute();
  const { token, passkey } = await challengeOf(app);
  return (await second(app, token, { passkey: device.get({ challenge: passkey?.challenge ?? '' }, lies) })).status;
}

describe.each(engines)('a passkey on %s', (engine) => {
  test('can be added, used after the password to sign in, and removed', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const device = createAuthenticator();
    const byPassword = (await signIn(app, 'editor1')).body.token;
    const added = await addPasskey(app, one, device);
    expect(await isSignedIn(app, byPassword)).toBe(false);
    expect([added.status, added.body.recoveryCodes?.length]).toEqual([201, 10]);
    expect(await read()).toMatchObject([
      { to: address('editor1'), subject: 'A passkey has been added to your account' },
    ]);
    expect((await challengeOf(app)).methods).toEqual(['passkey', 'recovery-code']);
    expect(await signInWith(app, device)).toBe(200);
    const { body } = await app.json<SecondFactor>('GET', path, undefined, one);
    expect(body.passkeys).toMatchObject([
      { name: 'Phone', lastUsedAt: app.clock.now().toISOString(), otherDomain: null },
    ]);
    // A second one needs no more codes; the same one is known.
    expect((await addPasskey(app, one, createAuthenticator(), {}, 'Laptop')).body.recoveryCodes).toBeNull();
    expect((await addPasskey(app, one, device)).status).toBe(409);
    for (const id of [body.passkeys[0]?.id, (body.passkeys[0]?.id ?? 0) + 1])
      expect((await app.json('DELETE', `${path}/passkeys/${id}`, undefined, one)).status).toBe(200);
    await expect(challengeOf(app)).rejects.toThrow('The password was enough');
  });

  test('signed for another site, moment or purpose it is refused', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    const device = createAuthenticator();
    for (const lies of [{ origin: 'https://evil.example' }, { domain: 'evil.example' }, { type: 'webauthn.get' }])
      expect((await addPasskey(app, one, device, lies)).status).toBe(400);
    expect((await addPasskey(app, one, device)).status).toBe(201);
    const lies = [
      { origin: 'https://evil.example' },
      { origin: 'http://society.example' },
      { origin: 'https://society.example.evil.example' },
      { domain: 'evil.example' },
      { type: 'webauthn.create' },
    ];
    for (const lie of lies) expect(await signInWith(app, device, lie)).toBe(401);
    app.clock.advance(3_600_000);
    // Replayed, with its own challenge and with another.
    const { token, passkey } = await challengeOf(app);
    const answer = device.get({ challenge: passkey?.challenge ?? '' });
    expect((await second(app, token, { passkey: answer })).status).toBe(200);
    expect((await second(app, token, { passkey: answer })).status).toBe(401);
    expect((await second(app, (await challengeOf(app)).token, { passkey: answer })).status).toBe(401);
    // Someone else's, and one that only says it is this.
    const other = createAuthenticator();
    await app.db.updateTable('sessions').set({ provedAt: app.clock.now().toISOString() }).execute();
    expect((await addPasskey(app, two, other)).status).toBe(201);
    expect(await signInWith(app, other)).toBe(401);
    app.clock.advance(3_600_000);
    const mine = await challengeOf(app);
    const forged = { ...other.get({ challenge: mine.passkey?.challenge ?? '' }), id: answer.id, rawId: answer.id };
    expect((await second(app, mine.token, { passkey: forged })).status).toBe(401);
    expect(await signInWith(app, device)).toBe(200);
  });

  test('adding one takes a challenge of this session, which works once', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    const device = createAuthenticator();
    const { challenge, options } = (await app.json<PasskeyKey>('GET', `${path}/passkeys`, undefined, one)).body;
    const input = { challenge, name: 'Phone', credential: device.create(options) };
    expect((await app.json('POST', `${path}/passkeys`, input, two)).status).toBe(400);
    expect((await app.json('POST', `${path}/passkeys`, input, one)).status).toBe(201);
    expect((await app.json('POST', `${path}/passkeys`, input, one)).status).toBe(400);
    expect((await app.json('POST', `${path}/passkeys`, { ...input, name: ' ' }, one)).status).toBe(400);
  });

  test('of a former domain no longer counts: recovery codes, and without them the password, sign in', async () => {
    await using set = await society(engine);
    const { app, one } = set;
    const device = createAuthenticator();
    const codes = (await addPasskey(app, one, device)).body.recoveryCodes ?? [];
    app.context.config.siteUrl = 'https://another.example';
    const asked = await challengeOf(app);
    expect([asked.methods, asked.passkey]).toEqual([['recovery-code'], null]);
    const answer = device.get({ challenge: 'x' }, { origin: 'https://another.example' });
    expect((await second(app, asked.token, { passkey: answer })).status).toBe(401);
    for (const recoveryCode of codes)
      expect((await second(app, (await challengeOf(app)).token, { recoveryCode })).status).toBe(200);
    await expect(challengeOf(app)).rejects.toThrow('The password was enough');
    const { body } = await app.json<SecondFactor>('GET', path, undefined, one);
    expect(body.passkeys).toMatchObject([{ otherDomain: 'society.example' }]);
  });
});

test.each([
  ['https://society.example', 'society.example'],
  ['https://www.society.example:8443/site', 'www.society.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://society.example', ''],
  ['https://192.0.2.1', ''],
  ['https://[2001:db8::1]', ''],
])('passkeys of %s belong to %j', (siteUrl, domain) => {
  expect(passkeyDomain(siteUrl)).toBe(domain);
});
