import { describe, expect, test } from 'vitest';
import { engines } from './support/database.ts';
import { demandFactor } from './support/society.ts';
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

/** What setting up a second factor takes, and one's own account. Whoever lengthens this list says why. */
const openWithoutFactor = [
  'DELETE /api/v1/admin/account/second-factor/app',
  'DELETE /api/v1/admin/account/second-factor/passkeys/1',
  'DELETE /api/v1/admin/account/sessions',
  'DELETE /api/v1/admin/account/sessions/1',
  'GET /api/v1/admin/account/second-factor',
  'GET /api/v1/admin/account/sessions',
  'GET /api/v1/admin/verify',
  'POST /api/v1/admin/account/proof',
  'POST /api/v1/admin/account/proof/passkey',
  'POST /api/v1/admin/account/second-factor/app/new',
  'POST /api/v1/admin/account/second-factor/passkeys',
  'POST /api/v1/admin/account/second-factor/passkeys/new',
  'POST /api/v1/admin/account/second-factor/recovery-codes',
  'POST /api/v1/admin/logout',
  'PUT /api/v1/admin/account',
  'PUT /api/v1/admin/account/password',
  'PUT /api/v1/admin/account/second-factor/app',
  'PUT /api/v1/admin/account/second-factor/passkeys/1',
];

describe.each(engines)('on %s', (engine) => {
  test('from the day on every administrator route but these refuses an account without a second factor', async () => {
    await using app = await testApp({ engine });
    await demandFactor(app, '2026-11-21');
    const admitted: string[] = [];
    for (const { method, path } of guardedRoutes(app.api.routes)) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await app.signIn()}` };
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const response = await app.request(path, { method, headers, ...(hasBody ? { body: '{}' } : {}) });
      const refusal = (await response.json()) as { code?: string; message?: string };
      if (refusal.code !== 'second_factor_needed') admitted.push(`${method} ${path}`);
      else expect([response.status, refusal.message]).toEqual([403, expect.stringMatching(/^Since 21 November 2026 /)]);
    }
    expect(admitted.toSorted()).toEqual(openWithoutFactor);
  });
});

test('a good token is admitted, now and hours later', async () => {
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
