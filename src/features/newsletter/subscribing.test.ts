import { describe, expect, test } from 'vitest';
import { addressBlock } from '#platform/http/address-block.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { linksOf } from './links.server.ts';
import { createPostman } from './newsletter.jobs.ts';

const minute = 60_000;
const hour = 60 * minute;
const email = 'reader@example.org';

/** An app without limits per network, and its letters: what is due is sent by `send`. */
async function appWithPost(engine: (typeof engines)[number], perHour = 1000) {
  const app = await testApp({ engine, config: { subscribeLimitPerHour: perHour } });
  const mails: Mail[] = [];
  const postman = createPostman({
    ...app.context,
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return { code: 250, answer: 'ok' };
      },
      close: async () => {},
    },
  });
  const send = async () => {
    const before = mails.length;
    await postman.sendDue();
    return mails.slice(before);
  };
  return { app, send, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const subscribe = (app: TestApp, address = email) => app.json('POST', '/newsletter/subscribe', { email: address });
const verify = (app: TestApp, token: string) => app.json('GET', `/newsletter/verify?token=${token}`);
const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

async function confirmed(app: TestApp, send: () => Promise<Mail[]>, address = email): Promise<void> {
  await subscribe(app, address);
  await verify(app, tokenIn((await send())[0]));
}

async function stateOf(app: TestApp): Promise<string | undefined> {
  const row = await app.db.selectFrom('subscribers').select('state').where('emailKey', '=', email).executeTakeFirst();
  return row?.state;
}

describe.each(engines)('subscribing on %s', (engine) => {
  test('a new, a pending and a confirmed address get the very same answer', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const answers = [await subscribe(app), await subscribe(app)];
    await verify(app, tokenIn((await send())[0]));
    answers.push(await subscribe(app));
    await app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    answers.push(await subscribe(app));
    const plain = answers.map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()] }));
    for (const answer of plain) expect(answer).toEqual(plain[0]);
  });

  test('one confirmation in 15 minutes, and one reminder a day', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    expect(await send()).toHaveLength(1);
    app.clock.advance(14 * minute);
    await subscribe(app, email.toUpperCase());
    expect(await send()).toHaveLength(0);
    app.clock.advance(minute);
    await subscribe(app);
    const [second] = await send();
    await verify(app, tokenIn(second));
    await subscribe(app);
    expect((await send())[0]?.subject).toMatch(/^You are already subscribed/);
    app.clock.advance(23 * hour);
    await subscribe(app);
    expect(await send()).toHaveLength(0);
    app.clock.advance(hour);
    await subscribe(app);
    expect(await send()).toHaveLength(1);
  });

  test('who left may come back at once, by a new confirmation', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    await app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    await subscribe(app);
    const mails = await send();
    expect(await stateOf(app)).toBe('unsubscribed');
    await verify(app, tokenIn(mails.find((mail) => mail.subject.startsWith('Please confirm'))));
    expect(await stateOf(app)).toBe('confirmed');
  });

  test('a token works for 72 hours, is stored only as a hash, and answers success again', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = await app.db.selectFrom('confirmations').select('tokenHash').execute();
    expect(stored[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    app.clock.advance(72 * hour + 1);
    const late = await verify(app, token);
    expect(late).toMatchObject({ status: 410, body: { status: 'error', verified: false, code: 'expired' } });
    expect(late.body.message).toMatch(/subscribe again/);
    await subscribe(app);
    const fresh = tokenIn((await send())[0]);
    expect((await verify(app, fresh)).status).toBe(200);
    app.clock.advance(100 * hour);
    expect((await verify(app, fresh)).status).toBe(200);
  });

  test('a HEAD confirms nobody', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    await app.request(`/api/v1/newsletter/verify?token=${token}`, { method: 'HEAD' });
    expect(await stateOf(app)).toBe('pending');
  });

  test('five an hour from one network', async () => {
    await using post = await appWithPost(engine, 5);
    const { app } = post;
    for (let n = 0; n < 5; n++) expect((await subscribe(app, `r${n}@example.org`)).status).toBe(200);
    const refused = await subscribe(app, 'r5@example.org');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(3600);
    app.clock.advance(hour);
    expect((await subscribe(app, 'r5@example.org')).status).toBe(200);
  });

  test.each([
    'a@b.org\r\nBcc: c@d.org',
    'a@b.org\u0000',
    'a,b@c.org',
    '<a@b.org>',
    'a@b.org;c',
    '"a"@b.org',
    'a\u202e@b.org',
  ])('%j is no address', async (address) => {
    await using post = await appWithPost(engine);
    const { app } = post;
    expect((await subscribe(app, address)).status).toBe(400);
    expect(await app.db.selectFrom('subscribers').select('id').execute()).toEqual([]);
  });
});

