/** Importing from the front door: the formats, a second run, the undo, what a hostile or broken file does. */
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { listNewestArticles } from '#features/newsletter/content/digests/digest-things.server.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { addStarterPages } from '#features/pages/starter-pages.server.ts';
import { anArticle } from './support/builders.ts';
import { engines } from './support/database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { importer, zipOf } from './support/imports.ts';
import { otherSite, publicAddress } from './support/other-site.ts';
import { plainJpeg } from './support/photos.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const photo = await plainJpeg(300, 200);

async function open(engine: (typeof engines)[number] = 'sqlite') {
  const app = await testApp({ engine });
  const token = await app.signIn();
  return { app, token, imports: importer(app, token), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function titles(app: TestApp): Promise<string[]> {
  return (await app.json<Article[]>('GET', '/articles')).body.map(({ title }) => title);
}

function post(title: string, text = `Text of ${title}.`, more = ''): string {
  return `---\ntitle: ${title}\ndate: 2020-01-02\n${more}---\n\n${text}\n`;
}

const ghost = {
  db: [
    {
      data: {
        posts: [
          {
            id: 'a1',
            title: 'Hello',
            slug: 'hello',
            html: '<p>Hi. <a href="__GHOST_URL__/about/">About</a></p><figure class="kg-card"><img src="__GHOST_URL__/content/images/2021/a.jpg"></figure>',
            status: 'published',
            visibility: 'public',
            type: 'post',
            published_at: '2021-02-03T04:05:06.000Z',
            custom_excerpt: 'A greeting',
            feature_image: '__GHOST_URL__/content/images/2021/a.jpg',
          },
          {
            id: 'a2',
            title: 'About',
            slug: 'about',
            html: '<p>Who we are</p>',
            status: 'published',
            visibility: 'public',
            type: 'page',
            published_at: '2021-01-01T00:00:00.000Z',
          },
          {
            id: 'a3',
            title: 'Members',
            slug: 'm',
            html: '<p>SECRET-MEMBERS</p>',
            status: 'published',
            visibility: 'paid',
            type: 'post',
            published_at: '2021-01-01T00:00:00.000Z',
          },
          {
            id: 'a4',
            title: 'Mailed',
            slug: 'mailed',
            html: '<p>SECRET-MAILED</p>',
            status: 'sent',
            visibility: 'public',
            type: 'post',
            published_at: '2021-01-01T00:00:00.000Z',
          },
          {
            id: 'a5',
            title: 'Later',
            slug: 'l',
            html: '<p>SECRET-LATER</p>',
            status: 'scheduled',
            visibility: 'public',
            type: 'post',
            published_at: '2099-01-01T00:00:00.000Z',
          },
          {
            id: 'a6',
            title: 'Lexical',
            slug: 'lexical',
            html: null,
            lexical: JSON.stringify({
              root: {
                children: [
                  { type: 'heading', tag: 'h2', children: [{ text: 'Head' }] },
                  {
                    type: 'paragraph',
                    children: [
                      { text: 'Only ' },
                      { type: 'link', url: 'https://example.org/', children: [{ text: 'here' }] },
                    ],
                  },
                ],
              },
            }),
            status: 'published',
            visibility: 'public',
            type: 'post',
            published_at: '2021-01-04T00:00:00.000Z',
          },
        ],
      },
    },
  ],
};

test('a Ghost export: members only, mailed and scheduled posts stay drafts, pictures come from the old site', async () => {
  await using site = await open();
  const { app, imports, token } = site;
  await using old = await otherSite((_, response) => void response.end(photo), { 'old.example': [publicAddress] });
  app.context.internet = old.internet;
  const done = await imports.whole('ghost.json', JSON.stringify(ghost), '?site=http://old.example');
  expect(done).toMatchObject({ state: 'done', report: { articles: 5, pages: 1, pictures: 1, missing: [] } });
  expect((await titles(app)).sort()).toEqual(['Hello', 'Lexical']);
  const all = (await app.json<Article[]>('GET', '/articles/admin', undefined, token)).body;
  const read = async (title: string) => {
    const id = all.find((one) => one.title === title)?.id;
    return (await app.json<Article>('GET', `/articles/${id}`, undefined, token)).body;
  };
  // '/about' is ours.
  const [about] = (await app.json<Page[]>('GET', '/pages')).body;
  const hello = await read('Hello');
  expect(hello).toMatchObject({ description: 'A greeting', publishedAt: '2021-02-03T04:05:06.000Z' });
  expect(hello.content).toContain(`href="${about?.path}">About</a>`);
  expect(about?.address).toBe('about-2');
  expect(hello.content).toContain(`src="${hello.imageUrl}"`);
  expect(old.asked).toEqual(['old.example/content/images/2021/a.jpg']);
  expect((await read('Lexical')).content).toBe(
    '<h2>Head</h2><p>Only <a rel="noopener noreferrer" href="https://example.org/">here</a></p>',
  );
});

test('a zip of Substack: paid posts and drafts stay drafts, and its list of subscribers is left alone', async () => {
  await using site = await open();
  const { app, imports } = site;
  const rows = [
    'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url',
    '11.first-letter,2022-03-04T05:06:07.000Z,true,2022-03-04T05:06:08.000Z,,newsletter,everyone,"First, letter",With a subtitle,',
    '12.paid,2022-03-05T05:06:07.000Z,true,,,newsletter,only_paid,Paid,,',
    '13.draft,,false,,,newsletter,everyone,Draft,,',
  ];
  const zip = await zipOf({
    'posts.csv': rows.join('\n'),
    'posts/11.first-letter.html': '<p>One</p><script>alert(1)</script>',
    'posts/12.paid.html': '<p>SECRET-PAID</p>',
    'posts/13.draft.html': '<p>SECRET-DRAFT</p>',
    'email_list.society.csv': 'email\nada@example.org',
  });
  const planned = await imports.plan('export.zip', zip);
  expect(planned.plan?.items.map(({ title, hidden }) => [title, hidden])).toEqual([
    ['First, letter', null],
    ['Paid', 'for members only'],
    ['Draft', 'a draft'],
  ]);
  expect(planned.plan?.notes.join()).toContain('use Newsletter, Subscribers, Import');
  await imports.start(planned.id);
  const [first] = (await app.json<Article[]>('GET', '/articles')).body;
  expect(first).toMatchObject({
    title: 'First, letter',
    description: 'With a subtitle',
    publishedAt: '2022-03-04T05:06:07.000Z',
  });
  expect(await titles(app)).toEqual(['First, letter']);
  await using handler = await openHttpHandler(app);
  expect((await handler.get('/p/first-letter')).headers.location).toBe(`/articles/${first?.id}`);
  expect(await app.db.selectFrom('subscribers').select('id').execute()).toEqual([]);
});

test.each(engines)(
  'a second run brings only what is new, and an undo leaves what was changed since, on %s',
  async (engine) => {
    await using site = await open(engine);
    const { app, imports, token } = site;
    await addStarterPages(app.context);
    const files: Record<string, string | Uint8Array> = {
      'content/posts/one.md': post('One', 'See [two](/posts/two/) and ![a bat](/img/bat.jpg).'),
      'content/posts/two.md': post('Two'),
      'content/constitution.md': '---\ntitle: Our rules\n---\n\nRules.\n',
      'static/img/bat.jpg': photo,
    };
    const first = await imports.whole('site.zip', await zipOf(files));
    expect(first.report).toMatchObject({ articles: 2, pages: 1, pictures: 1, missing: [], notes: [] });
    const before = (await app.json<Article[]>('GET', '/articles/admin', undefined, token)).body;
    const idOf = (title: string) => before.find((one) => one.title === title)?.id ?? 0;
    // A link to what came later, at its old date.
    const one = (await app.json<Article>('GET', `/articles/${idOf('One')}`, undefined, token)).body;
    expect(one.content).toContain(`href="/articles/${idOf('Two')}"`);
    expect(one).toMatchObject({ publishedAt: '2020-01-02T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' });

    await app.json('PUT', `/articles/admin/${idOf('Two')}`, { title: 'Two, edited here' }, token);
    const again = await imports.plan('site.zip', await zipOf({ ...files, 'content/posts/three.md': post('Three') }));
    expect(again.plan).toMatchObject({ known: 3, items: [{ title: 'Three' }] });
    const second = await imports.start(again.id);
    expect(second.report).toMatchObject({ articles: 1, pages: 0 });
    expect((await titles(app)).sort()).toEqual(['One', 'Three', 'Two, edited here']);

    const undone = await imports.undo(first.id);
    expect(undone.status).toBe(200);
    const report = (
      await app.json<{ id: number; report: object; state: string }[]>('GET', '/imports/admin', undefined, token)
    ).body;
    expect(report.find(({ id }) => id === first.id)).toMatchObject({ state: 'undone', report: { left: ['Two'] } });
    expect((await titles(app)).sort()).toEqual(['Three', 'Two, edited here']);
    const pages = (await app.json<Page[]>('GET', '/pages/admin', undefined, token)).body;
    expect(pages.find(({ address }) => address === 'constitution')).toMatchObject({
      title: 'Constitution',
      isPublished: false,
    });
    await using handler = await openHttpHandler(app);
    expect((await handler.get('/posts/one/')).status).toBe(404);
    expect((await handler.get('/posts/two/')).status).toBe(301);

    // What the undo left is not brought a second time.
    const third = await imports.whole('site.zip', await zipOf(files));
    expect(third.report).toMatchObject({ articles: 1, pages: 1 });
    expect((await titles(app)).sort()).toEqual(['One', 'Three', 'Two, edited here']);
    expect((await imports.undo(third.id)).status).toBe(200);
    app.clock.advance(31 * 86_400_000);
    const late = await app.json('POST', `/imports/admin/${second.id}/undo`, undefined, await app.signIn());
    expect(late).toMatchObject({ status: 409, body: { message: 'An import can be undone for 30 days.' } });
  },
);

test('no digest tells of what was imported', async () => {
  await using site = await open();
  const { app, imports } = site;
  await imports.whole('new.md', '---\ntitle: Yesterday\ndate: 2026-11-20\n---\n\nText.\n');
  expect(await titles(app)).toEqual(['Yesterday']);
  expect(await listNewestArticles(app.db, '2026-11-14T00:00:00.000Z')).toEqual([]);
});

test('a file that is none of these, ends too early or is a bomb gets one sentence, and nothing is imported', async () => {
  await using site = await open();
  const { app, imports } = site;
  const zeros = Buffer.alloc(40 * 1024 * 1024);
  const cut = await zipOf({ 'content/a.md': post('A') });
  for (const [name, bytes, sentence] of [
    ['photo.jpg', photo, 'This file cannot be imported.'],
    ['empty.xml', '', 'This file cannot be imported.'],
    ['feed.xml', '<?xml version="1.0"?><rss><channel></channel></rss>', 'This file cannot be imported.'],
    ['ghost.json', JSON.stringify(ghost).slice(0, 900), 'This JSON file ends in the middle or is damaged.'],
    ['other.json', '{"name": "x"}', 'This JSON file is not a Ghost export'],
    ['bomb.zip', await zipOf({ 'content/a.md': zeros }), 'unpacks to far more than it should'],
    ['cut.zip', cut.subarray(0, cut.length - 30), 'damaged or was not copied completely'],
  ] as const) {
    const { state, error } = await imports.plan(name, bytes);
    expect([name, state, error?.includes(sentence), error]).toEqual([name, 'failed', true, error]);
  }
  expect(await titles(app)).toEqual([]);
  expect(
    [...(await Array.fromAsync(app.context.store.list()))].filter(({ path }) => path.startsWith('imports/')),
  ).toEqual([]);
});

test('an upload of more than 200 MB is refused before it is read', async () => {
  await using site = await open();
  const headers = {
    authorization: `Bearer ${site.token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '314572800',
  };
  const refused = await site.app.request('/api/v1/imports/admin', { method: 'POST', headers, body: 'x' });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    expect.objectContaining({ message: expect.stringContaining('at most 200 MB') }),
  ]);
});

test('one broken item is a line in the report, and the rest arrives', async () => {
  await using site = await open();
  const { app, imports, token } = site;
  const long = 'A sentence of the longest post that anyone has ever written. '.repeat(55_000);
  const planned = await imports.plan(
    'site.zip',
    await zipOf({
      '../outside.md': post('Outside'),
      'content/posts/a.md': post('A', undefined, 'slug: same\n'),
      'content/posts/b.md': post('B', undefined, 'slug: same\n'),
      'content/posts/long.md': post('Long', long),
      'content/posts/no-date.md': '---\ntitle: Undated\ndate: 0000-00-00\n---\n\nText.\n',
      'content/posts/year-one.md': '---\ntitle: Year One\ndate: 0001-01-01T00:00:00Z\n---\n\nText.\n',
      'content/posts/2020-05-06-nameless.md': 'Nameless text.',
      'content/posts/picture.md': post('Picture', '![](/p.jpg)'),
      'content/posts/windows.md': Buffer.from(post('Caf\xe9'), 'latin1'),
      'content/posts/laughs.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n---\n\nText.\n`,
      'content/one.md': '---\ntitle: Page\nslug: rules\ntype: page\n---\n\nOne.\n',
      'content/two.md': '---\ntitle: Page\nslug: rules\ntype: page\n---\n\nTwo.\n',
      'static/p.jpg': photo,
    }),
  );
  expect(planned.plan?.notes.join()).toContain('../outside.md leads out of its folder');
  expect(planned.plan?.notes.join()).toContain('windows.md is not in UTF-8');
  expect(planned.plan?.skipped).toEqual([{ title: 'posts/laughs.md', why: 'its front matter cannot be read' }]);
  for (const undated of ['Undated', 'Year One'])
    expect(planned.plan?.items.find(({ title }) => title === undated)?.hidden).toBe('no date');
  const done = await imports.start(planned.id);
  expect(done.report?.notes).toEqual([expect.stringMatching(/^“Long” was not imported\. This text is too long/)]);
  expect((await titles(app)).sort()).toEqual(['A', 'B', 'Café', 'Picture', 'nameless']);
  const pages = (await app.json<Page[]>('GET', '/pages/admin', undefined, token)).body;
  expect(pages.map(({ address }) => address).sort()).toEqual(['rules', 'rules-2']);
});

