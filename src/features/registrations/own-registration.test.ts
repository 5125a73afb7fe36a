import { describe, expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Challenge, ErrorBody } from '#shared/calls/api-error.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, ask, comes, confirm, counts, mine, tokenOf, written } from '#tests/support/guests.ts';
import { appWithPost } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';
import { solveChallenge } from '#ui/forms/solve-challenge.ts';
import { registrationMessages } from './registration.ts';

const hourMs = 3_600_000;

describe.each(engines)('a sign-up on %s', (engine) => {
  test('confirming takes a place, and the same link again changes nothing', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 2, questions: ['Vegetarian?'] });
    const asked = await ask(app, id, { answers: ['Yes'] });
    expect(asked).toMatchObject({ status: 200, body: { message: registrationMessages.asked } });
    expect(await counts(app, admin, id)).toMatchObject({ coming: { people: 0 }, pending: { people: 1, places: 1 } });
    const token = await tokenOf(app, id, 'ada@example.org');
    for (let n = 0; n < 3; n++) {
      const { body } = await confirm(app, token);
      expect(body).toEqual({
        state: 'confirmed',
        name: 'Ada',
        email: 'ada@example.org',
        places: 1,
        answers: [{ question: 'Vegetarian?', answer: 'Yes' }],
        most: 1,
        placesLeft: 1,
        ahead: null,
        mostPlaces: 1,
        canGiveBack: true,
        cancelledBy: null,
        signup: 'open',
        eventId: id,
        erasedAt: '2026-12-31T20:00:00.000Z',
        others: [],
      });
    }
    expect(await written(app)).toEqual(['confirm ada', 'place ada']);
    const places = await app.json('GET', `/events/${id}/places`);
    expect(places.body).toEqual({ state: 'open', capacity: 2, placesLeft: 1 });
  });

  test('a guest who is too late is told before confirming that they will wait', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 2, maxPlaces: 2 });
    await ask(app, id, { places: 2 });
    const token = await tokenOf(app, id, 'ada@example.org');
    const pending = async () => (await mine(app, 'GET', token)).body;
    expect(await pending()).toMatchObject({ state: 'pending', ahead: null });
    await comes(app, id, 'Ben');
    expect(await pending()).toMatchObject({ state: 'pending', signup: 'open', ahead: 0 });
    await comes(app, id, 'Cem');
    await comes(app, id, 'Dora');
    app.clock.advance(1);
    expect(await pending()).toMatchObject({ state: 'pending', signup: 'full', ahead: 1 });
    // The link confirms nothing any more.
    await app.json('PUT', `/events/admin/${id}`, { signupClosesAt: '2026-11-20T12:00:00' }, admin);
    expect(await pending()).toMatchObject({ state: 'pending', signup: 'closed', ahead: null });
  });

  test('a guest who comes too late waits, and gets the place that another gives back', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    const ada = await comes(app, id, 'Ada');
    const ben = await comes(app, id, 'Ben');
    const cem = await comes(app, id, 'Cem');
    expect([ada.state, ben.state, cem.state]).toEqual(['confirmed', 'waiting', 'waiting']);
    expect([ben.ahead, cem.ahead]).toEqual([0, 1]);
    const back = await mine(app, 'DELETE', ada.token);
    expect(back.body).toMatchObject({ state: 'cancelled', cancelledBy: 'guest', canGiveBack: false });
    expect((await mine(app, 'GET', ben.token)).body.state).toBe('confirmed');
    expect((await mine(app, 'GET', cem.token)).body).toMatchObject({ state: 'waiting', ahead: 0 });
    expect((await mine(app, 'DELETE', ada.token)).status).toBe(200);
    expect((await written(app)).slice(-2)).toEqual(['given-back ada', 'promoted ben']);

    // Back again, at the end of the line.
    app.clock.advance(1000);
    await ask(app, id);
    expect((await mine(app, 'GET', ada.token)).body.state).toBe('pending');
    expect((await confirm(app, ada.token)).body).toMatchObject({ state: 'waiting', ahead: 1 });
  });

  test('a place that is too few for the first who waits goes to the next who fits', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 3, maxPlaces: 3 });
    const ada = await comes(app, id, 'Ada', { places: 3 });
    const ben = await comes(app, id, 'Ben', { places: 3 });
    const cem = await comes(app, id, 'Cem', { places: 1 });
    const less = await mine(app, 'PUT', ada.token, { places: 2 });
    expect(less.body).toMatchObject({ places: 2, mostPlaces: 2, signup: 'full' });
    expect((await mine(app, 'GET', cem.token)).body.state).toBe('confirmed');
    expect((await mine(app, 'GET', ben.token)).body).toMatchObject({ state: 'waiting', mostPlaces: 3 });
    const more = await mine(app, 'PUT', ada.token, { places: 3 });
    expect(more).toMatchObject({ status: 409, body: { message: 'No more places are free. You keep your 2 places.' } });
    await mine(app, 'DELETE', cem.token);
    expect((await mine(app, 'PUT', ada.token, { places: 3 })).body.places).toBe(3);
    const tooMany = await mine(app, 'PUT', ada.token, { places: 4 });
    expect(tooMany).toMatchObject({ status: 400, body: { fields: { places: 'One person can take 3 places.' } } });
    await mine(app, 'PUT', ada.token, { places: 2 });
    expect((await mine(app, 'GET', ben.token)).body).toMatchObject({ state: 'waiting', placesLeft: 1 });
    expect((await mine(app, 'PUT', ben.token, { places: 1 })).body).toMatchObject({ state: 'confirmed', places: 1 });
  });

  test('a guest keeps their places when the organiser lowers the number for one person, and can give some back', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 10, maxPlaces: 3 });
    const ada = await comes(app, id, 'Ada', { places: 3 });
    await app.json('PUT', `/events/admin/${id}`, { maxPlaces: 1 }, admin);
    expect((await mine(app, 'GET', ada.token)).body).toMatchObject({ places: 3, mostPlaces: 3 });
    for (const input of [{ name: 'Ada L.' }, { name: 'Ada L.', places: 3 }])
      expect(await mine(app, 'PUT', ada.token, input)).toMatchObject({ status: 200, body: { places: 3 } });
    const more = await mine(app, 'PUT', ada.token, { places: 4 });
    expect(more).toMatchObject({ status: 400, body: { fields: { places: 'One person can take 1 place.' } } });
    expect((await mine(app, 'PUT', ada.token, { places: 2 })).body.places).toBe(2);
    expect((await mine(app, 'PUT', ada.token, { places: 3 })).status).toBe(400);
  });

  test('no one signs up before it opens, after it has closed, or for a cancelled, past or hidden event', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const off = await anOpenEvent(app, admin, { hasSignup: false });
    expect(await ask(app, off.id)).toMatchObject({ status: 409, body: { message: registrationMessages.off } });
    const { id } = await anOpenEvent(app, admin, {
      signupOpensAt: '2026-11-22T12:00:00',
      signupClosesAt: '2026-11-23T12:00:00',
    });
    const said = async (event: number) => {
      const { body } = await ask(app, event, { email: `x${Math.random()}@example.org` });
      return body.message;
    };
    const stateNow = async (event: number) => (await app.json('GET', `/events/${event}/places`)).body.state;
    expect([await said(id), await stateNow(id)]).toEqual([registrationMessages.soon, 'soon']);
    app.clock.advance(24 * hourMs);
    await ask(app, id);
    const token = await tokenOf(app, id, 'ada@example.org');
    app.clock.advance(23 * hourMs + 1);
    expect((await mine(app, 'GET', token)).body.state).toBe('pending');
    app.clock.advance(hourMs);
    expect([await said(id), await stateNow(id)]).toEqual([registrationMessages.closed, 'closed']);
    expect(await mine(app, 'GET', token)).toMatchObject({
      status: 404,
      body: { message: registrationMessages.linkExpired },
    });
    expect(await confirm(app, token)).toMatchObject({
      status: 404,
      body: { message: registrationMessages.linkExpired },
    });

    const again = await app.signIn();
    const late = await anOpenEvent(app, again, { signupClosesAt: '2026-12-01T19:00:00' });
    app.clock.set('2026-12-01T18:30:00.000Z');
    expect(await stateNow(late.id)).toBe('open');
    app.clock.set('2026-12-01T20:00:01.000Z');
    expect([await said(late.id), await stateNow(late.id)]).toEqual([registrationMessages.past, 'past']);
    app.clock.set('2026-11-23T12:00:00.000Z');
    await app.json('POST', `/events/admin/${late.id}/cancel`, {}, again);
    app.clock.advance(1000);
    expect([await said(late.id), await stateNow(late.id)]).toEqual([registrationMessages.cancelled, 'cancelled']);
    await app.json('DELETE', `/events/admin/${late.id}`, undefined, again);
    app.clock.advance(1000);
    expect((await ask(app, late.id)).status).toBe(404);
    expect((await app.json('GET', `/events/${late.id}/places`)).status).toBe(404);
  });

  test('a link confirms as long as sign-up is open, a wrong link never does', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { signupClosesAt: '2026-11-21T13:00:00' });
    await ask(app, id);
    const token = await tokenOf(app, id, 'ada@example.org');
    for (const wrong of ['', 'x', `${token}x`, token.replace(/^\d+/, '9999')])
      expect(await confirm(app, wrong)).toMatchObject({
        status: 404,
        body: { message: registrationMessages.linkUnknown },
      });
    app.clock.advance(hourMs);
    expect(await confirm(app, token)).toMatchObject({ status: 409, body: { message: registrationMessages.closed } });
    expect((await mine(app, 'GET', token)).body).toMatchObject({ state: 'pending', signup: 'closed' });
  });

  test('once the event has begun a guest can change nothing', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { maxPlaces: 2 });
    const ada = await comes(app, id, 'Ada');
    app.clock.set('2026-12-01T18:00:00.000Z');
    for (const answer of [await mine(app, 'DELETE', ada.token), await mine(app, 'PUT', ada.token, { places: 2 })])
      expect(answer).toMatchObject({ status: 409, body: { message: registrationMessages.begun } });
    expect((await mine(app, 'GET', ada.token)).body).toMatchObject({ canGiveBack: false, mostPlaces: null });
  });

  test('asking gives everyone the same answer with the same statements', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    await ask(app, id, { name: 'Cem', email: 'cem@example.org' });
    const at = app.clock.now().toISOString();
    const gone = { email: 'gone@example.org', emailKey: 'gone@example.org', state: 'suppressed' as const };
    const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
    await app.db
      .insertInto('subscribers')
      .values({ ...gone, ...dates })
      .execute();
    const before = (await written(app)).length;
    app.clock.advance(hourMs);
    for (const email of [
      'ada@example.org',
      'BEN@example.org',
      'cem@example.org',
      'gone@example.org',
      'new@example.org',
    ])
      expect(await ask(app, id, { email, name: 'Someone' })).toMatchObject({
        status: 200,
        body: { message: registrationMessages.asked },
      });
    expect((await written(app)).slice(before)).toEqual(['known ada', 'known ben', 'confirm cem', 'confirm new']);
    const ada = await mine(app, 'GET', await tokenOf(app, id, 'ada@example.org'));
    expect(ada.body).toMatchObject({ name: 'Ada', state: 'confirmed' });
    // Once a day.
    await ask(app, id);
    expect((await written(app)).length).toBe(before + 4);
  });

  test('a robot gets the same answer, and a bad form gets its errors', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { maxPlaces: 2 });
    expect((await ask(app, id, { website: 'https://spam.example' })).body.message).toBe(registrationMessages.asked);
    expect(await written(app)).toEqual([]);
    const refused = async (input: object) => (await ask(app, id, input)).body.fields;
    expect(await refused({ name: ' ' })).toEqual({ name: registrationMessages.nameMissing });
    expect(await refused({ email: 'nobody' })).toEqual({ email: registrationMessages.invalidEmail });
    expect(await refused({ places: 3 })).toEqual({ places: 'One person can take 2 places.' });
    expect(Object.keys((await refused({ places: 7, answers: ['x'.repeat(301)] })) ?? {})).toEqual([
      'places',
      'answers.0',
    ]);
  });

  test('the newsletter is subscribed to only if the box is ticked', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    await ask(app, id);
    const subscribers = () => app.db.selectFrom('subscribers').select(['email', 'state']).execute();
    expect(await subscribers()).toEqual([]);
    await ask(app, id, { email: 'ben@example.org', newsletter: true });
    expect(await subscribers()).toEqual([{ email: 'ben@example.org', state: 'pending' }]);
  });

  test('guests who erase themselves give their place back, and nothing about them stays', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1, questions: ['Why?'] });
    const ada = await comes(app, id, 'Ada', { answers: ['Because of Mia'] });
    const ben = await comes(app, id, 'Ben');
    const erased = await app.json('POST', '/registrations/erase', { token: ada.token });
    expect(erased.body).toEqual({ message: registrationMessages.erased });
    expect((await mine(app, 'GET', ben.token)).body.state).toBe('confirmed');
    expect((await mine(app, 'GET', ada.token)).body.message).toBe(registrationMessages.linkUnknown);
    const rows = await app.db.selectFrom('registrations').selectAll().execute();
    expect(
      JSON.stringify([rows, await app.db.selectFrom('mails').where('issueId', 'is', null).selectAll().execute()]),
    ).not.toMatch(/ada|mia/i);
    // The same address is someone new.
    expect((await comes(app, id, 'Ada')).state).toBe('waiting');
  });

  test('a CANCEL is sent even if someone has entered the address again', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    await comes(app, id, 'Ada');
    await send();
    await app.json('DELETE', `/events/admin/${id}/registrations/1`, undefined, admin);
    await ask(app, id, { name: 'Someone' });
    const methods = (await send()).map(({ calendar }) => calendar?.method ?? 'none');
    expect(methods.sort()).toEqual(['CANCEL', 'none']);
  });

  test('an answer stays when its question is reworded', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { questions: ['Vegetarien?'] });
    const ada = await comes(app, id, 'Ada', { answers: ['Yes'] });
    const save = (questions: string[]) => app.json('PUT', `/events/admin/${id}`, { questions }, admin);
    await save(['Vegetarian?']);
    expect((await mine(app, 'PUT', ada.token, { answers: [''] })).body.answers).toEqual([
      { question: 'Vegetarian?', answer: '' },
    ]);
    const guest = await app.json('GET', `/events/admin/${id}/registrations/1`, undefined, admin);
    expect(guest.body.answers).toEqual([
      { question: 'Vegetarian?', answer: '' },
      { question: 'Vegetarien?', answer: 'Yes' },
    ]);
    expect((await save(['Why?', 'Why?'])).body.fields).toEqual({ questions: 'Please ask each question once' });
  });

  test('no answer is stored under a question that the form did not show', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { questions: ['Vegan?', 'Bike?'] });
    const ada = await comes(app, id, 'Ada', { answers: ['yes', 'no'] });
    await app.json('PUT', `/events/admin/${id}`, { questions: ['Bike?', 'Allergies?'] }, admin);
    const shown = { answers: ['I am vegan', 'I have a bike'], questions: ['Vegan?', 'Bike?'] };
    const refused = { status: 409, body: { message: registrationMessages.otherQuestions } };
    const guests = `/events/admin/${id}/registrations`;
    expect(await ask(app, id, { email: 'ben@example.org', ...shown })).toMatchObject(refused);
    expect(await mine(app, 'PUT', ada.token, shown)).toMatchObject(refused);
    const cem = { name: 'Cem', email: 'cem@example.org', ...shown };
    expect(await app.json('POST', guests, cem, admin)).toMatchObject(refused);
    expect((await mine(app, 'PUT', ada.token, { ...shown, questions: ['Bike?', 'Allergies?'] })).status).toBe(200);
  });

  test('many people behind one network sign up by the form, with some work from the sixth on', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    for (let n = 1; n <= 5; n++)
      expect((await ask(app, id, { email: `g${n}@example.org`, website: '' })).status).toBe(200);
    const sixth = { name: 'Eve', email: 'eve@example.org', website: '' };
    const asked = await app.json<ErrorBody>('POST', `/events/${id}/registrations`, sixth);
    expect(asked).toMatchObject({ status: 429, body: { code: 'proof_needed' } });
    const proof = await solveChallenge(asked.body.challenge as Challenge);
    expect((await app.json('POST', `/events/${id}/registrations`, { ...sixth, proof })).status).toBe(200);
    // Without the form no one can prove anything.
    const bare = async () => (await ask(app, id, { email: 'dan@example.org' })).status;
    expect(await bare()).toBe(429);
  });

  test('a guest can erase their data even while the event is in the bin', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    const ada = await comes(app, id, 'Ada');
    await app.json('DELETE', `/events/admin/${id}`, undefined, admin);
    expect((await mine(app, 'GET', ada.token)).body).toMatchObject({ signup: 'cancelled', canGiveBack: false });
    expect((await app.json('POST', '/registrations/erase', { token: ada.token })).status).toBe(200);
  });

  test('someone who signs up again is placed behind those who wait', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    const ada = await comes(app, id, 'Ada');
    for (const name of ['Ben', 'Cem']) {
      await comes(app, id, name);
      app.clock.advance(1000);
    }
    await mine(app, 'DELETE', ada.token);
    await ask(app, id);
    expect((await mine(app, 'GET', ada.token)).body).toMatchObject({ state: 'pending', ahead: 1 });
    expect((await confirm(app, ada.token)).body).toMatchObject({ state: 'waiting', ahead: 1 });
  });

  test('reading changes nothing', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    await ask(app, id);
    const token = await tokenOf(app, id, 'ada@example.org');
    const paths = [
      `/registrations/mine?token=${token}`,
      `/registrations/confirm?token=${token}`,
      `/registrations/erase?token=${token}`,
    ];
    for (let n = 0; n < 10; n++)
      for (const path of paths) for (const method of ['GET', 'HEAD']) await app.request(`/api/v1${path}`, { method });
    expect(await counts(app, admin, id)).toMatchObject({ pending: { people: 1 }, coming: { people: 0 } });
  });
});

