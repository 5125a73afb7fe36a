/** Emails that go out after something has changed: what is no longer so is not said, and what is so is not lost. */
import { describe, expect, test } from 'vitest';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { anOpenEvent, ask, comes, mine } from '#tests/support/guests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { remindGuests } from '../registrations.jobs.ts';

async function idOf(app: TestApp, name: string): Promise<number> {
  const row = app.db.selectFrom('registrations').select('id').where('name', '=', name);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Ada has the only place, Ben waits, and both know. */
async function fullSite(engine: (typeof engines)[number]) {
  const site = await siteWithPost(engine);
  const { app } = site;
  const admin = await app.signIn();
  const { id } = await anOpenEvent(app, admin, { capacity: 1 });
  const ada = await comes(app, id, 'Ada');
  app.clock.advance(1000);
  const ben = await comes(app, id, 'Ben');
  await site.post();
  const call = (method: string, path: string, body?: object, token = admin) => app.json(method, path, body, token);
  const event = `/events/admin/${id}`;
  return { ...site, id, ada, ben, call, event, bin: `/bin/admin/events/${id}` };
}

describe.each(engines)('emails to guests that go out late on %s', (engine) => {
  test('someone promoted when an event takes place again gets only that email', async () => {
    await using site = await fullSite(engine);
    const { app, ada, call, event, bin, postSubjects } = site;
    await call('POST', `${event}/cancel`, {});
    await mine(app, 'DELETE', ada.token);
    await postSubjects();
    await call('POST', `${event}/uncancel`, {});
    expect(await postSubjects()).toEqual(['ben: You have a place now']);
    app.clock.advance(1000);
    await comes(app, site.id, 'Cem');
    await call('DELETE', event);
    await postSubjects();
    await app.json('POST', '/registrations/erase', { token: site.ben.token });
    await call('POST', `${bin}`);
    expect(await postSubjects()).toEqual(['cem: You have a place now']);
  });

  test('a place whose email was dropped while the event was cancelled is told once it takes place again', async () => {
    await using site = await fullSite(engine);
    const { app, ada, call, event, bin, postSubjects } = site;
    await mine(app, 'DELETE', ada.token);
    await call('POST', `${event}/cancel`, { notify: false });
    expect(await postSubjects()).toEqual(['ada: You have given your place back']);
    await call('POST', `${event}/uncancel`, {});
    expect(await postSubjects()).toEqual(['ben: Back on']);
    await call('PUT', event, { location: 'Hall 8' });
    await call('DELETE', event);
    expect(await postSubjects()).toEqual(['ben: Cancelled']);
    await call('POST', `${bin}`);
    expect(await postSubjects()).toEqual(['ben: Back on']);
  });

  test('a place whose email was dropped is told also without telling the others, and once', async () => {
    await using site = await fullSite(engine);
    const { app, id, ada, call, event, postSubjects } = site;
    await mine(app, 'DELETE', ada.token);
    await comes(app, id, 'Cem');
    const again = async () => {
      await call('POST', `${event}/cancel`, { notify: false });
      await postSubjects();
      const { body } = await call('POST', `${event}/uncancel`, { notify: false });
      return [(body as { told?: number }).told, await postSubjects()];
    };
    expect(await again()).toEqual([2, ['ben: You have a place now', 'cem: You are on the waiting list']]);
    expect(await again()).toEqual([undefined, []]);
  });

  test('someone who was removed from the list is told, even if someone enters the address again', async () => {
    await using site = await fullSite(engine);
    const { app, id, call, event, postSubjects } = site;
    await call('DELETE', `${event}/registrations/${await idOf(app, 'Ada')}`);
    await ask(app, id, { name: 'Someone' });
    expect(await postSubjects()).toEqual([
      'ada: Please confirm your place on the waiting list',
      'ada: You are no longer on the list',
      'ben: You have a place now',
    ]);
  });

  test('an event cannot be purged before its guests have been told', async () => {
    await using site = await fullSite(engine);
    const { call, event, bin, postSubjects } = site;
    await call('DELETE', event);
    expect(await call('DELETE', bin)).toMatchObject({
      status: 409,
      body: { message: registrationMessages.stillTold },
    });
    expect(await postSubjects()).toEqual(['ada: Cancelled', 'ben: Cancelled']);
    expect((await call('DELETE', bin)).status).toBe(200);
  });

  test('an email that is no longer needed does not keep an event from being purged', async () => {
    await using site = await fullSite(engine);
    const { app, call, event, bin, postSubjects } = site;
    await call('DELETE', event);
    await postSubjects();
    const dueAt = new Date(app.clock.now().getTime() + 86_400_000);
    await enqueueEmails(app.db, 'registration-reminder', [{ registrationId: 1, dueAt }], app.clock.now());
    expect((await call('DELETE', bin)).status).toBe(200);
  });

  test('deleting an event that was cancelled before tells no one again', async () => {
    await using site = await fullSite(engine);
    const { call, event, postSubjects } = site;
    await call('POST', `${event}/cancel`, {});
    await call('DELETE', event);
    expect(await postSubjects()).toEqual(['ada: Cancelled', 'ben: Cancelled']);
  });

  test('no guest of a cancelled event gets an email that says all is well', async () => {
    await using site = await fullSite(engine);
    const { app, id, call, event, postSubjects } = site;
    await ask(app, id);
    await call('POST', `${event}/cancel`, {});
    expect(await postSubjects()).toEqual(['ada: Cancelled', 'ben: Cancelled']);
  });

  test('only guests who waited are told about the waiting list', async () => {
    await using site = await fullSite(engine);
    const { app, id, ada, call, event, post } = site;
    await call('PUT', event, { capacity: 3, maxPlaces: 2 });
    await mine(app, 'DELETE', ada.token);
    const promoted = (await post()).find(({ envelopeTo }) => envelopeTo[0] === 'ben@example.org');
    expect(promoted?.text).toContain('You were on the waiting list');
    expect(promoted?.text).not.toContain('are waiting');
    await call('PUT', `${event}/registrations/${await idOf(app, 'Ada')}`, { state: 'confirmed' });
    const [place] = await post();
    expect(place?.subject).toBe('You have a place: Evening lecture');
    // One is free, two are asked for.
    await ask(app, id, { name: 'Cem', email: 'cem@example.org', places: 2 });
    const [asked] = await post();
    expect(asked?.text).toContain('Not enough places are free at “Evening lecture”');
    await comes(app, id, 'Cem', { places: 2 });
    const [waiting] = await post();
    expect(waiting?.text).toContain('There is no place for you at “Evening lecture” yet.');
  });

  test('guests of a past event get only messages of the organisers, and no reminder once it has begun', async () => {
    await using site = await fullSite(engine);
    const { app, call, event, postSubjects } = site;
    app.clock.set('2026-11-30T18:00:01.000Z');
    await remindGuests(app.context);
    app.clock.set('2026-12-01T18:00:00.000Z');
    expect(await postSubjects()).toEqual([]);
    app.clock.set('2026-12-01T20:00:01.000Z');
    const late = await app.signIn();
    await call('DELETE', `${event}/registrations/${await idOf(app, 'Ada')}`, undefined, late);
    const added = { name: 'Cem', email: 'cem@example.org' };
    expect(await call('POST', `${event}/registrations`, added, late)).toMatchObject({ status: 201 });
    await call('PUT', `${event}/registrations/${await idOf(app, 'Ben')}`, { state: 'confirmed', isForced: true }, late);
    expect(await postSubjects()).toEqual([]);
    const thanks = { to: 'coming', subject: 'Thank you', text: 'It was good to see you.' };
    expect((await call('POST', `${event}/registrations/message`, thanks, late)).body).toEqual({ count: 2 });
    expect((await call('POST', `${event}/registrations/message`, thanks, late)).body).toEqual({ count: 0 });
    expect(await postSubjects()).toEqual(['ben: Thank you', 'cem: Thank you']);
    const list = await app.json<Registration[]>('GET', `${event}/registrations`, undefined, late);
    expect(list.body.map(({ name }) => name)).toEqual(['Ben', 'Cem']);
  });
});
