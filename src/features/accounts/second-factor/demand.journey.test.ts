import { describe, expect, test } from 'vitest';
import type { Administrator } from '#features/accounts/account.schema.ts';
import { resetFactorByOperator } from '#features/accounts/operator.server.ts';
import type { AdminSettings, SettingsInput } from '#features/settings/settings.schema.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { addApp, demandFactor, hour, post, signIn, society, tokenIn } from '#tests/support/society.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const factorPath = '/admin/account/second-factor';
const refused = { status: 403, body: { code: 'second_factor_needed' } };

const save = (app: TestApp, token: string, input: SettingsInput) =>
  app.json<AdminSettings & { code: string }>('PUT', '/settings/admin', input, token);
const dashboard = (app: TestApp, token: string) => app.json('GET', '/articles/admin', undefined, token);

async function missing(app: TestApp, token: string) {
  const { body } = await app.json<{ administrator: object }>('GET', '/admin/verify', undefined, token);
  return (body.administrator as { missingFactor?: object }).missingFactor;
}

describe.each(engines)('a second factor for everybody, on %s', (engine) => {
  test('is asked by somebody who has one, with a fresh proof, and not told to visitors', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const sentence =
      'Set up a second factor of your own first, under Your account: whoever decides this for everybody needs one.';
    expect(await save(app, you, { secondFactorFrom: '2027-02-01' })).toMatchObject({
      status: 400,
      body: { message: sentence, fields: { secondFactorFrom: sentence } },
    });
    await addApp(app, you);
    for (const [day, said] of [
      ['2026-11-20', 'Please choose today or a later day'],
      ['2027-02-31', 'Please choose a day, or none'],
      ['soon', 'Please choose a day, or none'],
    ] as const)
      expect(await save(app, you, { secondFactorFrom: day })).toMatchObject({
        status: 400,
        body: { fields: { secondFactorFrom: said } },
      });
    app.clock.advance(hour);
    expect(await save(app, you, { secondFactorFrom: '2027-02-01' })).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_needed' },
    });
    expect((await save(app, you, { heroTitle: 'Hello' })).body.secondFactorFrom).toBeNull();
    await app.json('POST', '/admin/account/proof', { currentPassword: 'a password of twenty' }, you);
    expect(await save(app, you, { secondFactorFrom: '2027-02-01' })).toMatchObject({
      status: 200,
      body: { secondFactorFrom: '2027-02-01', heroTitle: 'Hello' },
    });
    expect((await app.json('GET', '/settings')).body).not.toHaveProperty('secondFactorFrom');
    expect((await app.json('GET', '/settings', undefined, you)).body).not.toHaveProperty('secondFactorFrom');
    await save(app, you, { secondFactorFrom: null });
    const { body: done } = await app.json<{ before: string }[]>('GET', '/activity/admin?limit=2', undefined, you);
    expect(done.map(({ before }) => before)).toEqual([
      'changed the settings of the site: nobody has to have a second factor any more',
      'changed the settings of the site: from 1 February 2027 on everybody needs a second factor',
    ]);
  });

  test('comes and goes with a version of the settings, by the same rules', async () => {
    await using app = await testApp({ engine });
    const [you, other] = [await app.signIn(), await app.signIn()];
    await addApp(app, you);
    await save(app, you, { secondFactorFrom: '2026-12-01' });
    await save(app, you, { secondFactorFrom: null });
    const path = '/settings/admin/revisions';
    const { body: kept } = await app.json<{ id: number; summary: string }[]>('GET', path, undefined, you);
    expect(kept[0]?.summary).toBe('Second factor for everybody changed');
    const back = (token: string) => app.json('POST', `${path}/${kept[1]?.id}/restore`, {}, token);
    expect((await back(other)).status).toBe(400);
    app.clock.advance(30 * 24 * hour);
    const { token } = (await signIn(app, 'editor2')).body;
    await addApp(app, token);
    expect(await back(token)).toMatchObject({ status: 200, body: { secondFactorFrom: '2026-12-01' } });
  });

  test('begins with the day of the society, without a new sign-in', async () => {
    await using app = await testApp({ engine, now: '2026-11-22T02:59:00.000Z' });
    const [you, other] = [await app.signIn(), await app.signIn()];
    await addApp(app, you);
    const set = await save(app, you, { secondFactorFrom: '2026-11-22', timeZone: 'America/Sao_Paulo' });
    expect(set.status).toBe(200);
    expect(await missing(app, you)).toBeUndefined();
    expect(await missing(app, other)).toEqual({ from: '2026-11-22', isInForce: false });
    expect((await dashboard(app, other)).status).toBe(200);
    app.clock.advance(60_000);
    expect(await missing(app, other)).toEqual({ from: '2026-11-22', isInForce: true });
    expect(await dashboard(app, other)).toMatchObject(refused);
    expect((await dashboard(app, you)).status).toBe(200);
    await addApp(app, other);
    expect(await missing(app, other)).toBeUndefined();
    expect((await dashboard(app, other)).status).toBe(200);
  });

  test('shows no draft to whoever lacks it', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const draft = await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: false }), you);
    const read = async () => (await app.json('GET', `/articles/${draft.body.id}`, undefined, you)).status;
    expect(await read()).toBe(200);
    await demandFactor(app, '2026-11-21');
    expect(await read()).toBe(404);
  });

  test('whoever loses it is back at the set-up: by removing it, a link, the command line', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    await addApp(app, one);
    await addApp(app, two);
    await demandFactor(app, '2026-11-21');
    expect((await dashboard(app, two)).status).toBe(200);
    expect((await app.json('DELETE', `${factorPath}/app`, undefined, two)).status).toBe(200);
    expect(await dashboard(app, two)).toMatchObject(refused);
    const listed = await app.json<Administrator[]>('GET', '/admin/administrators', undefined, one);
    expect(listed.body.map(({ isFactorMissing }) => isFactorMissing)).toEqual([false, true]);
    app.clock.advance(60_000);
    await addApp(app, two);
    expect((await dashboard(app, two)).status).toBe(200);

    const link = tokenIn((await post(app, '/2/second-factor-link', one)).body.link);
    expect((await app.json('POST', '/invitation/reset-second-factor', { token: link })).status).toBe(200);
    const again = (await signIn(app, 'editor2')).body.token;
    expect(await dashboard(app, again)).toMatchObject(refused);
    await addApp(app, again);
    expect((await dashboard(app, again)).status).toBe(200);

    await resetFactorByOperator(app.db, 'editor2', app.clock.now());
    const last = (await signIn(app, 'editor2')).body.token;
    expect(await dashboard(app, last)).toMatchObject(refused);
    await addApp(app, last);
    expect((await dashboard(app, last)).status).toBe(200);
  });
});
