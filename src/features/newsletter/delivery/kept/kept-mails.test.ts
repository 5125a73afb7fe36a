/** A site that has no mail server at first: what it keeps is nobody's, until one is set and an administrator decides. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sweepKeptFiles } from '#features/newsletter/content/kept-files.server.ts';
import type { IssueProgress, RecipientCounts, SendAnswer } from '#features/newsletter/issues/issues.schema.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes, mine } from '#tests/support/guests.ts';
import { appWithReaders, createMailWorker, deliveriesOf, subscribe } from '#tests/support/newsletter.ts';
import { linkIn, smtpServer } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { KeptMails } from './kept-mails.schema.ts';

const admin = '/newsletter/admin';
const hour = 3_600_000;

/** Sends what is due as a worker does that was started with the settings of now. */
async function work({ context }: TestApp): Promise<void> {
  const mailer = openMailer(context.config);
  await createMailWorker({ ...context, mailer }).sendDue();
  await mailer.close();
}

function filesOf({ context }: TestApp): string[] {
  return readdirSync(join(context.config.dataDir, 'outbox'));
}

const readers = (app: TestApp) => app.db.selectFrom('subscribers').selectAll().orderBy('id').execute();

/** 3 readers, to whom an article was published, and one who has just subscribed: all of it kept. */
async function keptSite(engine: (typeof engines)[number]) {
  const site = await appWithReaders(engine, 3);
  const { app } = site;
  const answer = (await site.send()).body;
  await subscribe(app, 'new@example.org');
  await work(app);
  const token = await app.signIn();
  return {
    ...site,
    answer,
    call: async <T>(method: string, path: string) => app.json<T>(method, admin + path, undefined, token),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('mails kept for want of a server on %s', (engine) => {
  test('are not said to be kept while the newsletter can be taken back', async () => {
    await using site = await appWithReaders(engine, 3);
    const { app } = site;
    const token = await app.signIn();
    const send = (body?: unknown) => app.json<SendAnswer>('POST', `${admin}/send/1`, body, token);
    expect((await send({ holdSeconds: 60 })).body.message).toBe(
      'No mail server is set: the newsletter to 3 subscribers will be kept here.',
    );
    expect((await send()).body.message).toBe('No mail server is set: the newsletter to 3 subscribers is kept here.');
  });

  test('count as sent to nobody', async () => {
    await using site = await keptSite(engine);
    const { app, call } = site;
    expect(site.answer).toMatchObject({
      queued: 3,
      alreadySent: 0,
      isKept: true,
      message: 'No mail server is set: the newsletter to 3 subscribers is kept here.',
    });
    expect((await deliveriesOf(app)).map(({ state, sentAt }) => `${state} ${sentAt}`)).toEqual(
      Array(3).fill('kept null'),
    );
    expect(filesOf(app)).toHaveLength(4);
    const progress = (await call<IssueProgress>('GET', '/issues/1')).body;
    expect(progress.counts).toMatchObject({ sent: 0, kept: 3 });
    expect(progress.outcomes.accepted).toBe(0);
    expect((await call<KeptMails>('GET', '/kept')).body).toEqual({
      total: 4,
      newsletters: 3,
      letters: 1,
      canSend: false,
    });
    expect((await call('POST', '/kept/send')).status).toBe(409);
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 0, alreadySent: 0 });
    const issues = await app.db.selectFrom('issues').select('id').execute();
    expect(issues).toHaveLength(1);
  });

  test('are sent once a server is set, a confirmation with a fresh link, and nobody who has left', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app } = site;
    await createMailWorker({ ...app.context, mailer: openMailer(app.context.config) }).finishIssues();
    app.clock.advance(100 * hour);
    await app.db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('id', '=', 3).execute();
    app.context.config.smtpUrl = server.url;
    const token = await app.signIn();
    const post = (path: string) => app.json<{ message: string }>('POST', admin + path, undefined, token);
    const audience = await app.json<RecipientCounts>('GET', `${admin}/audience?articleId=1`, undefined, token);
    expect(audience.body).toEqual({ audience: 2, alreadySent: 0, inDoubt: 0, toSend: 2 });
    expect((await app.json<KeptMails>('GET', `${admin}/kept`, undefined, token)).body).toMatchObject({ total: 3 });
    expect((await post('/kept/send')).body.message).toBe('3 e-mails are on their way.');
    expect((await post('/kept/send')).body.message).toBe('Nothing is waiting any more.');
    await work(app);
    expect(server.mails.map(({ envelopeTo }) => String(envelopeTo[0])).sort()).toEqual([
      'new@example.org',
      'r1@example.org',
      'r2@example.org',
    ]);
    // 72 hours from now on, though the first link has ended.
    app.clock.advance(71 * hour);
    const mail = server.mails.find(({ envelopeTo }) => envelopeTo.includes('new@example.org'));
    if (!mail) throw new Error('No confirmation');
    const link = linkIn(mail, '/verify').searchParams.get('token');
    expect((await app.json('GET', `/newsletter/verify?token=${link}`)).status).toBe(200);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'kept']);
    expect(filesOf(app)).toHaveLength(1);
    const audits = app.db.selectFrom('audit').select(['action', 'detail']).where('action', 'like', 'newsletter.%-kept');
    expect(await audits.execute()).toEqual([{ action: 'newsletter.send-kept', detail: '{"mails":3}' }]);
  });

  test('are sent to each reader who waits for a confirmation, and of two the later one', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app, call } = site;
    await subscribe(app, 'other@example.org');
    app.clock.advance(hour);
    await subscribe(app, 'new@example.org');
    await work(app);
    expect(filesOf(app)).toHaveLength(6);
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ newsletters: 3, letters: 2 });
    app.context.config.smtpUrl = server.url;
    await call('POST', '/kept/send');
    await work(app);
    const letters = server.mails.map(({ envelopeTo }) => String(envelopeTo[0])).filter((to) => !to.startsWith('r'));
    expect(letters.sort()).toEqual(['new@example.org', 'other@example.org']);
    const states = app.db.selectFrom('mails').where('issueId', 'is', null).select('state').orderBy('id');
    expect((await states.execute()).map(({ state }) => state)).toEqual(['failed', 'sent', 'sent']);
  });

  test('are sent to a reader whose later confirmation failed', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app, call } = site;
    app.clock.advance(hour);
    await subscribe(app, 'new@example.org');
    await app.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', 5).execute();
    app.context.config.smtpUrl = server.url;
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ newsletters: 3, letters: 1 });
    await call('POST', '/kept/send');
    await work(app);
    expect(server.mails.flatMap(({ envelopeTo }) => envelopeTo)).toContain('new@example.org');
  });

  test('are discarded once, and an article may still be sent anew', async () => {
    await using site = await keptSite(engine);
    const { app, call } = site;
    expect((await call<{ message: string }>('POST', '/kept/discard')).body.message).toBe('4 e-mails are discarded.');
    expect((await call<{ message: string }>('POST', '/kept/discard')).body.message).toBe(
      'Nothing is waiting any more.',
    );
    expect(filesOf(app)).toEqual([]);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(Array(3).fill('skipped'));
    expect(await app.db.selectFrom('mails').where('issueId', 'is', null).select('state').execute()).toEqual([
      { state: 'failed' },
    ]);
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ total: 0 });
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 3 });
  });

  test('go with their reader and with their article, and a test stays', async () => {
    await using site = await keptSite(engine);
    const { app, call } = site;
    await call('POST', '/test/1');
    expect(filesOf(app)).toHaveLength(5);
    const [first] = await readers(app);
    await call('DELETE', `/subscribers/${first?.id}`);
    expect(filesOf(app)).toHaveLength(4);
    await app.json('DELETE', '/articles/admin/1', undefined, await app.signIn());
    await sweepKeptFiles(app.context);
    expect(filesOf(app).map((name) => name.split('-').at(-2))).toEqual(expect.arrayContaining(['letter', 'test']));
    expect(filesOf(app)).toHaveLength(2);
  });

  test('to guests are sent too, as far as they are still so, or discarded', async () => {
    await using server = await smtpServer();
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const call = <T>(method: string, path: string) => app.json<T>(method, admin + path, undefined, token);
    const { id } = await anOpenEvent(app, token);
    const write = (subject: string) =>
      app.json('POST', `/events/admin/${id}/registrations/message`, { to: 'all', subject, text: 'T' }, token);
    await comes(app, id, 'Ada');
    const ben = await comes(app, id, 'Ben');
    await write('One');
    await write('Two');
    await work(app);
    // Ben leaves: nothing but that is to be said to him.
    await mine(app, 'DELETE', ben.token);
    await work(app);
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ total: 7, newsletters: 0, letters: 7 });
    app.context.config.smtpUrl = server.url;
    expect((await call<{ message: string }>('POST', '/kept/send')).body.message).toBe('7 e-mails are on their way.');
    await work(app);
    expect(server.mails.map(({ envelopeTo, subject }) => `${envelopeTo[0]} ${subject.split(':')[0]}`).sort()).toEqual([
      'ada@example.org One',
      'ada@example.org Two',
      'ada@example.org You have a place',
      'ben@example.org You have given your place back',
    ]);
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ total: 0 });

    app.context.config.smtpUrl = undefined;
    await comes(app, id, 'Cem');
    await work(app);
    expect((await call<{ message: string }>('POST', '/kept/discard')).body.message).toBe('1 e-mail is discarded.');
    expect(filesOf(app)).toEqual([]);
  });

  test('stay what they are when the server is taken away again', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app, call } = site;
    app.context.config.smtpUrl = server.url;
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 3, isKept: false });
    await work(app);
    app.context.config.smtpUrl = undefined;
    const at = app.clock.now().toISOString();
    await app.db
      .insertInto('subscribers')
      .values({
        email: 'late@example.org',
        emailKey: 'late@example.org',
        state: 'confirmed',
        createdAt: at,
        confirmedAt: at,
        unsubscribedAt: null,
        lastMailAt: null,
      })
      .execute();
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 1, alreadySent: 3, isKept: true });
    await work(app);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'kept']);
    expect((await call<KeptMails>('GET', '/kept')).body).toMatchObject({ total: 2, canSend: false });
  });
});
