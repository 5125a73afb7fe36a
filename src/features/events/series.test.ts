import { describe, expect, test } from 'vitest';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { RepeatedEvent, SocietyEvent, SocietyEventInput } from './event.schema.ts';

const weekly = ['2027-03-16', '2027-03-23', '2027-03-30', '2027-04-06'];

/** A journal club that is repeated over the change of the clocks. */
async function aSeries(app: TestApp, input: Partial<SocietyEventInput> = {}) {
  const token = await app.signIn();
  const club = anEvent({
    title: 'Journal club',
    eventDate: '2027-03-09T18:30:00',
    endDate: '2027-03-09T20:00:00',
    ...input,
  });
  const first = (await app.json<SocietyEvent>('POST', '/events/admin', club, token)).body;
  const repeat = (dates: string[]) =>
    app.json<RepeatedEvent[]>('POST', `/events/admin/${first.id}/repeat`, { dates }, token);
  const all = async () => (await app.json<SocietyEvent[]>('GET', '/events')).body;
  const { body: others } = await repeat(weekly);
  return { token, first, others, repeat, all };
}

async function sentences(app: TestApp, token: string): Promise<string[]> {
  type Entry = { before: string; after: string | null; name: string | null };
  const { body } = await app.json<Entry[]>('GET', '/activity/admin', undefined, token);
  return body.map((entry) => JSON.stringify(entry));
}

describe.each(engines)('a series on %s', (engine) => {
  test('repeating creates an event on each day at the same local time', async () => {
    await using app = await testApp({ engine });
    const { first, others, token } = await aSeries(app, { address: '5 Mill Road', onlineUrl: 'https://meet.example' });
    expect(others.map(({ eventDate }) => eventDate)).toEqual(weekly.map((day) => `${day}T18:30:00`));
    expect(others.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(['18:30', '18:30', '17:30', '17:30']);
    for (const event of others)
      expect(event).toMatchObject({
        title: 'Journal club',
        address: '5 Mill Road',
        onlineUrl: 'https://meet.example',
        endDate: `${event.eventDate.slice(0, 10)}T20:00:00`,
        seriesId: first.id,
        version: 1,
      });
    expect(await sentences(app, token)).toContainEqual(expect.stringMatching(/repeated the event .* on 4 more dates/));
  });

  test('repeating the same dates again creates nothing twice', async () => {
    await using app = await testApp({ engine });
    const { first, others, repeat, all } = await aSeries(app);
    const again = await repeat([...weekly, '2027-03-09', '2027-04-13']);
    expect(again.status).toBe(201);
    expect(again.body.map(({ id }) => id)).toEqual([first.id, ...others.map(({ id }) => id), expect.any(Number)]);
    expect(again.body.map(({ isNew }) => isNew)).toEqual([false, false, false, false, false, true]);
    expect(await all()).toHaveLength(6);
  });

  test('at most 30 existing days are taken, and a failure creates none of them', async () => {
    await using app = await testApp({ engine });
    const { repeat, all } = await aSeries(app);
    const many = Array.from({ length: 31 }, (_, at) => `2028-01-${String(at + 1).padStart(2, '0')}`);
    expect(await repeat(many)).toMatchObject({ status: 400, body: { fields: { dates: 'At most 30 dates at once' } } });
    expect((await repeat([])).status).toBe(400);
    const impossible = { dates: 'This date does not exist.' };
    expect(await repeat(['2028-02-01', '2028-02-31'])).toMatchObject({ status: 400, body: { fields: impossible } });
    expect((await repeat(['soon'])).status).toBe(400);
    expect(await all()).toHaveLength(5);
  });

  test('saving or cancelling changes one event of the series only', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    await app.json('PUT', `/events/admin/${others[1]?.id}`, { title: 'Quiz' }, token);
    await app.json('POST', `/events/admin/${others[1]?.id}/cancel`, {}, token);
    expect((await all()).filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(1);
    expect((await all()).map(({ title }) => title)).toEqual([
      'Journal club',
      'Journal club',
      'Quiz',
      'Journal club',
      'Journal club',
    ]);
  });
});

describe.each(engines)('a cancelled event on %s', (engine) => {
  test('it keeps its page and its place in the lists, with the note, and can be undone', async () => {
    await using app = await testApp({ engine });
    const { first, all, token } = await aSeries(app);
    const call = (verb: string, input: object) =>
      app.json<SocietyEvent>('POST', `/events/admin/${first.id}/${verb}`, input, token);
    const note = 'Our speaker is ill.';
    const cancelled = await call('cancel', { note, notify: true });
    const state = { cancelledAt: app.clock.now().toISOString(), cancellationNote: note, version: 2 };
    expect(cancelled).toMatchObject({ status: 200, body: state });
    expect((await app.json<SocietyEvent>('GET', `/events/${first.id}`)).body).toMatchObject(state);
    expect((await all())[0]).toMatchObject({ id: first.id, ...state });
    expect(await sentences(app, token)).toContainEqual(expect.stringContaining('cancelled the event'));
    // The same again is no change.
    expect((await call('cancel', { note })).body.version).toBe(2);
    expect((await call('cancel', { note: 'Moved to May.' })).body).toMatchObject({
      ...state,
      cancellationNote: 'Moved to May.',
      version: 3,
    });
    expect((await call('cancel', { version: 1 })).status).toBe(409);
    expect((await call('cancel', { note: 'x'.repeat(301) })).status).toBe(400);
    // A save knows nothing of it.
    await app.json('PUT', `/events/admin/${first.id}`, { title: 'Club' }, token);
    expect((await all())[0]).toMatchObject({ title: 'Club', cancelledAt: state.cancelledAt });
    const back = await call('uncancel', {});
    expect(back.body).toMatchObject({ cancelledAt: null, cancellationNote: null });
    expect(await sentences(app, token)).toContainEqual(expect.stringContaining('reinstated the event'));
  });

  test('its history shows the cancellation, and restoring a version leaves it cancelled', async () => {
    await using app = await testApp({ engine });
    const { first, token } = await aSeries(app);
    const path = `/events/admin/${first.id}`;
    await app.json('POST', `${path}/cancel`, { note: 'Snow' }, token);
    type Entry = { id: number; summary: string };
    const { body } = await app.json<Entry[]>('GET', `${path}/revisions`, undefined, token);
    expect(body[0]?.summary).toBe('Cancellation changed');
    const back = await app.json('POST', `${path}/revisions/${body.at(-1)?.id}`, {}, token);
    expect(back).toMatchObject({ status: 200, body: { cancellationNote: 'Snow', cancelledAt: expect.any(String) } });
  });

  test('a copy of it is not cancelled', async () => {
    await using app = await testApp({ engine });
    const { first, repeat, token } = await aSeries(app);
    await app.json('POST', `/events/admin/${first.id}/cancel`, {}, token);
    expect((await repeat(['2027-05-04'])).body).toMatchObject([{ cancelledAt: null }]);
  });
});
