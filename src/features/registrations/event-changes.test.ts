import { describe, expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes, counts, mine, written } from '#tests/support/guests.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { eraseGuestsOfOldEvents } from './registrations.jobs.ts';

const allSent = (app: TestApp) =>
  app.db.updateTable('mails').where('issueId', 'is', null).set({ state: 'sent' }).execute();

describe.each(engines)('when an event changes on %s', (engine) => {
  test('more places go to the waiting list at once; fewer than are given need a confirmation', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    const path = `/events/admin/${id}`;
    for (const name of ['Ada', 'Ben', 'Cem']) {
      await comes(app, id, name);
      app.clock.advance(1000);
    }
    expect((await app.json('PUT', path, { capacity: 2 }, token)).body).toMatchObject({ told: 1 });
    expect((await written(app)).at(-1)).toBe('promoted ben');
    const fewer = await app.json('PUT', path, { capacity: 1 }, token);
    expect(fewer).toMatchObject({
      status: 409,
      body: { message: '2 places are already taken. No one loses theirs, but no one gets one until there is room.' },
    });
    expect((await app.json('PUT', path, { capacity: 1, isForced: true }, token)).status).toBe(200);
    expect(await counts(app, token, id)).toMatchObject({ coming: { people: 2 }, waiting: { people: 1 } });
    // Another save of the same capacity asks nothing.
    expect((await app.json('PUT', path, { title: 'Lecture' }, token)).status).toBe(200);
    expect((await app.json('PUT', path, { capacity: null }, token)).status).toBe(200);
    expect(await counts(app, token, id)).toMatchObject({ coming: { people: 3 }, waiting: { people: 0 } });
  });

  test('after sign-up has closed no one is promoted automatically', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1, signupClosesAt: '2026-11-21T13:00:00' });
    const ada = await comes(app, id, 'Ada');
    const ben = await comes(app, id, 'Ben');
    app.clock.advance(3_600_000);
    await mine(app, 'DELETE', ada.token);
    expect((await mine(app, 'GET', ben.token)).body.state).toBe('waiting');
    // Opened again.
    await app.json('PUT', `/events/admin/${id}`, { signupClosesAt: null }, token);
    expect((await mine(app, 'GET', ben.token)).body.state).toBe('confirmed');
  });

  test('a guest who waits for more places than one person can have now is told, and moves up with fewer', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 4, maxPlaces: 4 });
    const path = `/events/admin/${id}`;
    const [ada, ben, cem] = [
      await comes(app, id, 'Ada', { places: 2 }),
      await comes(app, id, 'Ben', { places: 3 }),
      await comes(app, id, 'Cem', { places: 1 }),
    ];
    const before = await written(app);
    await app.json('PUT', path, { capacity: 2, isForced: true }, token);
    expect((await written(app)).slice(before.length)).toEqual(['too-many ben']);
    expect((await mine(app, 'GET', ben.token)).body).toMatchObject({ places: 3, most: 2, mostPlaces: 2 });
    await mine(app, 'DELETE', ada.token);
    await mine(app, 'DELETE', cem.token);
    expect((await mine(app, 'PUT', ben.token, { places: 2 })).body).toMatchObject({ state: 'confirmed', places: 2 });
  });

  test('a guest who waits for more places than the event has is told when sign-up opens again, once', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 4, maxPlaces: 4, signupClosesAt: '2026-11-21T13:00:00' });
    const path = `/events/admin/${id}`;
    await comes(app, id, 'Ada', { places: 2 });
    await comes(app, id, 'Ben', { places: 3 });
    app.clock.advance(3_600_000);
    const before = await written(app);
    const told = async () => (await written(app)).slice(before.length);
    await app.json('PUT', path, { capacity: 2 }, token);
    expect(await told()).toEqual([]);
    for (const signupClosesAt of [null, '2026-11-21T13:00:00', null])
      await app.json('PUT', path, { signupClosesAt }, token);
    expect(await told()).toEqual(['too-many ben']);
  });

  test('a new time zone is told to guests of events that are held, with a higher sequence', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token);
    const days = await anOpenEvent(app, token, { isAllDay: true, endDate: null });
    const cancelled = await anOpenEvent(app, token);
    for (const of of [id, days.id, cancelled.id]) await comes(app, of, 'Ada');
    await app.json('POST', `/events/admin/${cancelled.id}/cancel`, {}, token);
    const before = await written(app);
    const zone = (input: object) => app.json('PUT', '/settings/admin', input, token);
    expect(await zone({ timeZone: 'America/New_York' })).toMatchObject({ status: 200, body: { told: 1 } });
    expect((await written(app)).slice(before.length)).toEqual(['changed ada']);
    const told = app.db.selectFrom('mails').select('content').where('kind', '=', 'registration-changed');
    expect(JSON.parse((await told.executeTakeFirstOrThrow()).content)).toMatchObject({
      sequence: 2,
      was: { time: expect.stringContaining(' (Europe/London)'), zone: 'America/New_York' },
    });
    expect((await zone({ shortName: 'Bats' })).body).not.toHaveProperty('told');
  });

  test('a new time or place is told to guests with a place and those who wait, unless the organiser says no', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    const before = (await written(app)).length;
    const save = (input: object) => app.json('PUT', `/events/admin/${id}`, input, token);
    await save({ description: 'Bring a pen.' });
    await save({ location: 'Hall 3', notify: false });
    expect((await written(app)).length).toBe(before);
    await save({ location: 'Hall 4' });
    await save({ eventDate: '2026-12-01T18:30:00' });
    expect((await written(app)).slice(before)).toEqual(['changed ada', 'changed ben', 'changed ada', 'changed ben']);
    const emails = await app.db
      .selectFrom('mails')
      .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
      .select('mails.content')
      .where('kind', '=', 'registration-changed')
      .where('name', '=', 'Ada')
      .execute();
    const sequences = emails.map(({ content }) => (JSON.parse(content) as { sequence: number }).sequence);
    expect(sequences).toEqual([3, 4]);
    // A place in another hall says the new hall itself.
    await save({ location: 'Hall 5', capacity: 2 });
    expect((await written(app)).slice(before + 4)).toEqual(['promoted ben', 'changed ada']);
  });

  test('cancelled, undone, deleted and restored: everyone is told', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    await allSent(app);
    const before = (await written(app)).length;
    const told = async () => (await written(app)).slice(before);
    const path = `/events/admin/${id}`;
    await app.json('POST', `${path}/cancel`, { note: 'The speaker is ill.' }, token);
    await app.json('POST', `${path}/cancel`, { note: 'She is ill.' }, token);
    expect(await told()).toEqual(['event-cancelled ada', 'event-cancelled ben']);
    await app.json('POST', `${path}/uncancel`, {}, token);
    expect((await told()).slice(2)).toEqual(['event-again ada', 'event-again ben']);
    await app.json('DELETE', path, undefined, token);
    expect((await told()).slice(4)).toEqual(['event-deleted ada', 'event-deleted ben']);
    await app.json('POST', `/bin/admin/events/${id}`, undefined, token);
    expect((await told()).slice(6)).toEqual(['event-again ada', 'event-again ben']);
    await app.json('DELETE', path, undefined, token);
    // As long as they are not told.
    const purge = () => app.json('DELETE', `/bin/admin/events/${id}`, undefined, token);
    expect((await purge()).status).toBe(409);
    await app.db.updateTable('mails').where('issueId', 'is', null).set({ state: 'sent' }).execute();
    expect((await purge()).status).toBe(200);
    expect(await app.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
  });

  test('cancelled and undone without telling: no one is told but those who get a place', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    const path = `/events/admin/${id}`;
    const ada = await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    await comes(app, id, 'Cem');
    const before = (await written(app)).length;
    const told = async () => (await written(app)).slice(before);
    const change = (verb: string) => app.json<SocietyEvent>('POST', `${path}/${verb}`, { notify: false }, token);
    await change('cancel');
    expect((await change('uncancel')).body.told).toBeUndefined();
    expect(await told()).toEqual([]);
    await change('cancel');
    await mine(app, 'DELETE', ada.token);
    const left = (await told()).length;
    expect((await change('uncancel')).body.told).toBe(1);
    expect((await told()).slice(left)).toEqual(['promoted ben']);
  });

  test('a repeated event copies its sign-up, with its own days', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const first = await anOpenEvent(app, token, { signupOpensAt: '2026-11-24T09:00:00' });
    const path = `/events/admin/${first.id}`;
    const made = await app.json<SocietyEvent[]>('POST', `${path}/repeat`, { dates: ['2027-07-06'] }, token);
    expect(made.body[0]).toMatchObject({ hasSignup: true, signupOpensAt: '2027-06-29T08:00:00.000Z' });
  });

  test('when the event takes place again, erased guests get no places', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1, endDate: '2026-12-01T20:00:00' });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    app.clock.set('2027-01-02T12:00:00.000Z');
    await eraseGuestsOfOldEvents(app.context);
    const later = await app.signIn();
    await app.json('PUT', `/events/admin/${id}`, { eventDate: '2027-12-01T18:00:00' }, later);
    expect(await counts(app, later, id)).toMatchObject({ coming: { people: 0 }, waiting: { people: 0 } });
    expect((await comes(app, id, 'Cem')).state).toBe('confirmed');
  });

  test('in a new time zone of the site sign-up keeps its local time', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const times = { signupOpensAt: '2026-11-30T09:00:00', signupClosesAt: '2026-12-01T18:00:00' };
    const { id } = await anOpenEvent(app, token, times);
    await app.json('PUT', '/settings/admin', { timeZone: 'Asia/Tokyo' }, token);
    expect((await app.json('GET', `/events/${id}`)).body).toMatchObject({
      startsAt: '2026-12-01T09:00:00.000Z',
      signupOpensAt: '2026-11-30T00:00:00.000Z',
      signupClosesAt: '2026-12-01T09:00:00.000Z',
    });
    // A version from before the change would close after the end.
    const path = `/events/admin/${id}`;
    await app.json('PUT', path, { location: 'Hall 9' }, token);
    const versions = await app.json<{ id: number }[]>('GET', `${path}/revisions`, undefined, token);
    const first = `${path}/revisions/${versions.body.at(-1)?.id}`;
    expect(await app.json('POST', first, {}, token)).toMatchObject({
      status: 200,
      body: { endsAt: '2026-12-01T11:00:00.000Z', signupClosesAt: '2026-12-01T11:00:00.000Z' },
    });
  });
});
