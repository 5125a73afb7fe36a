import { describe, expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const day = 86_400_000;
const refusal = {
  status: 404,
  body: { message: 'This preview link is not valid or has expired. Please ask for a new one.', code: 'not_found' },
};

type Link = { url: string; expiresAt: string };

/** A saved draft and the path below /api/v1 by which everyone who has the link reads it. */
async function draftWithLink(app: TestApp) {
  const token = await app.signIn();
  const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body;
  const { body } = await app.json<Link>('POST', `/articles/admin/${id}/preview`, undefined, token);
  return { token, id, link: body, path: pathOf(body) };
}

function pathOf({ url }: Link, id?: number): string {
  const { pathname, search } = new URL(url);
  return `/articles/${id ?? pathname.split('/').at(-1)}/preview${search}`;
}

describe.each(engines)('%s', (engine) => {
  test('a link shows a draft to anyone, as it was saved last, for 7 days', async () => {
    await using app = await testApp({ engine });
    const { token, id, link, path } = await draftWithLink(app);
    expect(link.url).toMatch(new RegExp(`^https://society\\.example/preview/${id}\\?token=[\\w.-]+$`));
    expect(link.expiresAt).toBe('2026-11-28T12:00:00.000Z');
    expect(await app.json('GET', path)).toMatchObject({ status: 200, body: { title: 'Bats, farms and us' } });

    await app.json('PUT', `/articles/admin/${id}`, { title: 'Bats and us' }, token);
    expect((await app.json('GET', path)).body).toMatchObject({ title: 'Bats and us', isPublished: false });
    expect((await app.json('GET', `/articles/${id}`)).status).toBe(404);
    expect((await app.json('GET', '/articles')).body).toEqual([]);

    app.clock.advance(7 * day - 1);
    expect((await app.json('GET', path)).status).toBe(200);
    app.clock.advance(1);
    expect(await app.json('GET', path)).toMatchObject(refusal);
  });

  test('a link opens only its own article, and not when it is changed', async () => {
    await using app = await testApp({ engine });
    const { token, link, path } = await draftWithLink(app);
    const other = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body.id;
    const [expires = '', signature = ''] = (new URL(link.url).searchParams.get('token') ?? '').split('.');
    const later = (Number.parseInt(expires, 36) + day).toString(36);
    const [before] = path.split('?');
    for (const wrong of [
      pathOf(link, other),
      pathOf(link, 999),
      `${before}?token=${later}.${signature}`,
      `${before}?token=${expires}.${signature.slice(0, -1)}`,
      `${before}?token=${expires}.`,
      `${before}?token=NaN.${signature}`,
      `${before}?token=%00`,
      `${before}?token=`,
      before ?? '',
    ])
      expect(await app.json('GET', wrong), wrong).toMatchObject(refusal);
  });

  test('withdrawing ends all links made before at once; later ones work', async () => {
    await using app = await testApp({ engine });
    const { token, id, path } = await draftWithLink(app);
    const again = async () =>
      pathOf((await app.json<Link>('POST', `/articles/admin/${id}/preview`, undefined, token)).body);
    app.clock.advance(day / 24);
    const [second, other] = [await again(), await draftWithLink(app)];
    const before = await app.json('GET', `/articles/${id}`, undefined, token);
    for (let times = 0; times < 2; times++) {
      expect(await app.json('DELETE', `/articles/admin/${id}/preview`, undefined, token)).toMatchObject({
        status: 200,
        body: { message: 'The link is withdrawn: it no longer works.' },
      });
      for (const ended of [path, second]) expect(await app.json('GET', ended)).toMatchObject(refusal);
    }
    expect((await app.json('GET', other.path)).status).toBe(200);
    const later = await again();
    expect((await app.json('GET', later)).status).toBe(200);
    expect((await app.json('GET', `/articles/${id}`, undefined, token)).body).toEqual(before.body);
    await app.json('PUT', `/articles/admin/${id}`, { title: 'Saved since' }, token);
    expect((await app.json('GET', path)).status).toBe(404);
    expect((await app.json('GET', later)).status).toBe(200);
    await app.json('POST', `/articles/admin/publish/${id}`, undefined, token);
    expect((await app.json('GET', path)).status).toBe(404);
    expect((await app.json('DELETE', '/articles/admin/999/preview', undefined, token)).status).toBe(404);
    expect((await app.json('DELETE', `/articles/admin/${id}/preview`)).status).toBe(401);
    const written = app.db.selectFrom('audit').select('entityId').where('action', '=', 'article.withdraw-preview');
    expect(await written.execute()).toEqual([{ entityId: id }, { entityId: id }]);
  });

  test('an article in the bin has no preview', async () => {
    await using app = await testApp({ engine });
    const { token, id, path } = await draftWithLink(app);
    await app.json('DELETE', `/articles/admin/${id}`, undefined, token);
    expect(await app.json('GET', path)).toMatchObject(refusal);
    expect((await app.json('POST', `/articles/admin/${id}/preview`, undefined, token)).status).toBe(404);
  });

  test('the link to an article that has been published does not expire', async () => {
    await using app = await testApp({ engine });
    const { token, id, path } = await draftWithLink(app);
    await app.json('POST', `/articles/admin/publish/${id}`, undefined, token);
    app.clock.advance(30 * day);
    expect(await app.json('GET', path)).toMatchObject({ status: 200, body: { isPublished: true } });
  });
});

test('only an administrator can make a link, and the audit names them', async () => {
  await using app = await testApp();
  const { id } = await draftWithLink(app);
  expect((await app.json('POST', `/articles/admin/${id}/preview`)).status).toBe(401);
  const rows = await app.db.selectFrom('audit').selectAll().where('action', '=', 'article.preview').execute();
  expect(rows).toMatchObject([{ entityId: id, administratorId: 1 }]);
});

test('a preview must not be cached, and shows coloured code as the page will', async () => {
  await using app = await testApp();
  const { token, id, path } = await draftWithLink(app);
  const content = '<pre data-language="python">return 1</pre>';
  await app.json('PUT', `/articles/admin/${id}`, { content }, token);
  const { headers, body } = await app.json('GET', path);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.content).toContain('hljs-');
});
