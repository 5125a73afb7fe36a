import { expect, test } from 'vitest';
import { addRedirects } from '#features/items/redirects.server.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { anArticle, aPage } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';

test('an old address leads to its item for good while visitors may read it, and covers nothing of ours', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const article = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token))
    .body;
  const page = (await app.json<Page>('POST', '/pages/admin', aPage({ title: 'Über uns' }), token)).body;
  const old = [
    '/blog/2019/05/T1/',
    '/blog/?p=101',
    '/?p=101',
    '/events/',
    '/old/yaml.html',
    '/caf%C3%A9/',
    '/articles',
  ];
  await addRedirects(app.db, { kind: 'articles', id: article.id }, old);
  await addRedirects(app.db, { kind: 'pages', id: page.id }, ['/blog/about', '/blog/?page_id=7', '/?p=101']);
  await using handler = await openHttpHandler(app);
  const ask = async (path: string) => {
    const { status, headers } = await handler.get(path);
    // An administrator may give the address to a page, and a browser must find it then.
    if (status === 301) expect(headers['cache-control'], path).toBe('max-age=0, must-revalidate');
    return `${status} ${headers.location ?? ''}`;
  };

  const to = `301 /articles/${article.id}`;
  for (const path of [
    ...['/blog/2019/05/t1/', '/blog/2019/05/t1', '/Blog/2019/05/T1?from=mail', '/blog/?p=101', '/blog?p=101'],
    ...['/?p=101', '/?utm=x&p=101', '/old/yaml.html', '/café', '/caf%c3%a9/'].map(encodeOnce),
  ])
    expect(await ask(path), path).toBe(to);
  for (const path of ['/blog/about/', '/blog?p=7', '/blog/?page_id=7']) expect(await ask(path)).toBe('301 /uber-uns');
  for (const path of ['/events', '/events/', '/articles', '/?p=102', '/?page=101', '/'])
    expect(await ask(path), path).toBe('200 ');
  expect(await ask('/blog/2019/05/t2/')).toBe('404 ');

  await app.json('PUT', `/articles/admin/${article.id}`, { isPublished: false }, token);
  for (const path of ['/blog/2019/05/t1/', '/blog/?p=101', '/old/yaml.html']) expect(await ask(path)).toBe('404 ');
  expect(await ask('/?p=101')).toBe('200 ');
});

function encodeOnce(path: string): string {
  return path.includes('%') ? path : encodeURI(path);
}

test.each(engines)('on %s an address with a zero byte is not found', async (engine) => {
  await using app = await testApp({ engine });
  await using handler = await openHttpHandler(app);
  for (const path of ['/%00', '/blog/%00/?p=1']) expect((await handler.get(path)).status, path).toBe(404);
});
