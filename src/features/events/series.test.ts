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
  test('the event is made on each day at the same time of the clock', async () => {
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

  test('the same call again makes nothing twice', async () => {
    await using app = await testApp({ engine });
    const { first, others, repeat, all } = await aSeries(app);
    const again = await repeat([...weekly, '2027-03-09', '2027-04-13']);
    expect(again.status).toBe(201);
    expect(again.body.map(({ id }) => id)).toEqual([first.id, ...others.map(({ id }) => id), expect.any(Number)]);
    expect(again.body.map(({ isNew }) => isNew)).toEqual([false, false, false, false, false, true]);
    expect(await all()).toHaveLength(6);
  });

  test('at most 30 days, each of which exists, and nothing is left half made', async () => {
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

  test('a save of this event leaves the others alone', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    await app.json('PUT', `/events/admin/${others[1]?.id}`, { title: 'Quiz', scope: 'this' }, token);
    expect((await all()).map(({ title }) => title)).toEqual([
      'Journal club',
      'Journal club',
      'Quiz',
      'Journal club',
      'Journal club',
    ]);
  });

  test('a save of this and the later ones does the same to them, and keeps what each has of its own', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    const [, second, third, fourth] = others as [RepeatedEvent, RepeatedEvent, RepeatedEvent, RepeatedEvent];
    await app.json('PUT', `/events/admin/${fourth.id}`, { description: 'With guests.' }, token);
    const change = { location: 'Room 7', eventDate: '2027-03-24T19:00:00', endDate: '2027-03-24T20:00:00' };
    const saved = await app.json('PUT', `/events/admin/${second.id}`, { ...change, scope: 'later' }, token);
    expect(saved).toMatchObject({ status: 200, body: { ...change, version: 2 } });
    const [, before, , moved, last] = await all();
    expect(before).toMatchObject({ location: 'Lecture hall 2', eventDate: '2027-03-16T18:30:00', version: 1 });
    expect(moved).toMatchObject({ id: third.id, location: 'Room 7', eventDate: '2027-03-31T19:00:00', version: 2 });
    expect(moved).toMatchObject({ endDate: '2027-03-31T20:00:00', endsAt: '2027-03-31T19:00:00.000Z' });
    expect(last).toMatchObject({ location: 'Room 7', description: 'With guests.', eventDate: '2027-04-07T19:00:00' });
    const history = await app.json<unknown[]>('GET', `/events/admin/${third.id}/revisions`, undefined, token);
    expect(history.body).toHaveLength(2);
    expect(await sentences(app, token)).toContainEqual(expect.stringContaining('and 2 later events of its series'));
  });

  test('a picture reaches the later ones with its focal point, and a focal point those with the same picture', async () => {
    await using app = await testApp({ engine });
    const { first, others, all, token } = await aSeries(app, { imageUrl: 'https://pictures.example/a.jpg' });
    const save = (id: number | undefined, input: object) => app.json('PUT', `/events/admin/${id}`, input, token);
    await save(others[3]?.id, { imageUrl: 'https://pictures.example/own.jpg', imageFocalX: 10, imageFocalY: 20 });
    await save(first.id, { imageFocalX: 50, imageFocalY: 80, scope: 'later' });
    const points = async () => (await all()).map(({ imageFocalX, imageFocalY }) => [imageFocalX, imageFocalY]);
    expect(await points()).toEqual([...Array(4).fill([50, 80]), [10, 20]]);
    await save(first.id, {
      imageUrl: 'https://pictures.example/b.jpg',
      imageFocalX: 50,
      imageFocalY: 30,
      scope: 'later',
    });
    expect(await points()).toEqual(Array(5).fill([50, 30]));
    for (const { id } of others) expect((await save(id, { title: 'Still saved' })).status).toBe(200);
  });

  test('later ones keep an end, a length and whole days of their own', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    const [, second, third, fourth] = others as [RepeatedEvent, RepeatedEvent, RepeatedEvent, RepeatedEvent];
    const save = (id: number, input: object) => app.json('PUT', `/events/admin/${id}`, input, token);
    await save(third.id, { endDate: '2027-03-30T22:00:00' });
    await save(fourth.id, { isAllDay: true, eventDate: '2027-04-06', endDate: '2027-04-07' });
    const times = async () => (await all()).slice(2).map(({ eventDate, endDate }) => [eventDate, endDate]);
    await save(second.id, { eventDate: '2027-03-24T19:00:00', scope: 'later' });
    expect(await times()).toEqual([
      ['2027-03-24T19:00:00', '2027-03-24T20:30:00'],
      ['2027-03-31T19:00:00', '2027-03-31T22:30:00'],
      ['2027-04-07T00:00:00', '2027-04-08T00:00:00'],
    ]);
    await save(second.id, { endDate: '2027-03-24T21:00:00', scope: 'later' });
    expect(await times()).toEqual([
      ['2027-03-24T19:00:00', '2027-03-24T21:00:00'],
      ['2027-03-31T19:00:00', '2027-03-31T21:00:00'],
      ['2027-04-07T00:00:00', '2027-04-08T00:00:00'],
    ]);
    expect((await all())[4]).toMatchObject({ isAllDay: true, version: 3 });
    await save(second.id, { isAllDay: true, scope: 'later' });
    expect((await all()).slice(2).map(({ isAllDay }) => isAllDay)).toEqual([true, true, true]);
  });

  test('what changes nothing of a later one leaves its version', async () => {
    await using app = await testApp({ engine });
    const { first, others, all, token } = await aSeries(app);
    await app.json('PUT', `/events/admin/${others[2]?.id}`, { location: 'Room 7' }, token);
    await app.json('PUT', `/events/admin/${first.id}`, { location: 'Room 7', scope: 'later' }, token);
    expect((await all()).map(({ version }) => version)).toEqual([2, 2, 2, 2, 2]);
  });

  test('the second of two who save it at once is refused, and loses nothing', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    const path = `/events/admin/${others[1]?.id}`;
    const both = await Promise.all(
      ['Quiz', 'Film'].map((title) => app.json('PUT', path, { title, scope: 'later', version: 1 }, token)),
    );
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const [won, lost] = both[0]?.status === 200 ? ['Quiz', 'Film'] : ['Film', 'Quiz'];
    const titles = async () => (await all()).map(({ title }) => title);
    expect(await titles()).toEqual(['Journal club', 'Journal club', won, won, won]);
    // One who had a later one open has been overtaken as well.
    const stale = await app.json('PUT', `/events/admin/${others[2]?.id}`, { title: 'Debate', version: 1 }, token);
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await app.json('PUT', path, { title: lost, scope: 'later', version: 2 }, token);
    expect(await titles()).toEqual(['Journal club', 'Journal club', lost, lost, lost]);
  });

  test('a save that is refused changes none of them', async () => {
    await using app = await testApp({ engine });
    const { first, all, token } = await aSeries(app);
    const stale = { title: 'Quiz', scope: 'later', version: 9 };
    expect((await app.json('PUT', `/events/admin/${first.id}`, stale, token)).status).toBe(409);
    expect((await all()).map(({ title }) => title)).not.toContain('Quiz');
  });
});

