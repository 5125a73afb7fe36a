import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { EventRegistrationCounts, Registration } from '../registration.schema.ts';

describe.each(engines)('guests for anyone who lists events on %s', (engine) => {
  test('are counted for several events in one call', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const walk = await anOpenEvent(app, token, { capacity: 3, maxPlaces: 2 });
    const talk = await anOpenEvent(app, token);
    await comes(app, walk.id, 'Ada', { places: 2 });
    await comes(app, walk.id, 'Ben', { places: 2 });
    const counts = (events: string, bearer?: string) =>
      app.json<EventRegistrationCounts[]>(
        'GET',
        `/events/admin/registrations/counts?events=${events}`,
        undefined,
        bearer,
      );
    const none = { people: 0, places: 0 };
    const nobodyElse = { isUpcoming: true, gone: none, pending: none, present: none };
    expect((await counts(`${walk.id},${talk.id},${walk.id}`, token)).body).toEqual([
      { eventId: walk.id, coming: { people: 1, places: 2 }, waiting: { people: 1, places: 2 }, ...nobodyElse },
      { eventId: talk.id, coming: none, waiting: none, ...nobodyElse },
    ]);
    await app.json('POST', `/events/admin/${talk.id}/cancel`, {}, token);
    await app.json('DELETE', `/events/admin/${talk.id}`, undefined, token);
    expect((await counts(String(talk.id), token)).body).toMatchObject([{ isUpcoming: false }]);
    for (const bad of ['', 'x', '1,', '0', Array.from({ length: 101 }, (_, at) => at + 1).join(',')])
      expect((await counts(bad, token)).status).toBe(400);
    expect((await counts(String(walk.id))).status).toBe(401);
  });

  test('a capacity beyond the limit names the field of the input', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    const guest = { name: 'Ada', email: 'ada@example.org', places: 2 };
    const added = (input: object) => app.json<Registration>('POST', `/events/admin/${id}/registrations`, input, token);
    expect(await added(guest)).toMatchObject({ status: 409, body: { fields: { isForced: 'Only 1 place is free.' } } });
    expect((await added({ ...guest, isForced: true })).status).toBe(201);
    // Another reason than the capacity names no field.
    expect((await added(guest)).body).not.toHaveProperty('fields');
  });
});
