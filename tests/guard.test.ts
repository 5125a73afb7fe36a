import { expect, test } from 'vitest';
import { testApp } from './support/test-app.ts';

const day = 86_400_000;

test('every administrator route refuses a missing, unknown, expired and revoked token', async () => {
  await using app = await testApp();
  const guarded = guardedRoutes(app.api.routes);
  expect(guarded.length).toBeGreaterThan(15);

  const expired = await app.signIn();
  app.clock.advance(8 * day);
  const revoked = await app.signIn();
  expect((await app.json('POST', '/admin/logout', undefined, revoked)).status).toBe(200);
  const tokens = { missing: undefined, unknown: 'a'.repeat(43), expired, revoked };

  const admitted: string[] = [];
  for (const { method, path } of guarded)
    for (const [kind, token] of Object.entries(tokens)) {
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (token) headers.authorization = `Bearer ${token}`;
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const response = await app.request(path, { method, headers, ...(hasBody ? { body: '{}' } : {}) });
      if (response.status !== 401) admitted.push(`${method} ${path} with a token that is ${kind}: ${response.status}`);
    }
  expect(admitted).toEqual([]);
});

test('a good token is accepted, now and hours later', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const lists = ['/articles/admin', '/events/admin', '/members/admin', '/admin/verify'];
  for (const path of lists) expect((await app.json('GET', path, undefined, token)).status).toBe(200);
  app.clock.advance(day / 3);
  expect((await app.json('GET', '/admin/verify', undefined, token)).status).toBe(200);
});

/** What lies under an /admin or /uploads path, but for the sign-in itself; ids are filled in. */
function guardedRoutes(routes: { method: string; path: string }[]): { method: string; path: string }[] {
  const names = routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/api\/v1\/(.*\/)?(admin|uploads)(\/|$)/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]*\})?/g, '1')}`)
    .filter((name) => !name.startsWith('POST /api/v1/admin/login'));
  return [...new Set(names)].map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path };
  });
}
