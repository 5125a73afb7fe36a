import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, ask, confirm, mine } from '#tests/support/guests.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { registrationToken } from './registration-links.server.ts';
import { purgeUnconfirmedRegistrations } from './registrations.jobs.ts';

/** Of each mail that asks for a confirmation, in their order. */
async function requestTokens({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['registrations.id', 'emailKey', 'mails.id as mailId'])
    .where('mails.kind', '=', 'registration-confirm')
    .orderBy('mails.id')
    .execute();
  return Promise.all(rows.map(async ({ mailId, ...guest }) => (await registrationToken(db, guest, mailId)) ?? ''));
}

describe.each(engines)('two requests of one address on %s', (engine) => {
  test('each link shows and confirms what its own mail says; only a confirmed one ends the other', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 6, questions: ['Vegetarian?'] });
    await ask(app, id, { name: 'Ada', places: 1, answers: ['Yes'] });
    await ask(app, id, { name: 'Mallory', places: 6, answers: ['No'] });
    await ask(app, id, { name: 'Mallory', places: 6, answers: ['No'] });
    const tokens = await requestTokens(app);
    expect(tokens).toHaveLength(2);
    const [first = '', second = ''] = tokens;
    const ada = { name: 'Ada', places: 1, answers: [{ question: 'Vegetarian?', answer: 'Yes' }] };
    expect((await mine(app, 'GET', first)).body).toMatchObject({ state: 'pending', ...ada });
    expect((await mine(app, 'GET', second)).body).toMatchObject({ state: 'pending', name: 'Mallory', places: 6 });
    expect((await confirm(app, first)).body).toMatchObject({ state: 'confirmed', ...ada });
    // The other confirms nothing any more.
    expect((await confirm(app, second)).body).toMatchObject({ state: 'confirmed', ...ada });
  });

  test('the newer link confirms the newer request, each within a day of its own mail', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 6 });
    await ask(app, id, { name: 'Ada' });
    app.clock.advance(20 * 3_600_000);
    await ask(app, id, { name: 'Ada B.', places: 2 });
    app.clock.advance(10 * 3_600_000);
    const [first = '', second = ''] = await requestTokens(app);
    expect((await confirm(app, first)).status).toBe(404);
    expect((await confirm(app, second)).body).toMatchObject({ state: 'confirmed', name: 'Ada B.', places: 2 });
    expect((await mine(app, 'GET', first)).body).toMatchObject({ name: 'Ada B.' });
    expect((await mine(app, 'GET', first.replace(/-\d+/, ''))).status).toBe(404);
  });

  test('the same that is asked for again ends when it would have, and begins anew after that', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn());
    const left = async () => {
      await purgeUnconfirmedRegistrations(app.db, app.clock.now());
      return (await app.db.selectFrom('registrations').select('id').execute()).length;
    };
    await ask(app, id);
    app.clock.advance(20 * 3_600_000);
    await ask(app, id);
    const [, again = ''] = await requestTokens(app);
    app.clock.advance(4 * 3_600_000 - 1);
    expect([(await mine(app, 'GET', again)).body.state, await left()]).toEqual(['pending', 1]);
    app.clock.advance(1);
    expect((await confirm(app, again)).status).toBe(404);
    await ask(app, id);
    expect(await left()).toBe(1);
    const anew = (await requestTokens(app)).at(-1) ?? '';
    app.clock.advance(24 * 3_600_000 - 1);
    expect((await confirm(app, anew)).body.state).toBe('confirmed');
  });
});
