/** Importing again: after an undo, after changes here, from several files, and an export into its own site. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { claimImport } from '#app/imports/import-rows.ts';
import { runImport } from '#app/imports/run-import.ts';
import type { Article } from '#features/articles/article.schema.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { addStarterPages } from '#features/pages/starter-pages.server.ts';
import { anArticle, aPage } from './support/builders.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { importer, zipOf } from './support/imports.ts';
import { plainJpeg } from './support/photos.ts';
import { testApp } from './support/test-app.ts';

async function open() {
  const app = await testApp();
  await addStarterPages(app.context);
  const token = await app.signIn();
  const read = async <T>(path: string) => (await app.json<T>('GET', path, undefined, token)).body;
  return {
    app,
    token,
    imports: importer(app, token),
    articles: async () => (await read<Article[]>('/articles/admin')).sort((a, b) => a.id - b.id),
    article: (id: number) => read<Article>(`/articles/${id}`),
    pages: async () => (await read<Page[]>('/pages/admin')).sort((a, b) => a.id - b.id),
    change: async (path: string, input: object) => {
      expect((await app.json('PUT', path, input, token)).status).toBe(200);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const post = (title: string, text = `Text of ${title}.`, more = '') =>
  `---\ntitle: ${title}\ndate: 2020-01-02\n${more}---\n\n${text}\n`;
const page = (title: string, more = '') => `---\ntitle: ${title}\ntype: page\n${more}---\n\nText of ${title}.\n`;

const wxr = (name: string, ...posts: string[]) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://old.example</wp:base_blog_url>${posts
    .map(
      (title, at) =>
        `<item><title>${title}</title><link>https://old.example/${title}/</link><content:encoded><![CDATA[<p>See <a href="https://old.example/Second/#part">second</a></p>]]></content:encoded><wp:post_id>${name}${at}</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`,
    )
    .join('')}</channel></rss>`;

test('after an undo the same file brings back what went, and nothing twice', async () => {
  await using site = await open();
  const { imports, articles, pages, app, token } = site;
  const file = await zipOf({
    'content/posts/one.md': post('One'),
    'content/posts/two.md': post('Two'),
    'content/constitution.md': page('Our constitution'),
    'content/rules.md': page('Rules'),
  });
  const first = await imports.whole('site.zip', file);
  const two = (await articles()).find(({ title }) => title === 'Two');
  await site.change(`/articles/admin/${two?.id}`, { title: 'Two, edited' });
  await imports.undo(first.id);
  expect(await imports.latest()).toMatchObject({ state: 'undone', report: { left: ['Two'] } });

  const second = await imports.plan('site.zip', file);
  expect(second.plan).toMatchObject({ known: 1, starters: ['Constitution'] });
  expect(new Map(second.plan?.items.map(({ title, note }) => [title, note]))).toEqual(
    new Map([
      ['One', null],
      ['Our constitution', 'A starter page has /constitution.'],
      ['Rules', null],
    ]),
  );
  await imports.start(second.id);
  expect((await articles()).map(({ title }) => title).sort()).toEqual(['One', 'Two, edited']);
  expect(
    (await pages())
      .filter(({ isPublished }) => isPublished)
      .map(({ address }) => address)
      .sort(),
  ).toEqual(['constitution', 'rules']);
  // The page of the first time is in the bin; it gave up its address.
  const [binned] = await app.db
    .selectFrom('pages')
    .select(['id', 'address'])
    .where('deletedAt', 'is not', null)
    .execute();
  expect(binned?.address).toBe('rules-2');
  expect((await app.json('POST', `/bin/admin/pages/${binned?.id}`, undefined, token)).status).toBe(200);
});

test('a page that an undo brought to the bin comes back with its address', async () => {
  await using site = await open();
  const { imports, app, token, pages } = site;
  const { id } = await imports.whole('rules.md', page('Rules'));
  await imports.undo(id);
  const [binned] = await app.db
    .selectFrom('pages')
    .select(['id', 'address'])
    .where('deletedAt', 'is not', null)
    .execute();
  expect((await app.json('POST', `/bin/admin/pages/${binned?.id}`, undefined, token)).status).toBe(200);
  expect((await pages()).find((one) => one.id === binned?.id)?.address).toBe('rules');
});

test('a draft that someone began is no starter page, and what was renamed keeps its old address', async () => {
  await using site = await open();
  const { imports, app, token, pages } = site;
  await app.json(
    'POST',
    '/pages/admin',
    aPage({ title: 'Rules', content: '<p>Begun here</p>', isPublished: false }),
    token,
  );
  const begun = await imports.plan('rules.md', page('Rules'));
  expect(begun.plan?.starters).toEqual([]);
  await imports.start(begun.id);
  expect((await pages()).filter(({ title }) => title === 'Rules').map(({ address }) => address)).toEqual([
    'rules',
    'rules-2',
  ]);

  const imported = await imports.whole('house.md', page('House'));
  expect(imported.report?.notes).toEqual([]);
  const house = (await pages()).find(({ address }) => address === 'house');
  await site.change(`/pages/admin/${house?.id}`, { address: 'home-rules' });
  expect((await imports.plan('house.md', page('House'))).plan).toMatchObject({ known: 1, items: [] });
  await imports.start((await imports.latest()).id);
  const other = await imports.whole('site.zip', await zipOf({ 'content/old/house.md': page('House of others') }));
  expect(other.report).toMatchObject({ pages: 1, notes: [] });
  await using handler = await openHttpHandler(app);
  expect((await handler.get('/house')).headers.location).toBe('/home-rules');
});

test('an export brings nothing new into its own site', async () => {
  await using site = await open();
  const { imports, app, token, articles } = site;
  const { id } = (
    await app.json<Article>('POST', '/articles/admin', anArticle({ title: 'Here', isPublished: true }), token)
  ).body;
  await app.json('POST', '/pages/admin', aPage({ title: 'Rules' }), token);
  app.clock.advance(60_000);
  const headers = { authorization: `Bearer ${token}` };
  const zip = Buffer.from(await (await app.request('/api/v1/export/admin', { headers })).arrayBuffer());
  const planned = await imports.plan('export.zip', zip);
  expect(planned.plan).toMatchObject({ items: [], known: 2 + 3 });
  await imports.start(planned.id);
  expect((await articles()).map(({ title }) => title)).toEqual(['Here']);
  await app.json('DELETE', `/articles/admin/${id}`, undefined, token);
  expect((await imports.plan('export.zip', zip)).plan?.items.map(({ title }) => title)).toEqual(['Here']);
});

test('links inside the site of an export stay links inside the site', async () => {
  await using from = await open();
  const add = async (input: object) =>
    (await from.app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true, ...input }), from.token))
      .body.id;
  const draft = await add({ title: 'Not yet', isPublished: false });
  const content = `<p><a rel="noopener noreferrer" href="/events/5">a</a> <a rel="noopener noreferrer" href="/articles/${draft}">b</a> <a rel="noopener noreferrer" href="/articles/${draft + 1}#fn1">c</a> <a rel="noopener noreferrer" href="/subscribe">d</a></p>`;
  await add({ title: 'Linked', content });
  const headers = { authorization: `Bearer ${from.token}` };
  const zip = Buffer.from(await (await from.app.request('/api/v1/export/admin', { headers })).arrayBuffer());
  await using to = await open();
  await to.imports.whole('export.zip', zip);
  expect((await to.article(draft + 1)).content).toBe(content);
});

test('a zip with several files of WordPress, whose links lead to each other', async () => {
  await using site = await open();
  const { imports, articles, article } = site;
  const done = await imports.whole(
    'wordpress.zip',
    await zipOf({
      'a.001.xml': wxr('1', 'First', 'Other'),
      'a.002.xml': wxr('2', 'Second'),
      'sitemap.xml': '<urlset/>',
    }),
  );
  expect(done.report).toMatchObject({ articles: 3, notes: [] });
  const all = await articles();
  const idOf = (title: string) => all.find((one) => one.title === title)?.id ?? 0;
  expect((await article(idOf('First'))).content).toContain(`href="/articles/${idOf('Second')}#part"`);
});

test('pictures beside a text of Hugo whose address is another, and of its cover', async () => {
  await using site = await open();
  const photo = await plainJpeg(300, 200);
  const text = post('Trip', '![bus](photo.jpg)', 'slug: our-trip\ncover:\n  image: cover.jpg\n  alt: A bus\n');
  const done = await site.imports.whole(
    'hugo.zip',
    await zipOf({
      'content/posts/trip/index.md': text,
      'content/posts/trip/photo.jpg': photo,
      'content/posts/trip/cover.jpg': await plainJpeg(301, 200),
    }),
  );
  expect(done.report).toMatchObject({ articles: 1, pictures: 2, missing: [] });
  const [trip] = await site.articles();
  expect(trip).toMatchObject({ imageUrl: expect.stringContaining('/uploads/'), imageAlt: 'A bus' });
});

test('a file of the old site that is neither picture nor PDF is named', async () => {
  await using site = await open();
  const text = post('Forms', '[form](/files/form.docx) and [elsewhere](https://other.example/a.docx)');
  const planned = await site.imports.plan('forms.md', text, '?site=https://old.example');
  const missing = [{ title: 'Forms', address: 'https://old.example/files/form.docx' }];
  expect(planned.plan?.missing).toEqual(missing);
  expect((await site.imports.start(planned.id)).report?.missing).toEqual(missing);
});

test('a post of one picture shows it, and no sentence of ours', async () => {
  await using site = await open();
  const zip = await zipOf({
    'content/posts/a.md': post('A', '', 'image: /a.jpg\n'),
    'static/a.jpg': await plainJpeg(300, 200),
  });
  await site.imports.whole('a.zip', zip);
  const [found] = await site.articles();
  expect(found).toMatchObject({ isPublished: true });
  expect((await site.article(found?.id ?? 0)).content).toMatch(/^<p><img [^>]*src="\/uploads\/[^"]*"[^>]*><\/p>$/);
});

test('the same file uploaded twice before it is begun is imported once', async () => {
  await using site = await open();
  const { imports, app, token, articles } = site;
  const file = await zipOf({ 'content/posts/a.md': post('A'), 'content/posts/b.md': post('B') });
  const one = await imports.plan('site.zip', file);
  const two = await imports.plan('site.zip', file);
  for (const { id } of [one, two]) await app.json('POST', `/imports/admin/${id}/start`, { isReplacing: true }, token);
  // Two workers at the same moment.
  const claimed = [await claimImport(app.context), await claimImport(app.context)];
  await Promise.all(claimed.flatMap((row) => (row ? [runImport(app.context, row)] : [])));
  await imports.work();
  expect((await articles()).map(({ title }) => title)).toEqual(['A', 'B']);
});

test('a run that ended between the save of a link and its record is undone whole', async () => {
  await using site = await open();
  const { imports, app, articles } = site;
  const file = await zipOf({ 'content/posts/a.md': post('A', '[b](/posts/b/)'), 'content/posts/b.md': post('B') });
  const done = await imports.whole('site.zip', file);
  // As it was written down before.
  const { made } = await app.db.selectFrom('imports').select('made').executeTakeFirstOrThrow();
  const before = JSON.parse(made ?? '');
  before.items[0] = { ...before.items[0], version: 1, isOpen: true };
  await imports.upload('site.zip', file);
  const { file: stored, parts } = await app.db
    .selectFrom('imports')
    .select(['file', 'parts'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('imports')
    .set({ made: JSON.stringify(before), state: 'importing', endedAt: null, file: stored, parts })
    .where('id', '=', done.id)
    .execute();
  await imports.work();
  await imports.undo(done.id);
  expect(await articles()).toEqual([]);
});

test('an upload that does not say how long it is ends at 200 MB, and leaves nothing', {
  timeout: 120_000,
}, async () => {
  await using site = await open();
  const piece = new Uint8Array(4 * 1024 ** 2);
  async function* bytes() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
    for (let at = 0; at < 75; at++) yield piece;
    yield Buffer.from('\r\n--x--\r\n');
  }
  const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const body = Readable.toWeb(Readable.from(bytes()));
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const answer = await site.app.request('/api/v1/imports/admin', init);
  expect([answer.status, await answer.json()]).toEqual([
    413,
    expect.objectContaining({ message: expect.stringContaining('at most 200 MB') }),
  ]);
  const files = await Array.fromAsync(site.app.context.store.list());
  expect(files.filter(({ path }) => path.startsWith('imports/'))).toEqual([]);
});
