import { describe, expect, test } from 'vitest';
import { watchHashes } from '#tests/support/count-password-hashes.ts';
import { type Engine, engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const password = 'a password of twenty';
const minute = 60_000;

type Sent = { from: string; name?: string; password?: string; cookie?: string };

/** A site behind a proxy of its own, with one administrator, editor1. */
async function siteFor(engine: Engine) {
  const app = await testApp({ engine, config: { trustProxy: true } });
  await app.signIn();
  return app;
}

/** Gives the names to administrators with a cheap hash: looking at the password of a name that no one has costs a real one. */
async function nameThem({ db }: TestApp, names: string[]): Promise<void> {
  const first = await db.selectFrom('administrators').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...account } = first;
  const rows = names.map((name) => {
    const email = `${name}@society.example`;
    return { ...account, username: name, usernameKey: name, email, emailKey: email };
  });
  await db.insertInto('administrators').values(rows).execute();
}

async function login(app: TestApp, { from, name = 'editor1', password: given = 'wrong', cookie }: Sent) {
  const response = await app.request('/api/v1/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ usernameOrEmail: name, password: given }),
  });
  const body = (await response.json()) as { message: string; code?: string };
  return { status: response.status, headers: response.headers, body, cookie: response.headers.get('set-cookie') };
}

