import { describe, expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

/** Wall times around the changes of the clocks: [as typed, the instant in London, the instant in New York]. */
const walls = [
  ['2026-12-01T18:00:00', '2026-12-01T18:00:00.000Z', '2026-12-01T23:00:00.000Z'],
  // London skips this hour, New York does not.
  ['2027-03-28T01:30:00', '2027-03-28T01:30:00.000Z', '2027-03-28T05:30:00.000Z'],
  // London has this hour twice: the first counts.
  ['2026-10-25T01:30:00', '2026-10-25T00:30:00.000Z', '2026-10-25T05:30:00.000Z'],
  // New York skips this hour.
  ['2027-03-14T02:30:00', '2027-03-14T02:30:00.000Z', '2027-03-14T07:30:00.000Z'],
  // New York has this hour twice: the first counts.
  ['2026-11-01T01:30:00', '2026-11-01T01:30:00.000Z', '2026-11-01T05:30:00.000Z'],
  // Between the changes of the two, when they are four hours apart.
  ['2027-03-20T09:00:00', '2027-03-20T09:00:00.000Z', '2027-03-20T13:00:00.000Z'],
] as const;

async function addEvents(app: TestApp, token: string): Promise<SocietyEvent[]> {
  const events: SocietyEvent[] = [];
  for (const [eventDate] of walls)
    events.push((await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ eventDate }), token)).body);
  return events;
}

async function stored(app: TestApp) {
  return app.db.selectFrom('events').select(['eventDate', 'startsAt', 'version']).orderBy('id').execute();
}

describe.each(engines)('the time zone on %s', (engine) => {
  test('changing it keeps the wall time of every event and computes its instant again, also in the bin', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const events = await addEvents(app, token);
    await app.json('DELETE', `/events/admin/${events[1]?.id}`, undefined, token);
    const expected = (zone: 1 | 2) => walls.map((wall) => ({ eventDate: wall[0], startsAt: wall[zone], version: 1 }));
    expect(await stored(app)).toEqual(expected(1));

    const set = (timeZone: string) => app.json('PUT', '/settings/admin', { timeZone }, token);
    expect((await set('America/New_York')).status).toBe(200);
    expect(await stored(app)).toEqual(expected(2));
    const added = await app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token);
    expect(added.body.startsAt).toBe('2026-12-01T23:00:00.000Z');
    await set('Europe/London');
    expect((await stored(app)).slice(0, -1)).toEqual(expected(1));
  });

  test('past and upcoming change at once', async () => {
    await using app = await testApp({ engine, now: '2026-12-01T20:00:00.000Z' });
    const token = await app.signIn();
    await app.json('POST', '/events/admin', anEvent({ eventDate: '2026-12-01T18:00:00' }), token);
    const upcoming = async () => (await app.json<SocietyEvent[]>('GET', '/events/upcoming')).body.length;
    expect(await upcoming()).toBe(0);
    await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
    expect(await upcoming()).toBe(1);
  });

  test('an event saved while the time zone changes uses the new one', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const [, ...saved] = await Promise.all([
      app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token),
      ...Array.from({ length: 8 }, () => app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token)),
    ]);
    for (const { status } of saved) expect(status).toBe(201);
    const instants = new Set((await stored(app)).map(({ startsAt }) => startsAt));
    expect([...instants]).toEqual(['2026-12-01T23:00:00.000Z']);
  });

  test('a refused change leaves the events unchanged', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await addEvents(app, token);
    const before = await stored(app);
    const stale = await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York', version: 7 }, token);
    expect(stale.status).toBe(409);
    expect((await app.json('PUT', '/settings/admin', { timeZone: '+05:00' }, token)).status).toBe(400);
    expect(await stored(app)).toEqual(before);
  });
});
