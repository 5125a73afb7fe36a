import { describe, expect, test } from 'vitest';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventInstants } from './event-times.ts';

const evening = { eventDate: '2026-12-01T18:30:00', endDate: '2026-12-01T20:30:00' };

async function open(app: TestApp) {
  const token = await app.signIn();
  return {
    token,
    add: async (input: Partial<SocietyEventInput>) =>
      app.json<SocietyEvent>('POST', '/events/admin', anEvent(input), token),
    save: async (id: number, input: Partial<SocietyEventInput>) =>
      app.json<SocietyEvent>('PUT', `/events/admin/${id}`, input, token),
    titles: async (path: string) => (await app.json<SocietyEvent[]>('GET', path)).body.map(({ title }) => title),
  };
}

describe.each(engines)('when an event is over, on %s', (engine) => {
  test('an event without an end is answered as before, and says that it has none', async () => {
    await using app = await testApp({ engine });
    const { add } = await open(app);
    const { status, body } = await add({});
    expect(status).toBe(201);
    expect(body).toMatchObject({ endDate: null, endsAt: null, isAllDay: false, address: null, onlineUrl: null });
    expect(body).toMatchObject({ ticketUrl: null, cancelledAt: null, cancellationNote: null, seriesId: null });
  });

  test('it is upcoming until its end, and whole days until the day after begins', async () => {
    await using app = await testApp({ engine, now: '2026-12-01T19:00:00.000Z' });
    const { add, titles } = await open(app);
    await add({ title: 'short', eventDate: '2026-12-01T18:00:00' });
    await add({ title: 'evening', ...evening });
    await add({ title: 'all day', eventDate: '2026-12-01T00:00:00', isAllDay: true });
    await add({ title: 'fair', eventDate: '2026-11-30', endDate: '2026-12-02', isAllDay: true });
    await add({ title: 'later', eventDate: '2026-12-04T18:00:00' });
    expect(await titles('/events/upcoming')).toEqual(['fair', 'all day', 'evening', 'later']);
    expect(await titles('/events/past')).toEqual(['short']);
    app.clock.set('2026-12-01T20:30:00.001Z');
    expect(await titles('/events/upcoming')).toEqual(['fair', 'all day', 'later']);
    app.clock.set('2026-12-02T00:00:00.001Z');
    expect(await titles('/events/upcoming')).toEqual(['fair', 'later']);
    app.clock.set('2026-12-03T00:00:00.001Z');
    expect(await titles('/events')).toEqual(['later', 'evening', 'short', 'all day', 'fair']);
  });

  test('pages of a list are ordered by start, whatever the ends are', async () => {
    await using app = await testApp({ engine });
    const { add } = await open(app);
    for (const day of [1, 2, 3, 4, 5])
      await add({ title: `${day}`, eventDate: `2026-12-0${day}T10:00:00`, endDate: `2026-12-${30 - day}T10:00:00` });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/events/upcoming?limit=2${cursor && `&cursor=${cursor}`}`;
      const page: { headers: Headers; body: SocietyEvent[] } = await app.json('GET', path);
      found.push(...page.body.map(({ title }) => title));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(found).toEqual(['1', '2', '3', '4', '5']);
  });

  test.each([
    [{ ...evening, endDate: '2026-12-01T18:00:00' }, 'The end must be after the start.'],
    [{ ...evening, endDate: evening.eventDate }, 'The end must be after the start.'],
    [{ ...evening, isAllDay: true, endDate: '2026-11-30' }, 'The end must be after the start.'],
    [{ endDate: '20:30' }, 'Please enter the date and the time of the end'],
    [{ endDate: '2027-02-31T20:30' }, 'This date does not exist.'],
    [{ endDate: '2027-02-28T25:00' }, 'This time does not exist.'],
    [{ endDate: '2206-02-28T20:00' }, 'Is 2206 right? Please enter a year from 1900 to 2199.'],
  ])('an end such as %j is refused: %s', async (input, message) => {
    await using app = await testApp({ engine });
    const { add } = await open(app);
    expect(await add(input)).toMatchObject({ status: 400, body: { message, fields: { endDate: message } } });
  });

  test('when a client without ends moves an event, the end moves along', async () => {
    await using app = await testApp({ engine });
    const { add, save } = await open(app);
    const { id } = (await add(evening)).body;
    const moved = await save(id, { eventDate: '2027-07-02T19:00:00' });
    expect(moved.body).toMatchObject({ endDate: '2027-07-02T21:00:00', endsAt: '2027-07-02T20:00:00.000Z' });
    expect((await save(id, { title: 'Another' })).body.endDate).toBe('2027-07-02T21:00:00');
    expect((await save(id, { endDate: null })).body).toMatchObject({ endDate: null, endsAt: null });
  });

  test('links must be https, and an empty one is stored as none', async () => {
    await using app = await testApp({ engine });
    const { add, save } = await open(app);
    const given = { address: '5 Mill Road', onlineUrl: 'HTTPS://meet.example/a', ticketUrl: 'https://tickets.example' };
    const { body } = await add(given);
    expect(body).toMatchObject({ ...given, onlineUrl: 'https://meet.example/a' });
    const emptied = await save(body.id, { address: ' ', onlineUrl: '', ticketUrl: null });
    expect(emptied.body).toMatchObject({ address: null, onlineUrl: null, ticketUrl: null });
    const message = 'The link to join online must be an address that begins with https://';
    for (const onlineUrl of ['http://meet.example', 'meet.example', 'javascript:alert(1)', 'https://a:b@meet.example'])
      expect(await save(body.id, { onlineUrl }), onlineUrl).toMatchObject({ status: 400, body: { message } });
  });

  test('a new time zone computes both instants again', async () => {
    await using app = await testApp({ engine });
    const { add, token } = await open(app);
    await add(evening);
    await add({ eventDate: '2027-03-14', endDate: '2027-03-14', isAllDay: true });
    await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
    const rows = await app.db.selectFrom('events').select(['startsAt', 'endsAt', 'version']).orderBy('id').execute();
    expect(rows).toEqual([
      { startsAt: '2026-12-01T23:30:00.000Z', endsAt: '2026-12-02T01:30:00.000Z', version: 1 },
      // A day of 23 hours.
      { startsAt: '2027-03-14T05:00:00.000Z', endsAt: '2027-03-15T04:00:00.000Z', version: 1 },
    ]);
  });

  test('a version from before events had ends can be restored whole', async () => {
    await using app = await testApp({ engine });
    const { add, save, token } = await open(app);
    const { id } = (await add({ eventDate: '2026-12-01T18:30:00' })).body;
    const revision = await app.db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow();
    const old = JSON.parse(String(revision.data)) as Record<string, unknown>;
    for (const name of ['endDate', 'isAllDay', 'address', 'onlineUrl', 'ticketUrl']) delete old[name];
    await app.db
      .updateTable('revisions')
      .set({ data: JSON.stringify(old) })
      .execute();
    await save(id, { isAllDay: true, eventDate: '2026-12-03', endDate: '2026-12-05', address: '5 Mill Road' });
    const path = `/events/admin/${id}/revisions/${revision.id}`;
    const back = await app.json('POST', path, {}, token);
    const plain = { eventDate: '2026-12-01T18:30:00', endDate: null, isAllDay: false, address: null };
    expect(back).toMatchObject({ status: 200, body: plain });
  });

  test('a stored event of a year that is refused now can still be saved, but not with a new such year', async () => {
    await using app = await testApp({ engine });
    const { add, save } = await open(app);
    const { id } = (await add({})).body;
    const far = { eventDate: '2206-12-01T18:00:00', startsAt: '2206-12-01T18:00:00.000Z' };
    await app.db.updateTable('events').set(far).execute();
    expect(await save(id, { title: 'Far' })).toMatchObject({ status: 200, body: { title: 'Far', ...far } });
    expect((await save(id, { eventDate: far.eventDate })).status).toBe(400);
  });

  test('a new time zone whose clocks change that night puts no end before the start', async () => {
    await using app = await testApp({ engine });
    const { add, token } = await open(app);
    await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
    await add({ eventDate: '2027-03-28T01:30:00', endDate: '2027-03-28T02:15:00' });
    await app.json('PUT', '/settings/admin', { timeZone: 'Europe/London' }, token);
    const row = await app.db.selectFrom('events').select(['startsAt', 'endsAt']).executeTakeFirstOrThrow();
    expect(row).toEqual({ startsAt: '2027-03-28T01:30:00.000Z', endsAt: '2027-03-28T01:30:00.000Z' });
  });
});

test.each([
  ['Europe/London', '2027-03-28', '2027-03-28T00:00:00.000Z', '2027-03-28T23:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T13:00:00.000Z', '2027-04-04T13:30:00.000Z'],
])('a whole day in %s on %s, when the clocks change', (timeZone, day, startsAt, endsAt) => {
  const times = { eventDate: `${day}T00:00:00`, endDate: null, isAllDay: true };
  expect(eventInstants(times, timeZone)).toEqual({ startsAt, endsAt });
});
