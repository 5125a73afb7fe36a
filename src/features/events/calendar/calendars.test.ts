import { expect, test } from 'vitest';
import { machineFileRoutes } from '#app/feeds/machine-file-routes.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { ensureSiteName } from '#features/settings/permanent-site-name.server.ts';
import { anEvent } from '#tests/support/builders.ts';
import { readByIcalJs } from '#tests/support/calendar-readers.ts';
import { engines } from '#tests/support/database.ts';
import { addEvents } from '#tests/support/fill-database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

async function add(app: TestApp, token: string, change: Parameters<typeof anEvent>[0] = {}): Promise<number> {
  return (await app.json<SocietyEvent>('POST', '/events/admin', anEvent(change), token)).body.id;
}

async function calendar(app: TestApp, path = '/events.ics') {
  return readByIcalJs(await (await machineFileRoutes(app.context).request(path)).text());
}

test.each(engines)('the calendar has what is coming and the last 180 days, by its start, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  expect((await calendar(app)).events).toEqual([]);
  await add(app, token, { title: 'Later', eventDate: '2031-01-01T18:00:00' });
  await add(app, token, { title: 'Soon', eventDate: '2026-12-01T18:00:00' });
  await add(app, token, { title: 'Long ago', eventDate: '2026-05-25T12:59:59' });
  await add(app, token, { title: 'Half a year ago', eventDate: '2026-05-25T13:00:00' });
  await app.json('PUT', '/settings/admin', { societyName: 'Bats, farms & us' }, token);
  const { name, events } = await calendar(app);
  expect(name).toBe('Bats, farms & us');
  expect(events.map(({ summary, start }) => [summary, start])).toEqual([
    ['Half a year ago', '2026-05-25T12:00:00Z'],
    ['Soon', '2026-12-01T18:00:00Z'],
    ['Later', '2031-01-01T18:00:00Z'],
  ]);
});

test.each(engines)('a change gets a higher sequence, and a new domain changes no id, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const { db, config, clock } = app.context;
  await ensureSiteName(db, config, clock.now());
  const id = await add(app, token);
  const path = `/events/${id}.ics`;
  const first = (await calendar(app, path)).events[0];
  expect(first).toMatchObject({
    uid: `event-${id}@society.example`,
    sequence: 0,
    stamp: '2026-11-21T12:00:00Z',
    modified: '2026-11-21T12:00:00Z',
    start: '2026-12-01T18:00:00Z',
    url: `https://society.example/events/${id}`,
  });
  app.clock.advance(90_000);
  await app.json('PUT', `/events/admin/${id}`, { eventDate: '2026-12-01T19:00:00' }, token);
  const moved = { ...app, context: { ...app.context, config: { ...config, siteUrl: 'https://new.example' } } };
  for (const address of [path, '/events.ics'])
    expect((await calendar(moved, address)).events).toEqual([
      {
        ...first,
        sequence: 1,
        stamp: '2026-11-21T12:01:30Z',
        modified: '2026-11-21T12:01:30Z',
        start: '2026-12-01T19:00:00Z',
        description: `An introduction for everyone.\n\nhttps://new.example/events/${id}`,
        url: `https://new.example/events/${id}`,
      },
    ]);
});

test.each(engines)('a new time zone of the site gives a higher sequence to what moves, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const id = await add(app, token);
  const [first] = (await calendar(app, `/events/${id}.ics`)).events;
  app.clock.advance(90_000);
  await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
  const at = '2026-11-21T12:01:30Z';
  const moved = { ...first, start: '2026-12-01T23:00:00Z', stamp: at, modified: at, sequence: 1 };
  expect((await calendar(app)).events).toEqual([moved]);
  app.clock.advance(90_000);
  // The same clocks by another name.
  await app.json('PUT', '/settings/admin', { timeZone: 'America/Toronto' }, token);
  expect((await calendar(app)).events).toEqual([moved]);
});

test.each(engines)('binned and unknown events are in no calendar, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const [kept, binned] = [await add(app, token), await add(app, token, { title: 'Thrown away' })];
  await app.json('DELETE', `/events/admin/${binned}`, undefined, token);
  expect((await calendar(app)).events.map(({ uid }) => uid)).toEqual([expect.stringMatching(`^event-${kept}@`)]);
  const unknown = [binned, 0, '07', 999_999_999_999_999, '9'.repeat(40), 'x', '1.ics', '%ff'];
  for (const id of unknown) {
    const answer = await machineFileRoutes(app.context).request(`/events/${id}.ics`);
    expect([answer.status, answer.headers.get('content-type')], String(id)).toEqual([404, 'text/plain; charset=UTF-8']);
    expect(await answer.text()).toBe('Event not found');
  }
});

test.each(engines)('calendars come from the page cache, are read anywhere and answer 304, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const id = await add(app, token);
  await using door = await openHttpHandler(app);
  for (const path of ['/events.ics', `/events/${id}.ics`]) {
    const first = await door.get(path);
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    });
    const asked = door.asked.length;
    const head = await door.get(path, {}, 'HEAD');
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, first.headers.etag]);
    const unchanged = await door.get(`${path}?from=elsewhere`, { 'if-none-match': first.headers.etag ?? 'none' });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers['access-control-allow-origin']).toBe('*');
    expect(door.asked.length).toBe(asked);
    // Made again it is the same to the byte: readers see no change where there is none.
    app.clock.advance(120_000);
    expect((await door.get(path)).headers.etag).toBe(first.headers.etag);
    expect(door.asked.length).toBe(asked + 1);
    await fetch(`${door.url}/api/v1/events/admin/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Changed for ${path}` }),
    });
    const changed = await door.get(path, { 'if-none-match': first.headers.etag ?? 'none' });
    expect([changed.status, changed.body.toString()]).toEqual([200, expect.stringContaining(`Changed for ${path}`)]);
  }
  expect((await door.get('/events/999.ics')).status).toBe(404);
});

test('of very many events the next ones are kept, then the latest past ones', async () => {
  await using app = await testApp();
  await addEvents(app.db, 2010, app.clock.now());
  const upcoming = (await calendar(app)).events;
  expect(upcoming).toHaveLength(1000);
  expect(upcoming[0]?.start).toBe('2026-11-21T12:30:00Z');
  expect(upcoming.at(-1)?.start).toBe('2027-01-02T03:30:00Z');
  // An hour lies between each two.
  app.clock.advance(900 * 3_600_000);
  const { events } = await calendar(app);
  expect(events).toHaveLength(1000);
  expect(events[0]?.start).toBe('2026-11-21T17:30:00Z');
  expect(events.at(-1)?.start).toBe('2027-01-02T08:30:00Z');
});
