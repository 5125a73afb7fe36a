import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountEmails } from '#features/accounts/account-email-kinds.server.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { MailView, OutboxEntry } from './mail-views.schema.ts';

const admin = '/newsletter/admin';

async function appWithDraft(engine: (typeof engines)[number] = 'sqlite') {
  const app = await testApp({ engine });
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ title: 'Über Füchse & Flöhe' }), token);
  return { app, token, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe.each(engines)('previews of mails on %s', (engine) => {
  test('a draft is previewed and sent to oneself alone, without creating an issue or a delivery', async () => {
    await using site = await appWithDraft(engine);
    const { app, token } = site;
    const { body } = await app.json<MailView>('GET', `${admin}/preview/1`, undefined, token);
    expect(body).toMatchObject({ subject: 'Über Füchse & Flöhe', to: 'editor1@society.example' });
    expect(body.text).toContain('It begins with a single flight.');
    expect(body.htmlBytes).toBeGreaterThan(1000);
    const sent = await app.json('POST', `${admin}/test/1`, undefined, token);
    expect(sent.body).toEqual({ message: 'The test is in the outbox.' });
    const [mail] = (await app.json<OutboxEntry[]>('GET', `${admin}/outbox`, undefined, token)).body;
    expect(mail).toMatchObject({ subject: '[Test] Über Füchse & Flöhe', to: 'editor1@society.example' });
    expect(await app.db.selectFrom('mails').where('issueId', 'is not', null).select('id').execute()).toEqual([]);
    const kept = await app.json<MailView>('GET', `${admin}/outbox/${mail?.name}`, undefined, token);
    expect(kept.body.text).toContain('It begins with a single flight.');
    expect(kept.body.text).toContain('This is a test, sent to you alone.');
    expect(kept.body.text).not.toMatch(/you subscribed|unsubscribe\?|invalid/);
    expect((await app.json('POST', `${admin}/test/9`, undefined, token)).status).toBe(404);
    await app.json('POST', '/articles/admin', anArticle({ title: 'News', isPublished: true }), token);
    const digest = await app.json<{ id: number }>('POST', `${admin}/issues`, { kind: 'digest' }, token);
    const { id } = digest.body;
    app.clock.advance(1000);
    expect((await app.json('POST', `${admin}/test/${id}?issue=${id}`, undefined, token)).status).toBe(200);
    const [test] = (await app.json<OutboxEntry[]>('GET', `${admin}/outbox`, undefined, token)).body;
    expect(test).toMatchObject({ subject: '[Test] What is new, November 21, 2026', to: 'editor1@society.example' });
  });

  test('a note without a public page is previewed without a link to one', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const note = await app.json<IssueDraft>('POST', `${admin}/issues`, { kind: 'note' }, token);
    const { id, version } = note.body;
    const preview = async () =>
      (await app.json<MailView>('GET', `${admin}/preview/${id}?issue=${id}`, undefined, token)).body.text;
    expect(await preview()).toContain('Read in the browser');
    const words = { title: 'To you', note: '<p>Hello.</p>', things: [], isArchived: false, version };
    expect((await app.json('PUT', `${admin}/issues/${id}/draft`, words, token)).status).toBe(200);
    expect(await preview()).not.toContain('Read in the browser');
    expect(await preview()).toContain('Hello.\n\nOur website: ');
  });
});

