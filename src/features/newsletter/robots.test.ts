import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, email, stateOf, subscribe } from '#tests/support/newsletter.ts';

const byForm = { website: '', pageOpenMs: 9000 };
const said = 'Subscribed! Please check your inbox to verify your email.';

describe.each(engines)('against robots on %s', (engine) => {
  test('whoever fills in what people do not see is told the same, and nothing happens', async () => {
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

  test('the budget of an hour stops bare calls, but nobody who uses the form', async () => {
    await using post = await appWithPost(engine, 1000, { subscribeBudgetPerHour: 3 });
    const { app, send } = post;
    for (let n = 0; n < 3; n++) expect((await subscribe(app, `bare${n}@example.org`)).status).toBe(200);
    const refused = await subscribe(app, 'bare3@example.org');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(refused.body.message).toMatch(/use the form on our website/);
    const tooQuick = { email: 'quick@example.org', website: '', pageOpenMs: 200 };
    expect((await app.json('POST', '/newsletter/subscribe', tooQuick)).status).toBe(429);
    expect((await app.json('POST', '/newsletter/subscribe', { email, ...byForm })).status).toBe(200);
    expect(await send()).toHaveLength(4);
    app.clock.advance(60 * 60_000);
    expect((await subscribe(app, 'bare3@example.org')).status).toBe(200);
  });

  test('robots that learn to look like the form end at ten times the budget', async () => {
    await using post = await appWithPost(engine, 1000, { subscribeBudgetPerHour: 1 });
    const { app } = post;
    const statuses = [];
    for (let n = 0; n < 11; n++)
      statuses.push(
        (await app.json('POST', '/newsletter/subscribe', { email: `f${n}@example.org`, ...byForm })).status,
      );
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
