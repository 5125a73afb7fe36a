/** The cases of `tests/cases/guests`, each by its name: what people do to events and their guests, and what must come of it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { anArticle } from './support/builders.ts';
import { anOpenEvent, comes, mine, written } from './support/guests.ts';
import { testApp } from './support/test-app.ts';

const caseOf = <T>(name: string) => JSON.parse(readFileSync(`tests/cases/guests/${name}.json`, 'utf8')) as T;

type Guests = { guests: { name: string; email: string; answers: string[] }[] };

test.each(['csv-digits', 'csv-separators'])('%s', async (name) => {
  await using app = await testApp();
  const token = await app.signIn();
  const { guests } = caseOf<Guests>(name);
  const { id } = await anOpenEvent(app, token, { questions: ['Phone', 'Food'].slice(0, guests[0]?.answers.length) });
  for (const { email, ...guest } of guests) await comes(app, id, email.split('@')[0] ?? '', guest);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.request(`/api/v1/events/admin/${id}/registrations.csv`, { headers });
  const lines = (await answer.text()).split('\r\n').filter(Boolean);
  // Every cell in quotation marks: whatever separates, it separates here only.
  for (const line of lines.slice(1)) expect(line).toMatch(/^"[^"]*"(?:,"[^"]*")*$/);
  const rows = lines.slice(1).map((line) => line.slice(1, -1).split('","'));
  const oneLine = (text: string) => text.replaceAll('\t', ' ');
  expect(rows.map((row) => [row[0], ...row.slice(-(guests[0]?.answers.length ?? 0))])).toEqual(
    guests.map((guest) => [guest.name, ...guest.answers].map(oneLine)),
  );
});

test('search-compat', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const { titles, queries } = caseOf<{ titles: string[]; queries: [string, number][] }>('search-compat');
  for (const title of titles) await app.json('POST', '/articles/admin', anArticle({ title, isPublished: true }), token);
  await indexQueuedRows(app.db);
  for (const [query, count] of queries) {
    const found = await app.json<unknown[]>('GET', `/articles?search=${encodeURIComponent(query)}`);
    expect([query, found.body.length]).toEqual([query, count]);
  }
});

test('waiting-too-many', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  type Party = { guest: string; places: number };
  type Waiting = { event: { capacity: number; maxPlaces: number }; confirmed: Party[]; waiting: Party[] };
  const { event, confirmed, waiting } = caseOf<Waiting>('waiting-too-many');
  const { id } = await anOpenEvent(app, token, event);
  const links = new Map<string, string>();
  for (const { guest, places } of [...confirmed, ...waiting])
    links.set(guest, (await comes(app, id, guest, { places })).token);
  const before = await written(app);
  await app.json('PUT', `/events/admin/${id}`, { capacity: 2, isForced: true }, token);
  expect((await written(app)).slice(before.length)).toEqual(['too-many b']);
  for (const { guest } of confirmed) await mine(app, 'DELETE', links.get(guest) ?? '');
  expect((await mine(app, 'GET', links.get('D') ?? '')).body.state).toBe('confirmed');
  expect((await mine(app, 'GET', links.get('B') ?? '')).body).toMatchObject({ state: 'waiting', mostPlaces: 2 });
  type Listed = { name: string; places: number; most: number };
  const { body } = await app.json<Listed[]>('GET', `/events/admin/${id}/registrations?list=waiting`, undefined, token);
  expect(body.find(({ name }) => name === 'B')).toMatchObject({ places: 3 });
});

test('checkin-old-tap', async () => {
  await using app = await testApp({ now: '2026-11-21T17:30:00.000Z' });
  const token = await app.signIn();
  type Taps = { taps: { at: string; isPresent: boolean }[]; expected: { presentAt: string | null } };
  const { taps, expected } = caseOf<Taps>('checkin-old-tap');
  const { id } = await anOpenEvent(app, token);
  await comes(app, id, 'Ada');
  const path = `/events/admin/${id}/registrations/1/present`;
  for (const { at, isPresent } of taps)
    await app.json('POST', path, { at: `2026-11-21T${at}:00.000Z`, isPresent }, token);
  const { body } = await app.json<object[]>('GET', `/events/admin/${id}/registrations`, undefined, token);
  expect(body).toMatchObject([expected]);
});

test('zone-change-guests', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  type Zones = { event: { eventDate: string; hasSignup: boolean } };
  const { event } = caseOf<Zones>('zone-change-guests');
  const { id } = await anOpenEvent(app, token, { ...event, eventDate: `${event.eventDate}:00`, endDate: null });
  await comes(app, id, 'Ada');
  const before = await written(app);
  await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
  expect((await app.json<SocietyEvent>('GET', `/events/${id}`)).body.startsAt).toBe('2026-12-07T23:00:00.000Z');
  expect((await written(app)).slice(before.length)).toEqual(['changed ada']);
});
