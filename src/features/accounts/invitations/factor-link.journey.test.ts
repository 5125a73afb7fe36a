import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { addApp, address, isSignedIn, post, signIn, society, tokenIn } from '#tests/support/two-administrators.ts';

const open = (app: TestApp, token: string) => app.json<{ message: string }>('POST', '/account-links/use', { token });

describe.each(engines)("a colleague's link on %s", (engine) => {
  test('removes a second factor once, and both administrators are told', async () => {
    await using set = await society(engine);
    const { app, one, two, read } = set;
    expect((await post(app, '/2/links', one, { purpose: 'factor' })).status).toBe(409);
    await addApp(app, two);
    await read();
    expect((await post(app, '/1/links', one, { purpose: 'factor' })).status).toBe(409);
    const made = await post(app, '/2/links', one, { purpose: 'factor' });
    expect(made.status).toBe(201);
    expect((await read()).map(({ to, subject }) => [to, subject])).toEqual(
      ['editor1', 'editor2'].map((name) => [
        address(name),
        'editor1 has made a link that removes the second factor of editor2',
      ]),
    );
    const token = tokenIn(made.body.link);
    // It opens nothing by itself, nor as another kind of link.
    const asPassword = { token, password: 'marmot umbrella violin' };
    expect((await app.json('POST', '/account-links/use', asPassword)).status).toBe(404);
    expect((await app.json('POST', '/account-links/read', { token })).body).toMatchObject({ kind: 'factor' });
    expect((await signIn(app, 'editor2')).body.token).toBeUndefined();
    expect((await open(app, token)).status).toBe(200);
    expect((await open(app, token)).status).toBe(404);
    expect(await isSignedIn(app, two)).toBe(false);
    expect((await signIn(app, 'editor2')).body.token).toBeDefined();
    expect((await read()).map(({ to, subject }) => [to, subject])).toEqual([
      [address('editor2'), 'The second factor of your account has been removed'],
    ]);
  });

  test('ends when its owner sets up a new factor', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    await addApp(app, two);
    const token = tokenIn((await post(app, '/2/links', one, { purpose: 'factor' })).body.link);
    await addApp(app, two);
    expect((await open(app, token)).status).toBe(404);
    expect((await signIn(app, 'editor2')).body.token).toBeUndefined();
  });

  test('needs a recent password to be made, and ends when the next one is made', async () => {
    await using set = await society(engine);
    const { app, one, two } = set;
    await addApp(app, two);
    const first = tokenIn((await post(app, '/2/links', one, { purpose: 'factor' })).body.link);
    const second = tokenIn((await post(app, '/2/links', one, { purpose: 'factor' })).body.link);
    expect((await open(app, first)).status).toBe(404);
    app.clock.advance(11 * 60_000);
    expect((await post(app, '/1/links', two, { purpose: 'factor' })).status).toBe(403);
    expect((await open(app, second)).status).toBe(200);
  });
});
