import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Mail } from '#platform/mail/mailer.ts';
import { createOutbox } from '#platform/mail/outbox/outbox.ts';
import { engines } from '#tests/support/database.ts';
import { collector } from '#tests/support/newsletter.ts';
import { readMail } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { accountEmails } from '../account-emails.server.ts';
import { purgeAccounts } from '../accounts.jobs.ts';
import { requestPasswordReset } from '../sign-in/password-reset.server.ts';
import { revertMessages } from './account-change.ts';

const password = 'a password of twenty';
const newPassword = 'marmot umbrella violin';
const hour = 3_600_000;

const address = (name: string) => `${name}@society.example`;

/** Two administrators, editor1 and editor2, and what they are written. */
async function society(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const [one, two] = [await app.signIn(), await app.signIn()];
  const { mails, mailer } = collector();
  const sender = createOutbox({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
  const read = async () => {
    const before = mails.length;
    await sender.sendDue();
    return mails.slice(before);
  };
  return { app, one, two, read, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const tokenIn = (text: string | undefined) => /#token=(\S+)/.exec(text ?? '')?.[1] ?? '';
const tokenTo = (mails: Mail[], name: string) => tokenIn(mails.find(({ to }) => to === address(name))?.text);
const revert = (app: TestApp, token: string) => app.json<{ message: string }>('POST', '/objection', { token });
async function invitationTo({ context }: TestApp, email: string) {
  const folder = join(context.config.dataDir, 'outbox');
  const mails = await Promise.all(readdirSync(folder).map((name) => readMail(readFileSync(join(folder, name)))));
  const mail = mails.find(({ headers }) => headers.get('to') === email);
  if (!mail) throw new Error('No invitation');
  return mail;
}

const isSignedIn = async (app: TestApp, token: string) =>
  (await app.json('GET', '/admin/verify', undefined, token)).status === 200;
const signIn = (app: TestApp, usernameOrEmail: string, given = password) =>
  app.json<{ token: string }>('POST', '/admin/login', { usernameOrEmail, password: given });
const post = (app: TestApp, path: string, token: string, body: object = {}) =>
  app.json<{ link: string }>('POST', `/admin/administrators${path}`, body, token);

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
    const change = { username: 'editor1', email: 'thief@elsewhere.example', currentPassword: password };
    await app.json('PUT', '/admin/account', change, one);
    await read();
    await post(app, '/1/deactivate', two);
    expect((await read()).map(({ to }) => to)).toEqual([address('editor1'), address('editor2')]);
    await post(app, '/1/reactivate', two);
    await read();
    app.clock.advance(72 * hour);
    const later = (await signIn(app, 'editor2')).body.token;
    await post(app, '/1/deactivate', later);
    expect((await read()).map(({ to }) => to)).toEqual([change.email, address('editor2')]);
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