describe.each(engines)('leaving on %s', (engine) => {
  test('the bare address is enough, and the notice can undo it (B1)', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    for (const address of [email, 'READER@example.org', 'nobody@example.org'])
      expect(await app.json('DELETE', `/newsletter/unsubscribe?email=${address}`)).toMatchObject({
        status: 200,
        body: { message: 'You have been unsubscribed.' },
      });
    const [notice, ...others] = await send();
    expect(others).toEqual([]);
    const undo = new URL(/https:\S+undo=1/.exec(notice?.text ?? '')?.[0] ?? '');
    const token = undo.searchParams.get('token') ?? '';
    expect(await app.json('POST', '/newsletter/resubscribe', { email, token: `${token}x` })).toMatchObject({
      status: 400,
    });
    expect((await app.json('POST', '/newsletter/resubscribe', { email, token })).status).toBe(200);
    expect(await stateOf(app)).toBe('confirmed');
    const audit = await app.db.selectFrom('audit').select(['action', 'detail']).orderBy('id').execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'subscriber.confirm',
      'subscriber.unsubscribe',
      'subscriber.resubscribe',
    ]);
    expect(JSON.stringify(audit)).not.toContain('@');
  });

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    ['multipart', {}, Object.assign(new FormData(), {})],
    ['nothing', {}, undefined],
  ])('one click posted as %s needs no cookie and is not redirected (B2)', async (_, headers, body) => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const { search } = new URL((await linksOf(app.db, 'https://society.example')).oneClick(email));
    if (body instanceof FormData) body.set('List-Unsubscribe', 'One-Click');
    for (let twice = 0; twice < 2; twice++) {
      const init = { method: 'POST', headers, ...(body === undefined ? {} : { body }) };
      const response = await app.request(`/api/v1/newsletter/unsubscribe${search}`, init);
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    expect(await stateOf(app)).toBe('unsubscribed');
    // With a good token there is nothing to be told.
    expect(await send()).toEqual([]);
  });

  test('opening the link of the mail program changes nothing and leads to the page', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const links = await linksOf(app.db, 'https://society.example');
    const { pathname, search } = new URL(links.oneClick(email));
    for (const method of ['GET', 'HEAD']) {
      const response = await app.request(pathname + search, { method });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(links.unsubscribe(email));
    }
    expect(await stateOf(app)).toBe('confirmed');
  });

  test('without a token it is limited per network, with one it is not', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const leave = (query: string) => app.json('DELETE', `/newsletter/unsubscribe?${query}`);
    for (let n = 0; n < 20; n++) expect((await leave(`email=nobody${n}@example.org`)).status).toBe(200);
    expect((await leave(`email=${email}&token=wrong`)).status).toBe(429);
    expect(await stateOf(app)).toBe('confirmed');
    const { search } = new URL((await linksOf(app.db, 'https://society.example')).unsubscribe(email));
    expect((await leave(search.slice(1))).status).toBe(200);
    expect(await stateOf(app)).toBe('unsubscribed');
  });

  test('a plus sign may arrive undecoded', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send, 'reader+news@example.org');
    await app.json('DELETE', '/newsletter/unsubscribe?email=reader+news@example.org');
    const { state } = await app.db.selectFrom('subscribers').select('state').executeTakeFirstOrThrow();
    expect(state).toBe('unsubscribed');
  });

  test('a confirmation that is under way ends with it', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    await app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    expect((await verify(app, token)).status).toBe(400);
    expect(await stateOf(app)).toBe('unsubscribed');
    expect(await send()).toEqual([]);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
