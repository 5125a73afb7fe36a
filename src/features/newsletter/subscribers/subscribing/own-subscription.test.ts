import { describe, expect, test } from 'vitest';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const path = '/newsletter/subscription';

async function queryOf(app: TestApp) {
  return new URL((await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).choices).search;
}

async function choose(app: TestApp, wish: string, search?: string) {
  const link = Object.fromEntries(new URLSearchParams(search ?? (await queryOf(app))));
  return app.json('PUT', path, { ...link, wish });
}

describe.each(engines)('the page behind the link of a mail, on %s', (engine) => {
  test('shows what the address gets, and changes it', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const read = async () => (await app.json('GET', path + (await queryOf(app)))).body;
    expect(await read()).toEqual({ state: 'confirmed', wish: 'each', digestDays: null });
    for (const [wish, message] of [
      ['none', 'Saved. Your choice is “Nothing for now”: no newsletters come until you choose again.'],
      ['digest', 'Saved. You get the digest, and our notes to all.'],
    ] as const) {
      expect(await choose(app, wish)).toMatchObject({ status: 200, body: { message } });
      expect(await read()).toEqual({ state: 'confirmed', wish, digestDays: null });
    }
    expect(await choose(app, 'everything')).toMatchObject({ status: 400 });
    expect(await read()).toMatchObject({ wish: 'digest' });
    const forAdministrators = await app.json('GET', '/newsletter/admin/subscribers/1', undefined, await app.signIn());
    expect(forAdministrators.body).toMatchObject({ wish: 'digest' });
  });

  test('someone who leaves and subscribes again gets each article; someone who undoes leaving gets what they had chosen', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    await choose(app, 'digest');
    const search = await queryOf(app);
    await app.json('DELETE', `/newsletter/unsubscribe${search}`);
    expect(await choose(app, 'each')).toMatchObject({
      status: 409,
      body: { message: 'This address is not subscribed.' },
    });
    const back = await app.json('POST', '/newsletter/resubscribe', Object.fromEntries(new URLSearchParams(search)));
    expect(back.body).toEqual({
      message: 'Welcome back! You are subscribed again. You get the digest, and our notes to all.',
    });
    expect((await app.json('GET', path + search)).body).toEqual({
      state: 'confirmed',
      wish: 'digest',
      digestDays: null,
    });
    await app.json('DELETE', `/newsletter/unsubscribe${search}`);
    app.clock.advance(3_600_000);
    await subscribe(app);
    await verify(app, tokenIn((await send()).at(-1)));
    expect((await app.json('GET', path + search)).body).toEqual({ state: 'confirmed', wish: 'each', digestDays: null });
  });

  test('erases the address once', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const search = await queryOf(app);
    const erase = () => app.json('DELETE', path + search);
    expect(await erase()).toMatchObject({
      status: 200,
      body: { message: 'Everything the newsletter kept about this address is erased.' },
    });
    expect(await stateOf(app)).toBeUndefined();
    expect(await app.db.selectFrom('rememberedAddresses').selectAll().execute()).toHaveLength(1);
    expect(await erase()).toMatchObject({ status: 200 });
    expect(await app.json('GET', path + search)).toMatchObject({
      status: 404,
      body: { message: 'The newsletter holds nothing about this address.' },
    });
  });

  test('does nothing for another token, not even for one from before the key was rotated', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const other = `?email=${email}&token=${'a'.repeat(43)}`;
    const refused = {
      status: 400,
      body: {
        message:
          'This link is broken or can no longer be used. Please open it in the email again. The link in our next email will work.',
      },
    };
    expect(await app.json('GET', path + other)).toMatchObject(refused);
    expect(await choose(app, 'none', other)).toMatchObject(refused);
    expect(await app.json('DELETE', path + other)).toMatchObject(refused);
    expect(await app.db.selectFrom('subscribers').select(['state', 'wish']).execute()).toEqual([
      { state: 'confirmed', wish: 'each' },
    ]);
  });
});
