import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import { webhookSignature } from './bounces.api.ts';

const secret = 'a secret of the provider';
const address = '/api/v1/newsletter/bounces';

async function appWithProvider(engine: (typeof engines)[number]) {
  const post = await appWithPost(engine, 1000, { bounces: { webhookSecret: secret, imapUrl: undefined } });
  const { app } = post;
  const time = () => String(Math.floor(app.clock.now().getTime() / 1000));
  /** As a provider calls; `change` makes it a forgery. */
  const report = async (input: object, change: { body?: string; headers?: Record<string, string> } = {}) => {
    const body = JSON.stringify(input);
    const signed = { 'x-timestamp': time(), 'x-signature': `sha256=${webhookSignature(secret, time(), body)}` };
    const headers = { 'content-type': 'application/json', ...signed, ...change.headers };
    const response = await app.request(address, { method: 'POST', headers, body: change.body ?? body });
    return { status: response.status, body: (await response.json()) as { message: string } };
  };
  const bouncesOf = () => app.db.selectFrom('bounces').select(['kind', 'source', 'answer']).execute();
  return { ...post, report, bouncesOf, time, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe.each(engines)('bounces that a provider reports on %s', (engine) => {
  test('without a secret the call does not exist', async () => {
    await using post = await appWithPost(engine);
    const response = await post.app.json('POST', '/newsletter/bounces', { email, type: 'hard' });
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('a hard bounce suppresses the subscriber of the email, and no other address that it names', async () => {
    await using post = await appWithProvider(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    await confirmed(app, send, 'other@example.org');
    const mail = await app.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .select('messageId')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const input = { type: 'hard', messageId: mail.messageId?.slice(1, -1), email: 'other@example.org' };
    expect(await report({ ...input, reason: '550 5.1.1\nno such user' })).toMatchObject({
      status: 200,
      body: { message: 'Noted.' },
    });
    expect(await stateOf(app)).toBe('suppressed');
    expect(await post.bouncesOf()).toEqual([{ kind: 'hard', source: 'webhook', answer: '550 5.1.1 no such user' }]);
    const other = app.db.selectFrom('subscribers').select('state').where('email', '=', 'other@example.org');
    expect(await other.executeTakeFirst()).toEqual({ state: 'confirmed' });
  });

  test('soft bounces suppress at the third, and the same report counts once', async () => {
    await using post = await appWithProvider(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    for (const reason of ['full', 'full', 'still full', 'still full'])
      expect((await report({ type: 'soft', email: email.toUpperCase(), reason })).status).toBe(200);
    expect(await post.bouncesOf()).toHaveLength(2);
    expect(await stateOf(app)).toBe('confirmed');
    await report({ type: 'soft', email, reason: 'full for ever' });
    expect(await stateOf(app)).toBe('suppressed');
  });

  test('a complaint is permanent: no confirmation, no undo, no mail', async () => {
    await using post = await appWithProvider(engine);
    const { app, send, report } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    expect((await report({ type: 'complaint', email })).status).toBe(200);
    expect(await stateOf(app)).toBe('suppressed');
    expect((await verify(app, token)).status).toBe(400);
    app.clock.advance(60 * 60_000);
    await subscribe(app);
    expect(await send()).toEqual([]);
    const actions = await app.db.selectFrom('audit').select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['subscriber.unsubscribe', 'subscriber.suppress']);
  });

  test('a complaint is shown in the history, and lifting its suppression does not subscribe anyone again', async () => {
    await using post = await appWithProvider(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    await report({ type: 'complaint', email, reason: 'feedback report' });
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
        expect.objectContaining({ what: 'Unsubscribed', detail: 'They reported our email as spam' }),
        expect.objectContaining({ what: 'Suppressed', detail: 'Reported our email as spam' }),
      ]),
    );
    expect((await app.json('POST', `${path}/lift`, undefined, token)).status).toBe(200);
    expect(await stateOf(app)).toBe('unsubscribed');
  });

  test('a forged, changed, old or broken call changes nothing', async () => {
    await using post = await appWithProvider(engine);
    const { app, send, report } = post;
    await confirmed(app, send);
    const hard = { type: 'hard', email };
    const old = String(Number(post.time()) - 301);
    const oldSignature = `sha256=${webhookSignature(secret, old, JSON.stringify(hard))}`;
    for (const change of [
      { headers: { 'x-signature': '' } },
      { headers: { 'x-signature': `sha256=${webhookSignature('another secret', post.time(), JSON.stringify(hard))}` } },
      { headers: { 'x-timestamp': String(Number(post.time()) + 1) } },
      { headers: { 'x-timestamp': old, 'x-signature': oldSignature } },
      { body: JSON.stringify({ ...hard, email: 'x@example.org' }) },
      { body: `${JSON.stringify(hard)} ` },
    ])
      expect((await report(hard, change)).status, JSON.stringify(change)).toBe(401);
    for (const input of [{ type: 'hard' }, { type: 'odd', email }, { email }, []])
      expect((await report(input)).status, JSON.stringify(input)).toBe(400);
    expect((await report({ type: 'hard', email: 'nobody@example.org' })).body.message).toBe(
      'None of our emails or subscribers.',
    );
    expect(await stateOf(app)).toBe('confirmed');
    expect(await post.bouncesOf()).toEqual([]);
  });
});
