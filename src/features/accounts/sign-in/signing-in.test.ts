import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchHashes } from '#tests/support/count-password-hashes.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addAdministrator } from '../adding.server.ts';

const ada = { username: 'ada', email: 'ada@society.example', password: 'marmot umbrella violin ' };

test('a blank at the end of a password is a part of it', async () => {
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
