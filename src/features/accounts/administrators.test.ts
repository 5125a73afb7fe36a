import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Session } from './account.schema.ts';
import { deactivateAdministrator } from './administrators.server.ts';
import { createInvitation } from './invitations/making-links.server.ts';

const old = 'a password of twenty';
const fresh = 'marmot umbrella violin';

function post(app: TestApp, path: string, token: string, body: object = {}) {
  return app.json('POST', `/admin/administrators/${path}`, body, token);
}

async function isIn(app: TestApp, token: string): Promise<boolean> {
  return (await app.json('GET', '/admin/verify', undefined, token)).status === 200;
}

describe.each(engines)('administrators on %s', (engine) => {
  test('a deactivated administrator is signed out at once and cannot sign in until reactivated', async () => {
    await using app = await testApp({ engine });
    const [you, other] = [await app.signIn(), await app.signIn()];
    const login = { usernameOrEmail: 'editor2', password: old };
    expect((await post(app, '2/deactivate', you)).status).toBe(200);
    expect(await isIn(app, other)).toBe(false);
    expect((await app.json('POST', '/admin/login', login)).status).toBe(401);
    expect((await post(app, '2/links', you, { purpose: 'reset' })).status).toBe(409);
    expect((await post(app, '2/reactivate', you)).status).toBe(200);
    expect(await isIn(app, other)).toBe(false);
    expect((await app.json('POST', '/admin/login', login)).status).toBe(200);
    expect((await post(app, '99/deactivate', you)).status).toBe(404);
  });

  test('no one can deactivate themselves, and if two deactivate each other one stays active', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    expect(await post(app, '1/deactivate', you)).toMatchObject({
      status: 409,
      body: { message: 'You cannot deactivate yourself. Ask another administrator.' },
    });
    await app.signIn();
    const now = app.clock.now();
    await Promise.allSettled([
      deactivateAdministrator(app.db, 2, { administratorId: 1, now }),
      deactivateAdministrator(app.db, 1, { administratorId: 2, now }),
    ]);
    const rows = await app.db.selectFrom('administrators').select('isActive').execute();
    expect(rows.filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test.runIf(engine === 'postgres')('a link that someone makes while being deactivated is ended', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    await app.signIn();
    const now = app.clock.now();
    const invited = { email: 'cleo@society.example', username: null };
    let deactivating: Promise<void> | undefined;
    await transact(app.db, async (trx) => {
      await createInvitation(trx, invited, { administratorId: 2, now });
      deactivating = deactivateAdministrator(app.db, 2, { administratorId: 1, now });
      await sleep(300);
    });
    await deactivating;
    const open = await app.db.selectFrom('accountLinks').select('id').where('endedAt', 'is', null).execute();
    expect(open).toEqual([]);
    const late = createInvitation(app.db, invited, { administratorId: 2, now });
    await expect(late).rejects.toThrow('Please sign in.');
  });

  test('signing out ends every session, one of the others, or only this one', async () => {
    await using app = await testApp({ engine });
    const [you, other] = [await app.signIn(), await app.signIn()];
    expect((await post(app, '2/sign-out', you)).status).toBe(200);
    expect([await isIn(app, you), await isIn(app, other)]).toEqual([true, false]);

    const login = { usernameOrEmail: 'editor1', password: old };
    const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' };
    const second = await app.request('/api/v1/admin/login', { method: 'POST', headers, body: JSON.stringify(login) });
    const { token } = (await second.json()) as { token: string };
    const { body: sessions } = await app.json<Session[]>('GET', '/admin/account/sessions', undefined, you);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['', true],
    ]);
    const [theirs] = await app.db.selectFrom('sessions').select('id').where('administratorId', '=', 2).execute();
    expect((await app.json('DELETE', `/admin/account/sessions/${theirs?.id}`, undefined, you)).status).toBe(404);
    expect((await app.json('DELETE', `/admin/account/sessions/${sessions[0]?.id}`, undefined, you)).status).toBe(200);
    expect([await isIn(app, you), await isIn(app, token)]).toEqual([true, false]);
    const everywhere = await app.json('DELETE', '/admin/account/sessions', undefined, you);
    expect([everywhere.status, everywhere.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect(await isIn(app, you)).toBe(false);
  });

  test('a new password needs the current one, ends the other sessions and keeps this one', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const login = (password: string) =>
      app.json<{ token: string }>('POST', '/admin/login', { usernameOrEmail: 'editor1', password });
    const elsewhere = (await login(old)).body.token;
    const change = (currentPassword: string, newPassword: string) =>
      app.json('PUT', '/admin/account/password', { currentPassword, newPassword }, you);
    expect(await change('wrong', fresh)).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your current password' } },
    });
    expect(await change(old, 'qwertyuiop12')).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.stringContaining('too easy') } },
    });
    expect(await isIn(app, elsewhere)).toBe(true);
    expect((await change(old, fresh)).status).toBe(200);
    expect([await isIn(app, you), await isIn(app, elsewhere)]).toEqual([true, false]);
    expect([(await login(old)).status, (await login(fresh)).status]).toEqual([401, 200]);
  });

  test('guessing the current password is throttled like signing in', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const guess = async () =>
      (await app.json('PUT', '/admin/account/password', { currentPassword: 'x', newPassword: fresh }, you)).status;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push(await guess());
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await isIn(app, you)).toBe(true);
  });

  test('changing name or address needs a value that no one else has', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    await app.signIn();
    const names = { username: 'anna', email: 'anna@society.example' };
    const change = (body: object) => app.json('PUT', '/admin/account', { ...names, ...body }, you);
    expect((await change({ username: 'EDITOR2' })).status).toBe(409);
    expect((await change({ email: 'nobody' })).status).toBe(400);
    const saved = async (body: object) => (await change(body)).body;
    expect(await saved({})).toEqual({
      message: 'Your account has been saved. From now on, your emails go to anna@society.example.',
    });
    expect(await saved({ username: 'Anna' })).toEqual({ message: 'Your account has been saved.' });
    expect(await saved({})).toEqual({ message: 'Your account has been saved.' });
    expect((await app.json('GET', '/admin/verify', undefined, you)).body).toMatchObject({ administrator: names });
    expect((await app.json('POST', '/admin/login', { usernameOrEmail: 'ANNA', password: old })).status).toBe(200);
  });
});
