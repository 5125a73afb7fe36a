import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import { type BounceReport, noteReport } from './bounce-reports.server.ts';

async function appWithReports(engine: (typeof engines)[number]) {
  const post = await appWithPost(engine);
  const { app } = post;
  /** Of the last mail to the reader. */
  const report = async (type: BounceReport['type'], reason: string, change: Partial<BounceReport> = {}) => {
    const mails = app.db.selectFrom('mails').innerJoin('subscribers', 'subscribers.id', 'subscriberId');
    const last = mails.select('messageId').where('email', '=', email).orderBy('mails.id', 'desc');
    const messageId = (await last.executeTakeFirst())?.messageId ?? '';
    return noteReport(app.db, { type, messageId, reason, ...change }, app.clock.now());
  };
  const bouncesOf = () => app.db.selectFrom('bounces').select(['kind', 'source', 'answer']).execute();
  return { ...post, report, bouncesOf, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe.each(engines)('what mail servers report on %s', (engine) => {
  test('a hard bounce suppresses the reader of the mail, with or without the brackets of its Message-ID', async () => {
    await using post = await appWithReports(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    await confirmed(app, send, 'other@example.org');
    expect(await report('hard', '550', { messageId: '<another@example.org>' })).toBe(false);
    const mail = app.db.selectFrom('mails').select('messageId').orderBy('id');
    const messageId = (await mail.executeTakeFirstOrThrow()).messageId?.slice(1, -1) ?? '';
    expect(await report('hard', '550 5.1.1\nno such user', { messageId })).toBe(true);
    expect(await stateOf(app)).toBe('suppressed');
    expect(await post.bouncesOf()).toEqual([{ kind: 'hard', source: 'mailbox', answer: '550 5.1.1 no such user' }]);
    const other = app.db.selectFrom('subscribers').select('state').where('email', '=', 'other@example.org');
    expect(await other.executeTakeFirst()).toEqual({ state: 'confirmed' });
  });

  test('a complaint is for good: no confirmation, no undo, no mail', async () => {
    await using post = await appWithReports(engine);
    const { app, send, report } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    expect(await report('complaint', 'abuse')).toBe(true);
    expect(await stateOf(app)).toBe('suppressed');
    expect((await verify(app, token)).status).toBe(400);
    app.clock.advance(60 * 60_000);
    await subscribe(app);
    expect(await send()).toEqual([]);
    const actions = await app.db.selectFrom('audit').select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['subscriber.unsubscribe', 'subscriber.suppress']);
  });

  test('a complaint is seen in the history, and lifting its suppression brings nobody back onto the list', async () => {
    await using post = await appWithReports(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    await report('complaint', 'feedback report');
    const token = await app.signIn();
    const path = '/newsletter/admin/subscribers/1';
    const { body } = await app.json<{ history: { what: string; detail: string | null }[] }>(
      'GET',
      path,
      undefined,
      token,
    );
    expect(body.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Unsubscribed', detail: 'They reported our mail as spam' }),
        expect.objectContaining({ what: 'Suppressed', detail: 'Reported our mail as spam' }),
      ]),
    );
    expect((await app.json('POST', `${path}/lift`, undefined, token)).status).toBe(200);
    expect(await stateOf(app)).toBe('unsubscribed');
  });
});
