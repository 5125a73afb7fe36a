import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db/db.ts';
import type { SignedIn } from '#platform/http/api.ts';
import { createLog } from '#platform/log.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { sessionLifetime } from '../account.ts';
import { addAdministrator, ensureFirstAdministrator } from '../adding.server.ts';
import { type Credentials, signIn as signInAt } from '../sign-in/signing-in.server.ts';
import { findSignedIn, signOut } from './sessions.server.ts';

const start = new Date('2026-11-01T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const outages = createStorageOutages(
  { dataDir: '.', diskReserveBytes: 0, databaseUrl: undefined, s3: undefined },
  createLog('error'),
);
const password = 'correct horse battery staple';
const browser = { device: '', ownKey: null, siteUrl: 'https://society.example' };
/** Of an account without a second factor. */
async function signIn(db: Db, credentials: Omit<Credentials, keyof typeof browser>, now: Date): Promise<string> {
  const outcome = await signInAt(db, { ...browser, ...credentials }, now);
  if ('challenge' in outcome) throw new Error('asked for a second factor');
  return outcome.token;
}
const account = { username: 'Editor', email: 'Editor@Example.org', password };

test.each(engines)('signs in by name or address in any case, stores no token (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  await addAdministrator(db, account, start);
  for (const usernameOrEmail of ['editor', ' EDITOR ', 'editor@example.org', 'EDITOR@EXAMPLE.ORG']) {
    const token = await signIn(db, { usernameOrEmail, password, address: '192.0.2.1' }, start);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await findSignedIn({ db, outages }, token, start)).toMatchObject({ username: 'Editor' });
    const rows = await db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test.each(engines)('a session ends by sign-out, by 12 idle hours and after 7 days (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  await addAdministrator(db, account, start);
  const credentials = { usernameOrEmail: 'editor', password, address: '192.0.2.1' };
  const left = await signIn(db, credentials, start);
  await signOut(db, (await findSignedIn({ db, outages }, left, start)) as SignedIn, start);
  expect(await findSignedIn({ db, outages }, left, start)).toBeNull();

  const idle = await signIn(db, credentials, start);
  expect(await findSignedIn({ db, outages }, idle, later(sessionLifetime.idle - minute))).not.toBeNull();
  expect(await findSignedIn({ db, outages }, idle, later(2 * sessionLifetime.idle - 2 * minute))).not.toBeNull();
  expect(await findSignedIn({ db, outages }, idle, later(3 * sessionLifetime.idle))).toBeNull();

  const busy = await signIn(db, credentials, start);
  for (let at = 0; at < sessionLifetime.absolute; at += sessionLifetime.idle / 2)
    expect(await findSignedIn({ db, outages }, busy, later(at))).not.toBeNull();
  expect(await findSignedIn({ db, outages }, busy, later(sessionLifetime.absolute))).toBeNull();
});

test.each(engines)('after 5 failures an address has to wait, and each wait is twice as long (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  await addAdministrator(db, account, start);
  const attempt = (at: number, given: string, address = '192.0.2.1') =>
    signIn(db, { usernameOrEmail: 'editor', password: given, address }, later(at));
  for (let i = 0; i < 5; i++) await expect(attempt(0, 'wrong')).rejects.toThrow('Wrong username or password');
  await expect(attempt(0, password)).rejects.toMatchObject({ name: 'TooMany', retryAfter: 60 });
  expect(await attempt(0, password, '198.51.100.7')).toBeTruthy();

  for (let i = 0; i < 5; i++) await expect(attempt(0, 'wrong', '203.0.113.5')).rejects.toThrow('Wrong');
  await expect(attempt(minute, 'wrong', '203.0.113.5')).rejects.toThrow('Wrong');
  await expect(attempt(minute, password, '203.0.113.5')).rejects.toMatchObject({ retryAfter: 120 });
  expect(await attempt(3 * minute, password, '203.0.113.5')).toBeTruthy();
});

test.each(engines)('attempts at the same moment are all counted (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  const guesses = Array.from({ length: 12 }, (_, index) =>
    signIn(db, { usernameOrEmail: 'editor', password: `guess ${index}`, address: '192.0.2.1' }, start).catch(
      (error: Error) => error.name,
    ),
  );
  const names = await Promise.all(guesses);
  expect(names.filter((name) => name === 'Unauthorized').length).toBeLessThanOrEqual(5);
  expect(names).not.toContain('Error');
});

test.each(engines)('the first administrator of the settings is made once (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  const admin = { username: 'admin', email: 'admin@example.org', password };
  for (let starts = 0; starts < 2; starts++) expect(await ensureFirstAdministrator(db, admin, start)).toBeNull();
  const given = { usernameOrEmail: 'admin', password, address: '192.0.2.1' };
  await expect(signIn(db, given, start)).resolves.toBeTruthy();
});

test.each([
  ['password12345', 'This password is too easy to guess. Three or four unrelated words make a good one.'],
  ['onehealth2026', 'This password is too easy to guess. Three or four unrelated words make a good one.'],
  ['my-webmaster-word', 'The password must not contain your username or email.'],
])('ADMIN_PASSWORD %j is refused by the same rules as a chosen password', async (given, sentence) => {
  await using database = await freshDatabase('sqlite');
  const { db } = database;
  const admin = { username: 'webmaster', email: 'office@example.org', password: given };
  await expect(ensureFirstAdministrator(db, admin, start)).rejects.toThrow(
    `The settings cannot be used:\n  - ADMIN_PASSWORD: ${sentence}`,
  );
  expect(await db.selectFrom('administrators').select('id').execute()).toEqual([]);
  // It is read at the first start only: an old one in the environment stops no site.
  await addAdministrator(db, account, start);
  expect(await ensureFirstAdministrator(db, admin, start)).toBeNull();
});

test.each(engines)('names and addresses are unique whatever their case (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  await addAdministrator(database.db, account, start);
  const duplicate = { username: 'EDITOR', email: 'other@example.org', password };
  await expect(addAdministrator(database.db, duplicate, start)).rejects.toThrow('already exists');
});

test.each([
  [11, 'at least 12 characters'],
  [129, 'at most 128 characters'],
])('no account is made with a password of %i characters', async (length, sentence) => {
  await using database = await freshDatabase('sqlite');
  const input = { ...account, password: 'a'.repeat(length) };
  await expect(addAdministrator(database.db, input, start)).rejects.toThrow(sentence);
});

test.each(engines)('an IPv6 network counts as one address when guessing (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  await addAdministrator(db, account, start);
  const names: string[] = [];
  for (let i = 1; i <= 7; i++) {
    const guess = { usernameOrEmail: 'editor', password: 'wrong', address: `2001:db8::${i}` };
    names.push(await signIn(db, guess, start).catch((error: Error) => error.name));
  }
  expect(names.slice(5)).toEqual(['TooMany', 'TooMany']);
});

test('an administrator stays signed in while the database cannot note the use of the session', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  app.clock.advance(2 * 3_600_000);
  await sql`PRAGMA query_only = 1`.execute(app.db);
  expect(await findSignedIn(app.context, token, app.clock.now())).toMatchObject({ username: 'editor1' });
});
