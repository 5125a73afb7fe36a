import { parseFeed } from 'feedsmith';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { ensureSiteName } from '#features/settings/permanent-site-name.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { withAbsoluteUrls } from './article-feed.ts';
import { machineFileRoutes } from './machine-file-routes.ts';

const formats = ['/feed.xml', '/rss.xml', '/feed.json'];

type Read = { title: string; id: string; url: string; html: string; summary: string; published: string };

/** What a foreign parser finds, the same for the three formats. */
async function read(app: TestApp, path: string): Promise<{ format: string; id: string; items: Read[]; text: string }> {
  const text = await (await machineFileRoutes(app.context).request(path)).text();
  const parsed = parseFeed(text);
  if (parsed.format === 'atom') {
    const items = (parsed.feed.entries ?? []).map((entry) => ({
      title: textOf(entry.title),
      id: entry.id ?? '',
      url: entry.links?.find(({ rel }) => rel === 'alternate')?.href ?? '',
      html: textOf(entry.content),
      summary: textOf(entry.summary),
      published: new Date(entry.published ?? '').toISOString(),
    }));
    return { format: 'atom', id: parsed.feed.id ?? '', items, text };
  }
  if (parsed.format === 'rss') {
    const items = (parsed.feed.items ?? []).map((item) => ({
      title: item.title ?? '',
      id: item.guid?.value ?? '',
      url: item.link ?? '',
      html: item.content?.encoded ?? '',
      summary: item.description ?? '',
      published: new Date(item.pubDate ?? '').toISOString(),
    }));
    return { format: 'rss', id: '', items, text };
  }
  if (parsed.format !== 'json') throw new Error(`Not a feed: ${parsed.format}`);
  const items = (parsed.feed.items ?? []).map((item) => ({
    title: item.title ?? '',
    id: item.id ?? '',
    url: item.url ?? '',
    html: item.content_html ?? '',
    summary: item.summary ?? '',
    published: new Date(item.date_published ?? '').toISOString(),
  }));
  return { format: 'json', id: '', items, text };
}

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : ((part as { value?: string } | undefined)?.value ?? '');
}

async function publish(app: TestApp, change: Parameters<typeof anArticle>[0] = {}): Promise<number> {
  const token = await app.signIn();
  const input = anArticle({ isPublished: true, ...change });
  return (await app.json<Article>('POST', '/articles/admin', input, token)).body.id;
}

test.each(engines)('each feed has the whole text with absolute addresses, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const id = await publish(app, {
    title: 'Bats & <farms>',
    content:
      '<p>It begins &lt; with <a href="/articles/1?a=1&amp;b=2">one</a>, <a href="#end">an end</a>, <a href="https://who.example/">who</a>.</p><p><img src="/uploads/articles/a.png" alt="A bat"></p>',
    imageUrl: '/uploads/articles/cover.webp',
    imageAlt: 'A "cave"',
  });
  for (const path of formats) {
    const { items } = await read(app, path);
    expect(items, path).toHaveLength(1);
    const [item] = items;
    expect(item, path).toMatchObject({
      title: 'Bats & <farms>',
      id: `tag:society.example,2026-11-21:articles/${id}`,
      url: `https://society.example/articles/${id}`,
      summary: 'How a virus finds its way from a cave to a city.',
      published: '2026-11-21T12:00:00.000Z',
    });
    expect(item?.html, path).toContain('href="https://society.example/articles/1?a=1&amp;b=2"');
    expect(item?.html, path).toContain(`href="https://society.example/articles/${id}#end"`);
    expect(item?.html, path).toContain('href="https://who.example/"');
    expect(item?.html, path).toContain('src="https://society.example/uploads/articles/a.png"');
    expect(item?.html, path).toContain('It begins &lt; with');
  }
  const [atom, rss, json] = await Promise.all(formats.map((path) => read(app, path)));
  const picture = 'https://society.example/uploads/articles/cover.webp';
  expect(atom?.items[0]?.html).toContain(`<p><img src="${picture}" alt="A &quot;cave&quot;"/></p>`);
  expect(atom?.text).toContain(`<link rel="enclosure" type="image/webp" href="${picture}"/>`);
  expect(rss?.text).toContain(`<media:content url="${picture}" medium="image" type="image/webp"/>`);
  expect(JSON.parse(json?.text ?? '')).toMatchObject({ items: [{ image: picture }] });
});

