/** What an export holds imports into an empty site: the same articles, pages, texts, dates, pictures, addresses and redirects. */
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { addStarterPages } from '#features/pages/starter-pages.server.ts';
import { anArticle, aPage } from './support/builders.ts';
import { engines } from './support/database.ts';
import { importer } from './support/imports.ts';
import { aPicture } from './support/stored-picture.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const rich =
  '<h2>Rules &amp; more</h2><p>One<br />two <strong>bold</strong>, <em>soft</em>, <s>gone</s>, <sub>2</sub> and 1 * 2 _ 3 [x] &lt;b&gt;.</p>' +
  '<blockquote><p>Said</p></blockquote><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>' +
  '<table><tbody><tr><td>a</td><td colspan="2">b</td></tr></tbody></table>' +
  '<pre data-language="javascript">\nconst a = 1;\n\nlet b &lt; 2;\n</pre>' +
  '<p>Text<sup><a rel="noopener noreferrer" href="#fn1" id="fnref1">1</a></sup></p><p id="fn1">Note</p>';

async function everything(app: TestApp) {
  const token = await app.signIn();
  const read = async <T>(kind: string) => (await app.json<T[]>('GET', `/${kind}/admin`, undefined, token)).body;
  const shown = <T extends { id: number }>(items: T[]) => items.sort((a, b) => a.id - b.id).map(plain);
  const ids = (await read<Article>('articles')).map(({ id }) => id);
  const articles = await Promise.all(ids.map((id) => app.json<Article>('GET', `/articles/${id}`, undefined, token)));
  const pages = (await read<Page>('pages')).filter(({ isPublished }) => isPublished);
  return {
    articles: shown(articles.map(({ body }) => body)),
    pages: pages.sort((a, b) => (a.address < b.address ? -1 : 1)).map((page) => ({ ...plain(page), id: 0 })),
  };
}

/** Names of pictures are new, who saved is another, and a save that links two items counts. */
function plain<T extends object>(item: T): T {
  const { version: _v, updatedBy: _b, image: _i, ...rest } = item as T & Record<string, unknown>;
  const text = JSON.stringify(rest)
    .replaceAll(/\/uploads\/\w+\/[\w-]+\.(\w+)/g, '/uploads/x.$1')
    .replaceAll(/>\s*\\n\s*</g, '><');
  return JSON.parse(text) as T;
}

async function redirectsOf({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('redirects').selectAll().execute();
  const pages = new Map(
    (await db.selectFrom('pages').select(['id', 'address']).execute()).map((row) => [row.id, row.address]),
  );
  return rows
    .map(({ path, kind, entityId }) => `${path} → ${kind} ${kind === 'pages' ? pages.get(entityId) : entityId}`)
    .sort();
}

test.each(engines)('an export imports into an empty site as it was, on %s', async (engine) => {
  await using from = await testApp({ engine });
  await addStarterPages(from.context);
  const token = await from.signIn();
  const add = async <T = { id: number }>(kind: string, input: object) =>
    (await from.json<T>('POST', `/${kind}/admin`, input, token)).body;
  const gone = await add('articles', anArticle({ title: 'Gone' }));
  await from.json('DELETE', `/articles/admin/${gone.id}`, undefined, token);
  const [lead, inText] = [await aPicture(from), await aPicture(from)];
  const second = await add(
    'articles',
    anArticle({
      title: 'Second: "quoted"',
      content: rich,
      isPublished: true,
      publishedAt: '2020-01-02T03:04:05.678Z',
      isFeatured: true,
      excerpt: 'Short',
      lang: 'de',
    }),
  );
  await add(
    'articles',
    anArticle({
      title: 'Third',
      isPublished: true,
      imageUrl: lead,
      imageFocalX: 20,
      imageFocalY: 80,
      imageAlt: 'A bat',
      content: `<p><img alt="B" src="${inText}" /> and <a rel="noopener noreferrer" href="/articles/${second.id}">two</a>, <a rel="noopener noreferrer" href="/rules">rules</a></p>`,
    }),
  );
  await add('articles', anArticle({ title: 'Draft', content: '<p>Not yet</p>' }));
  const page = await add<Page>('pages', aPage({ title: 'House rules', place: 'menu', position: 3, content: rich }));
  await from.json('PUT', `/pages/admin/${page.id}`, { address: 'rules' }, token);
  const [constitution] = await from.db.selectFrom('pages').selectAll().where('address', '=', 'constitution').execute();
  await from.json(
    'PUT',
    `/pages/admin/${constitution?.id}`,
    { content: '<p>We are a society.</p>', isPublished: true },
    token,
  );
  await from.db
    .insertInto('redirects')
    .values([
      { path: '/2019/05/t1', kind: 'articles', entityId: second.id },
      { path: '/blog?p=101', kind: 'articles', entityId: second.id },
    ])
    .execute();

  const headers = { authorization: `Bearer ${token}` };
  const zip = Buffer.from(await (await from.request('/api/v1/export/admin?parts=content', { headers })).arrayBuffer());
  await using to = await testApp({ engine, now: '2027-03-01T00:00:00.000Z' });
  await addStarterPages(to.context);
  const imports = importer(to, await to.signIn());
  const planned = await imports.plan('export.zip', zip);
  const done = await imports.start(planned.id);
  expect(done.report).toMatchObject({ articles: 3, pictures: 2, missing: [], left: [] });
  const [before, after] = [await everything(from), await everything(to)];
  expect(after.articles).toEqual(before.articles);
  expect(after.pages).toEqual(before.pages);
  expect(await redirectsOf(to)).toEqual(expect.arrayContaining(await redirectsOf(from)));
  // The next one goes on after the largest id.
  const next = await to.json<{ id: number }>('POST', '/articles/admin', anArticle(), await to.signIn());
  expect(next.status).toBe(201);
  expect((await imports.plan('export.zip', zip)).plan).toMatchObject({ items: [] });
});
