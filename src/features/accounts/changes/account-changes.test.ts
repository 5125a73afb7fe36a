import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import {
  address,
  hour,
  isSignedIn,
  newPassword,
  password,
  post,
  revert,
  signIn,
  society,
  tokenIn,
  tokenTo,
} from '#tests/support/society.ts';
import { requestPasswordReset } from '../sign-in/password-reset.server.ts';

describe.each(engines)('addresses, passwords and settings that are taken back, on %s', (engine) => {
  test('what every e-mail says comes back; of an export everybody is told, and it ends the sessions', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    const put = (contactLine: string) => app.json('PUT', '/settings/admin', { contactLine }, one);
    await put('Write to us');
    await read();
    await put('Write to "a thief"');
    const first = await read();
    expect(first.map(({ to, subject }) => [to, subject])).toEqual(
      ['editor1', 'editor2'].map((name) => [
        address(name),
        'editor1 has changed what every e-mail says: the name of the society or the contact line',
      ]),
    );
    await put('Another one');
    const second = await read();
    expect((await revert(app, tokenTo(first, 'editor2'))).body.message).toBe(
      'The name of the society and the contact line are as before. editor1 has been signed out everywhere.',
    );
    expect((await revert(app, tokenTo(second, 'editor2'))).status).toBe(404);
    const settings = await app.json('GET', '/settings/admin', undefined, two);
    expect(settings.body).toMatchObject({ contactLine: 'Write to us', savedBy: 'editor2' });
    await read();

    const again = (await signIn(app, 'editor1')).body.token;
    const headers = { authorization: `Bearer ${again}` };
    expect((await app.request('/api/v1/newsletter/admin/subscribers/export', { headers })).status).toBe(200);
    const mails = await read();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      ['editor1', 'editor2'].map((name) => [address(name), 'editor1 has downloaded addresses of readers']),
    );
    expect((await revert(app, tokenTo(mails, 'editor2'))).body.message).toBe(
      'The file cannot be called back. editor1 has been signed out everywhere.',
    );
    expect(await isSignedIn(app, again)).toBe(false);
  });

  test('who has just changed the address is told at the one of before when the account is deactivated', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    const moved = { username: 'editor2', email: 'moved@elsewhere.example', currentPassword: password };
    await app.json('PUT', '/admin/account', moved, two);
    const change = { username: 'editor1', email: 'thief@elsewhere.example', currentPassword: password };
    await app.json('PUT', '/admin/account', change, one);
    await read();
    await post(app, '/1/deactivate', two);
    expect((await read()).map(({ to }) => to)).toEqual([address('editor1'), moved.email]);
    await post(app, '/1/reactivate', two);
    await read();
    app.clock.advance(72 * hour);
    const later = (await signIn(app, 'editor2')).body.token;
    await post(app, '/1/deactivate', later);
    expect((await read()).map(({ to }) => to)).toEqual([change.email, moved.email]);
  });

  test('a link for a new password stops working; a used one gives the password of before back', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const unused = (await post(app, '/2/reset-link', one)).body;
    expect((await revert(app, tokenTo(await read(), 'editor2'))).status).toBe(200);
    expect((await app.json('POST', '/invitation/read', { token: tokenIn(unused.link) })).status).toBe(404);

    const again = (await signIn(app, 'editor1')).body.token;
    const { body } = await post(app, '/2/reset-link', again);
    const used = { token: tokenIn(body.link), password: newPassword };
    const thief = (await app.json<{ token: string }>('POST', '/invitation/accept', used)).body.token;
    expect((await signIn(app, 'editor2')).status).toBe(401);
    const mails = (await read()).filter(({ subject }) => /made a link/.test(subject));
    expect((await revert(app, tokenTo(mails, 'editor2'))).status).toBe(200);
    expect([await isSignedIn(app, thief), await isSignedIn(app, again)]).toEqual([false, false]);
    expect((await signIn(app, 'editor2', newPassword)).status).toBe(401);
    app.clock.advance(hour);
    expect((await signIn(app, 'editor2')).status).toBe(200);
  });

  test('a changed address is told to the one of before, and comes back, whatever came after it', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    const change = (email: string) =>
      app.json('PUT', '/admin/account', { username: 'editor1', email, currentPassword: password }, one);
    await change('Editor1@society.example');
    // The same one, written otherwise.
    expect(await read()).toEqual([]);
    await change('thief@elsewhere.example');
    const first = await read();
    expect(first.map(({ to, subject }) => [to, subject])).toEqual([
      ['Editor1@society.example', 'editor1 has changed the e-mail address of their account'],
      [address('editor2'), 'editor1 has changed the e-mail address of their account'],
    ]);
    await change('other@elsewhere.example');
    const second = (await read()).find(({ to }) => to === 'thief@elsewhere.example');
    expect((await revert(app, tokenIn(first[0]?.text))).body.message).toBe(
      'The e-mail address of editor1 is the one of before. editor1 has been signed out everywhere.',
    );
    expect((await revert(app, tokenIn(second?.text))).status).toBe(404);
    const people = (await app.json<{ email: string }[]>('GET', '/admin/administrators', undefined, two)).body;
    expect(people.map(({ email }) => email)).toContain('Editor1@society.example');
    expect(await isSignedIn(app, one)).toBe(false);
  });

  test('a password that came by a second link does not come back by the first one’s way', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const tokens: string[] = [];
    for (const password of [newPassword, 'violin marmot umbrella']) {
      const { body } = await post(app, '/2/reset-link', one);
      tokens.push(tokenTo(await read(), 'editor2'));
      await app.json('POST', '/invitation/accept', { token: tokenIn(body.link), password });
    }
    expect((await revert(app, tokens[0] ?? '')).status).toBe(200);
    expect((await revert(app, tokens[1] ?? '')).status).toBe(404);
    expect((await signIn(app, 'editor2', newPassword)).status).toBe(401);
    expect((await signIn(app, 'editor2')).status).toBe(200);
  });

  test('an address comes back without the links that were asked for at the other one, and from whoever took it', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const change = { username: 'editor1', email: 'thief@elsewhere.example', currentPassword: password };
    await app.json('PUT', '/admin/account', change, one);
    const token = tokenTo(await read(), 'editor1');
    const { body } = await post(app, '/invitations', one, { email: address('editor1') });
    const eve = { token: tokenIn(body.link), username: 'eve', password: newPassword };
    expect((await app.json('POST', '/invitation/accept', eve)).status).toBe(200);
    for (let n = 0; n < 2; n++) {
      await requestPasswordReset(app.db, { email: change.email, address: '192.0.2.1' }, app.clock.now());
      if (n === 0) await read();
    }
    expect((await revert(app, token)).status).toBe(200);
    expect((await read()).map(({ to }) => to)).not.toContain(change.email);
    const people = await app.db.selectFrom('administrators').select(['username', 'email']).orderBy('id').execute();
    expect(people.map(({ email }) => email)).toEqual([
      address('editor1'),
      address('editor2'),
      'administrator-3@localhost.localdomain',
    ]);
    const open = await app.db
      .selectFrom('invitations')
      .select('id')
      .where('kind', '=', 'reset')
      .where('revokedAt', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });
});
