import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { addApp, hour, isSignedIn, password, society } from '#tests/support/society.ts';
import { deactivate, reactivate, signOutEverywhere } from '../administrators.server.ts';
import { resetFactorByOperator } from '../operator.server.ts';
import { prepareStatelessSessions } from '../sign-in/stateless-sessions.server.ts';
import type { PasskeyKey, SecondStepChallenge } from './second-factor.schema.ts';
import { codeOfStep, newTotpSecret, stepAt } from './totp.server.ts';

const path = '/admin/account/second-factor';

test('while nothing can be saved, app and passkey sign in, each answer once, and recovery codes wait', async () => {
  await using set = await society('sqlite');
  const { app, one } = set;
  const secret = newTotpSecret();
  const code = () => codeOfStep(secret, stepAt(app.clock.now()));
  const added = await app.json<{ recoveryCodes: string[] }>('PUT', `${path}/app`, { secret, code: code() }, one);
  const [recoveryCode] = added.body.recoveryCodes;
  const device = createAuthenticator();
  const key = (await app.json<PasskeyKey>('POST', `${path}/passkeys/new`, {}, one)).body;
  const input = { challenge: key.challenge, name: 'Phone', credential: device.create(key.options) };
  expect((await app.json('POST', `${path}/passkeys`, input, one)).status).toBe(201);
  app.clock.advance(60_000);
  const ask = async () => {
    const login = { usernameOrEmail: 'editor1', password };
    const { body } = await app.json<{ challenge: SecondStepChallenge }>('POST', '/admin/login', login);
    return body.challenge;
  };
  const second = (challenge: string, given: object) =>
    app.json<{ token: string }>('POST', '/admin/login/second', { challenge, ...given });
  await ask();
  // As the start of the site does.
  await prepareStatelessSessions(app.db);

  await sql`PRAGMA query_only = ON`.execute(app.db);
  const [first, other] = [await ask(), await ask()];
  const done = await second(first.token, { code: code() });
  expect(done.body.token).toMatch(/^unwritten\./);
  expect(await isSignedIn(app, done.body.token)).toBe(true);
  expect((await second(other.token, { code: code() })).status).toBe(401);
  expect((await second(other.token, { recoveryCode })).status).toBe(503);
  const passkey = device.get({ challenge: other.passkey?.challenge ?? '' });
  expect((await second(other.token, { passkey })).status).toBe(200);
  expect((await second(other.token, { passkey })).status).toBe(401);

  await sql`PRAGMA query_only = OFF`.execute(app.db);
  // What was used meanwhile is not used again.
  expect((await second(other.token, { passkey })).status).toBe(401);
  expect((await second((await ask()).token, { code: code() })).status).toBe(401);
  expect((await second((await ask()).token, { recoveryCode })).status).toBe(200);
});

/** What ends all sessions of editor1, by editor2 or the command line. */
const ends: [name: string, end: (db: Db, actor: Actor) => Promise<unknown>][] = [
  ['a reset on the command line', (db, { now }) => resetFactorByOperator(db, 'editor1', now)],
  ['signing out everywhere', (db, actor) => signOutEverywhere(db, 1, actor)],
  [
    'deactivating, though the account comes back',
    async (db, actor) => [await deactivate(db, 1, actor), await reactivate(db, 1, actor)],
  ],
];

test.each(ends)('a sign-in of an outage, not used since, is ended by %s', async (name, end) => {
  await using set = await society('sqlite');
  const { app, one } = set;
  const { secret } = await addApp(app, one);
  // What was used once is kept for the process: each of these has a time of its own.
  app.clock.advance((1 + ends.findIndex(([of]) => of === name)) * hour);
  await prepareStatelessSessions(app.db);
  app.clock.advance(60_000);
  const login = { usernameOrEmail: 'editor1', password };
  await app.json('POST', '/admin/login', login);
  await sql`PRAGMA query_only = ON`.execute(app.db);
  const signIn = async () => {
    app.clock.advance(60_000);
    const { body } = await app.json<{ challenge: SecondStepChallenge }>('POST', '/admin/login', login);
    const given = { challenge: body.challenge.token, code: codeOfStep(secret, stepAt(app.clock.now())) };
    return (await app.json<{ token: string }>('POST', '/admin/login/second', given)).body.token;
  };
  const [used, unused] = [await signIn(), await signIn()];
  await sql`PRAGMA query_only = OFF`.execute(app.db);
  expect(await isSignedIn(app, used)).toBe(true);
  app.clock.advance(1000);
  await end(app.db, { administratorId: 2, now: app.clock.now() });
  expect([await isSignedIn(app, used), await isSignedIn(app, unused)]).toEqual([false, false]);
});