test('a feed has the text as the page shows it: pictures with their sizes, code in one block', async () => {
  await using app = await testApp();
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  const picture = { purpose: 'articles', bytes, fileName: 'a.png', administratorId: null, effort: 'quick' as const };
  const { imageUrl } = await storePicture(app.context, picture);
  const code =
    '<div class="ql-code-block-container"><div class="ql-code-block">a = 1</div><div class="ql-code-block">b = 2</div></div>';
  await publish(app, { content: `<p><img src="${imageUrl}" alt="Green"></p>${code}` });
  for (const path of formats) {
    const html = (await read(app, path)).items[0]?.html ?? '';
    expect(html, path).toContain(`src="https://society.example${imageUrl}" alt="Green" width="900" height="600"`);
    expect(html.match(/ (src|srcset)="(?!https:\/\/society\.example\/)/g), path).toBeNull();
    expect(html.match(/, \/uploads/g), path).toBeNull();
    expect(html, path).not.toContain('<svg');
    expect(html.match(/<pre/g), path).toHaveLength(1);
  }
});

test('a description in RSS is escaped HTML: what an author typed stays text', async () => {
  await using app = await testApp();
  await publish(app, { description: 'Is 3 < 5 & <b>bold</b>?' });
  const { text } = await read(app, '/rss.xml');
  const { feed } = parseFeed(text) as { feed: { items: { description: string }[] } };
  expect(feed.items[0]?.description).toBe('Is 3 &lt; 5 &amp; &lt;b&gt;bold&lt;/b&gt;?');
  expect((await read(app, '/feed.xml')).items[0]?.summary).toBe('Is 3 < 5 & <b>bold</b>?');
});

test('a save that changes nothing changes no date of a feed', async () => {
  await using app = await testApp();
  const id = await publish(app);
  const feeds = async () => Promise.all(formats.map(async (path) => (await read(app, path)).text));
  const before = await feeds();
  app.clock.advance(3_600_000);
  const token = await app.signIn();
  const save = (change: object) =>
    app.json('PUT', `/articles/admin/${id}`, { ...anArticle(), isPublished: true, ...change }, token);
  expect((await save({})).status).toBe(200);
  expect(await feeds()).toEqual(before);
  await save({ title: 'Another title' });
  for (const text of await feeds()) expect(text).toMatch(/2026-11-21T13:00:00\.000Z|13:00:00 GMT/);
});

test('control characters and lone surrogates, which no feed reader accepts, are left out', async () => {
  await using app = await testApp();
  const title = 'A \u0000\u0008\u001b\ufffe bell \ud800 and \u202eright to left\u202c \u{1F987}';
  await publish(app, { title, content: '<p>\u0007\u000b Text \udc00 &#8; here</p>' });
  for (const path of formats) {
    const { items, text } = await read(app, path);
    expect(items[0]?.title, path).toBe('A  bell \ufffd and \u202eright to left\u202c \u{1F987}');
    expect(text, path).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&#x?[0-9a-f]+;.*&#8;/);
    expect(text.isWellFormed(), path).toBe(true);
    expect(text.includes('\\ud800') || text.includes('\\udc00'), path).toBe(false);
  }
});

test('a title that reverses the text direction does not reverse what follows it', async () => {
  await using app = await testApp();
  await publish(app, { title: 'Read \u202eeno siht', description: '\u2067شيء' });
  for (const path of formats) {
    const [item] = (await read(app, path)).items;
    expect([item?.title, item?.summary], path).toEqual(['Read \u202eeno siht\u202c', '\u2067شيء\u2069']);
  }
});

test('a feed that would be too large has summaries in place of texts', async () => {
  await using app = await testApp();
  for (const [n, words] of [200, 58_000, 30_000, 58_000, 58_000].entries()) {
    await publish(app, { title: `Number ${n}`, content: `<p>${'word '.repeat(words)}</p>` });
    app.clock.advance(60_000);
  }
  for (const path of formats) {
    const { items, text } = await read(app, path);
    expect(text.length, path).toBeLessThan(600_000);
    const whole = items.filter(({ html }) => html !== '');
    expect(whole.map(({ title }) => title)).toEqual(['Number 4', 'Number 2', 'Number 0']);
    expect(items.map(({ summary }) => summary)).toEqual(Array(5).fill(anArticle().description));
  }
});

test.each(engines)('ids survive a change of domain, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const { db, config, clock } = app.context;
  await ensureSiteName(db, config, clock.now());
  app.clock.advance(86_400_000 * 400);
  const id = await publish(app);
  const later = { ...config, siteUrl: 'https://new.example' };
  await ensureSiteName(db, later, clock.now());
  for (const siteUrl of [config.siteUrl, later.siteUrl]) {
    const moved = { ...app, context: { ...app.context, config: { ...config, siteUrl } } };
    for (const path of formats) {
      const { items } = await read(moved, path);
      expect(items[0]).toMatchObject({
        id: `tag:society.example,2026-11-21:articles/${id}`,
        url: `${siteUrl}/articles/${id}`,
      });
    }
    expect((await read(moved, '/feed.xml')).id).toBe('tag:society.example,2026-11-21:articles');
  }
});

test.each(engines)('on a new site feed and site have the default name and nothing else, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const { db, config, clock } = app.context;
  const local = { siteUrl: 'http://localhost:3000' };
  await Promise.all([1, 2, 3].map(() => ensureSiteName(db, local, clock.now())));
  const ids = async () => {
    const { id, items } = await read(app, '/feed.xml');
    return [id, ...items.map((item) => item.id)];
  };
  const article = await publish(app);
  const [feed = '', entry] = await ids();
  // Many sites begin on a machine of this name.
  expect(feed).toMatch(/^tag:[0-9a-f]{16}\.invalid,2026-11-21:articles$/);
  expect(entry).toBe(`${feed}/${article}`);
  await ensureSiteName(db, config, new Date('2030-01-01'));
  expect(await ids()).toEqual([feed, entry]);
});

