import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Saved = { id: number; version: number; merged?: string } & Record<string, unknown>;

/** Anna and Ben, who have both opened the item. */
async function opened(app: TestApp, kind: string, input: object) {
  const [anna, ben] = [await app.signIn(), await app.signIn()];
  const { body } = await app.json<Saved>('POST', `/${kind}/admin`, input, anna);
  const put = (token: string, change: object, version = body.version) =>
    app.json<Saved>('PUT', `/${kind}/admin/${body.id}`, { ...input, ...change, version }, token);
  return { first: body, anna, ben, put };
}

describe.each(engines)('two saves on %s', (engine) => {
  test.each([
    ['articles', anArticle(), { title: 'Theirs' }, { description: 'Mine' }, 'the title'],
    ['events', anEvent(), { location: 'Theirs' }, { title: 'Mine' }, 'the location'],
    ['members', aMember(), { position: 'Theirs' }, { name: 'Mine' }, 'the position'],
  ])('of different fields of %s are both kept, and it is said', async (kind, input, theirs, mine, what) => {
    await using app = await testApp({ engine });
    const { anna, ben, put } = await opened(app, kind, input);
    expect((await put(anna, theirs)).body.merged).toBe(undefined);
    const { status, body } = await put(ben, mine);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...theirs, ...mine, version: 3, updatedBy: 'editor2' });
    expect(body.merged).toBe(`editor1 changed ${what} meanwhile; both changes were saved.`);
    expect((await put(ben, { ...theirs, ...mine }, 3)).body.merged).toBe(undefined);
  });

  test('of different paragraphs of a text are both kept; of the same one a person decides', async () => {
    await using app = await testApp({ engine });
    const text = (...parts: string[]) => ({ content: parts.map((part) => `<p>${part}</p>`).join('') });
    const { anna, ben, put } = await opened(app, 'articles', anArticle(text('One', 'Two', 'Three', 'Four')));
    await put(anna, text('One, mended', 'Two', 'Three', 'Four'));
    const merged = await put(ben, text('One', 'Two', 'Three', '<strong>Five</strong>'));
    expect(merged.body).toMatchObject(text('One, mended', 'Two', 'Three', '<strong>Five</strong>'));
    expect(merged.body.merged).toBe('editor1 changed the content meanwhile; both changes were saved.');
    const refused = await put(anna, text('One', 'Two', 'Three', 'Six'));
    expect(refused).toMatchObject({ status: 409, body: { conflict: { by: 'editor2', version: 3 } } });
    // What was merged is a version of its own, searched and shown as any other.
    const found = await app.json<{ items: unknown[] }>('GET', '/articles/admin?search=mended', undefined, anna);
    expect(found.body).toHaveLength(1);
  });

  test('of the lines of a biography as well', async () => {
    await using app = await testApp({ engine });
    const { anna, ben, put } = await opened(app, 'members', aMember({ bio: 'One\nTwo\nThree' }));
    await put(anna, { bio: 'First\nTwo\nThree' });
    expect((await put(ben, { bio: 'One\nTwo\nThird' })).body.bio).toBe('First\nTwo\nThird');
  });

  test('of the same field, or of what means something together only, a person decides', async () => {
    await using app = await testApp({ engine });
    const { anna, ben, put } = await opened(app, 'events', anEvent({ eventDate: '2026-12-01T18:00:00' }));
    await put(anna, { eventDate: '2026-12-02T18:00:00' });
    expect((await put(ben, { endDate: '2026-12-01T20:00:00' })).status).toBe(409);
    const other = await opened(app, 'members', aMember());
    await other.put(other.anna, { position: 'Theirs' });
    expect((await other.put(other.ben, { position: 'Mine' })).status).toBe(409);
    expect((await other.put(other.ben, { position: 'Theirs' })).status).toBe(200);
  });

  test('an article that somebody has published meanwhile is not taken off the site by a merge', async () => {
    await using app = await testApp({ engine });
    const { first, anna, ben, put } = await opened(app, 'articles', anArticle());
    await app.json('POST', `/articles/admin/publish/${first.id}`, undefined, anna);
    expect((await put(ben, { title: 'Mine', isPublished: false })).status).toBe(409);
    const { body } = await put(ben, { title: 'Mine', isPublished: true });
    expect(body).toMatchObject({ title: 'Mine', isPublished: true });
  });

  test('of which one brings a new picture: a picture that both changed is for a person to decide', async () => {
    await using app = await testApp({ engine });
    const { first, anna, ben, put } = await opened(app, 'members', aMember());
    const path = `/members/admin/${first.id}?image=follows`;
    const follow = (version: number) =>
      app.json<Saved>('PUT', path, { ...aMember(), name: 'Mine', imageUrl: first.imageUrl, version }, ben);
    await put(anna, { position: 'Theirs' });
    expect((await follow(1)).body).toMatchObject({ name: 'Mine', position: 'Theirs', version: 3 });
    await put(anna, { ...first, name: 'Mine', position: 'Theirs', imageUrl: 'https://example.org/theirs.jpg' }, 3);
    expect(await follow(3)).toMatchObject({ status: 409, body: { conflict: { by: 'editor1', version: 4 } } });
    // Without that word the two have nothing in common, as ever.
    expect((await put(ben, { ...first, name: 'Mine', position: 'Theirs' }, 3)).status).toBe(200);
    expect((await follow(5)).status).toBe(200);
  });

  test('in two windows of one person', async () => {
    await using app = await testApp({ engine });
    const { anna, put } = await opened(app, 'members', aMember());
    await put(anna, { position: 'Theirs' });
    expect((await put(anna, { name: 'Mine' })).body.merged).toBe(
      'You changed the position meanwhile, in another window; both changes were saved.',
    );
  });
});
