import { describe, expect, test } from 'vitest';
import { type Engine, engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const password = 'a password of twenty';
const home = '192.0.2.1';
const hour = 3_600_000;

/** One administrator, editor1, who has signed in at home. */
async function siteFor(engine: Engine) {
  const app = await testApp({ engine, config: { trustProxy: true } });
  await app.signIn();
  const cookie = (await answerOf(app, home, password)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const atHome = async (given: string) => (await answerOf(app, home, given, { cookie })).status;
  return Object.assign(app, { atHome });
}

async function login(app: TestApp, from: string, given: string): Promise<number> {
  return (await answerOf(app, from, given)).status;
}

async function answerOf(app: TestApp, from: string, given: string, headers = {}): Promise<Response> {
  return app.request('/api/v1/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ usernameOrEmail: 'editor1', password: given }),
  });
}

describe.each(engines)('many wrong passwords for one account (%s)', (engine) => {
  test('an owner who mistypes at home while the account is attacked does not have to wait', async () => {
    await using app = await siteFor(engine);
    for (let n = 0; n < 7; n++) expect(await login(app, `198.51.${n}.1`, 'wrong')).toBe(401);
    for (const status of [401, 401, 429]) expect(await login(app, '198.51.0.1', 'wrong')).toBe(status);
    expect(await app.atHome('wrong')).toBe(401);
    expect(await app.atHome(password)).toBe(200);
  });

  test('an owner who mistypes elsewhere while the account is attacked for days waits an hour at most', async () => {
    await using app = await siteFor(engine);
    const hotel = '203.0.113.9';
    for (let n = 0; n < 12; n++) expect(await login(app, `198.51.${n}.1`, 'wrong')).toBe(401);
    for (let n = 0; n < 3; n++) expect(await login(app, hotel, 'wrong')).toBe(401);
    expect(await login(app, hotel, password)).toBe(429);
    for (let n = 0; n < 2; n++) {
      app.clock.advance(hour / 2);
      expect(await login(app, `198.51.${n + 20}.1`, 'wrong')).toBe(401);
    }
    expect(await login(app, hotel, password)).toBe(200);
  });

  test('counts from a clock that ran a year ahead no longer block anyone', async () => {
    await using app = await siteFor(engine);
    const year = 365 * 24 * hour;
    app.clock.advance(year);
    for (let n = 0; n < 6; n++) await login(app, '198.51.100.1', 'wrong');
    app.clock.advance(-year);
    expect(await login(app, '198.51.100.1', password)).toBe(200);
  });
});
