import { describe, expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Article } from '../article.schema.ts';

type Kept = Article & { merged?: string; conflict?: object };

const text = (...parts: string[]) => ({ content: parts.map((part) => `<p>${part}</p>`).join('') });
const key = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const picture = '/uploads/articles/1700000000000-0123456789abcdef.jpg';

/** A live article of four paragraphs that two administrators have opened. */
async function opened(engine: 'sqlite' | 'postgres') {
  const app = await testApp({ engine });
  const [anna, ben] = [await app.signIn(), await app.signIn()];
  const live = anArticle({ title: 'Old title', ...text('One', 'Two', 'Three', 'Four'), isPublished: true });
  const { body } = await app.json<Article>('POST', '/articles/admin', live, anna);
  const path = `/articles/admin/${body.id}`;
  const keepAs =
    (token: string) =>
    async (changesId: number | null, input: object, query = '', own?: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const init = { method: 'PUT', headers: { ...headers, ...(own && { 'idempotency-key': own }) } };
      const sent = JSON.stringify({ ...input, version: 1, changesId });
      const response = await app.request(`/api/v1${path}/changes${query}`, { ...init, body: sent });
      return { status: response.status, body: (await response.json()) as Kept };
    };
  const discard = () => app.json('DELETE', `${path}/changes`, undefined, ben);
  const goLive = (input: object) => app.json<Article>('PUT', path, { ...input, isPublished: true }, anna);
  const dispose = () => app[Symbol.asyncDispose]();
  return { app, anna: keepAs(anna), ben: keepAs(ben), discard, goLive, [Symbol.asyncDispose]: dispose };
}

describe.each(engines)('two who save beside one live article, on %s', (engine) => {
  test('both have their way where they changed different fields or paragraphs, and it is said', async () => {
    await using site = await opened(engine);
    const { anna, ben } = site;
    await anna(null, { title: 'Old title', ...text('One, mended', 'Two', 'Three', 'Four') });
    const merged = await ben(null, { title: 'By Ben', ...text('One', 'Two', 'Three', '<strong>Five</strong>') });
    expect(merged.status).toBe(200);
    expect(merged.body.changes).toMatchObject({
      title: 'By Ben',
      ...text('One, mended', 'Two', 'Three', '<strong>Five</strong>'),
      savedBy: 'editor2',
    });
    expect(merged.body.merged).toBe('editor1 changed the content meanwhile; both changes were saved.');
    expect(merged.body).toMatchObject({ title: 'Old title', version: 1 });
  });

  test('the base is what the form was filled with, however often somebody has saved since', async () => {
    await using site = await opened(engine);
    const { anna, ben } = site;
    const first = (await anna(null, text('One', 'Two', 'Three', 'Added'))).body.changes?.id ?? 0;
    const second = (await anna(first, text('One, mended', 'Two', 'Three', 'Added'))).body.changes?.id ?? 0;
    await anna(second, { title: 'By Anna' });
    const { body } = await ben(first, text('One', 'Two', 'Three', 'Added by Ben'));
    expect(body.changes).toMatchObject({ title: 'By Anna', ...text('One, mended', 'Two', 'Three', 'Added by Ben') });
    expect(body.merged).toBe('editor1 changed the title and the content meanwhile; both changes were saved.');
    const again = await ben(body.changes?.id ?? 0, text('One', 'Two', 'Three', 'Alone'));
    expect(again.body.merged).toBe(undefined);
    expect(again.body.changes).toMatchObject(text('One', 'Two', 'Three', 'Alone'));
  });

  test('of the same paragraph, of a picture that follows, and of what was begun anew a person decides', async () => {
    await using site = await opened(engine);
    const { anna, ben, discard } = site;
    const first = (await anna(null, { ...text('One', 'Mine', 'Three', 'Four'), imageUrl: picture })).body.changes?.id;
    const conflict = { by: 'editor1', version: first, of: 'changes' };
    const same = await ben(null, text('One', 'Theirs', 'Three', 'Four'));
    expect(same).toMatchObject({ status: 409, body: { conflict } });
    expect((await ben(null, { excerpt: 'Short' }, '?image=follows')).status).toBe(409);
    await discard();
    await anna(null, { title: 'Begun anew' });
    expect((await ben(first ?? 0, { excerpt: 'Short' })).status).toBe(409);
    expect(await site.app.db.selectFrom('earlierChanges').selectAll().execute()).toEqual([]);
  });

  test('whose own save was not answered goes on from it, and a colleague in between is merged', async () => {
    await using site = await opened(engine);
    const { anna, ben } = site;
    const lost = (...keys: number[]) => `?lost=${keys.map(key).join(',')}`;
    await anna(null, text('One, mended', 'Two', 'Three', 'Four'), '', key(1));
    const again = await anna(null, text('One, mended again', 'Two', 'Three', 'Four'), lost(1), key(2));
    expect(again).toMatchObject({ status: 200, body: { changes: text('One, mended again', 'Two', 'Three', 'Four') } });
    expect(again.body.merged).toBe(undefined);
    await ben(again.body.changes?.id ?? 0, text('One, mended again', 'Two', 'Three', 'By Ben'));
    const third = await anna(null, text('One', 'Two', 'Three', 'Four'), lost(1, 2), key(3));
    expect(third.body.changes).toMatchObject(text('One', 'Two', 'Three', 'By Ben'));
    // That one was merged: what the form knows is older.
    const fourth = await anna(null, text('One', 'Two', 'Three', 'By Anna'), lost(1, 2, 3), key(4));
    expect(fourth.status).toBe(409);
    expect((await ben(null, text('One', 'Two', 'Three', 'Mine'), lost(1), key(5))).status).toBe(409);
  });

  test('what they began with goes when the changes do, and is no more than is needed', async () => {
    await using site = await opened(engine);
    const { app, anna, goLive } = site;
    let id: number | null = null;
    for (let n = 0; n < 24; n += 1) id = (await anna(id, { title: `Title ${n}` })).body.changes?.id ?? null;
    expect(await app.db.selectFrom('earlierChanges').select('id').execute()).toHaveLength(20);
    expect((await goLive({ title: 'Title 23', version: 1, changesId: id })).status).toBe(200);
    expect(await app.db.selectFrom('earlierChanges').selectAll().execute()).toEqual([]);
  });
});
