import { describe, expect, test } from 'vitest';
import { aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes } from '#tests/support/guests.ts';
import { appWithPost, confirmed } from '#tests/support/newsletter.ts';
import { placesWith } from '#tests/support/search-everything-stored.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { ErasedPerson, Person } from './person.schema.ts';

const address = 'quetzalina@example.org';
const traces = /quetzalina/i;

function about(app: TestApp, what: 'read' | 'erase', email: string, token: string) {
  return app.json<Person & ErasedPerson & { message: string }>('POST', `/people/admin/${what}`, { email }, token);
}

/** A subscriber, a guest of two events, and an administrator with a second factor. */
async function everywhere({ app, send }: Awaited<ReturnType<typeof appWithPost>>) {
  const token = await app.signIn();
  await confirmed(app, send, address);
  for (const title of ['First', 'Second']) {
    const { id } = await anOpenEvent(app, token, { title });
    await comes(app, id, 'Quetzalina', { email: address.toUpperCase() });
  }
  await send();
  await app.signIn();
  const names = { username: 'quetzalina', usernameKey: 'quetzalina', email: address, emailKey: address };
  await app.db.updateTable('administrators').set(names).where('username', '=', 'editor2').execute();
  await withFactors(app, 2);
  return token;
}

/** As its owner may have named it: after a person. */
async function withFactors({ db, clock }: TestApp, administratorId: number): Promise<void> {
  const createdAt = clock.now().toISOString();
  const key = { credentialId: 'a', publicKey: 'a', counter: 0, transports: '[]', domain: 'society.example' };
  const passkey = { administratorId, name: 'Phone of Quetzalina', ...key, createdAt, lastUsedAt: null };
  await db.insertInto('passkeys').values(passkey).execute();
  const app = { totpSecret: 'A'.repeat(32), totpCreatedAt: createdAt };
  await db.updateTable('administrators').set(app).where('id', '=', administratorId).execute();
  const codes = ['a'.repeat(64), 'b'.repeat(64)].map((codeHash) => ({
    administratorId,
    codeHash,
    createdAt,
    usedAt: null,
  }));
  await db.insertInto('recoveryCodes').values(codes).execute();
}

describe.each(engines)('what the site stores about one person, on %s', (engine) => {
  test('an administrator downloads it whole, without tokens that would open anything', async () => {
    await using post = await appWithPost(engine);
    const { app } = post;
    const token = await everywhere(post);
    const posts = [{ name: 'QUETZALINA', position: 'President' }];
    await app.json('POST', '/committees/admin', aYear({ posts }), token);
    const { status, body } = await about(app, 'read', ` ${address.toUpperCase()}`, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: address,
      administrator: {
        username: 'quetzalina',
        sessions: [{}],
        activity: [{ action: 'session.open' }],
        passkeys: [{ name: 'Phone of Quetzalina', domain: 'society.example', lastUsedAt: null }],
        authenticatorApps: [{ createdAt: app.clock.now().toISOString(), lastUsedAt: null }],
        recoveryCodes: [{ usedAt: null }, { usedAt: null }],
      },
      subscriber: { state: 'confirmed', newsletters: [], bounces: [] },
      registrations: [
        { event: 'First', name: 'Quetzalina', state: 'confirmed' },
        { event: 'Second', name: 'Quetzalina' },
      ],
      committees: [{ year: '2024-25', name: 'QUETZALINA', position: 'President' }],
      wasErased: false,
    });
    expect(body.emails.length).toBeGreaterThan(2);
    expect(JSON.stringify(body)).not.toMatch(/hash|token|secret/i);
    expect(await about(app, 'read', 'nobody@example.org', token)).toMatchObject({
      status: 404,
      body: { message: 'Nothing is kept about this address.' },
    });
    expect((await about(app, 'read', 'nobody', token)).status).toBe(400);
    const noted = await app.db.selectFrom('audit').select('detail').where('action', '=', 'person.export').execute();
    expect(noted).toEqual([{ detail: '{}' }]);
  });

  test('an administrator erases it: no row and no file has it, and the answer says what has to stay', async () => {
    await using post = await appWithPost(engine);
    const { app } = post;
    const token = await everywhere(post);
    expect(await about(app, 'erase', address, token)).toMatchObject({
      status: 409,
      body: { message: 'quetzalina is active. Deactivate the account first.' },
    });
    expect((await about(app, 'read', address, token)).status).toBe(200);
    await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'quetzalina').execute();
    const erased = await about(app, 'erase', address, token);
    expect(erased).toMatchObject({ status: 200, body: { message: 'Erased.' } });
    expect(erased.body.stays).toHaveLength(4);
    expect(await placesWith(app, traces)).toEqual([]);
    // The keyed hash alone is left.
    expect((await about(app, 'read', address, token)).body).toMatchObject({ subscriber: null, wasErased: true });
    expect((await about(app, 'erase', address, token)).status).toBe(404);
  });

  test.each(['li@society.example', 'li@müller.example'])(
    'an administrator also erases someone who occurs only in mails, on %s',
    async (left) => {
      await using post = await appWithPost(engine);
      const { app, send } = post;
      const token = await app.signIn();
      const all = app.db.selectFrom('administrators').select('username').orderBy('id');
      const { username } = await all.executeTakeFirstOrThrow();
      for (const email of [left, 'moved@society.example']) {
        const names = { username, email };
        expect((await app.json('PUT', '/admin/account', names, token)).status).toBe(200);
        await send();
      }
      expect((await about(app, 'read', left, token)).body.emails).not.toEqual([]);
      expect(await about(app, 'erase', left, token)).toMatchObject({ status: 200, body: { message: 'Erased.' } });
      expect((await about(app, 'read', left, token)).status).toBe(404);
    },
  );

  test('both need the password, and no one can erase their own account', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await app.signIn();
    await confirmed(app, send, address);
    expect(await about(app, 'erase', 'editor1@society.example', token)).toMatchObject({ status: 409 });
    app.clock.advance(11 * 60_000);
    for (const what of ['read', 'erase'] as const)
      expect(await about(app, what, address, token)).toMatchObject({
        status: 403,
        body: { code: 'fresh_proof_needed' },
      });
  });
});
