import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { appWithSubscribers } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { testApp } from '#tests/support/test-app.ts';

const password = 'a password of twenty';
const minute = 60_000;
const freshFor = 10 * minute;

const guarded = {
  'an invitation': ['POST', '/admin/administrators/invitations', { email: 'ben@society.example' }],
  'a reset link': ['POST', '/admin/administrators/2/links', { purpose: 'reset' }],
  'a deactivation': ['POST', '/admin/administrators/2/deactivate', {}],
  'a reactivation': ['POST', '/admin/administrators/2/reactivate', {}],
  'your name and address': ['PUT', '/admin/account', { username: 'renamed', email: 'renamed@society.example' }],
  'the export of subscribers': ['GET', '/newsletter/admin/subscribers/export', undefined],
  'the export of who got a newsletter': ['GET', '/newsletter/admin/issues/1/recipients.csv', undefined],
  'a backup': ['POST', '/backups/admin', {}],
  'a message to all guests': [
    'POST',
    '/events/admin/1/registrations/message',
    { to: 'coming', subject: 'News', text: 'Hi' },
  ],
  'the name in every mail': ['PUT', '/settings/admin', { societyName: 'Another Society' }],
  'the contact line of every mail': ['PUT', '/settings/admin', { contactLine: 'Write to someone else' }],
} as const;

async function call(app: TestApp, name: keyof typeof guarded, token: string) {
  const [method, path, body] = guarded[name];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await app.request(`/api/v1${path}`, init);
  const text = await response.text();
  return { status: response.status, ...(response.status === 403 ? (JSON.parse(text) as object) : {}) };
}

const prove = (app: TestApp, token: string, currentPassword = password) =>
  app.json<{ message: string }>('POST', '/admin/account/proof', { currentPassword }, token);

describe.each(engines)('a recent password on %s', (engine) => {
  test.each(Object.keys(guarded) as (keyof typeof guarded)[])('is needed for %s', async (name) => {
    await using filled = await appWithSubscribers(engine, 1);
    const { app, send } = filled;
    await send();
    await app.signIn();
    const you = await app.signIn();
    await anOpenEvent(app, you);
    const refused = {
      status: 403,
      code: 'fresh_proof_needed',
      message: 'Please enter your password again to continue.',
    };
    const before = await counts(app);
    app.clock.advance(freshFor + 1);
    expect(await call(app, name, you)).toEqual(refused);
    // Nothing has come of it.
    expect(await counts(app)).toEqual(before);

    const wrong = await prove(app, you, 'not my password');
    expect([wrong.status, wrong.body.message]).toEqual([400, 'This is not your current password']);
    expect(await call(app, name, you)).toEqual(refused);
    expect((await prove(app, you)).status).toBe(200);
    app.clock.advance(freshFor);
    expect((await call(app, name, you)).status).toBeLessThan(300);
    app.clock.advance(1);
    expect((await call(app, name, you)).status).toBe(name.endsWith('mail') ? 200 : 403);
  });

  test('counts for its session alone, and not after its time', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    app.clock.advance(freshFor + 1);
    const login = { usernameOrEmail: 'editor1', password };
    const other = (await app.json<{ token: string }>('POST', '/admin/login', login)).body.token;
    expect((await call(app, 'an invitation', you)).status).toBe(403);
    expect((await call(app, 'an invitation', other)).status).toBe(201);
    // As sessions of before the upgrade are.
    await app.db.updateTable('sessions').set({ provedAt: null }).execute();
    expect((await call(app, 'an invitation', other)).status).toBe(403);
  });

  test('accepting an invitation counts as one', async () => {
    await using app = await testApp({ engine });
    const { body } = await app.json<{ link: string }>(
      'POST',
      '/admin/administrators/invitations',
      { email: 'zoe@society.example' },
      await app.signIn(),
    );
    const token = /#token=(.+)$/.exec(body.link)?.[1] ?? '';
    const accepted = { token, username: 'zoe', password: 'marmot umbrella violin' };
    const { token: theirs } = (await app.json<{ token: string }>('POST', '/account-links/use', accepted)).body;
    expect((await call(app, 'an invitation', theirs)).status).toBe(201);
  });

  test('guessing is throttled like the sign-in', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await prove(app, you, `guess number ${n}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await prove(app, you)).status).toBe(429);
    app.clock.advance(minute);
    expect((await prove(app, you)).status).toBe(200);
  });

  test('other settings, and a save without a change, need none', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    app.clock.advance(freshFor + 1);
    const harmless = { heroTagline: 'Healthy together', societyName: 'One Health Student Society', contactLine: '' };
    expect((await app.json('PUT', '/settings/admin', harmless, you)).status).toBe(200);
  });

  test('restoring an earlier contact line needs one', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    await app.json('PUT', '/settings/admin', { contactLine: 'First' }, you);
    await app.json('PUT', '/settings/admin', { contactLine: 'Second' }, you);
    const { body } = await app.json<{ id: number }[]>('GET', '/settings/admin/0/revisions', undefined, you);
    const path = `/settings/admin/0/revisions/${body.at(1)?.id}`;
    app.clock.advance(freshFor + 1);
    expect(await app.json('POST', path, {}, you)).toMatchObject({ status: 403, body: { code: 'fresh_proof_needed' } });
    await prove(app, you);
    expect((await app.json('POST', path, {}, you)).status).toBe(200);
  });
});

async function counts({ db }: TestApp) {
  const tables = ['accountLinks', 'audit', 'mails', 'revisions'] as const;
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).select('id').execute()).length));
}
