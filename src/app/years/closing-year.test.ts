import { describe, expect, test } from 'vitest';
import { committeeMessages } from '#features/committees/committee.ts';
import type { Member } from '#features/members/member.schema.ts';
import { aMember } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { ClosedYear } from './closing.schema.ts';
import { closingMessages } from './closing-messages.ts';
import { endDueAccountsAndNotify } from './end-due-accounts.ts';

const year = { label: '2025-26', from: '2025-09-01', to: '2026-08-31' };
const day = 86_400_000;

/** Ada and Ben are on the committee; `old` is the account that goes. */
async function society(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const token = await app.signIn();
  await app.signIn();
  const [, old] = await app.db.selectFrom('administrators').select('id').orderBy('id').execute();
  const ids: number[] = [];
  for (const member of [
    { name: 'Ada', position: 'President', imageUrl: 'https://pictures.example/ada.png' },
    { name: 'Ben', position: 'Treasurer' },
  ])
    ids.push((await app.json<Member>('POST', '/members/admin', aMember(member), token)).body.id);
  const [ada = 0, ben = 0] = ids;
  return {
    app,
    token,
    ada,
    ben,
    old: old?.id ?? 0,
    close: (change: object = {}) =>
      app.json<ClosedYear & { message: string }>('POST', '/committees/admin/close', { ...year, ...change }, token),
    undo: (id: number) => app.json('POST', `/committees/admin/${id}/undo`, {}, token),
    committee: async () =>
      (await app.json<Member[]>('GET', '/members')).body.map(({ name, position }) => `${name}: ${position}`),
    isActive: async () =>
      (
        await app.db
          .selectFrom('administrators')
          .select('isActive')
          .where('id', '=', old?.id ?? 0)
          .executeTakeFirst()
      )?.isActive,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('closing a year on %s', (engine) => {
  test('records who was on the committee, changes the committee, and can be undone as a whole', async () => {
    await using site = await society(engine);
    const before = await site.committee();
    const closed = await site.close({
      leaving: [site.ada],
      positions: [{ id: site.ben, position: 'President' }],
      joining: [{ name: 'Cleo', position: 'Treasurer' }],
    });
    expect(closed).toMatchObject({ status: 201, body: { invitations: [], year: { ...year, posts: [{}, {}] } } });
    expect(await site.committee()).toEqual(['Ben: President', 'Cleo: Treasurer']);
    const past = await site.app.json<{ posts: object[] }>('GET', '/committees/2025-26');
    expect(past.body.posts).toMatchObject([
      { name: 'Ada', position: 'President', imageUrl: 'https://pictures.example/ada.png' },
      { name: 'Ben', position: 'Treasurer' },
    ]);
    expect(past.body).not.toHaveProperty('closing');

    expect(await site.close()).toMatchObject({ status: 400, body: { message: committeeMessages.taken('2025-26') } });
    expect((await site.undo(closed.body.year.id)).body).toEqual({ message: closingMessages.undone });
    expect(await site.committee()).toEqual(before);
    expect((await site.app.json('GET', '/committees')).body).toEqual([]);
    expect((await site.undo(closed.body.year.id)).status).toBe(404);
    expect((await site.close()).status).toBe(201);
  });

  test('changes nothing when any part of it is invalid', async () => {
    await using site = await society(engine);
    const before = await site.committee();
    const { token, old, ben } = site;
    const all = await site.app.db.selectFrom('administrators').select('id').execute();
    for (const [change, status] of [
      [{ to: '2025-08-31' }, 400],
      [{ label: '' }, 400],
      [{ leaving: [site.ada, 999] }, 409],
      [{ leaving: [site.ada], joining: [{ name: ' ', position: 'Secretary' }] }, 400],
      [{ leaving: [site.ada], positions: [{ id: ben, position: '' }] }, 400],
      [{ leaving: [site.ada], ends: [{ id: 999, on: '2026-12-01' }] }, 409],
      [{ leaving: [site.ada], ends: [{ id: old, on: 'soon' }] }, 400],
      [{ leaving: [site.ada], ends: all.map(({ id }) => ({ id, on: '2026-12-01' })) }, 400],
      [{ leaving: [site.ada], invited: ['new@society.example', 'editor1@society.example'] }, 409],
    ] as const) {
      const refused = await site.close(change);
      expect([refused.status, refused.body.message], JSON.stringify(change)).toEqual([
        status,
        expect.stringMatching(/./),
      ]);
    }
    expect(await site.committee()).toEqual(before);
    expect((await site.app.json('GET', '/committees')).body).toEqual([]);
    const open = await site.app.json('GET', '/admin/administrators/invitations', undefined, token);
    expect(open.body).toEqual([]);
  });

  test('an administrator cannot end every account that was ever used, because an unused one may have no owner', async () => {
    await using site = await society(engine);
    const { app } = site;
    const used = await app.db.selectFrom('administrators').select('id').execute();
    await app.signIn();
    await app.db.updateTable('administrators').set({ lastSeenAt: null }).where('username', '=', 'editor3').execute();
    const ends = used.map(({ id }) => ({ id, on: '2026-12-01' }));
    expect(await site.close({ ends })).toMatchObject({ status: 400, body: { message: closingMessages.noneStays } });
    await app.db
      .updateTable('administrators')
      .set({ lastSeenAt: app.clock.now().toISOString() })
      .where('username', '=', 'editor3')
      .execute();
    expect((await site.close({ ends })).status).toBe(201);
  });

  test('an account ends after its last day, but not before the invited successors have signed in', async () => {
    await using site = await society(engine);
    const { app, old } = site;
    const on = new Date(app.clock.now().getTime() + 2 * day).toISOString().slice(0, 10);
    const invited = ['new@society.example', 'NEW@society.example'];
    const closed = await site.close({ ends: [{ id: old, on }], invited });
    const [invitation] = closed.body.invitations;
    expect(closed.body.year).toMatchObject({ closing: { accountsEnding: 1, invited: 1 } });
    app.clock.advance(3 * day);
    // Someone else who is new is not who was waited for.
    await app.signIn();
    await endDueAccountsAndNotify(app.context);
    expect(await site.isActive()).toBe(true);

    const token = /#token=(.+)$/.exec(invitation?.link ?? '')?.[1];
    const joined = { token, username: 'newcomer', password: 'marmot umbrella violin' };
    expect((await app.json('POST', '/account-links/use', joined)).status).toBe(200);
    await endDueAccountsAndNotify(app.context);
    expect(await site.isActive()).toBe(false);
    const { body } = await app.json<{ id: number }[]>('POST', '/admin/login', {
      usernameOrEmail: 'newcomer',
      password: joined.password,
    });
    expect(body).toHaveProperty('token');
  });

  test('an undo brings the account back and withdraws the invitations, for 30 days', async () => {
    await using site = await society(engine);
    const { app, old } = site;
    const today = app.clock.now().toISOString().slice(0, 10);
    const lasting = await site.close({ ends: [{ id: old, on: today }] });
    await endDueAccountsAndNotify(app.context);
    expect(await site.isActive()).toBe(true);
    expect((await site.undo(lasting.body.year.id)).status).toBe(200);
    const closed = await site.close({ ends: [{ id: old, on: '2026-08-31' }] });
    await endDueAccountsAndNotify(app.context);
    expect(await site.isActive()).toBe(false);
    expect((await site.undo(closed.body.year.id)).status).toBe(200);
    expect(await site.isActive()).toBe(true);

    const again = await site.close({ invited: ['new@society.example'] });
    expect((await site.undo(again.body.year.id)).status).toBe(200);
    const open = await app.json('GET', '/admin/administrators/invitations', undefined, site.token);
    expect(open.body).toEqual([]);

    const third = await site.close();
    app.clock.advance(31 * day);
    const late = await app.signIn();
    expect(await app.json('POST', `/committees/admin/${third.body.year.id}/undo`, {}, late)).toMatchObject({
      status: 409,
      body: { message: closingMessages.tooLate },
    });
    await endDueAccountsAndNotify(app.context);
    const left = await app.db.selectFrom('committees').select('closing').execute();
    expect(left).toEqual([{ closing: null }]);
  });

  test('an account that was deactivated by hand stays deactivated after an undo', async () => {
    await using site = await society(engine);
    const { app, old, token } = site;
    const closed = await site.close({ ends: [{ id: old, on: '2026-08-31' }] });
    await app.json('POST', `/admin/administrators/${old}/deactivate`, undefined, token);
    await endDueAccountsAndNotify(app.context);
    expect((await site.undo(closed.body.year.id)).status).toBe(200);
    expect(await site.isActive()).toBe(false);
  });

  test('records a committee of 61, and refuses one that is too large', async () => {
    await using site = await society(engine);
    const { app } = site;
    const others = async (count: number) => {
      const one = await app.db.selectFrom('members').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: count }, (_, at) => ({ ...one, id: 1000 + count + at, name: `Member ${at}` }));
      await app.db.insertInto('members').values(rows).execute();
    };
    await others(59);
    const { year: closed } = (await site.close()).body;
    expect(closed.posts).toHaveLength(61);
    const { label, from, to, posts, version } = closed;
    const put = { label, from, to, version, posts: posts.map(({ image: _image, ...post }) => post) };
    expect((await app.json('PUT', `/committees/admin/${closed.id}`, put, site.token)).status).toBe(200);
    await others(150);
    const refused = await site.close({ label: '2026-27', from: '2026-09-01', to: '2027-08-31' });
    expect([refused.status, refused.body.message]).toEqual([409, closingMessages.tooMany]);
  });

  test('needs the password', async () => {
    await using site = await society(engine);
    const { id } = (await site.close()).body.year;
    site.app.clock.advance(11 * 60_000);
    for (const answer of [await site.close({ label: '2026' }), await site.undo(id)])
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'fresh_proof_needed' }]);
  });
});
