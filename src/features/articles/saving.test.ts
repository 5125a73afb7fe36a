import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createApi } from '#app/api.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const paths = [
  ['articles', anArticle()],
  ['events', anEvent()],
  ['members', aMember()],
] as const;

/** A database beside the app's whose n-th statement fails. */
function failAt({ db }: TestApp, n: number) {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (++count === n) throw new Error('This statement fails');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), hasFailed: () => count >= n };
}

describe.each(engines)('%s', (engine) => {
  test.each(paths)('if two people save the same version of %s, the second is told', async (path, input) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const made = await app.json('POST', `/${path}/admin`, input, token);
    const { id, version } = made.body as { id: number; version: number };
    // The same field: what has nothing in common is merged.
    const field = path === 'members' ? 'name' : 'title';
    const saves = [1, 2, 3, 4].map((n) =>
      app.json('PUT', `/${path}/admin/${id}`, { ...input, [field]: `Save ${n}`, version }, token),
    );
    const statuses = (await Promise.all(saves)).map((save) => save.status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409]);
  });

  test('if two people change different fields at once, both changes are kept', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json('POST', '/articles/admin', anArticle(), token)).body as { id: number };
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        app.json('PUT', `/articles/admin/${id}`, { title: `Title ${round}` }, token),
        app.json('PUT', `/articles/admin/${id}`, { description: `Description ${round}` }, token),
      ]);
      const { body } = await app.json('GET', `/articles/${id}`, undefined, token);
      expect(body).toMatchObject({ title: `Title ${round}`, description: `Description ${round}` });
    }
  });

  test.each([
    ['created', 'POST', '', anArticle()],
    ['saved', 'PUT', '/1', anArticle({ title: 'Changed' })],
    ['published', 'POST', '/publish/1', undefined],
    ['given a picture', 'PUT', '/1/image', { imageUrl: '/a.jpg' }],
  ])(
    'saving an article that is %s either succeeds or changes nothing, whichever statement fails',
    async (_, method, path, body) => {
      await using app = await testApp({ engine });
      const token = await app.signIn();
      await app.json('POST', '/articles/admin', anArticle(), token);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const versions = async () => app.db.selectFrom('articles').select(['id', 'version']).orderBy('id').execute();
      for (let failing = 1; ; failing++) {
        const before = await versions();
        const faulty = failAt(app, failing);
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const { status } = await createApi({ ...app.context, db: faulty.db }).request(
          `/api/v1/articles/admin${path}`,
          init,
        );
        if (!faulty.hasFailed()) break;
        if (status >= 500) expect(await versions(), `statement ${failing}`).toEqual(before);
      }
    },
  );

  test('lengths count UTF-16 units, as the forms do', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const named = (name: string) => app.json('POST', '/members/admin', { ...aMember(), name }, token);
    expect((await named('🦇'.repeat(25))).status).toBe(201);
    expect((await named(`${'🦇'.repeat(25)}a`)).status).toBe(400);
  });

  test.each(['+275760-09-13T00:00:00.000Z', '0000-01-01', '-000001-01-01T00:00:00Z', '1', 'tomorrow', '2026-13-01'])(
    'the date %s is refused',
    async (joinDate) => {
      await using app = await testApp({ engine });
      const token = await app.signIn();
      expect((await app.json('POST', '/members/admin', { ...aMember(), joinDate }, token)).status).toBe(400);
    },
  );

  test('an invented cursor is refused', async () => {
    await using app = await testApp({ engine });
    const made = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
    for (const path of [`/articles?cursor=${made(['x', 'y', 1])}`, `/events?cursor=${made(['upcoming', 'x', 1])}`])
      expect((await app.json('GET', path)).status).toBe(400);
  });

  test('a NUL character does not cause a server error', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const wrong = { usernameOrEmail: 'a\u0000b', password: 'x' };
    expect((await app.json('POST', '/admin/login', wrong)).status).toBe(401);
    expect((await app.json('POST', '/articles/admin', anArticle({ title: 'a\u0000b' }), token)).status).toBe(201);
    expect((await app.json('POST', '/articles/admin', anArticle({ imageUrl: '/a\u0000b' }), token)).status).toBe(201);
    expect((await app.json('GET', '/articles?search=%00')).status).toBe(200);
  });
});