describe.each(engines)('a cancelled event on %s', (engine) => {
  test('it keeps its page and its place in the lists, with the note, and can be taken back', async () => {
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
    expect(await sentences(app, token)).toContainEqual(expect.stringContaining('took back the cancellation'));
  });

  test('this and the later ones', async () => {
    await using app = await testApp({ engine });
    const { others, all, token } = await aSeries(app);
    const path = `/events/admin/${others[1]?.id}`;
    await app.json('POST', `${path}/cancel`, { note: 'Exams', scope: 'later' }, token);
    expect((await all()).map(({ cancellationNote }) => cancellationNote)).toEqual([
      null,
      null,
      'Exams',
      'Exams',
      'Exams',
    ]);
    await app.json('POST', `${path}/uncancel`, { scope: 'later' }, token);
    expect((await all()).map(({ cancelledAt }) => cancelledAt)).toEqual([null, null, null, null, null]);
  });

  test('one that is cancelled already keeps its note', async () => {
    await using app = await testApp({ engine });
    const { first, others, all, token } = await aSeries(app);
    await app.json('POST', `/events/admin/${others[1]?.id}/cancel`, { note: 'Snow' }, token);
    await app.json('POST', `/events/admin/${first.id}/cancel`, { note: '', scope: 'later' }, token);
    expect((await all()).map(({ cancellationNote }) => cancellationNote)).toEqual([null, null, 'Snow', null, null]);
  });

  test('its history says so, and a version that is brought back leaves it cancelled', async () => {
    await using app = await testApp({ engine });
    const { first, token } = await aSeries(app);
    const path = `/events/admin/${first.id}`;
    await app.json('POST', `${path}/cancel`, { note: 'Snow' }, token);
    type Entry = { id: number; summary: string };
    const { body } = await app.json<Entry[]>('GET', `${path}/revisions`, undefined, token);
    expect(body[0]?.summary).toBe('Cancellation changed');
    const back = await app.json('POST', `${path}/revisions/${body.at(-1)?.id}/restore`, {}, token);
    expect(back).toMatchObject({ status: 200, body: { cancellationNote: 'Snow', cancelledAt: expect.any(String) } });
  });

  test('a copy of it is not cancelled', async () => {
    await using app = await testApp({ engine });
    const { first, repeat, token } = await aSeries(app);
    await app.json('POST', `/events/admin/${first.id}/cancel`, {}, token);
    expect((await repeat(['2027-05-04'])).body).toMatchObject([{ cancelledAt: null }]);
  });
});
