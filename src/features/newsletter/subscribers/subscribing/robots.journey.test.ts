import { describe, expect, test } from 'vitest';
import type { ErrorBody, Proof } from '#shared/calls/api-error.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, email, stateOf, subscribe } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { solveChallenge } from '#ui/forms/solve-challenge.ts';

const byForm = { website: '' };
const said = 'Subscribed! Please check your inbox to verify your email.';

describe.each(engines)('against robots on %s', (engine) => {
  test('a robot that fills in the hidden field gets the same answer, and nothing happens', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const answer = await app.json('POST', '/newsletter/subscribe', {
      email,
      ...byForm,
      website: 'https://spam.example',
    });
    const honest = await app.json('POST', '/newsletter/subscribe', { email: 'honest@example.org', ...byForm });
    expect(answer).toMatchObject({ status: 200, body: { message: said } });
    expect([...answer.headers.keys()]).toEqual([...honest.headers.keys()]);
    expect(await stateOf(app)).toBeUndefined();
    expect((await send()).map(({ to }) => to)).toEqual(['honest@example.org']);
  });

  test('the hourly limit stops bare calls, but no one who uses the form', async () => {
    await using post = await appWithPost(engine, 1000, { siteSubscribeLimitPerHour: 3 });
    const { app, send } = post;
    for (let n = 0; n < 3; n++) expect((await subscribe(app, `bare${n}@example.org`)).status).toBe(200);
    const refused = await subscribe(app, 'bare3@example.org');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(refused.body.message).toMatch(/use the form on our website/);
    expect((await app.json('POST', '/newsletter/subscribe', { email, ...byForm })).status).toBe(200);
    expect(await send()).toHaveLength(4);
    app.clock.advance(60 * 60_000);
    expect((await subscribe(app, 'bare3@example.org')).status).toBe(200);
  });

  test('during a flood of posts like the form’s, browsers do some work, no one is refused, and bare calls stay limited', async () => {
    await using post = await appWithPost(engine, 1000, { siteSubscribeLimitPerHour: 4 });
    const { app, send } = post;
    const statuses = [];
    for (let n = 0; n < 20; n++) statuses.push((await byPage(app, `forged${n}@example.org`)).status);
    expect(statuses).toEqual([200, 200, ...Array(18).fill(429)]);
    const asked = await byPage(app);
    expect(asked).toMatchObject({ status: 429, body: { code: 'proof_needed' } });
    expect(asked.body.message).not.toMatch(/form/);
    expect(await byPage(app, email, await solved(asked))).toMatchObject({ status: 200, body: { message: said } });
    expect((await subscribe(app, 'bare@example.org')).status).toBe(200);
    const reached = (await send()).map(({ to }) => to).sort();
    expect(reached).toEqual(['bare@example.org', 'forged0@example.org', 'forged1@example.org', email]);
  });

  test('an hour counted by a clock that ran a year ahead ends when the clock is corrected', async () => {
    await using post = await appWithPost(engine, 1, { siteSubscribeLimitPerHour: 2 });
    const { app } = post;
    const year = 365 * 24 * 60 * 60_000;
    app.clock.advance(year);
    expect((await subscribe(app, 'a@example.org')).status).toBe(200);
    expect((await byPage(app)).status).toBe(429);
    app.clock.advance(-year);
    expect((await byPage(app)).status).toBe(200);
    expect((await byPage(app)).status).toBe(429);
  });

  test('a proof of work counts once, for its address, within ten minutes, on its site', async () => {
    await using post = await appWithPost(engine, 1000, { siteSubscribeLimitPerHour: 1 });
    await using other = await appWithPost(engine, 1000, { siteSubscribeLimitPerHour: 1 });
    const { app } = post;
    const proof = await solved(await byPage(app));
    const refusals = [
      ['reader2@example.org', proof],
      [email, { ...proof, number: proof.number + 1 }],
      [email, { ...proof, until: proof.until + 1 }],
      [email, { ...proof, salt: `${proof.salt}x` }],
      [email, { ...proof, signature: '' }],
      [email, await solved(await byPage(other.app))],
    ] as const;
    for (const [address, wrong] of refusals)
      expect((await byPage(app, address, wrong)).body).toMatchObject({ code: 'proof_needed' });
    const twice = await Promise.all([byPage(app, email, proof), byPage(app, email, proof)]);
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429]);
    expect((await byPage(app, email, proof)).body.code).toBe('proof_needed');
    const late = await solved(await byPage(app));
    app.clock.advance(10 * 60_000);
    expect((await byPage(app, email, late)).body.code).toBe('proof_needed');
  });

  test('each proof makes the next one harder, up to 32 times; someone’s network counts one subscription', async () => {
    await using post = await appWithPost(engine, 4, { siteSubscribeLimitPerHour: 1 });
    const { app } = post;
    const most = [];
    for (let n = 0; n < 3; n++) {
      const asked = await byPage(app, `r${n}@example.org`);
      most.push(asked.body.challenge?.most);
      expect((await byPage(app, `r${n}@example.org`, await solved(asked))).status).toBe(200);
    }
    expect(most).toEqual([1000, 2000, 4000]);
    await app.db.updateTable('throttles').set({ failures: 1e6 }).where('key', '=', 'subscribe-by-proof:all').execute();
    expect((await byPage(app)).body.challenge?.most).toBe(32_000);
    expect(await byPage(app)).toMatchObject({ status: 429, body: { code: 'too_many' } });
  });
});

function byPage(app: TestApp, address = email, proof?: Proof) {
  const body = { email: address, website: '', ...(proof ? { proof } : {}) };
  return app.json<ErrorBody>('POST', '/newsletter/subscribe', body);
}

async function solved({ body }: { body: ErrorBody }): Promise<Proof> {
  const proof = body.challenge ? await solveChallenge(body.challenge) : null;
  if (!proof) throw new Error('There is nothing to solveChallenge');
  return proof;
}
