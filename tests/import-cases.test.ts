/** Exports of other sites with what goes wrong in them, row by row of the table of right results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { addStarterPages } from '#features/pages/starter-pages.server.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { casesFolder, filesBelow, importer, zipOf } from './support/imports.ts';
import { otherSite, publicAddress } from './support/other-site.ts';
import { plainJpeg } from './support/photos.ts';
import { type TestApp, testApp } from './support/test-app.ts';

// TLS is the platform's; the rest is asked as it would be.
const traps = readFileSync(join(casesFolder, 'traps.wxr.xml'), 'utf8').replaceAll(
  'https://old.example',
  'http://old.example',
);
const secrets = ['SECRET-PRIVATE', 'SECRET-PASSWORD', 'SECRET-FUTURE', 'SECRET-TRASH', 'hunter2'];
const photo = await plainJpeg(900, 600);

async function siteWith(app: TestApp) {
  const site = await otherSite(
    (request, response) => {
      if (/\/(board|hall)\.jpg$/.test(request.url ?? '')) response.end(photo);
      else if (request.url?.endsWith('/constitution.pdf')) response.end('%PDF-1.4 the constitution');
      else response.writeHead(404).end();
    },
    { 'old.example': [publicAddress], 'evil.example': [publicAddress] },
  );
  app.context.internet = site.internet;
  return site;
}

async function articlesOf(app: TestApp, token: string): Promise<Map<string, Article>> {
  const { body } = await app.json<Article[]>('GET', '/articles/admin', undefined, token);
  const whole = await Promise.all(body.map(({ id }) => app.json<Article>('GET', `/articles/${id}`, undefined, token)));
  return new Map(whole.map((one) => [one.body.title, one.body]));
}

test('traps.wxr.xml', async () => {
  await using app = await testApp();
  await using site = await siteWith(app);
  await addStarterPages(app.context);
  const token = await app.signIn();
  const imports = importer(app, token);

  const planned = await imports.plan('traps.wxr.xml', traps);
  expect(planned).toMatchObject({ state: 'ready', fileName: 'traps.wxr.xml', plan: { label: 'WordPress', known: 0 } });
  const { plan } = planned;
  expect(plan?.items.map(({ title, kind, hidden }) => [title.split(' ')[0], kind, hidden])).toEqual([
    ['T1', 'articles', null],
    ['T2', 'articles', 'a draft'],
    ['T3', 'articles', 'private'],
    ['T4', 'articles', 'protected by a password'],
    ['T5', 'articles', 'dated in the future'],
    ['T7', 'articles', null],
    ['T8', 'articles', null],
    ['T9', 'articles', null],
    ['Untitled', 'articles', 'no title'],
    ['T11', 'pages', null],
    ['T12', 'pages', null],
  ]);
  expect(plan?.skipped).toEqual([{ title: 'T6 Trash', why: 'it was in the bin' }]);
  expect(plan?.others).toEqual({ nav_menu_item: 1, tribe_events: 1 });
  expect(plan?.pictures).toBe(2);
  expect(plan?.missing.map(({ address }) => address)).toEqual([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:4111/api/v1/settings',
    'file:///etc/passwd',
  ]);
  expect(plan?.starters).toEqual(['Constitution']);
  expect(plan?.notes.join()).toContain('[contact-form-7] is not understood');
  // Nothing was asked for, and nothing is there yet.
  expect(site.connected).toEqual([]);
  expect((await app.json<unknown[]>('GET', '/articles/admin', undefined, token)).body).toEqual([]);

  const done = await imports.start(planned.id);
  expect(done).toMatchObject({ state: 'done', done: 11, report: { articles: 9, pages: 2, pictures: 3 } });
  const articles = await articlesOf(app, token);
  const titled = (start: string) => [...articles.values()].find(({ title }) => title.startsWith(start)) as Article;

  const first = titled('T1');
  expect(first).toMatchObject({
    isPublished: true,
    publishedAt: '2019-05-01T10:00:00.000Z',
    updatedAt: '2019-05-01T10:00:00.000Z',
  });
  expect(first.content.replaceAll('\n', '')).toBe(
    '<p>First line<br />second line of the same paragraph</p><p>Second paragraph with <strong>bold</strong>.</p><ul><li>one</li></ul><p>Last paragraph.</p>',
  );
  for (const name of ['T2', 'T3', 'T4', 'T5', 'Untitled']) expect(titled(name).isPublished, name).toBe(false);

  const seventh = titled('T7');
  expect(seventh.title).toBe('T7 Shortcodes & entities: café “quoted”');
  expect(seventh.content.match(/<figure>/g)).toHaveLength(3);
  expect(seventh.content).toContain('<figcaption>The opening</figcaption>');
  expect(seventh.content).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
  for (const kept of ['[contact-form-7 id="9"]', '[[not-a-shortcode]]', 'array[0]', '[1]'])
    expect(seventh.content).toContain(kept);
  const sources = [...seventh.content.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src]) => src);
  expect(sources).toEqual([sources[0], sources[0], seventh.imageUrl]);
  expect(seventh.imageUrl).toMatch(/^\/uploads\/articles\//);
  // Each once, at its original size.
  expect(site.asked.filter((asked) => asked.endsWith('.jpg')).sort()).toEqual([
    'old.example/blog/wp-content/uploads/2020/05/board.jpg',
    'old.example/blog/wp-content/uploads/2020/05/hall.jpg',
  ]);

  const eighth = titled('T8');
  expect(eighth.content).not.toMatch(/wp:|<!--|old\.example|<details/);
  expect(eighth.content).toContain('<figcaption>Caption one</figcaption>');
  expect(eighth.content).toContain('<p>Join us on Tuesdays.</p>');
  expect(eighth.content).toMatch(
    /<a [^>]*href="\/uploads\/articles\/[\w-]+\.pdf\?name=constitution\.pdf"[^>]*>Constitution<\/a>/,
  );
  expect(eighth.content).toContain(`<a rel="noopener noreferrer" href="/articles/${first.id}">the first post</a>`);
  expect(eighth.content).toContain(`<a rel="noopener noreferrer" href="/articles/${seventh.id}">the seventh</a>`);
  expect(eighth.content).toContain(' and the locked one.');
  expect(done.report?.notes.join()).toContain('“T8 Blocks” links to “T4 Password”, which visitors cannot read');

  const ninth = titled('T9');
  expect(ninth.content).not.toMatch(/script|onclick|iframe|javascript|169\.254|127\.0\.0\.1|etc\/passwd/);
  expect(done.report?.missing).toHaveLength(3);
  expect(site.connected.every((address) => address === `${publicAddress}:80`)).toBe(true);
  expect(titled('Untitled')).toMatchObject({
    title: 'Untitled (110)',
    content: '<p>No title; CDATA end inside: a]]&gt;b</p>',
  });

  const pages = (await app.json<Page[]>('GET', '/pages/admin', undefined, token)).body;
  expect(pages.filter(({ address }) => address.startsWith('constitution'))).toMatchObject([
    { title: 'T11 Constitution', address: 'constitution', isPublished: true, content: '<p>We are a society.</p>' },
  ]);
  expect(pages.find(({ title }) => title.startsWith('T12'))?.address).toBe('events-2');

  await using handler = await openHttpHandler(app);
  const locate = async (path: string) => {
    const { status, headers } = await handler.get(path);
    return `${status} ${headers.location ?? ''}`.trim();
  };
  for (const path of ['/blog/2019/05/t1/', '/blog/2019/05/t1', '/blog/?p=101'])
    expect(await locate(path), path).toBe(`301 /articles/${first.id}`);
  expect(await locate('/blog/constitution/')).toBe('301 /constitution');
  expect(await locate('/blog/events/')).toBe('301 /events-2');
  for (const path of ['/blog/2020/02/t3/', '/blog/?p=104', '/blog/2020/03/t4/']) expect(await locate(path)).toBe('404');
  expect(await locate('/events')).toBe('200');

  // What was not public stays so, wherever a visitor looks.
  const ids = [...articles.values()].flatMap(({ id }) => [
    `/articles/${id}`,
    `/api/v1/articles/${id}`,
    `/cards/articles/${id}-0.jpg`,
  ]);
  for (const path of [
    ...['/', '/articles', '/feed.xml', '/rss.xml', '/feed.json', '/sitemap.xml', '/newsletters', '/api/v1/articles'],
    ...secrets.map((word) => `/articles?search=${word}`),
    ...secrets.map((word) => `/api/v1/articles?search=${word}`),
    ...ids,
  ]) {
    const body = (await handler.get(path)).body.toString();
    for (const secret of secrets)
      expect(path.includes(secret) || !body.includes(secret), `${secret} at ${path}`).toBe(true);
  }
  expect((await handler.get('/feed.xml')).body.toString()).not.toContain('>2026-');
  const stored = JSON.stringify([
    await app.db.selectFrom('articles').selectAll().execute(),
    await app.db.selectFrom('imports').selectAll().execute(),
    await app.db.selectFrom('revisions').selectAll().execute(),
  ]);
  expect(stored).not.toContain('hunter2');
  expect(stored).not.toContain('SECRET-TRASH');
  // No one is written to.
  expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([]);
  expect(await app.db.selectFrom('issues').select('id').execute()).toEqual([]);
});

test('hugo/', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const imports = importer(app, token);
  const planned = await imports.plan('hugo.zip', await zipOf(filesBelow(join(casesFolder, 'hugo'))));
  expect(planned.plan?.items.map(({ title, hidden }) => [title, hidden]).sort()).toEqual([
    ['Bundle', 'expired'],
    ['CRLF and BOM', null],
    ['Heading as the title', null],
    ['Quotes: "inside" and a colon', null],
    ['toml', 'its front matter is TOML'],
  ]);
  expect(planned.plan?.skipped).toEqual([
    { title: 'posts/broken.md', why: 'line 2 of its front matter cannot be read' },
  ]);
  expect(planned.plan?.notes.join()).toContain('posts/toml.md begins with TOML');
  expect(planned.plan?.missing).toContainEqual({ title: 'Bundle', address: '/posts/bundle/photo.jpg' });

  expect((await imports.start(planned.id)).report).toMatchObject({ articles: 5, pages: 0, pictures: 0 });
  const articles = await articlesOf(app, token);
  const yaml = articles.get('Quotes: "inside" and a colon') as Article;
  expect(yaml).toMatchObject({
    isPublished: true,
    publishedAt: '2021-03-28T01:30:00.000Z',
    description: 'A folded description.',
  });
  expect(yaml.content).toContain('<table>');
  expect(yaml.content).toContain('<sup><a rel="noopener noreferrer" href="#fn1" id="fnref1">1</a></sup>');
  expect(yaml.content).toMatch(/<p id="fn1">1\. The note\. <a [^>]*href="#fnref1"/);
  expect(yaml.content).toMatch(
    /<p><a [^>]*href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ"[^>]*>[^<]+<\/a><\/p>/,
  );
  expect(yaml.content).not.toMatch(/script|alert|invalid/);
  // The one it leads to is a draft.
  expect(yaml.content).toContain('a relative link and a footnote');
  expect(articles.get('toml')).toMatchObject({ isPublished: false, content: '<p>SECRET-TOML-DRAFT</p>' });
  expect(articles.get('Bundle')).toMatchObject({ isPublished: false, content: '<p> Here </p>' });
  expect(articles.get('CRLF and BOM')).toMatchObject({ isPublished: true, publishedAt: '2021-07-01T10:00:00.000Z' });
  expect(articles.get('Heading as the title')?.publishedAt).toBe('2021-08-01T00:00:00.000Z');
  await using handler = await openHttpHandler(app);
  for (const path of ['/old/yaml.html', '/2021/03/yaml/', '/posts/yaml-post/'])
    expect((await handler.get(path)).headers.location, path).toBe(`/articles/${yaml.id}`);
});
