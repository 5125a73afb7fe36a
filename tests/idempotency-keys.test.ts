import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { purgeIdempotencyKeys } from '#platform/idempotency-keys.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { engines } from './support/database.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const day = 86_400_000;
const kinds = [
  ['articles', anArticle(), anArticle({ title: 'Another' })],
  ['events', anEvent(), anEvent({ title: 'Another' })],
  ['members', aMember(), aMember({ name: 'Another' })],
] as const;

type Ask = { kind: string; body: unknown; token: string; key: string };

async function create(app: TestApp, { kind, body, token, key }: Ask) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key };
  const response = await app.request(`/api/v1/${kind}/admin`, { method: 'POST', headers, body: JSON.stringify(body) });
  const replayed = response.headers.get('idempotent-replayed');
  return { status: response.status, replayed, body: (await response.json()) as { id: number; message?: string } };
}

/** A session does not last that long. */
async function signInAs(app: TestApp, usernameOrEmail: string): Promise<string> {
  const input = { usernameOrEmail, password: 'a password of twenty' };
  return (await app.json<{ token: string }>('POST', '/admin/login', input)).body.token;
}

async function total(app: TestApp, kind: string, token: string): Promise<string | null> {
  return (await app.json('GET', `/${kind}/admin`, undefined, token)).headers.get('x-total-count');
}

describe.each(engines)('creating on %s', (engine) => {
  test.each(kinds)('%s asked for again under the same key are made once', async (kind, body, other) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ask = { kind, body, token, key: randomUUID() };
    const first = await create(app, ask);
    expect(first).toMatchObject({ status: 201, replayed: null });
    const again = await create(app, { ...ask, body: other, key: ask.key.toUpperCase() });
    expect(again).toMatchObject({ status: 201, replayed: 'true', body: first.body });
    expect(await total(app, kind, token)).toBe('1');
    expect(await create(app, { ...ask, key: randomUUID() })).toMatchObject({ status: 201, replayed: null });
    expect(await total(app, kind, token)).toBe('2');
  });

  test.each(kinds)('%s that arrive twice at the same moment are made once', async (kind, body) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ask = { kind, body, token, key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(app, ask)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    // Each body but one is not saved, and its sender is told.
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(3);
    expect(await total(app, kind, token)).toBe('1');
    expect(await app.db.selectFrom('revisions').selectAll().execute()).toHaveLength(1);
  });

  test('a key belongs to one administrator and one kind, for 30 days', async () => {
    await using app = await testApp({ engine });
    const key = randomUUID();
    const ask = { kind: 'members', body: aMember(), token: await app.signIn(), key };
    const first = await create(app, ask);
    expect((await create(app, { ...ask, token: await app.signIn() })).body.id).not.toBe(first.body.id);
    expect((await create(app, { ...ask, kind: 'events', body: anEvent() })).status).toBe(201);
    app.clock.advance(29 * day);
    const again = { ...ask, token: await signInAs(app, 'editor1') };
    expect((await create(app, again)).body.id).toBe(first.body.id);
    await purgeIdempotencyKeys(app.db, app.clock.now());
    expect((await create(app, again)).body.id).toBe(first.body.id);
    app.clock.advance(day);
    const late = { ...ask, token: await signInAs(app, 'editor1') };
    expect((await create(app, late)).body.id).not.toBe(first.body.id);
    app.clock.advance(31 * day);
    await purgeIdempotencyKeys(app.db, app.clock.now());
    expect(await app.db.selectFrom('idempotencyKeys').selectAll().execute()).toEqual([]);
  });

  test('a refused creation leaves the key free', async () => {
    await using app = await testApp({ engine });
    const ask = { kind: 'articles', body: anArticle({ content: '' }), token: await app.signIn(), key: randomUUID() };
    expect((await create(app, ask)).status).toBe(400);
    expect(await create(app, { ...ask, body: anArticle() })).toMatchObject({ status: 201, replayed: null });
  });

  test.each(['', 'abc', '1'.repeat(36), `${randomUUID()}0`])('the key "%s" is refused with a sentence', async (key) => {
    await using app = await testApp({ engine });
    const answer = await create(app, { kind: 'events', body: anEvent(), token: await app.signIn(), key });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The Idempotency-Key of a request must be a UUID.' },
    });
  });

  test('an item that was made and then deleted is not made again', async () => {
    await using app = await testApp({ engine });
    const ask = { kind: 'events', body: anEvent(), token: await app.signIn(), key: randomUUID() };
    const { id } = (await create(app, ask)).body;
    await app.json('DELETE', `/events/admin/${id}`, undefined, ask.token);
    expect((await create(app, ask)).status).toBe(404);
    expect(await total(app, 'events', ask.token)).toBe('0');
  });

  test('an item that was purged is made again', async () => {
    await using app = await testApp({ engine });
    const ask = { kind: 'events', body: anEvent(), token: await app.signIn(), key: randomUUID() };
    const { id } = (await create(app, ask)).body;
    await app.json('DELETE', `/events/admin/${id}`, undefined, ask.token);
    await app.json('DELETE', `/bin/admin/events/${id}`, undefined, ask.token);
    expect(await create(app, ask)).toMatchObject({ status: 201, replayed: null });
    expect(await total(app, 'events', ask.token)).toBe('1');
  });
});
