import { describe, expect, test } from 'vitest';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, appWithSubscribers, confirmed, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import type { Subscriber, SubscriberDetail } from './subscribers-admin.schema.ts';

const admin = '/newsletter/admin';

describe.each(engines)('the subscribers, for administrators, on %s', (engine) => {
  test('are found by a part of their address and by state, in pages, and counted', async () => {
    await using site = await appWithSubscribers(engine, 12);
    const token = await site.app.signIn();
    await site.app.db.updateTable('subscribers').set({ state: 'suppressed' }).where('id', '=', 3).execute();
    const list = async (query: string) => {
      const answer = await site.app.json<Subscriber[]>('GET', `${admin}/subscribers${query}`, undefined, token);
      return [answer.body.map(({ email }) => email.split('@')[0]), answer.headers] as const;
    };
    expect((await list('?search=R1'))[0]).toEqual(['r12', 'r11', 'r10', 'r1']);
    expect((await list('?search=_'))[0]).toEqual([]);
    expect((await list('?state=suppressed'))[0]).toEqual(['r3']);
    const [first, headers] = await list('?limit=10');
    const [second] = await list(`?limit=10&cursor=${headers.get('x-next-cursor')}`);
    expect([first.length, second, headers.get('x-total-count')]).toEqual([10, ['r2', 'r1'], '12']);
  });

  test('an added subscriber is asked to confirm first, and the history shows all of it', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await app.signIn();
    const add = (email: string) => app.json('POST', `${admin}/subscribers`, { email }, token);
    const { body } = await add('new@example.org');
    const [mail] = await send();
    expect(mail?.to).toBe('new@example.org');
    expect(mail?.text).toContain('The organisers of');
    const detail = async () =>
      (await app.json<SubscriberDetail>('GET', `${admin}/subscribers/${body.id}`, undefined, token)).body;
    expect((await detail()).state).toBe('pending');
    app.clock.advance(1000);
    await verify(app, tokenIn(mail));
    const { state, history } = await detail();
    expect(state).toBe('confirmed');
    expect(history.map(({ what, by }) => `${what}${by ? ` (${by})` : ''}`)).toEqual([
      'Confirmed the subscription',
      'Added by an administrator (editor1)',
      'Email that asks for a confirmation: sent',
      'Address entered',
    ]);
    expect((await add('NEW@example.org')).status).toBe(409);
    expect((await add('not an address')).status).toBe(400);
    const audited = await app.db.selectFrom('audit').select('detail').execute();
    expect(JSON.stringify(audited)).not.toContain('example.org');
  });

  test('adding asks no one more than once in 15 minutes and three times a day', async () => {
    await using post = await appWithPost(engine);
    const token = await post.app.signIn();
    const statuses: number[] = [];
    const add = () => post.app.json('POST', `${admin}/subscribers`, { email: 'a@example.org' }, token);
    for (let n = 0; n < 4; n++) {
      // Two administrators, and one of them twice.
      for (const { status } of await Promise.all([add(), add(), add()])) statuses.push(status);
      post.app.clock.advance(15 * 60_000);
    }
    expect(statuses).toEqual([...Array(9).fill(200), ...Array(3).fill(409)]);
    expect(await post.send()).toHaveLength(3);
  });

  test('an unsubscribed person gets no more mail, and none that asks why', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const token = await app.signIn();
    const remove = () => app.json('POST', `${admin}/subscribers/1/unsubscribe`, undefined, token);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(409);
    expect(await send()).toEqual([]);
    await subscribe(app);
    expect((await send())[0]?.subject).toBeDefined();
  });

  test('a suppressed subscriber cannot be unsubscribed, and stays suppressed', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    await app.db.updateTable('subscribers').set({ state: 'suppressed' }).execute();
    const token = await app.signIn();
    const { status } = await app.json('POST', `${admin}/subscribers/1/unsubscribe`, undefined, token);
    const subscriber = await app.db.selectFrom('subscribers').select(['state', 'unsubscribedAt']).executeTakeFirst();
    expect({ status, ...subscriber }).toEqual({ status: 409, state: 'suppressed', unsubscribedAt: null });
  });

  test('a suppression can be lifted', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    const token = await app.signIn();
    const lift = () => app.json('POST', `${admin}/subscribers/1/lift`, undefined, token);
    expect((await lift()).status).toBe(409);
    const suppressed = { state: 'suppressed', suppressedAt: app.clock.now().toISOString() } as const;
    await app.db
      .updateTable('subscribers')
      .set({ ...suppressed, suppressedBecause: 'gone' })
      .execute();
    expect((await lift()).status).toBe(200);
    const { body } = await app.json<SubscriberDetail>('GET', `${admin}/subscribers/1`, undefined, token);
    expect(body).toMatchObject({ state: 'confirmed', suppressedAt: null, suppressedBecause: null });
  });

  test('erasing a subscriber leaves only numbers', async () => {
    await using site = await appWithSubscribers(engine, 3);
    const { app } = site;
    await site.send();
    const token = await app.signIn();
    const setState = (id: number, state: 'sending' | 'sent') =>
      app.db
        .updateTable('mails')
        .where('issueId', 'is not', null)
        .set({ state })
        .where('subscriberId', '=', id)
        .execute();
    const erase = (id: number) => app.json('DELETE', `${admin}/subscribers/${id}`, undefined, token);
    await setState(1, 'sending');
    expect((await erase(1)).status).toBe(409);
    await setState(1, 'sent');
    expect([(await erase(1)).status, (await erase(2)).status, (await erase(2)).status]).toEqual([200, 200, 404]);
    for (const table of ['subscribers', 'mails'] as const)
      expect(await app.db.selectFrom(table).select('id').execute()).toHaveLength(1);
    const { body } = await app.json<IssueReport>('GET', `${admin}/issues/1`, undefined, token);
    expect(body).toMatchObject({ total: 3, counts: { sent: 1, skipped: 1, queued: 1 } });
  });

  test('the list can be exported as CSV, whole or by state', async () => {
    await using site = await appWithSubscribers(engine, 1002);
    const { app } = site;
    await app.db.updateTable('subscribers').set({ email: '+a,b@example.org' }).where('id', '=', 1).execute();
    await app.db.updateTable('subscribers').set({ state: 'pending' }).where('id', '=', 2).execute();
    const headers = { authorization: `Bearer ${await app.signIn()}` };
    const read = async (query = '') =>
      (await app.request(`/api/v1${admin}/subscribers/export${query}`, { headers })).arrayBuffer();
    const text = Buffer.from(await read()).toString('utf8');
    const at = app.clock.now().toISOString();
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeff"email","state","createdAt","confirmedAt","unsubscribedAt","wish"',
      `"'+a,b@example.org","confirmed","${at}","${at}","","each"`,
    ]);
    expect(text.split('\r\n')).toHaveLength(1004);
    expect(
      Buffer.from(await read('?state=pending'))
        .toString('utf8')
        .split('\r\n'),
    ).toHaveLength(3);
  });
});