function namesOf(stem: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${stem}${n}`).filter((name) => name !== 'editor1');
}

/** What a browser sends back. */
function kept(setCookie: string | null): string {
  return setCookie?.split(';')[0] ?? '';
}

/** Every row that an attempt may write. */
async function rows(app: TestApp) {
  const throttles = await app.db.selectFrom('throttles').selectAll().orderBy('key').execute();
  const audit = await app.db.selectFrom('audit').selectAll().orderBy('id').execute();
  return { throttles, audit };
}

describe.each(engines)('guessing passwords (%s)', (engine) => {
  test('of 300 wrong passwords from one /48 only a few are checked', async () => {
    await using app = await siteFor(engine);
    await nameThem(app, namesOf('editor', 100));
    using hashes = watchHashes();
    const group = (n: number) => n.toString(16);
    for (let n = 0; n < 300; n++) {
      // Each from a /64 of its own, every eighth from another /56, and for any of a hundred names.
      const from = `2001:db8:7:${group(Math.floor(n / 8) * 256 + (n % 8))}::${group(n + 1)}`;
      expect([401, 429]).toContain((await login(app, { from, name: `editor${n % 100}` })).status);
    }
    expect(hashes.all()).toBeLessThanOrEqual(40);
    expect(hashes.all()).toBeGreaterThan(20);
    expect((await login(app, { from: '2001:db8:8::1' })).status).toBe(401);
  });

  test('a /56 gets more guesses than a /64, a /48 more than a /56, and an IPv4 /24 more than one address', async () => {
    await using app = await siteFor(engine);
    await nameThem(app, namesOf('nobody', 50));
    const lookedAt = async (address: (n: number) => string, many: number) => {
      let count = 0;
      for (let n = 0; n < many; n++)
        if ((await login(app, { from: address(n), name: `nobody${n}` })).status === 401) count++;
      return count;
    };
    expect(await lookedAt((n) => `2001:db8:1:1::${n + 1}`, 12)).toBe(5);
    expect(await lookedAt((n) => `2001:db8:2:${(n + 16).toString(16)}::1`, 30)).toBe(20);
    expect(await lookedAt((n) => `2001:db8:3:${(n + 16).toString(16)}00::1`, 50)).toBe(40);
    expect(await lookedAt(() => '192.0.2.1', 12)).toBe(5);
    expect(await lookedAt((n) => `198.51.100.${n}`, 50)).toBe(40);
  });

  test('a blocked attempt writes nothing to the database', async () => {
    await using app = await siteFor(engine);
    for (let n = 0; n < 5; n++) await login(app, { from: '192.0.2.1' });
    const before = await rows(app);
    for (let n = 0; n < 20; n++)
      expect((await login(app, { from: '192.0.2.1', name: `another${n}` })).status).toBe(429);
    const together = Array.from({ length: 10 }, () => login(app, { from: '192.0.2.1', password }));
    expect((await Promise.all(together)).map(({ status }) => status)).toEqual(Array(10).fill(429));
    expect(await rows(app)).toEqual(before);
  });

  test('attempts that are blocked during a rush write no row either', async () => {
    await using app = await siteFor(engine);
    const rush = Array.from({ length: 20 }, (_, n) => login(app, { from: '192.0.2.1', name: `rush${n}` }));
    const answers = (await Promise.all(rush)).map(({ status }) => status);
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    const { throttles } = await rows(app);
    // The address, its neighbourhood, and five names with their pairs.
    expect(throttles.filter(({ key }) => /^(address|account|pair):/.test(key))).toHaveLength(2 + 2 * 5);
    expect(throttles.every(({ failures }) => failures > 0)).toBe(true);
  });

  test('a port or junk in X-Forwarded-For gives no one new guesses', async () => {
    await using app = await siteFor(engine);
    const refusedFrom = async (address: (n: number) => string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await login(app, { from: address(n), name: `x${n}` })).status);
      return statuses;
    };
    const fiveOnly = [401, 401, 401, 401, 401, 429];
    expect(await refusedFrom((n) => `203.0.113.7:${40_000 + n}`)).toEqual(fiveOnly);
    expect((await login(app, { from: '203.0.113.7' })).status).toBe(429);
    expect(await refusedFrom((n) => `[2001:db8::${n + 1}]:${40_000 + n}`)).toEqual(fiveOnly);
    expect(await refusedFrom((n) => `::ffff:c633:640${n % 2}`)).not.toContain(429);
    expect(await refusedFrom((n) => ['unknown', `_hidden${n}`, `junk ${n}`][n % 3] ?? '')).toEqual(fiveOnly);
  });
});

describe.each(engines)('an owner whose account is under attack (%s)', (engine) => {
  test('may mistype twice at a new address, and from the third time on waits for the failures of others', async () => {
    await using app = await siteFor(engine);
    const attack = async () => {
      for (let n = 0; n < 12; n++) await login(app, { from: `198.51.${n}.7` });
    };
    await attack();
    for (let n = 0; n < 2; n++) expect((await login(app, { from: '192.0.2.1' })).status).toBe(401);
    await attack();
    expect((await login(app, { from: '192.0.2.1', password })).status).toBe(200);
    await attack();
    for (let n = 0; n < 3; n++) expect((await login(app, { from: '203.0.113.9' })).status).toBe(401);
    expect((await login(app, { from: '203.0.113.9', password })).status).toBe(429);
    expect((await login(app, { from: '203.0.113.10', password })).status).toBe(200);
  });
});

describe.each(engines)('a browser that has signed in here before (%s)', (engine) => {
  test('is known by a signed cookie that scripts cannot read', async () => {
    await using app = await siteFor(engine);
    expect((await login(app, { from: '192.0.2.1' })).cookie).toBeNull();
    const { cookie } = await login(app, { from: '192.0.2.1', password });
    expect(cookie).toMatch(
      /^known_browser=[\w.-]+; Max-Age=\d+; Path=\/api\/v1\/admin; HttpOnly; Secure; SameSite=Strict$/,
    );
    const again = await login(app, { from: '192.0.2.1', password, cookie: kept(cookie) });
    // The same browser, known for longer.
    expect(kept(again.cookie).split('.')[1]).toBe(kept(cookie).split('.')[1]);
    await using plain = await testApp({ engine, config: { siteUrl: 'http://localhost:3000' } });
    await plain.signIn();
    expect((await login(plain, { from: '', password })).cookie).not.toContain('Secure');
  });

  test('is let in while someone at the same address guesses', async () => {
    await using app = await siteFor(engine);
    const campus = '192.0.2.1';
    const cookie = kept((await login(app, { from: campus, password })).cookie);
    for (let n = 0; n < 30; n++) await login(app, { from: campus });
    expect((await login(app, { from: campus, password })).status).toBe(429);
    expect((await login(app, { from: campus, password, cookie })).status).toBe(200);
    // The prankster has won nothing by that.
    expect((await login(app, { from: campus })).status).toBe(429);
  });

  test('has its own guesses, and no more than that', async () => {
    await using app = await siteFor(engine);
    const cookie = kept((await login(app, { from: '192.0.2.1', password })).cookie);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await login(app, { from: `192.0.2.${n}`, cookie })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await login(app, { from: '192.0.2.1', password })).status).toBe(200);
    app.clock.advance(minute);
    expect((await login(app, { from: '192.0.2.1', password, cookie })).status).toBe(200);
  });

  test('has few guesses at other accounts, however often it has signed in', async () => {
    await using app = await siteFor(engine);
    await app.signIn();
    const cookies: string[] = [];
    for (let n = 0; n < 3; n++) cookies.push(kept((await login(app, { from: '192.0.2.1', password })).cookie));
    const statuses: number[] = [];
    for (let n = 0; n < 9; n++)
      statuses.push((await login(app, { from: '192.0.2.1', name: 'editor2', cookie: cookies[n % 3] ?? '' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
  });

  test('with a forged or old cookie, or one of a deactivated administrator, counts as a stranger', async () => {
    await using app = await siteFor(engine);
    const cookie = kept((await login(app, { from: '192.0.2.1', password })).cookie);
    for (let n = 0; n < 5; n++) await login(app, { from: '192.0.2.1' });
    const status = async (given: string) => (await login(app, { from: '192.0.2.1', password, cookie: given })).status;
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const given of [forged, 'known_browser=', 'known_browser=1.a.9999999999999.b', cookie.replace('=', '=2')])
      expect(await status(given)).toBe(429);
    await app.db.updateTable('administrators').set({ isActive: false }).execute();
    expect(await status(cookie)).toBe(429);
    await app.db.updateTable('administrators').set({ isActive: true }).execute();
    expect(await status(cookie)).toBe(200);
    app.clock.advance(181 * 24 * 60 * minute);
    for (let n = 0; n < 5; n++) await login(app, { from: '192.0.2.1' });
    expect(await status(cookie)).toBe(429);
  });
});
