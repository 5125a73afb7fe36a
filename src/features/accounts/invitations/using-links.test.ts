import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Administrator, NewInvitation, OpenInvitation, ReadInvitation } from '../account.schema.ts';
import { addAdministrator, ensureFirstAdministrator } from '../adding.server.ts';
import { accountLinkMessages } from '../links/account-link.ts';
import { isClaimed } from '../links/account-links.server.ts';
import { createInvitation } from './making-links.server.ts';

const password = 'marmot umbrella violin';
const day = 86_400_000;

async function invite(app: TestApp, token: string, body: object = { email: 'ben@society.example' }) {
  const { status, body: made } = await app.json<NewInvitation>(
    'POST',
    '/admin/administrators/invitations',
    body,
    token,
  );
  expect(status).toBe(201);
  return { ...made, token: tokenIn(made.link) };
}

function tokenIn(link: string): string {
  return /#token=(.+)$/.exec(link)?.[1] ?? '';
}

function accept(app: TestApp, body: object) {
  return app.json<{ token: string; message: string }>('POST', '/account-links/use', body);
}

describe.each(engines)('invitations on %s', (engine) => {
  test('the invited person chooses a name and a password, once, and is signed in', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const { link, token, expiresAt, mailed } = await invite(app, you, {
      email: 'Ben@Society.example',
      username: 'ben',
    });
    expect(link).toBe(`https://society.example/admin/invitation#token=${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(expiresAt).toBe('2026-11-28T12:00:00.000Z');
    expect(mailed).toBe(false);
    expect(JSON.stringify(await app.db.selectFrom('accountLinks').selectAll().execute())).not.toContain(token);

    const read = await app.json<ReadInvitation>('POST', '/account-links/read', { token });
    expect(read.body).toEqual({
      kind: 'join',
      username: 'ben',
      email: 'Ben@Society.example',
      expiresAt,
      isFirst: false,
    });
    const joined = await accept(app, { token, username: 'Benedict', password });
    expect(joined.body.message).toBe('Login successful!');
    const { body } = await app.json<Administrator[]>('GET', '/admin/administrators', undefined, joined.body.token);
    expect(body.map(({ username, isYou, isActive }) => [username, isYou, isActive])).toEqual([
      ['Benedict', true, true],
      ['editor1', false, true],
    ]);
    expect(body[0]?.lastSeenAt).toBe('2026-11-21T12:00:00.000Z');
    expect((await accept(app, { token, username: 'again', password })).body.message).toBe(accountLinkMessages.unusable);
    const login = { usernameOrEmail: 'ben@society.example', password };
    expect((await app.json('POST', '/admin/login', login)).status).toBe(200);
  });

  test('the first administrator chooses name, address and password by a link of any start, once, within a day', async () => {
    await using app = await testApp({ engine });
    const ofSettings = { username: 'admin', email: 'admin@localhost.localdomain', password: undefined };
    const start = async () => (await ensureFirstAdministrator(app.db, ofSettings, app.clock.now()))?.token ?? '';
    const claimed = () => isClaimed(app.db);
    const old = await start();
    app.clock.advance(day);
    const [token, other] = [await start(), await start()];
    const person = { username: 'ada', email: 'ada@society.example', password };
    expect((await accept(app, { ...person, token: old })).status).toBe(404);
    const read = await app.json<ReadInvitation>('POST', '/account-links/read', { token });
    expect(read.body).toMatchObject({ kind: 'join', isFirst: true, expiresAt: '2026-11-23T12:00:00.000Z' });
    expect((await accept(app, { ...person, token, email: 'nowhere' })).status).toBe(400);
    expect((await accept(app, { ...person, token, password: 'password12345' })).status).toBe(400);
    expect(await claimed()).toBe(false);
    const tries = await Promise.all([token, other].map((one) => accept(app, { ...person, token: one })));
    expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect([await claimed(), await start()]).toEqual([true, '']);
    const session = tries.find(({ status }) => status === 200)?.body.token;
    const { body } = await app.json<Administrator[]>('GET', '/admin/administrators', undefined, session);
    expect(body).toMatchObject([{ username: 'ada', email: 'ada@society.example', isYou: true }]);
  });

  test('a link of the start ends when the command line has made an administrator', async () => {
    await using app = await testApp({ engine });
    const ofSettings = { username: 'admin', email: 'office@society.example', password: undefined };
    const link = await ensureFirstAdministrator(app.db, ofSettings, app.clock.now());
    await addAdministrator(app.db, { username: 'cli', email: 'cli@society.example', password }, app.clock.now());
    expect((await accept(app, { token: link?.token, username: 'ada', password })).status).toBe(404);
  });

  test('two who use the link at the same moment become one administrator', async () => {
    await using app = await testApp({ engine });
    const { token } = await invite(app, await app.signIn());
    const tries = ['ben', 'benny', 'benedict'].map((username) => accept(app, { token, username, password }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await app.db.selectFrom('administrators').select('id').execute()).toHaveLength(2);
  });

  test('an invitation ends when it is withdrawn or replaced, after 7 days, and with its inviter’s account', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const refused = async (token: string) => {
      const { status, body } = await app.json('POST', '/account-links/read', { token });
      expect([status, body.message]).toEqual([404, accountLinkMessages.unusable]);
    };
    const withdrawn = await invite(app, you);
    const { body: open } = await app.json<OpenInvitation[]>('GET', '/admin/administrators/invitations', undefined, you);
    expect(open).toMatchObject([{ kind: 'join', email: 'ben@society.example', invitedBy: 'editor1' }]);
    const path = `/admin/administrators/invitations/${open[0]?.id}`;
    expect((await app.json('DELETE', path, undefined, you)).status).toBe(200);
    expect((await app.json('DELETE', path, undefined, you)).status).toBe(404);
    await refused(withdrawn.token);

    const replaced = await invite(app, you);
    const current = await invite(app, you, { email: 'BEN@society.example' });
    await refused(replaced.token);
    app.clock.advance(7 * day + 1);
    await refused(current.token);

    const other = await app.signIn();
    const orphaned = await invite(app, other);
    expect((await app.json('POST', '/admin/administrators/2/deactivate', {}, await app.signIn())).status).toBe(200);
    await refused(orphaned.token);
    await refused('not a token');
  });

  test('one that the operator makes opens a site that has administrators, and ends no other link', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const { token: other } = await invite(app, you, { email: 'cleo@society.example' });
    app.clock.advance(1000);
    const asked = { email: 'ben@society.example', username: 'ben' };
    const { token } = await createInvitation(app.db, asked, { administratorId: null, now: app.clock.now() });
    const read = await app.json('POST', '/account-links/read', { token });
    expect([read.status, read.body]).toMatchObject([200, { isFirst: false, username: 'ben' }]);
    expect((await accept(app, { token, username: 'ben', password })).status).toBe(200);
    expect((await app.json('POST', '/account-links/read', { token: other })).status).toBe(200);
  });

  test('only the whole token opens it, not its hash or a similar one', async () => {
    await using app = await testApp({ engine });
    const { token } = await invite(app, await app.signIn());
    expect(token, '43 characters of base64url are 256 bits').toMatch(/^[\w-]{43}$/);
    const { tokenHash } = await app.db.selectFrom('accountLinks').select('tokenHash').executeTakeFirstOrThrow();
    const guesses = ['', tokenHash, token.slice(1), `${token}A`, token.toLowerCase(), '%', `${token}-`];
    for (const guess of guesses) {
      expect((await app.json('POST', '/account-links/read', { token: guess })).status).toBe(404);
      const use = { token: guess, username: 'ben', password };
      expect((await app.json('POST', '/account-links/use', use)).status).toBe(404);
    }
    expect((await accept(app, { token, username: 'ben', password })).status).toBe(200);
  });

  test('bad names, weak passwords and existing accounts are refused', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const inviting = (body: object) => app.json('POST', '/admin/administrators/invitations', body, you);
    expect(await inviting({ email: 'nobody' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address.' } },
    });
    expect((await inviting({ email: 'a@b.example', username: 'two words' })).status).toBe(400);
    expect((await inviting({ email: 'EDITOR1@society.example' })).status).toBe(409);
    const { token } = await invite(app, you);
    const problems: [object, number, string?][] = [
      [{ username: 'ben', password: 'short' }, 400, 'password'],
      [{ username: 'ben', password: 'Password2026!' }, 400, 'password'],
      [{ username: 'benedict', password: 'benedict the third' }, 400, 'password'],
      [{ username: 'b@n', password }, 400, 'username'],
      [{ username: 'x'.repeat(51), password }, 400, 'username'],
      [{ password }, 400, 'username'],
      [{ username: 'Editor1', password }, 409],
    ];
    for (const [body, status, field] of problems) {
      const answer = await accept(app, { token, ...body });
      expect([answer.status, Object.keys((answer.body as { fields?: object }).fields ?? {})[0]]).toEqual([
        status,
        field,
      ]);
    }
    expect((await accept(app, { token, username: 'ben', password })).status).toBe(200);
  });

  test('a password link of another administrator replaces a forgotten password and ends its sessions', async () => {
    await using app = await testApp({ engine });
    const [you, forgetful] = [await app.signIn(), await app.signIn()];
    const own = await app.json('POST', '/admin/administrators/1/links', { purpose: 'reset' }, you);
    expect(own.status).toBe(409);
    const { body } = await app.json<NewInvitation>('POST', '/admin/administrators/2/links', { purpose: 'reset' }, you);
    const token = tokenIn(body.link);
    expect((await app.json('POST', '/account-links/read', { token })).body).toMatchObject({
      kind: 'reset',
      username: 'editor2',
    });
    const reset = await accept(app, { token, username: 'ignored', password });
    expect((await app.json('GET', '/admin/verify', undefined, forgetful)).status).toBe(401);
    const { body: verified } = await app.json('GET', '/admin/verify', undefined, reset.body.token);
    expect(verified).toMatchObject({ administrator: { username: 'editor2' } });
    const old = { usernameOrEmail: 'editor2', password: 'a password of twenty' };
    expect((await app.json('POST', '/admin/login', old)).status).toBe(401);
    expect((await accept(app, { token, password: `${password} again` })).status).toBe(404);
  });
});
