import { describe, expect, test } from 'vitest';
import { type Engine, engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Notice } from '../changes/notices.server.ts';
import { warnOfGuessing } from './failed-sign-ins.server.ts';

const password = 'a password of twenty';
const home = '192.0.2.1';
const hour = 3_600_000;
const administratorId = 1;

/** One administrator, editor1, who has signed in at home. */
async function siteFor(engine: Engine) {
  const app = await testApp({ engine, config: { trustProxy: true } });
  await app.signIn();
  const cookie = (await answerOf(app, home, password)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const atHome = async (given: string) => (await answerOf(app, home, given, { cookie })).status;
  return Object.assign(app, { atHome });
}

async function login(app: TestApp, from: string, given: string, name = 'editor1'): Promise<number> {
  return (await answerOf(app, from, given, {}, name)).status;
}

async function answerOf(app: TestApp, from: string, given: string, headers = {}, name = 'editor1'): Promise<Response> {
  return app.request('/api/v1/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ usernameOrEmail: name, password: given }),
  });
}

/** As so many wrong passwords count, without the time that their hashes take. */
async function guess({ db, clock }: TestApp, times: number, id: number | null = administratorId): Promise<void> {
  for (let n = 0; n < times; n++) await warnOfGuessing(db, id, clock.now());
}

async function emailsOf({ db }: TestApp) {
  const rows = await db
    .selectFrom('mails')
    .where('issueId', 'is', null)
    .select(['recipient', 'content'])
    .orderBy('id')
    .execute();
  return rows.map(({ recipient, content }) => ({ recipient, ...(JSON.parse(content) as Omit<Notice, 'to'>) }));
}

describe.each(engines)('many wrong passwords for one account (%s)', (engine) => {
  test('beyond 100 in an hour from foreign browsers its owner gets one mail, and is never kept out', async () => {
    await using app = await siteFor(engine);
    await guess(app, 98);
    expect(await login(app, '198.51.100.1', 'wrong')).toBe(401);
    // From home it is the owner, who mistypes.
    for (let n = 0; n < 3; n++) expect(await app.atHome('wrong')).toBe(401);
    expect(await login(app, '198.51.101.1', 'wrong')).toBe(401);
    expect(await emailsOf(app)).toEqual([]);

    expect(await login(app, '198.51.102.1', 'wrong')).toBe(401);
    const emails = await emailsOf(app);
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatchObject({
      recipient: 'editor1@society.example',
      subject: 'Someone is trying to guess your password',
    });
    expect(emails[0]?.paragraphs).toEqual([
      'In the last hour more than 100 wrong passwords were tried for your account, from browsers that you have never signed in with.',
      'No one got in. Your account is not locked: you can sign in as usual, while each wrong guess has to wait longer.',
      expect.stringContaining('What to do:'),
      expect.stringContaining('at most once a day'),
    ]);

    expect(await login(app, '198.51.103.1', 'wrong')).toBe(401);
    await guess(app, 50);
    expect(await emailsOf(app)).toHaveLength(1);
    // Although the account has failed often, also after mistyping at home, and from a network of which no one knows.
    expect(await app.atHome(password)).toBe(200);
    expect(await login(app, '203.0.113.9', password)).toBe(200);
  });

  test('mistyping at home while the account is attacked does not make its owner wait', async () => {
    await using app = await siteFor(engine);
    for (let n = 0; n < 7; n++) expect(await login(app, `198.51.${n}.1`, 'wrong')).toBe(401);
    expect(await login(app, '198.51.0.1', 'wrong')).toBe(429);
    expect(await app.atHome('wrong')).toBe(401);
    expect(await app.atHome(password)).toBe(200);
  });

  test('mistyping elsewhere while the account is attacked for days makes its owner wait an hour, not longer', async () => {
    await using app = await siteFor(engine);
    const hotel = '203.0.113.9';
    for (let n = 0; n < 12; n++) expect(await login(app, `198.51.${n}.1`, 'wrong')).toBe(401);
    expect(await login(app, hotel, 'wrong')).toBe(401);
    expect(await login(app, hotel, password)).toBe(429);
    for (let n = 0; n < 2; n++) {
      app.clock.advance(hour / 2);
      expect(await login(app, `198.51.${n + 20}.1`, 'wrong')).toBe(401);
    }
    expect(await login(app, hotel, password)).toBe(200);
  });

  test('there is one mail a day, and each hour is counted by itself', async () => {
    await using app = await siteFor(engine);
    await guess(app, 100);
    app.clock.advance(hour + 1);
    await guess(app, 100);
    expect(await emailsOf(app)).toEqual([]);
    await guess(app, 1);
    expect(await emailsOf(app)).toHaveLength(1);
    app.clock.advance(2 * hour);
    await guess(app, 150);
    expect(await emailsOf(app)).toHaveLength(1);
    app.clock.advance(23 * hour);
    await guess(app, 101);
    expect(await emailsOf(app)).toHaveLength(2);
  });

  test('what was counted by a clock that ran a year ahead holds no longer', async () => {
    await using app = await siteFor(engine);
    const year = 365 * 24 * hour;
    app.clock.advance(year);
    for (let n = 0; n < 6; n++) await login(app, '198.51.100.1', 'wrong');
    await guess(app, 101);
    app.clock.advance(-year);
    expect(await login(app, '198.51.100.1', password)).toBe(200);
    await guess(app, 100);
    expect(await emailsOf(app)).toHaveLength(1);
    await guess(app, 1);
    expect(await emailsOf(app)).toHaveLength(2);
  });

  test('many at once count each and make one mail', async () => {
    await using app = await siteFor(engine);
    await guess(app, 95);
    await Promise.all(Array.from({ length: 12 }, () => warnOfGuessing(app.db, administratorId, app.clock.now())));
    expect(await emailsOf(app)).toHaveLength(1);
  });

  test('a name that no one has is no one to write to', async () => {
    await using app = await siteFor(engine);
    await guess(app, 102, null);
    expect(await login(app, '198.51.100.1', 'wrong', 'nobody')).toBe(401);
    expect(await emailsOf(app)).toEqual([]);
  });
});
