import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Saved = { id: number; version: number; merged?: string } & Record<string, unknown>;

const key = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** Anna's form, whose saves are not answered, and Ben. */
async function opened(app: TestApp, kind: string, input: object) {
  const [anna, ben] = [await app.signIn(), await app.signIn()];
  const { body } = await app.json<Saved>('POST', `/${kind}/admin`, input, anna);
  const path = `/${kind}/admin/${body.id}`;
  const send = async (token: string, change: object, own: string, query = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': own };
    const init = { method: 'PUT', headers, body: JSON.stringify(change) };
    const response = await app.request(`/api/v1${path}${query}`, init);
    return { status: response.status, body: (await response.json()) as Saved };
  };
  const put = (change: object, ...saves: number[]) => {
    const lost = saves.slice(0, -1).map(key).join(',');
    return send(anna, { ...input, ...change, version: 1 }, key(saves.at(-1) ?? 0), lost && `?lost=${lost}`);
  };
  const putAsBen = (change: object, { own = key(9), query = '' } = {}) => send(ben, change, own, query);
  return { put, putAsBen };
}

describe.each(engines)('on %s', (engine) => {
  test.each([
    ['articles', anArticle({ title: 'One' }), 'title'],
    ['events', anEvent({ title: 'One' }), 'title'],
    ['members', aMember({ name: 'One' }), 'name'],
  ])(
    'what a lost save of %s has stored is not somebody else’s, not even where it is taken back',
    async (kind, input, field) => {
      await using app = await testApp({ engine });
      const { put } = await opened(app, kind, input);
      expect((await put({ [field]: 'Two' }, 1)).status).toBe(200);
      const again = await put({ [field]: 'Three' }, 1, 2);
      expect(again).toMatchObject({ status: 200, body: { [field]: 'Three', version: 3 } });
      expect(again.body.merged).toBe(undefined);
      expect((await put({ [field]: 'Five' }, 5)).status).toBe(409);
      // The third never came to the site.
      expect((await put({ [field]: 'One' }, 1, 2, 3, 4)).body).toMatchObject({ [field]: 'One', version: 4 });
    },
  );

  test('a colleague in between is merged or asked about as ever', async () => {
    await using app = await testApp({ engine });
    const { put, putAsBen } = await opened(app, 'members', aMember({ name: 'One', position: 'Chair' }));
    await put({ name: 'Two' }, 1);
    await putAsBen({ position: 'Vet' });
    const merged = await put({ name: 'Three' }, 1, 2);
    expect(merged.body).toMatchObject({ name: 'Three', position: 'Vet' });
    expect(merged.body.merged).toBe('editor2 changed the position meanwhile; both changes were saved.');
    await putAsBen({ name: 'Theirs' });
    expect(await put({ name: 'Four' }, 1, 2, 3)).toMatchObject({ status: 409, body: { conflict: { by: 'editor2' } } });
  });

  test('a lost save that was merged takes nothing back of what the form does not know', async () => {
    await using app = await testApp({ engine });
    const { put, putAsBen } = await opened(app, 'members', aMember({ name: 'One', position: 'Chair' }));
    await putAsBen({ position: 'Vet' });
    expect((await put({ name: 'Two' }, 1)).body).toMatchObject({ name: 'Two', position: 'Vet' });
    expect((await put({ name: 'Three' }, 1, 2)).status).toBe(409);
    expect((await put({ name: 'Two' }, 1, 2)).body).toMatchObject({ name: 'Two', position: 'Vet' });
  });

  test('the keys of somebody else, of another item or without an own one count for nothing', async () => {
    await using app = await testApp({ engine });
    const { put, putAsBen } = await opened(app, 'members', aMember({ name: 'One' }));
    await putAsBen({ name: 'Theirs' }, { own: key(1) });
    expect((await put({ name: 'Mine' }, 1, 2)).status).toBe(409);
    expect((await put({ name: 'Mine' }, 1)).status).toBe(409);
    for (const lost of ['x', `${key(1)},`, Array(11).fill(key(1)).join()])
      expect((await putAsBen({}, { query: `?lost=${lost}` })).status, lost).toBe(400);
    expect((await putAsBen({}, { own: 'x' })).status).toBe(400);
  });
});