test('a save without sign-up fields keeps the sign-up of the event', async () => {
  await using app = await testApp();
  const admin = await app.signIn();
  const event = await anOpenEvent(app, admin, {
    capacity: 20,
    maxPlaces: 2,
    questions: [' Vegetarian? ', '', 'Any\nneeds?'],
    signupOpensAt: '2026-11-24T09:00',
    signupClosesAt: '2026-12-01T12:00:00+01:00',
  });
  const signup = {
    hasSignup: true,
    capacity: 20,
    maxPlaces: 2,
    questions: ['Vegetarian?', 'Any needs?'],
    signupOpensAt: '2026-11-24T09:00:00.000Z',
    signupClosesAt: '2026-12-01T11:00:00.000Z',
  };
  expect(event).toMatchObject(signup);
  const path = `/events/admin/${event.id}`;
  const moved = await app.json<SocietyEvent>('PUT', path, { eventDate: '2027-07-01T18:00:00' }, admin);
  // At the same times of the clock, seven months later.
  expect(moved.body).toMatchObject({
    ...signup,
    signupOpensAt: '2027-06-24T08:00:00.000Z',
    signupClosesAt: '2027-07-01T10:00:00.000Z',
  });
  const refused = async (input: object) => (await app.json('PUT', path, input, admin)).body.fields;
  expect(await refused({ signupClosesAt: '2027-06-24T09:00:00' })).toEqual({
    signupClosesAt: 'Sign-up must close after it opens.',
  });
  expect(await refused({ signupClosesAt: '2027-07-02T09:00:00' })).toEqual({
    signupClosesAt: 'Sign-up must close before the event ends.',
  });
  expect(await refused({ signupClosesAt: null, signupOpensAt: '2027-07-01T18:00:00' })).toEqual({
    signupOpensAt: 'Sign-up must open before the event begins.',
  });
  for (const signupOpensAt of ['9999-12-31T23:59:59-10:00', '0000-01-01T00:00:00+10:00', '2026-02-31T10:00:00Z'])
    expect(await refused({ signupOpensAt })).toEqual({ signupOpensAt: 'This is not a valid date' });
  expect(await refused({ signupOpensAt: 'tomorrow' })).toEqual({ signupOpensAt: 'This is not a valid date' });
  expect(await refused({ capacity: 0 })).toEqual({
    capacity: 'The number of places must be a number from 1 to 100000',
  });
  expect(await refused({ questions: ['a', 'b', 'c', 'd'] })).toEqual({ questions: 'At most 3 questions' });
});