test.each([
  ['auth', '535 5.7.8 Bad credentials', 'The mail server does not accept the user name and password: 535 5.7.8 Bad'],
  ['rcpt', '550 5.1.1 No such user', 'The mail server refused the test: 550 5.1.1 No such user'],
  ['connect', 'drop', 'The mail server cannot be used: '],
  ['data', 'lose', 'The mail server stopped answering, and the test may have arrived: '],
] as const)('a test email that fails at %s by %s says why', async (at, fault, message) => {
  await using server = await smtpServer({
    asksLogin: at === 'auth',
    fail: (step) => (step === at ? fault : undefined),
  });
  await using app = await testApp({
    config: { smtpUrl: server.url.replace('//', at === 'auth' ? '//user:wrong@' : '//') },
  });
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle(), token);
  expect(await app.json('POST', `${admin}/test/1`, undefined, token)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringContaining(message) },
  });
  // It is not sent later either.
  expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test('a preview frame needs its signed address, which soon expires', async () => {
  await using site = await appWithDraft();
  const { app, token } = site;
  const { frameUrl } = (await app.json<MailView>('GET', `${admin}/preview/1`, undefined, token)).body;
  const frame = await app.request(frameUrl);
  expect(frame.headers.get('content-security-policy')).toContain('sandbox');
  const html = await frame.text();
  expect(html).toContain('<head><base target="_blank">');
  expect(html).toContain('style="');
  for (const url of [
    frameUrl.replace('/1?', '/2?'),
    frameUrl.replace(/key=../, 'key=xx'),
    frameUrl.split('?')[0] ?? '',
  ])
    expect((await app.request(url)).status).toBe(404);
  app.clock.advance(10 * 60_000);
  expect((await app.request(frameUrl)).status).toBe(404);
});

test('the outbox shows no account links', async () => {
  await using site = await appWithDraft();
  const { app, token } = site;
  const invited = { email: 'ben@society.example' };
  const { body } = await app.json<{ link: string }>('POST', '/admin/administrators/invitations', invited, token);
  const mailer = openMailer(app.context.config);
  await createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] }).sendDue();
  const { body: mails } = await app.json<OutboxEntry[]>('GET', `${admin}/outbox`, undefined, token);
  const invitation = mails.find(({ to }) => to === invited.email);
  const kept = await app.json<MailView>('GET', `${admin}/outbox/${invitation?.name}`, undefined, token);
  const html = await (await app.request(kept.body.frameUrl)).text();
  for (const shown of [kept.body.text, html]) {
    expect(shown).toContain('/admin/invitation');
    expect(shown).not.toMatch(/token=/);
  }
  expect(body.link).toContain('#token=');
});

test('the outbox shows the pictures that a mail brings along', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const mailer = openMailer(app.context.config);
  const pictures = [{ name: 'guest', bytes: Buffer.from('png') }];
  const mail = {
    to: 'guest@example.org',
    messageId: '<guest.1@society.example>',
    subject: 'You have a place',
    text: '',
  };
  await mailer.send({ ...mail, html: '<img src="cid:guest" alt="Your code">', pictures });
  const [entry] = (await app.json<OutboxEntry[]>('GET', `${admin}/outbox`, undefined, token)).body;
  const kept = await app.json<MailView>('GET', `${admin}/outbox/${entry?.name}`, undefined, token);
  expect(kept.body).not.toHaveProperty('pictures');
  const frame = await app.request(kept.body.frameUrl);
  expect(await frame.text()).toContain('<img src="data:image/png;base64,cG5n" alt="Your code">');
  expect(frame.headers.get('content-security-policy')).toMatch(/img-src [^;]* data:/);
});

test('the outbox has pages, newest first, and shows nothing but its mails', async () => {
  await using site = await appWithDraft();
  const { app, token } = site;
  const { dataDir } = app.context.config;
  const list = (query = '') => app.json<OutboxEntry[]>('GET', `${admin}/outbox${query}`, undefined, token);
  expect((await list()).body).toEqual([]);
  for (let n = 0; n < 3; n++) await app.json('POST', `${admin}/test/1`, undefined, token);
  writeFileSync(join(dataDir, 'secret.eml'), 'Subject: secret\r\n\r\n');
  writeFileSync(join(dataDir, 'outbox', 'half.eml.part'), 'Subject: half\r\n\r\n');
  mkdirSync(join(dataDir, 'outbox', 'folder.eml'));
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.headers.get('x-next-cursor')}`);
  expect(first.headers.get('x-total-count')).toBe('3');
  const files = readdirSync(join(dataDir, 'outbox')).filter((name) => /^2.*\.eml$/.test(name));
  expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(files.sort().reverse());
  for (const name of ['..%2Fsecret.eml', '%2e%2e%2fsecret.eml', 'nothing.eml', 'half.eml.part', '..'])
    expect((await app.json('GET', `${admin}/outbox/${name}`, undefined, token)).status).toBe(404);
});
