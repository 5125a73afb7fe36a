import { describe, expect, test } from 'vitest';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { anOpenEvent, ask, comes, confirm, mine, tokenOf, written } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { registrationLinksSecret } from './registration-links.server.ts';
import { purgeUnconfirmedRegistrations } from './registrations.jobs.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const stranger = { name: 'Mallory', places: 6, answers: ['No'] };
const owner = { name: 'Ada', places: 1, answers: ['Yes'] };

describe.each(engines)('requests of strangers for an address on %s', (engine) => {
  test('however many there are, its owner still gets a link that takes the place', async () => {
    await using site = await siteWithPost(engine, { subscribeLimitPerHour: 1000 });
    const { app, post } = site;
    const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 6, questions: ['Vegetarian?'] });
    for (let n = 0; n < 4; n++) {
      await ask(app, id, { ...stranger, name: `Mallory ${n}` });
      app.clock.advance(16 * minuteMs);
    }
    await ask(app, id, owner);
    const mails = await post();
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) {
      const token = /signup\?token=([\w.-]+)/.exec(text ?? '')?.[1] ?? '';
      const shown = { state: 'pending', name: 'Ada', places: 1, answers: [{ question: 'Vegetarian?', answer: 'Yes' }] };
      expect((await mine(app, 'GET', token)).body).toMatchObject(shown);
    }
    const token = await tokenOf(app, id, 'ada@example.org');
    expect((await confirm(app, token)).body).toMatchObject({ state: 'confirmed', name: 'Ada', places: 1 });
    // From now on only the link changes anything.
    await ask(app, id, stranger);
    expect((await mine(app, 'GET', token)).body).toMatchObject({ state: 'confirmed', name: 'Ada', places: 1 });
  });

  test('what a stranger typed can be corrected while confirming', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 6, questions: ['Vegetarian?'] });
    await ask(app, id, stranger);
    const token = await tokenOf(app, id, 'ada@example.org');
    const wrong = await confirm(app, token, { name: ' ', places: 7 });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { name: 'Please enter your name.' } } });
    expect((await confirm(app, token, { ...owner, questions: ['Why?'] })).status).toBe(409);
    expect((await confirm(app, token, { ...owner, questions: ['Vegetarian?'] })).body).toMatchObject({
      state: 'confirmed',
      ...{ name: 'Ada', places: 1, answers: [{ question: 'Vegetarian?', answer: 'Yes' }] },
    });
  });

  test('each link opens all requests of its address of the last day, and nothing of another address', async () => {
    await using app = await testApp({ engine, config: { subscribeLimitPerHour: 1000 } });
    const admin = await app.signIn();
    const events = [];
    for (let n = 1; n <= 4; n++) events.push(await anOpenEvent(app, admin, { title: `Walk ${n}` }));
    const [old, first, second, gone] = events.map(({ id }) => id) as [number, number, number, number];
    await ask(app, old);
    app.clock.advance(23 * hourMs);
    for (const id of [first, second, gone]) await ask(app, id);
    await ask(app, second, { email: 'ben@example.org' });
    await app.json('DELETE', `/events/admin/${gone}`, undefined, await app.signIn());
    app.clock.advance(hourMs);
    const token = (id: number) => tokenOf(app, id, 'ada@example.org');
    const { body } = await mine(app, 'GET', await token(first));
    expect(body.others).toEqual([await token(second)]);
    expect((await confirm(app, String(body.others[0]))).body).toMatchObject({ state: 'confirmed', eventId: second });
    expect((await mine(app, 'GET', await token(first))).body.others).toEqual([]);
    const ben = await mine(app, 'GET', await tokenOf(app, second, 'ben@example.org'));
    expect(ben.body.others).toEqual([]);
  });

  test('a request is open for a day after it was last made, and its address gets a mail every 15 minutes at most', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn());
    await ask(app, id);
    app.clock.advance(20 * hourMs);
    await ask(app, id, { name: 'Ada B.' });
    await ask(app, id, { name: 'Ada C.' });
    expect(await written(app)).toEqual(['confirm ada', 'confirm ada']);
    const token = await tokenOf(app, id, 'ada@example.org');
    app.clock.advance(24 * hourMs - 1);
    await purgeUnconfirmedRegistrations(app.db, app.clock.now());
    expect((await mine(app, 'GET', token)).body).toMatchObject({ state: 'pending', name: 'Ada C.' });
    app.clock.advance(1);
    expect((await confirm(app, token)).status).toBe(404);
    await purgeUnconfirmedRegistrations(app.db, app.clock.now());
    expect(await app.db.selectFrom('registrations').select('id').execute()).toEqual([]);
  });

  test('a link of version 0.3, which named its request, still works', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn());
    await comes(app, id, 'Ada');
    const secret = await secretFor(app.db, registrationLinksSecret);
    const token = `1-7.${sign(secret, 'registration\n1-7\nada@example.org')}`;
    expect((await mine(app, 'GET', token)).body).toMatchObject({ state: 'confirmed', name: 'Ada' });
    expect((await mine(app, 'GET', token.replace('-7', '-8'))).status).toBe(404);
    expect((await mine(app, 'GET', token.replace('-7', ''))).status).toBe(404);
  });
});
