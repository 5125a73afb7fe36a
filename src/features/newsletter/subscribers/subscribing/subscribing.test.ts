import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';

const minute = 60_000;
const hour = 60 * minute;

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

  test('someone who left can subscribe again at once, with a new confirmation', async () => {
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

  test('a token works for 72 hours, is stored only as a hash, and answers success when used again', async () => {
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

  test('an old link does not reactivate a suppressed address', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    await app.db.updateTable('subscribers').set({ state: 'suppressed' }).execute();
    expect(await verify(app, token)).toMatchObject({ status: 410, body: { verified: false, code: 'expired' } });
    expect(await stateOf(app)).toBe('suppressed');
  });

  test('a HEAD request confirms no one', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    await app.request(`/api/v1/newsletter/verify?token=${token}`, { method: 'HEAD' });
    expect(await stateOf(app)).toBe('pending');
  });

  test('five subscriptions an hour from one network', async () => {
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
