import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';

type Saved = { id: number; version: number; updatedBy?: string | null } & Record<string, unknown>;

const kinds = [
  ['articles', 'article', anArticle(), 'title'],
  ['events', 'event', anEvent(), 'title'],
  ['members', 'member', aMember(), 'name'],
] as const;

describe.each(engines)('two administrators on %s', (engine) => {
  test.each(kinds)(
    'the second save of %s is told who saved when, and the number of the new version',
    async (...row) => {
      const [kind, noun, input, field] = row;
      await using app = await testApp({ engine });
      const [anna, ben] = [await app.signIn(), await app.signIn()];
      const { id, version } = (await app.json<Saved>('POST', `/${kind}/admin`, input, anna)).body;
      const path = `/${kind}/admin/${id}`;
      app.clock.advance(60_000);
      const saved = await app.json<Saved>('PUT', path, { ...input, [field]: 'Theirs', version }, anna);
      expect(saved.body).toMatchObject({ version: 2, updatedBy: 'editor1' });
      const refused = {
        status: 409,
        body: {
          code: 'conflict',
          message: `editor1 saved this ${noun} at the same time as you.`,
          conflict: { by: 'editor1', at: '2026-11-21T12:01:00.000Z', version: 2 },
        },
      };
      const imageUrl = 'https://pictures.example/a.jpg';
      expect(await app.json('PUT', path, { ...input, [field]: 'Mine', version }, ben)).toMatchObject(refused);
      expect(await app.json('PUT', `${path}/image`, { imageUrl, version }, ben)).toMatchObject(refused);
      const image = await app.json<Saved>('PUT', `${path}/image`, { imageUrl, version: 2 }, ben);
      expect(image.body).toMatchObject({ version: 3, imageUrl, updatedBy: 'editor2' });
      expect((await app.json<Saved>('PUT', path, input, anna)).body.version).toBe(4);
      const self = await app.json('PUT', path, { ...input, [field]: 'Another', version: 3 }, anna);
      expect(self.body).toMatchObject({ message: `You have since saved this ${noun} in another window.` });
    },
  );

  test('publishing takes a version, and the literal call needs none', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Saved>('POST', '/articles/admin', anArticle(), token)).body;
    const publish = (query: string) => app.json('POST', `/articles/admin/publish/${id}${query}`, undefined, token);
    await app.json('PUT', `/articles/admin/${id}`, { title: 'Changed' }, token);
    expect((await publish('?version=1')).status).toBe(409);
    expect((await publish('?version=x')).status).toBe(400);
    expect(await publish('?version=2')).toMatchObject({ status: 200, body: { isPublished: true, version: 3 } });
    expect(await publish('')).toMatchObject({ status: 200, body: { version: 3 } });
  });

  test('a save by someone whose account is erased is shown without a name', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const { id, version } = (await app.json<Saved>('POST', '/articles/admin', anArticle(), anna)).body;
    await app.json('PUT', `/articles/admin/${id}`, { title: 'Changed' }, anna);
    await app.db.deleteFrom('administrators').where('username', '=', 'editor1').execute();
    const refused = await app.json('PUT', `/articles/admin/${id}`, { title: 'Mine', version }, ben);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Someone else saved this article at the same time as you.', conflict: { by: null } },
    });
    const kept = await app.json('GET', `/articles/admin/${id}/revisions`, undefined, ben);
    expect(kept.body).toMatchObject([
      { by: null, version: 2 },
      { by: null, version: 1 },
    ]);
  });

  test('an article that was deleted in between is not found, and deleting needs no version', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const { id, version } = (await app.json<Saved>('POST', '/articles/admin', anArticle(), anna)).body;
    await app.json('PUT', `/articles/admin/${id}`, { title: 'Changed' }, anna);
    expect((await app.json('DELETE', `/articles/admin/${id}`, undefined, ben)).status).toBe(200);
    expect((await app.json('PUT', `/articles/admin/${id}`, { title: 'Mine', version }, anna)).status).toBe(404);
  });
});
