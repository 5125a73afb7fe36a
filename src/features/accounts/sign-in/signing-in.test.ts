import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchHashes } from '#tests/support/count-password-hashes.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addAdministrator } from '../adding.server.ts';

const ada = { username: 'ada', email: 'ada@society.example', password: 'marmot umbrella violin ' };

test('a space at the end is part of a password', async () => {
  await using app = await testApp();
  await addAdministrator(app.db, ada, app.clock.now());
  const login = (password: string) => app.json('POST', '/admin/login', { usernameOrEmail: 'ada', password });
  expect((await login(ada.password.trim())).status).toBe(401);
  expect((await login(ada.password)).status).toBe(200);
});

test.each([
  ['the password is changed', { passwordHash: 'none' }],
  ['the account is deactivated', { isActive: false }],
])('no session begins when %s while the password is checked', async (_, change) => {
  await using app = await testApp();
  await addAdministrator(app.db, ada, app.clock.now());
  using hashes = watchHashes();
  const login = app.json('POST', '/admin/login', { usernameOrEmail: 'ada', password: ada.password });
  while (hashes.all() === 0) await setImmediate();
  await app.db.updateTable('administrators').set(change).execute();
  expect((await login).status).toBe(401);
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('a new password changes nothing when another one is set while the current one is checked', async () => {
  await using app = await testApp();
  await addAdministrator(app.db, ada, app.clock.now());
  const { body } = await app.json<{ token: string }>('POST', '/admin/login', {
    usernameOrEmail: 'ada',
    password: ada.password,
  });
  using hashes = watchHashes();
  const input = { currentPassword: ada.password, newPassword: 'umbrella violin marmot' };
  const put = app.json('PUT', '/admin/account/password', input, body.token);
  while (hashes.all() === 0) await setImmediate();
  await app.db.updateTable('administrators').set({ passwordHash: 'chosen by a link' }).execute();
  expect((await put).status).toBe(401);
  const account = await app.db.selectFrom('administrators').select(['email', 'passwordHash']).executeTakeFirst();
  expect(account).toEqual({ email: ada.email, passwordHash: 'chosen by a link' });
});
