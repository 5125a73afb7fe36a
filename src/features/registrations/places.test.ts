import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { everyEngine } from '#tests/support/database.ts';
import { anOpenEvent, ask, comes, counts, mine, written } from '#tests/support/guests.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { lockEvent } from './places.server.ts';

/** More than one statement of SQLite takes; PostgreSQL is slower to write them. */
const manyOn = { sqlite: 33_000, postgres: 1100 };

async function manyWait(app: TestApp, eventId: number, many: number): Promise<void> {
  const at = app.clock.now().toISOString();
  const times = { askedAt: at, confirmedAt: at, createdAt: at };
  const guestOf = (email: string) => ({ name: email, email, emailKey: email, places: 1, answers: '[]' });
  for (let from = 0; from < many; from += 2000) {
    const some = Array.from({ length: Math.min(2000, many - from) }, (_, n) => guestOf(`g${from + n}@example.org`));
    await app.db
      .insertInto('registrations')
      .values(some.map((guest) => ({ ...guest, ...times, eventId, state: 'waiting' as const })))
      .execute();
  }
}

async function removeFirst(app: TestApp, eventId: number): Promise<void> {
  const token = await app.signIn();
  const path = `/events/admin/${eventId}/registrations`;
  const { body } = await app.json<{ id: number }[]>('GET', path, undefined, token);
  expect((await app.json('DELETE', `${path}/${body[0]?.id}`, undefined, token)).status).toBe(200);
}

describe.each(everyEngine)('the places of an event on %s', (engine) => {
  test('a waiting guest who is erased during the event leaves the waiting list', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1, signupClosesAt: '2026-12-01T20:00:00' });
    const [, eve, fay] = [await comes(app, id, 'Dan'), await comes(app, id, 'Eve'), await comes(app, id, 'Fay')];
    app.clock.set('2026-12-01T19:00:00.000Z');
    expect((await app.json('POST', '/registrations/erase', { token: eve.token })).status).toBe(200);
    expect((await mine(app, 'GET', fay.token)).body).toMatchObject({ state: 'waiting', ahead: 0 });
    await removeFirst(app, id);
    expect((await mine(app, 'GET', fay.token)).body.state).toBe('confirmed');
  });

  test('an event that is postponed while it takes place gives out the places of guests erased since', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    const ada = await comes(app, id, 'Ada');
    const ben = await comes(app, id, 'Ben');
    app.clock.set('2026-12-01T18:30:00.000Z');
    await app.json('POST', '/registrations/erase', { token: ada.token });
    const token = await app.signIn();
    await app.json('PUT', `/events/admin/${id}`, { eventDate: '2026-12-08T18:00' }, token);
    expect((await mine(app, 'GET', ben.token)).body.state).toBe('confirmed');
  });

  test('after the event no one is promoted, even if sign-up is still open', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    // As a change of the time zone left it in an earlier release.
    await app.db.updateTable('events').set({ signupClosesAt: '2026-12-02T00:00:00.000Z' }).execute();
    app.clock.set('2026-12-01T21:00:00.000Z');
    await removeFirst(app, id);
    expect((await written(app)).filter((email) => email.startsWith('promoted'))).toEqual([]);
  });

  test('several guests can be promoted at once', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    const many = manyOn[engine];
    await comes(app, id, 'Ada');
    await manyWait(app, id, many);
    const save = async (capacity: number | null) => {
      expect((await app.json('PUT', `/events/admin/${id}`, { capacity }, admin)).status).toBe(200);
      return counts(app, admin, id);
    };
    expect(await save(700)).toMatchObject({ coming: { people: 700 } });
    expect(await save(null)).toMatchObject({ coming: { people: many + 1 }, waiting: { people: 0 } });
  }, 30_000);
});

test.runIf(everyEngine.includes('postgres'))(
  'a sign-up is not blocked by an organiser’s decision about places',
  async () => {
    await using app = await testApp({ engine: 'postgres' });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    // As it would, and would be waited for by the organiser who adds the same address.
    const asked = await transact(app.db, async (trx) => {
      await lockEvent(trx, id);
      return Promise.race([ask(app, id), sleep(5000)]);
    });
    expect(asked).toMatchObject({ status: 200 });
    const guest = { name: 'Ada', email: 'ada@example.org' };
    expect((await app.json('POST', `/events/admin/${id}/registrations`, guest, admin)).status).toBe(201);
    expect(await written(app)).toEqual(['confirm ada', 'place ada']);
  },
);
