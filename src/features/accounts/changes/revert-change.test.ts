import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import {
  address,
  hour,
  invitationTo,
  isSignedIn,
  newPassword,
  post,
  revert,
  signIn,
  society,
  tokenIn,
  tokenTo,
} from '#tests/support/society.ts';
import { purgeAccounts } from '../accounts.jobs.ts';
import { revertMessages } from './account-change.ts';

describe.each(engines)('this was not me, on %s', (engine) => {
  test('a deactivated person is told, objects and is back; who did it is signed out everywhere', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    const elsewhere = (await signIn(app, 'editor1')).body.token;
    await post(app, '/2/deactivate', one);
    expect(await isSignedIn(app, two)).toBe(false);
    const mails = await read();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [address('editor1'), 'editor1 has deactivated the account of editor2'],
      [address('editor2'), 'editor1 has deactivated the account of editor2'],
    ]);
    expect(mails[1]?.text).toContain('This was not me:\nhttps://society.example/admin/objection#token=');
    const token = tokenTo(mails, 'editor2');
    expect((await app.json('POST', '/objection/read', { token })).body).toEqual({
      kind: 'deactivation',
      actor: 'editor1',
      person: 'editor2',
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    app.clock.advance(72 * hour - 1);
    expect(await revert(app, token)).toMatchObject({
      status: 200,
      body: { message: 'The account of editor2 is active again. editor1 has been signed out everywhere.' },
    });
    expect((await signIn(app, 'editor2')).status).toBe(200);
    for (const session of [one, elsewhere]) expect(await isSignedIn(app, session)).toBe(false);
    // By anybody's link.
    for (const again of [token, tokenTo(mails, 'editor1')])
      expect(await revert(app, again)).toMatchObject({ status: 404, body: { message: revertMessages.unusable } });
    expect((await read()).map(({ to, subject }) => [to, subject])).toEqual([
      [address('editor1'), 'editor2 has taken a change back'],
      [address('editor2'), 'editor2 has taken a change back'],
    ]);
  });

  test('after 72 hours it stands, and nothing of it is kept', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    await post(app, '/2/deactivate', one);
    const token = tokenTo(await read(), 'editor2');
    app.clock.advance(72 * hour);
    for (const path of ['/objection', '/objection/read'])
      expect((await app.json('POST', path, { token })).body).toMatchObject({ message: revertMessages.unusable });
    expect((await signIn(app, 'editor2')).status).toBe(401);
    await purgeAccounts(app.db, new Date(app.clock.now().getTime() + 1));
    expect(await app.db.selectFrom('accountChanges').selectAll().execute()).toEqual([]);
  });

  test('an invitation is withdrawn, by an administrator or by whoever is invited', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    const { body } = await post(app, '/invitations', one, { email: 'ben@society.example' });
    const mails = await read();
    expect(mails.map(({ to }) => to)).toEqual([address('editor1'), address('editor2')]);
    expect(mails[0]?.text).toContain('editor1 has invited ben@society.example to become an administrator\n');
    expect((await revert(app, tokenTo(mails, 'editor2'))).status).toBe(200);
    expect((await app.json('POST', '/invitation/read', { token: tokenIn(body.link) })).status).toBe(404);
    expect([await isSignedIn(app, one), await isSignedIn(app, two)]).toEqual([false, true]);

    await post(app, '/invitations', two, { email: 'zoe@society.example' });
    const invitation = await invitationTo(app, 'zoe@society.example');
    expect(invitation.text).toContain('\nThis was not me: https://society.example/admin/objection#token=');
    const token = /objection#token=(\S+)/.exec(invitation.text)?.[1] ?? '';
    expect((await revert(app, token)).status).toBe(200);
    expect(await isSignedIn(app, two)).toBe(false);
    expect((await app.json('POST', '/invitation/read', { token: tokenIn(invitation.text) })).status).toBe(404);
  });

  test('who has joined by such an invitation is out, also when they were quick', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const { body } = await post(app, '/invitations', one, { email: 'eve@elsewhere.example' });
    const accepted = { token: tokenIn(body.link), username: 'eve', password: newPassword };
    const eve = (await app.json<{ token: string }>('POST', '/invitation/accept', accepted)).body.token;
    await post(app, '/2/deactivate', eve);
    const mails = await read();
    expect((await revert(app, tokenTo(mails, 'editor1'))).status).toBe(200);
    expect(await isSignedIn(app, eve)).toBe(false);
    expect((await signIn(app, 'eve', newPassword)).status).toBe(401);
    // What eve has done meanwhile is taken back by its own link.
    const deactivated = mails.find(({ to, subject }) => to === address('editor2') && /deactivated/.test(subject));
    expect((await revert(app, tokenIn(deactivated?.text))).status).toBe(200);
    expect((await signIn(app, 'editor2')).status).toBe(200);
  });

  test('a reactivated account is deactivated again, unless it is the only active one', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    await post(app, '/2/deactivate', one);
    await read();
    await post(app, '/2/reactivate', one);
    const mails = await read();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [address('editor1'), 'editor1 has reactivated the account of editor2'],
      [address('editor2'), 'editor1 has reactivated the account of editor2'],
    ]);
    const two = (await signIn(app, 'editor2')).body.token;
    await app.db.updateTable('administrators').set({ isActive: false }).where('id', '=', 1).execute();
    expect(await revert(app, tokenTo(mails, 'editor2'))).toMatchObject({ status: 409 });
    await app.db.updateTable('administrators').set({ isActive: true }).where('id', '=', 1).execute();
    expect((await revert(app, tokenTo(mails, 'editor1'))).body.message).toBe(
      'The account of editor2 is deactivated again. editor1 has been signed out everywhere.',
    );
    expect([await isSignedIn(app, one), await isSignedIn(app, two)]).toEqual([false, false]);
  });

  test('who was deactivated since objects to nothing that was done to others', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    await post(app, '/invitations', one, { email: 'ben@society.example' });
    const token = tokenTo(await read(), 'editor2');
    await post(app, '/2/deactivate', one);
    expect((await revert(app, token)).status).toBe(404);
    expect(await isSignedIn(app, one)).toBe(true);
  });

  test('only a link that the site has signed works, and no mail goes to an address of no place', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const nowhere = { email: 'editor2@localhost.localdomain', emailKey: 'editor2@localhost.localdomain' };
    await app.db.updateTable('administrators').set(nowhere).where('id', '=', 2).execute();
    await post(app, '/2/deactivate', one);
    const mails = await read();
    expect(mails.map(({ to }) => to)).toEqual([address('editor1')]);
    const token = tokenTo(mails, 'editor1');
    const forged = ['', 'x', token.replace(/\.1\./, '.2.'), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`];
    for (const wrong of forged) expect((await revert(app, wrong)).status).toBe(404);
    expect((await revert(app, token)).status).toBe(200);
  });
});
