import { describe, expect, test } from 'vitest';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { engines } from '#tests/support/database.ts';
import { collector } from '#tests/support/newsletter.ts';
import { listStatements } from '#tests/support/record-statements.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { passwordResetMessages } from '../account.ts';
import { accountEmails } from '../account-email-kinds.server.ts';
import { requestPasswordReset } from './password-reset.server.ts';

const known = 'editor1@society.example';
const newPassword = 'marmot umbrella violin';
const minute = 60_000;
const config = { smtpUrl: 'smtp://127.0.0.1:1' };

const ask = (app: TestApp, email: string) => app.json<{ message: string }>('POST', '/forgotten-password', { email });
const tokenIn = (text: string | undefined) => /\/admin\/invitation#token=(\S+)/.exec(text ?? '')?.[1] ?? '';
const accept = (app: TestApp, token: string) =>
  app.json('POST', '/account-links/use', { token, password: newPassword });

function inbox(app: TestApp) {
  const { mails, mailer } = collector();
  const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
  return async () => {
    const before = mails.length;
    await sender.sendDue();
    return mails.slice(before);
  };
}

describe.each(engines)('a forgotten password on %s', (engine) => {
  test('is replaced by a link that works once, for an hour, and ends other links and all sessions', async () => {
    await using app = await testApp({ engine, config });
    const you = await app.signIn();
    const read = inbox(app);
    await ask(app, ' Editor1@Society.example ');
    await ask(app, known);
    const mails = await read();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [known, 'Choose a new password'],
      [known, 'Choose a new password'],
    ]);
    const [first = '', second = ''] = mails.map(({ text }) => tokenIn(text));
    // Its hash alone.
    const stored = await Promise.all([
      app.db.selectFrom('accountLinks').selectAll().execute(),
      app.db.selectFrom('mails').where('issueId', 'is', null).selectAll().execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain(first);
    app.clock.advance(60 * minute - 1);
    expect((await accept(app, first)).status).toBe(200);
    for (const token of [first, second]) expect((await accept(app, token)).status).toBe(404);
    expect((await app.json('GET', '/admin/verify', undefined, you)).status).toBe(401);

    expect((await read()).map(({ to, subject }) => [to, subject])).toEqual([[known, 'Your password has been changed']]);
    await ask(app, known);
    const late = tokenIn((await read())[0]?.text);
    app.clock.advance(60 * minute);
    expect((await accept(app, late)).status).toBe(404);
  });

  test('has the same answer and the same statements for everyone', async () => {
    await using app = await testApp({ engine, config });
    await app.signIn();
    const other = await app.signIn();
    await app.signIn();
    await app.json('POST', '/admin/administrators/3/deactivate', {}, other);
    const read = inbox(app);
    await read();
    for (let n = 0; n < 3; n++) await ask(app, 'editor2@society.example');
    await read();
    const addresses = [known, 'nobody@society.example', 'editor3@society.example', 'editor2@society.example'];
    const works: string[][] = [];
    for (const email of addresses) {
      const { db, statements } = listStatements(app.db);
      await requestPasswordReset(db, { email, address: '203.0.113.9' }, app.clock.now());
      works.push(statements);
    }
    expect(works[0]?.join()).toMatch(/insert into "mails"/);
    for (const work of works) expect(work).toEqual(works[0]);
    // Not the unknown one, the deactivated one, and the one that was written three times already.
    expect((await read()).map(({ to }) => to)).toEqual([known]);
    for (const email of addresses) {
      const { status, body } = await ask(app, email);
      expect([status, body.message]).toEqual([
        200,
        'If this address belongs to an administrator, a link is on its way.',
      ]);
    }
    expect((await ask(app, 'no address')).status).toBe(400);
  });

  test('gets at most five links a day, however they are spread', async () => {
    await using app = await testApp({ engine, config });
    await app.signIn();
    const read = inbox(app);
    const mails = [];
    for (let hour = 0; hour < 12; hour++) {
      for (let n = 0; n < 4; n++) await ask(app, known);
      mails.push(...(await read()));
      app.clock.advance(60 * minute);
    }
    expect(mails).toHaveLength(5);
    app.clock.advance(12 * 60 * minute);
    await ask(app, known);
    expect(await read()).toHaveLength(1);
  });

  test('one address block can ask ten times an hour', async () => {
    await using app = await testApp({ engine, config });
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await ask(app, `name${n}@society.example`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    app.clock.advance(60 * minute);
    expect((await ask(app, known)).status).toBe(200);
  });

  test('an owner of many blocks is limited by the widest one', async () => {
    await using app = await testApp({ engine, config });
    const from = (n: number) =>
      requestPasswordReset(app.db, { email: known, address: `2001:db8:1:${n.toString(16)}::1` }, app.clock.now());
    for (let n = 0; n < 40; n++) await from(n * 256);
    const rows = () => app.db.selectFrom('throttles').select('key').execute();
    const before = (await rows()).length;
    await expect(from(40 * 256)).rejects.toThrow('Too many requests from your network');
    expect((await rows()).length).toBe(before);
    await requestPasswordReset(app.db, { email: known, address: '2001:db8:2::1' }, app.clock.now());
  });

  test('the link ends when the owner chooses another password or address', async () => {
    await using app = await testApp({ engine, config });
    const you = await app.signIn();
    const read = inbox(app);
    const currentPassword = 'a password of twenty';
    const link = async () => {
      await ask(app, known);
      return tokenIn((await read()).find(({ subject }) => subject === 'Choose a new password')?.text);
    };
    const before = await link();
    await app.json('PUT', '/admin/account/password', { currentPassword, newPassword }, you);
    expect((await accept(app, before)).status).toBe(404);
    expect((await read()).map(({ subject }) => subject)).toEqual(['Your password has been changed']);
    app.clock.advance(60 * minute);
    const sent = await link();
    await ask(app, known);
    expect((await app.json('POST', '/admin/account/proof', { currentPassword: newPassword }, you)).status).toBe(200);
    const names = { username: 'editor1', email: 'new@society.example' };
    expect((await app.json('PUT', '/admin/account', names, you)).status).toBe(200);
    expect((await accept(app, sent)).status).toBe(404);
    // One that was not sent yet is not sent to the address of before.
    expect((await read()).map(({ subject }) => subject)).not.toContain('Choose a new password');
  });

  test('the link of a deactivated account does nothing', async () => {
    await using app = await testApp({ engine, config });
    await app.signIn();
    const other = await app.signIn();
    await ask(app, known);
    const read = inbox(app);
    await app.json('POST', '/admin/administrators/1/deactivate', {}, other);
    expect((await read()).map(({ subject }) => subject)).not.toContain('Choose a new password');
  });

  test('without a mail server the answer names another way', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    for (const email of [known, 'nobody@society.example'])
      expect(await ask(app, email)).toMatchObject({
        status: 409,
        body: { message: passwordResetMessages.noMailServer },
      });
    expect(passwordResetMessages.noMailServer).toContain('npm run admin -- reset-password');
  });
});
