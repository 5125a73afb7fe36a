import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { subscriberMessages } from './subscriber.ts';
import type { ImportReport, Subscriber, SubscriberDetail } from './subscribers-admin.schema.ts';
import { suppressSubscriber } from './suppressions.server.ts';

const admin = '/newsletter/admin/subscribers';

async function importing(app: TestApp, token: string, csv: string, query = ''): Promise<ImportReport> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=edge' };
  const body = `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv}\r\n--edge--\r\n`;
  const init = { method: 'POST', headers, body };
  return (await app.request(`/api/v1${admin}/import${query}`, init)).json() as Promise<ImportReport>;
}

async function erase(app: TestApp, token: string, email: string): Promise<void> {
  const find = app.db.selectFrom('subscribers').select('id').where('emailKey', '=', email);
  const { id } = await find.executeTakeFirstOrThrow();
  expect((await app.json('DELETE', `${admin}/${id}`, undefined, token)).status).toBe(200);
}

const addresses = async (app: TestApp) =>
  (await app.db.selectFrom('subscribers').select('emailKey').orderBy('id').execute()).map(({ emailKey }) => emailKey);

describe.each(engines)('who was erased, on %s', (engine) => {
  test('no import brings them back, and nothing that is stored shows who they were', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await app.signIn();
    for (const name of ['ada', 'ben', 'cleo']) await confirmed(app, send, `${name}@example.org`);
    await erase(app, token, 'ada@example.org');
    await erase(app, token, 'ben@example.org');
    const csv = 'email,confirmed\nnew@example.org,yes\nADA@example.org,yes\ncleo@example.org,yes\nben@example.org,\n';
    const message = subscriberMessages.wasErased;
    const errors = [3, 5].map((line) => ({ line, message }));
    const expected = { erased: 2, errors, addedConfirmed: 1, known: 1, addedPending: 0, errorCount: 2 };
    expect(await importing(app, token, csv, '?dryRun=true')).toMatchObject({ ...expected, isDryRun: true });
    expect(await importing(app, token, csv)).toMatchObject(expected);
    expect(await importing(app, token, csv)).toMatchObject({ ...expected, addedConfirmed: 0, known: 2 });
    expect(await addresses(app)).toEqual(['cleo@example.org', 'new@example.org']);
    const kept = await app.db.selectFrom('rememberedAddresses').selectAll().execute();
    expect(kept.map(({ addressHash }) => addressHash)).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
  });

  test('only their own confirmation brings them back', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await app.signIn();
    await confirmed(app, send, 'ben@example.org');
    await erase(app, token, 'ben@example.org');
    const add = () => app.json('POST', admin, { email: 'Ben@example.org' }, token);
    expect(await add()).toMatchObject({
      status: 409,
      body: { message: subscriberMessages.wasErased },
    });
    expect(await addresses(app)).toEqual([]);
    // Entered by anyone, but not confirmed: a list that says so does not count.
    await subscribe(app, 'ben@example.org');
    const [mail] = await send();
    const csv = 'email,confirmed\nben@example.org,yes\n';
    expect(await importing(app, token, csv)).toMatchObject({ erased: 1, confirmed: 0 });
    expect((await verify(app, tokenIn(mail))).status).toBe(200);
    expect(await app.db.selectFrom('rememberedAddresses').selectAll().execute()).toEqual([]);
    expect(await importing(app, token, csv)).toMatchObject({ erased: 0, known: 1 });
    expect((await add()).status).toBe(409);
  });

  test('a suppressed or unsubscribed subscriber who asks again is shown as such', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await app.signIn();
    await confirmed(app, send);
    const { id } = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow();
    app.clock.advance(1000);
    await suppressSubscriber(app.db, { subscriberId: id, because: 'There is no such mailbox', now: app.clock.now() });
    const detail = async () => (await app.json<SubscriberDetail>('GET', `${admin}/${id}`, undefined, token)).body;
    expect(await detail()).toMatchObject({ state: 'suppressed', askedAgainAt: null });
    app.clock.advance(1000);
    await subscribe(app);
    const askedAgainAt = app.clock.now().toISOString();
    expect(await detail()).toMatchObject({ state: 'suppressed', askedAgainAt });
    const list = await app.json<Subscriber[]>('GET', `${admin}?state=suppressed`, undefined, token);
    expect(list.body).toMatchObject([{ askedAgainAt }]);
    await app.json('POST', `${admin}/${id}/lift`, undefined, token);
    expect(await detail()).toMatchObject({ state: 'confirmed', askedAgainAt: null });
    await app.json('POST', `${admin}/${id}/unsubscribe`, undefined, token);
    expect(await detail()).toMatchObject({ state: 'unsubscribed', askedAgainAt: null });
    app.clock.advance(1_000_000);
    const { email } = await detail();
    expect((await app.json('POST', admin, { email }, token)).status).toBe(200);
    expect(await detail()).toMatchObject({ state: 'unsubscribed', askedAgainAt: app.clock.now().toISOString() });
  });
});