test('an export with XML entities, two items of one id and a cut end', async () => {
  await using site = await open();
  const { app, imports } = site;
  const item = (title: string, more = '') =>
    `<item><title>${title}</title><link>https://old.example/${title}/</link><content:encoded><![CDATA[<p>${title}</p>]]></content:encoded><wp:post_id>5</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}`;
  const laughs = '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const xml = `<?xml version="1.0"?>${laughs}<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://old.example</wp:base_blog_url>${item('One &b;&x;')}</item>${item('Two')}</item>${item('Three')}`;
  const planned = await imports.plan('cut.xml', xml);
  expect(planned.plan).toMatchObject({
    label: 'a WordPress file that ends in the middle',
    notes: ['The file ends in the middle: the rest is missing. Please export it again.'],
  });
  const done = await imports.start(planned.id);
  expect((await titles(app)).sort()).toEqual(['One &b;&x;', 'Two']);
  expect(done).toMatchObject({ state: 'done', report: { articles: 2 } });
});

test('10,000 posts are listed', async () => {
  await using site = await open();
  const many = Array.from({ length: 10_000 }, (_, n) => [`content/posts/${n}.md`, post(`Post ${n}`)] as const);
  const planned = await site.imports.plan('many.zip', await zipOf(Object.fromEntries(many)));
  expect(planned).toMatchObject({ state: 'ready', total: 10_000 });
  expect(planned.plan?.items).toHaveLength(10_000);
});

test.each(engines)('an address with an enormous number leaves the next articles theirs, on %s', async (engine) => {
  await using site = await open(engine);
  const { app, imports, token } = site;
  const id = Number.MAX_SAFE_INTEGER;
  const files = {
    'export.json': '{"format":"one-health-export-1","siteUrl":"https://old.example"}',
    [`content/articles/${id}.md`]: post('Enormous', undefined, `id: ${id}\nurl: /articles/${id}\n`),
  };
  await imports.whole('export.zip', await zipOf(files));
  const { body } = await app.json<Article>('POST', '/articles/admin', anArticle(), token);
  expect(body.id).toBe(2);
});
