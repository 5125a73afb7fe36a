import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eraseGuestsOfOldEvents } from '#features/registrations/registrations.jobs.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { noteSubscribersAtStart } from './read-year-numbers.ts';
import type { YearNumbers } from './year-numbers.schema.ts';

test.each(engines)('figures of a year stay when its guests and subscribers are erased, on %s', async (engine) => {
  await using app = await testApp({ engine });
  app.clock.set('2026-11-20T12:00:00.000Z');
  const token = await app.signIn();
  const read = async (search = '') =>
    (await app.json<YearNumbers>('GET', `/year-numbers/admin${search}`, undefined, token)).body;
  expect(await read()).toMatchObject({ label: '2026-27', isRunning: true, events: [], years: [2026] });

  const add = async (change: object) =>
    (await app.json<SocietyEvent>('POST', '/events/admin', anEvent(change), token)).body;
  // London is an hour ahead of UTC then: the first is in the year before, the second at its first minute.
  await add({ title: 'Before', eventDate: '2026-07-31T23:59:00' });
  const begin = await add({ title: '=SUM(1)', eventDate: '2026-08-01T00:00:00', hasSignup: true });
  await add({ title: 'To come', eventDate: '2026-12-01T18:00:00' });
  const guest = {
    places: 3,
    state: 'confirmed',
    askedAt: '2026-07-20T10:00:00.000Z',
    confirmedAt: '2026-07-20T10:00:00.000Z',
  } as const;
  const person = (email: string, more: object) => ({
    ...guest,
    eventId: begin.id,
    name: 'A',
    email,
    emailKey: email,
    createdAt: guest.askedAt,
    ...more,
  });
  await app.db
    .insertInto('registrations')
    .values([
      person('a@example.org', { presentAt: '2026-08-01T00:10:00.000Z' }),
      person('b@example.org', { places: 2, presentAt: null }),
    ] as never)
    .execute();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  const subscriber = (email: string) => ({
    email,
    emailKey: email,
    state: 'confirmed',
    createdAt: guest.askedAt,
    confirmedAt: guest.askedAt,
    wish: 'each',
  });
  await app.db
    .insertInto('subscribers')
    .values([subscriber('c@example.org'), subscriber('d@example.org')] as never)
    .execute();

  const before = await read();
  expect(before).toMatchObject({
    events: [{ title: '=SUM(1)', places: 5, came: 3 }],
    articles: 1,
    subscribersAtStart: 2,
    subscribersAtEnd: 2,
    years: [2026, 2025],
  });
  expect((await read('?year=2025')).events.map(({ title }) => title)).toEqual(['Before']);

  await noteSubscribersAtStart(app.context);
  expect(await eraseGuestsOfOldEvents(app.context)).toBe(true);
  const left = await app.db.selectFrom('registrations').select(['name', 'email', 'emailKey']).execute();
  expect(left).toEqual(Array(2).fill({ name: null, email: null, emailKey: null }));
  await app.db.deleteFrom('subscribers').where('email', '=', 'c@example.org').execute();
  await noteSubscribersAtStart(app.context);
  expect(await read()).toEqual({ ...before, subscribersAtEnd: 1 });
  expect((await read('?year=2025')).subscribersAtEnd).toBe(2);

  const csv = await app.request('/api/v1/year-numbers/admin/csv', { headers: { authorization: `Bearer ${token}` } });
  const text = await csv.text();
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="year-2026-27.csv"');
  for (const line of [
    '"2026-27, so far",""',
    '"Events so far","1"',
    '"Places taken at events so far","5"',
    '"Did not come, where guests were checked in","2"',
    '"\'=SUM(1)","2026-08-01","5","3"',
  ])
    expect(text).toContain(line);
  expect((await app.request('/api/v1/year-numbers/admin')).status).toBe(401);

  // Another year has another start, and its own note.
  await app.json('PUT', '/settings/admin', { yearStartMonth: 10 }, token);
  expect(await read()).toMatchObject({ from: '2026-09-30T23:00:00.000Z', events: [], subscribersAtStart: 1 });
});
