import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/sign-in/passwords.server.ts';
import { watchHashes } from './support/count-password-hashes.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { testApp } from './support/test-app.ts';

const picture = '/uploads/articles/1790000000000-0123456789abcdef.jpg';

test('120 sign-ins at the same moment hash two passwords at once and delay no picture', async () => {
  await using app = await testApp({ config: { trustProxy: true } });
  await app.signIn();
  // A real one, which keeps the others waiting.
  const passwordHash = await hashPassword('a password of twenty');
  await app.db.updateTable('administrators').set({ passwordHash }).execute();
  const folder = join(app.context.config.dataDir, 'One Health Images/articles');
  await mkdir(folder, { recursive: true });
  writeFileSync(join(folder, '1790000000000-0123456789abcdef.jpg'), Buffer.alloc(40_000, 7));
  await using handler = await openHttpHandler(app);
  using hashes = watchHashes();
  const signIn = async (n: number) => {
    const response = await fetch(`${handler.url}/api/v1/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n}.0.1` },
      body: JSON.stringify({ usernameOrEmail: 'editor1', password: n % 2 ? 'wrong' : 'a password of twenty' }),
    });
    return { status: response.status, retry: response.headers.get('retry-after'), body: await response.json() };
  };
  const asked = Array.from({ length: 120 }, (_, n) => signIn(n));
  const pictures = await Promise.all(Array.from({ length: 40 }, () => handler.get(picture)));
  expect(pictures.map(({ status, body }) => [status, body.length])).toEqual(Array(40).fill([200, 40_000]));
  const answers = await Promise.all(asked);
  expect(hashes.most()).toBe(2);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(120 - hashes.all());
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toEqual({
    status: 429,
    retry: '5',
    body: {
      message: 'Too many people are signing in at the moment. Please try again in a few seconds.',
      code: 'too_many',
    },
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401, 429]));
  // The queue is empty again.
  expect((await signIn(200)).status).toBe(200);
});