test('a feed is sent again only after a change, and pages of other sites may read it', async () => {
  await using app = await testApp();
  await publish(app);
  await using handler = await openHttpHandler(app);
  for (const path of formats) {
    const first = await handler.get(path, { cookie: 'theme=dark', origin: 'https://other.example' });
    expect(first.status, path).toBe(200);
    expect(first.headers, path).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
    });
    expect(first.headers['access-control-allow-credentials']).toBeUndefined();
    const again = await handler.get(path, { 'if-none-match': first.headers.etag ?? '' });
    expect(again, path).toMatchObject({ status: 304, headers: { 'access-control-allow-origin': '*' } });
    expect(handler.asked.filter((asked) => asked === path)).toHaveLength(1);
  }
  expect((await handler.get('/')).headers['access-control-allow-origin']).toBeUndefined();
});

test('addresses in a text become absolute ones of the page it stands on', () => {
  const page = 'https://society.example/articles/7';
  const absolute = (html: string) => withAbsoluteUrls(html, page);
  expect(absolute('<img srcset="/a.w320.webp 320w, /a.w640.webp 640w" src="a.webp">')).toBe(
    '<img srcset="https://society.example/a.w320.webp 320w, https://society.example/a.w640.webp 640w" src="https://society.example/articles/a.webp">',
  );
  expect(absolute('<a href="mailto:a@b.example">href="/x"</a>')).toBe('<a href="mailto:a@b.example">href="/x"</a>');
  expect(absolute('<a title="href" data-href="/x" href="//other.example/">')).toBe(
    '<a title="href" data-href="/x" href="https://other.example/">',
  );
  expect(absolute('<a href="http://[">')).toBe('<a href="http://[">');
});
