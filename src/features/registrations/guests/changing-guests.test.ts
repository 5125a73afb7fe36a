import { describe, expect, test } from 'vitest';
import type { Activity } from '#features/activity/activity.schema.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, ask, comes, counts, mine, written } from '#tests/support/guests.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { eraseGuestsOfOldEvents } from '../registrations.jobs.ts';

type Refused = { message?: string; fields?: Record<string, string> };

const guests = (id: number) => `/events/admin/${id}/registrations`;

async function idOf(app: TestApp, name: string): Promise<number> {
  const row = app.db.selectFrom('registrations').select('id').where('name', '=', name);
  return (await row.executeTakeFirstOrThrow()).id;
}

describe.each(engines)('the guests of an event on %s', (engine) => {
  test('are listed by name, in the order of the waiting list, or the latest first, and found by parts of name and email', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 3 });
    for (const name of ['Zoe', 'Ada', 'Émile', 'Max', 'Ben']) {
      await comes(app, id, name.replace('É', 'E'), { name });
      app.clock.advance(1000);
    }
    const names = async (query: string) => {
      const { body, headers } = await app.json<Registration[]>('GET', `${guests(id)}?${query}`, undefined, token);
      return [body.map(({ name }) => name), headers.get('x-total-count'), headers.get('x-next-cursor')] as const;
    };
    expect((await names(''))[0]).toEqual(['Ada', 'Émile', 'Zoe']);
    expect((await names('list=waiting'))[0]).toEqual(['Max', 'Ben']);
    expect((await names('list=coming&search=emile'))[0]).toEqual(['Émile']);
    expect((await names('list=waiting&search=BEN@'))[0]).toEqual(['Ben']);
    const [first, total, cursor] = await names('limit=2');
    expect([first, total]).toEqual([['Ada', 'Émile'], '3']);
    expect((await names(`limit=2&cursor=${cursor}`))[0]).toEqual(['Zoe']);
    const removed = await app.json('DELETE', `${guests(id)}/${await idOf(app, 'Ada')}`, undefined, token);
    expect(removed.body).toMatchObject({ state: 'cancelled', promoted: ['Max'] });
    expect((await names('list=gone'))[0]).toEqual(['Ada']);
    expect(await counts(app, token, id)).toEqual({
      coming: { people: 3, places: 3 },
      waiting: { people: 1, places: 1 },
      gone: { people: 1, places: 1 },
      pending: { people: 0, places: 0 },
      present: { people: 0, places: 0 },
    });
    expect((await written(app)).slice(-2)).toEqual(['removed ada', 'promoted max']);
  });

  test('get no mail once they are erased, and the organiser is told why', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token);
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    const message = { to: 'all', subject: 'Photos', text: 'Here they are.' };
    const write = async () => app.json('POST', `${guests(id)}/message`, message, await app.signIn());
    expect(await write()).toMatchObject({ status: 200, body: { count: 2 } });
    app.clock.advance(60 * 86_400_000);
    await eraseGuestsOfOldEvents(app.context);
    expect(await write()).toMatchObject({ status: 409, body: { message: registrationMessages.allErased } });
  });

  test('who were removed and are added again read as added, not as signed up', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token);
    await comes(app, id, 'Ada');
    await app.json('DELETE', `${guests(id)}/${await idOf(app, 'Ada')}`, undefined, token);
    app.clock.advance(60_000);
    const input = { name: 'Ada', email: 'ada@example.org' };
    const { body } = await app.json<Registration>('POST', guests(id), input, token);
    expect(body.createdAt).toBe(body.confirmedAt);
  });

  test('cannot be added to a cancelled event', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, {});
    await app.json('POST', `/events/admin/${id}/cancel`, { note: 'Too wet' }, token);
    const refused = await app.json('POST', guests(id), { name: 'Ada', email: 'ada@example.org' }, token);
    expect(refused).toMatchObject({ status: 409, body: { message: registrationMessages.cancelled } });
  });

  test('can be added by hand, also after sign-up has closed, and beyond the capacity only when it is confirmed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 2, signupClosesAt: '2026-11-21T12:00:00' });
    const add = (input: object) => app.json<Registration & Refused>('POST', guests(id), input, token);
    const ada = await add({ name: 'Ada', email: 'ada@example.org' });
    expect(ada).toMatchObject({ status: 201, body: { state: 'confirmed', places: 1, isErased: false } });
    const known = await add({ name: 'Ada', email: 'ADA@example.org' });
    expect(known).toMatchObject({ status: 409, body: { message: registrationMessages.known } });
    const two = { name: 'Ben', email: 'ben@example.org', places: 2 };
    expect(await add(two)).toMatchObject({ status: 409, body: { message: 'Only 1 place is free.' } });
    expect(await add({ ...two, isForced: true })).toMatchObject({ status: 201, body: { state: 'confirmed' } });
    const cem = { name: 'Cem', email: 'cem@example.org' };
    expect(await add(cem)).toMatchObject({ status: 409, body: { message: 'All places are taken.' } });
    expect(await written(app)).toEqual(['place ada', 'place ben']);
    const said = await app.json<Activity[]>('GET', '/activity/admin?limit=1', undefined, token);
    expect(said.body[0]).toMatchObject({ before: 'added a guest to the event “', name: 'Evening lecture' });
  });

  test('can be moved between the list and the waiting list', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    await comes(app, id, 'Ada');
    const change = async (name: string, input: object) =>
      app.json<Registration & Refused>('PUT', `${guests(id)}/${await idOf(app, name)}`, input, token);
    const nobodyWaits = await change('Ada', { state: 'waiting' });
    expect(nobodyWaits).toMatchObject({ status: 409, body: { message: registrationMessages.nobodyWaits } });
    await comes(app, id, 'Ben');
    app.clock.advance(1000);
    expect((await change('Ada', { state: 'waiting' })).body).toMatchObject({ state: 'waiting', promoted: ['Ben'] });
    expect(await counts(app, token, id)).toMatchObject({ coming: { people: 1 }, waiting: { people: 1 } });
    expect((await written(app)).slice(-2)).toEqual(['promoted ben', 'moved ada']);
    expect(await change('Ada', { state: 'confirmed' })).toMatchObject({ status: 409 });
    expect((await change('Ada', { state: 'confirmed', isForced: true })).body.state).toBe('confirmed');
    expect((await written(app)).at(-1)).toBe('promoted ada');
    const path = `${guests(id)}/${await idOf(app, 'Ben')}`;
    expect((await app.json<Registration>('DELETE', path, undefined, token)).body).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'organiser',
    });
    expect((await change('Ben', { state: 'confirmed', isForced: true })).body).toMatchObject({
      state: 'confirmed',
      cancelledBy: null,
    });
  });

  test('are checked in once, at the time of the tap', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    const tap = async (name: string, input: object) =>
      app.json<Registration & Refused>('POST', `${guests(id)}/${await idOf(app, name)}/present`, input, token);
    const at = '2026-11-21T11:50:00.000Z';
    expect((await tap('Ada', { isPresent: true, at })).body.presentAt).toBe(at);
    expect((await tap('Ada', { isPresent: true })).body.presentAt).toBe(at);
    expect(await counts(app, token, id)).toMatchObject({ present: { people: 1, places: 1 } });
    expect((await tap('Ada', { isPresent: false })).body.presentAt).toBe(null);
    // A tap that was made before, and arrives now.
    expect((await tap('Ada', { isPresent: true, at })).body.presentAt).toBe(null);
    const future = await tap('Ada', { isPresent: true, at: '2026-11-21T13:00:00.000Z' });
    expect(future).toMatchObject({ status: 200, body: { presentAt: '2026-11-21T12:00:00.000Z' } });
    expect(await tap('Ben', { isPresent: true })).toMatchObject({
      status: 409,
      body: { message: registrationMessages.noPlace },
    });
  });

  test('of another event are not found, and visitors get nothing about them', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token);
    const other = await anOpenEvent(app, token);
    await comes(app, id, 'Ada');
    const rid = await idOf(app, 'Ada');
    const found = await app.json<Registration>('GET', `${guests(id)}/${rid}`, undefined, token);
    expect(found.body).toMatchObject({ id: rid, email: 'ada@example.org' });
    for (const [method, path, body] of [
      ['GET', `/${rid}`],
      ['PUT', `/${rid}`, { state: 'waiting' }],
      ['DELETE', `/${rid}`],
      ['POST', `/${rid}/present`, { isPresent: true }],
    ] as const)
      expect((await app.json(method, guests(other.id) + path, body, token)).status).toBe(404);
    expect((await app.json('GET', guests(id))).status).toBe(401);
    expect((await app.json('GET', guests(999), undefined, token)).status).toBe(404);
  });

  test('get a message once each', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    const write = (to: string) => {
      const message = { to, subject: 'The room', text: 'It is in the cellar.' };
      return app.json('POST', `${guests(id)}/message`, message, token);
    };
    expect((await write('coming')).body).toEqual({ count: 1 });
    expect((await write('all')).body).toEqual({ count: 1 });
    expect((await write('all')).body).toEqual({ count: 0 });
    const messages = (await written(app)).filter((one) => one.startsWith('message'));
    expect(messages).toEqual(['message ada', 'message ben']);
  });

  test('are exported without formulas', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { questions: ['Vegetarian?', 'Why, "really"?'] });
    await comes(app, id, 'Ada', { name: '=HYPERLINK("x")', answers: ['+1', 'Because'] });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.request(`/api/v1${guests(id)}.csv?list=coming`, { headers });
    expect(answer.headers.get('content-disposition')).toContain(`guests-${id}-coming-2026-11-21.csv`);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString();
    expect(bytes.split('\r\n')).toEqual([
      '\ufeff"name","email","places","state","createdAt","confirmedAt","presentAt","Vegetarian?","Why, ""really""?"',
      `"'=HYPERLINK(""x"")","ada@example.org","1","confirmed","2026-11-21T12:00:00.000Z","2026-11-21T12:00:00.000Z","","'+1","Because"`,
      '',
    ]);
    // What was answered stays when the question is worded anew.
    await app.json('PUT', `/events/admin/${id}`, { questions: ['Vegan?', 'Why, "really"?'] }, token);
    const later = await (await app.request(`/api/v1${guests(id)}.csv?list=coming`, { headers })).text();
    expect(later).toContain(',"presentAt","Vegan?","Why, ""really""?","Vegetarian?"\r\n');
    expect(later).toContain(`,"","","Because","'+1"\r\n`);
    app.clock.advance(11 * 60_000);
    expect((await app.request(`/api/v1${guests(id)}.csv`, { headers })).status).toBe(403);
  });

  test('a guest who asked again and did not confirm is still listed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token);
    const ada = await comes(app, id, 'Ada');
    await mine(app, 'DELETE', ada.token);
    await ask(app, id);
    expect(await counts(app, token, id)).toMatchObject({ gone: { people: 0 }, pending: { people: 1 } });
  });
});
