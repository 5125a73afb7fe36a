import { describe, expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Comment } from './comment.schema.ts';

type Link = { id: number; url: string; madeBy: string };

async function draft(app: TestApp) {
  const token = await app.signIn();
  const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body;
  const admin = `/articles/admin/${id}`;
  const link = async () => (await app.json<Link>('POST', `${admin}/preview`, undefined, token)).body;
  const searchOf = ({ url }: Link) => new URL(url).search;
  const comment = (search: string, input: unknown = { name: ' Ada ', text: 'Good!\r\nBut short.' }) =>
    app.json('POST', `/articles/${id}/preview/comments${search}`, input);
  const read = (search: string) => app.json('GET', `/articles/${id}/preview${search}`);
  const list = async () => (await app.json<Comment[]>('GET', `${admin}/comments`, undefined, token)).body;
  return { token, id, admin, link, searchOf, comment, read, list };
}

describe.each(engines)('on %s', (engine) => {
  test('whoever has a link comments; administrators alone read it, and it is new until it was seen', async () => {
    await using app = await testApp({ engine });
    const { token, id, admin, link, searchOf, comment, list } = await draft(app);
    const search = searchOf(await link());
    expect(await comment(search)).toMatchObject({ status: 200 });
    expect(await list()).toMatchObject([{ name: 'Ada', text: 'Good!\nBut short.', isNew: true }]);
    const news = async () => (await app.json('GET', '/articles/admin/comments/new', undefined, token)).body;
    expect(await news()).toEqual([{ articleId: id, title: 'Bats, farms and us', count: 1 }]);
    await app.json('POST', `${admin}/comments/seen`, undefined, token);
    expect(await news()).toEqual([]);
    expect(await list()).toMatchObject([{ isNew: false }]);
    const preview = await app.json('GET', `/articles/${id}/preview${search}`);
    expect(JSON.stringify(preview.body)).not.toContain('But short');
    expect((await app.json('GET', `${admin}/comments`)).status).toBe(401);
    const first = (await list())[0]?.id;
    expect((await app.json('DELETE', `${admin}/comments/${first}`, undefined, token)).status).toBe(200);
    expect((await app.json('DELETE', `${admin}/comments/${first}`, undefined, token)).status).toBe(404);
    expect(await list()).toEqual([]);
    const done = await app.json<{ doer: string; before: string }[]>('GET', '/activity/admin', undefined, token);
    expect(done.body.filter(({ before }) => before.includes('comment'))).toMatchObject([
      { doer: 'editor1', before: 'deleted a comment on the article “' },
    ]);
  });

  test('what came while somebody looked at older comments stays new', async () => {
    await using app = await testApp({ engine });
    const { token, admin, link, searchOf, comment, list } = await draft(app);
    const search = searchOf(await link());
    for (let n = 0; n < 3; n++) await comment(search);
    const [, second] = await list();
    await app.json('POST', `${admin}/comments/seen?upTo=${second?.id}`, undefined, token);
    expect((await list()).map(({ isNew }) => isNew)).toEqual([false, false, true]);
    expect((await app.json('POST', `${admin}/comments/seen?upTo=x`, undefined, token)).status).toBe(400);
  });

  test('a comment without a good link, a name or words is refused with a sentence, and so are very many', async () => {
    await using app = await testApp({ engine });
    const { link, searchOf, comment, list } = await draft(app);
    const search = searchOf(await link());
    expect((await comment('?token=wrong')).status).toBe(404);
    expect((await comment('')).status).toBe(404);
    expect(await comment(search, { name: ' ', text: 'x'.repeat(2001) })).toMatchObject({
      status: 400,
      body: { fields: { name: 'Please enter your name', text: 'Your comment must be at most 2000 characters' } },
    });
    expect((await comment(search, { name: 'Ada' })).status).toBe(400);
    for (let n = 0; n < 20; n++) expect((await comment(search)).status).toBe(200);
    expect((await comment(search)).status).toBe(429);
    expect(await list()).toHaveLength(20);
  });

  test('comments end when the article is published, also by a link that has expired', async () => {
    await using app = await testApp({ engine });
    const { id, token, link, searchOf, comment } = await draft(app);
    const search = searchOf(await link());
    await app.json('POST', `/articles/admin/publish/${id}`, undefined, token);
    const refused = { status: 409, body: { message: 'This article is published. Comments on its draft have ended.' } };
    expect(await comment(search)).toMatchObject(refused);
    app.clock.advance(366 * 86_400_000);
    expect(await comment(search)).toMatchObject(refused);
  });

  test('links are listed with who made them, and withdrawn one by one or all at once', async () => {
    await using app = await testApp({ engine });
    const { token, admin, link, searchOf, read, comment } = await draft(app);
    const [one, two] = [await link(), await link()];
    const links = async () => (await app.json<Link[]>('GET', `${admin}/previews`, undefined, token)).body;
    expect(await links()).toMatchObject([
      { id: two.id, url: two.url, madeBy: 'editor1', madeAt: '2026-11-21T12:00:00.000Z' },
      { id: one.id, url: one.url },
    ]);
    const withdraw = () => app.json('DELETE', `${admin}/previews/${one.id}`, undefined, token);
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    expect((await read(searchOf(one))).status).toBe(404);
    expect((await comment(searchOf(one))).status).toBe(404);
    expect((await read(searchOf(two))).status).toBe(200);
    // Without its number it is no older link.
    expect((await read(searchOf(two).replace(/\.\w+$/, ''))).status).toBe(404);
    await app.json('DELETE', `${admin}/preview`, undefined, token);
    expect((await read(searchOf(two))).status).toBe(404);
    expect(await links()).toEqual([]);
    const three = await link();
    app.clock.advance(7 * 86_400_000);
    expect((await read(searchOf(three))).status).toBe(404);
  });
});
