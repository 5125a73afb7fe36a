import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { engines, everyEngine } from '#tests/support/database.ts';
import { anOpenEvent, ask, comes, counts, mine } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { registrationMessages } from './registration.ts';
import { eraseGuestsOfOldEvents, purgeUnconfirmedRegistrations } from './registrations.jobs.ts';

const dayMs = 86_400_000;

describe.each(engines)('what time does to guests on %s', (engine) => {
  test('a guest who did not confirm within a day is erased', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    await ask(app, id);
    await ask(app, id, { email: 'ben@example.org' });
    app.clock.advance(dayMs - 1);
    await purgeUnconfirmedRegistrations(app.db, app.clock.now());
    const token = await app.signIn();
    expect(await counts(app, token, id)).toMatchObject({ pending: { people: 2 } });
    app.clock.advance(1);
    await purgeUnconfirmedRegistrations(app.db, app.clock.now());
    expect(await counts(app, token, id)).toMatchObject({ pending: { people: 0 } });
  });

  test('30 days after the event, or after the days of the setting, only numbers are left', async () => {
    await using app = await testApp({ engine });
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1, maxPlaces: 1, questions: ['Why?'] });
    const ada = await comes(app, id, 'Ada', { answers: ['Mia'] });
    await comes(app, id, 'Ben');
    app.clock.set('2026-12-31T19:59:59.000Z');
    expect(await eraseGuestsOfOldEvents(app.context)).toBe(false);
    app.clock.advance(1000);
    expect(await eraseGuestsOfOldEvents(app.context)).toBe(true);
    expect(await eraseGuestsOfOldEvents(app.context)).toBe(false);
    const rows = await app.db.selectFrom('registrations').selectAll().execute();
    const emails = await app.db.selectFrom('mails').where('issueId', 'is', null).selectAll().execute();
    expect(JSON.stringify([rows, emails])).not.toMatch(/ada|ben|mia/i);
    const token = await app.signIn();
    expect(await counts(app, token, id)).toMatchObject({
      coming: { people: 1 },
      waiting: { people: 0 },
      gone: { people: 1 },
    });
    const list = await app.json('GET', `/events/admin/${id}/registrations`, undefined, token);
    expect(list.body).toMatchObject([{ name: '', email: '', answers: [], isErased: true, state: 'confirmed' }]);
    expect((await mine(app, 'GET', ada.token)).body.message).toBe(registrationMessages.linkUnknown);

    const refused = await app.json('PUT', '/settings/admin', { guestsKeptDays: 6 }, token);
    expect(refused.body).toMatchObject({ fields: { guestsKeptDays: 'Please enter a number of days from 7 to 365' } });
    expect((await app.json('PUT', '/settings/admin', { guestsKeptDays: 7 }, token)).status).toBe(200);
    expect((await app.json('GET', '/settings')).body).toMatchObject({ guestsKeptDays: 7 });
  });
});

test.runIf(everyEngine.includes('postgres'))('a guest who asks again while the job runs stays', async () => {
  await using app = await testApp({ engine: 'postgres' });
  const admin = await app.signIn();
  const { id } = await anOpenEvent(app, admin);
  await ask(app, id);
  app.clock.advance(dayMs);
  const purging = await transact(app.db, async (trx) => {
    await trx.updateTable('registrations').set({ askedAt: app.clock.now().toISOString() }).execute();
    const running = { end: purgeUnconfirmedRegistrations(app.db, app.clock.now()) };
    await sleep(300);
    return running;
  });
  await purging.end;
  expect(await app.db.selectFrom('registrations').select('state').execute()).toEqual([{ state: 'pending' }]);
});
