import { describe, expect, test } from 'vitest';
import { applyBounceReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';

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

  test('a suppressed subscriber unsubscribes once, however often the link is opened', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const bounce = { type: 'hard', source: 'webhook', email, reason: '550 no such user' } as const;
    await applyBounceReport(app.db, bounce, app.clock.now());
    const leftAt = async () => (await app.db.selectFrom('subscribers').select('unsubscribedAt').execute())[0];
    await app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    const first = await leftAt();
    app.clock.advance(60_000);
    await app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    expect(first?.unsubscribedAt).not.toBeNull();
    expect(await leftAt()).toEqual(first);
    const left = app.db.selectFrom('audit').select('id').where('action', '=', 'subscriber.unsubscribe');
    expect(await left.execute()).toHaveLength(1);
  });

  test('only a token from our mails gets an undo, and only while undoing is possible', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const { searchParams } = new URL(
      (await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).unsubscribe,
    );
    const leave = async (token: string) =>
      (await app.json('DELETE', `/newsletter/unsubscribe?${new URLSearchParams({ email, token })}`)).body;
    const plain = { message: 'You have been unsubscribed.' };
    const token = searchParams.get('token') ?? '';
    expect(await leave(`${token.slice(0, -1)}!`)).toEqual(plain);
    expect(await leave(token)).toEqual({ ...plain, canUndo: true });
    app.clock.advance(31 * 24 * 60 * 60_000);
    expect(await leave(token)).toEqual(plain);
  });

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    ['multipart', {}, Object.assign(new FormData(), {})],
    ['nothing', {}, undefined],
  ])('one click posted as %s needs no cookie and is not redirected (B2)', async (_, headers, body) => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const { search } = new URL(
      (await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).oneClick,
    );
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
    const links = await createNewsletterLinks(app.db, 'https://society.example');
    const { pathname, search } = new URL(links.ownLinks(email).oneClick);
    for (const method of ['GET', 'HEAD']) {
      const response = await app.request(pathname + search, { method });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(links.ownLinks(email).unsubscribe);
    }
    expect(await stateOf(app)).toBe('confirmed');
  });

  test('without a token it is limited per network, with one it is not', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const leave = (query: string) => app.json('DELETE', `/newsletter/unsubscribe?${query}`);
    for (let n = 0; n < 20; n++) expect((await leave(`email=no one${n}@example.org`)).status).toBe(200);
    expect((await leave(`email=${email}&token=wrong`)).status).toBe(429);
    expect(await stateOf(app)).toBe('confirmed');
    const { search } = new URL(
      (await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).unsubscribe,
    );
    expect((await leave(search.slice(1))).status).toBe(200);
    expect(await stateOf(app)).toBe('unsubscribed');
  });

  test('a plus sign may arrive as a space', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send, 'reader+news@example.org');
    await app.json('DELETE', '/newsletter/unsubscribe?email=reader+news@example.org');
    const { state } = await app.db.selectFrom('subscribers').select('state').executeTakeFirstOrThrow();
    expect(state).toBe('unsubscribed');
  });

  test('unsubscribing ends a confirmation that is under way', async () => {
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
