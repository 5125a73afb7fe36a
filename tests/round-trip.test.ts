/** Every kind of text that leaves a site arrives in another as it was, with its pictures, files and addresses. */
import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { storeAttachment } from '#features/uploads/attachments.server.ts';
import { bodies } from './support/article-html-samples.ts';
import { anArticle, aPage } from './support/builders.ts';
import { engines } from './support/database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { importer } from './support/imports.ts';
import { aPicture } from './support/stored-picture.ts';
import { type TestApp, testApp } from './support/test-app.ts';

async function fill(app: TestApp): Promise<void> {
  const token = await app.signIn();
  const add = async (kind: string, input: object) => {
    const { status, body } = await app.json<{ id: number }>('POST', `/${kind}/admin`, input, token);
    expect([kind, status]).toEqual([kind, 201]);
    app.clock.advance(3_600_000);
    return body.id;
  };
  const [lead, inText] = [await aPicture(app), await aPicture(app)];
  const pdf = {
    purpose: 'articles',
    bytes: Buffer.from('%PDF-1.7 minutes'),
    fileName: 'Minutes.pdf',
    administratorId: 1,
  };
  const minutes = await storeAttachment(app.context, pdf);
  const gone = await add('articles', anArticle({ title: 'In the bin' }));
  await app.json('DELETE', `/articles/admin/${gone}`, undefined, token);
  // A picture of theirs is the site's own, and words in no block are a paragraph afterwards.
  const texts = bodies
    .map((body) => body.replaceAll('/icon-192.png', inText))
    .filter((body) => !/^Words|<\/p><img/.test(body));
  for (const [at, content] of texts.entries())
    await add('articles', anArticle({ title: `Text ${at}: "quoted" & <b>`, content, isPublished: at % 5 > 0 }));
  const whole = {
    title: 'صحة واحدة',
    excerpt: 'In short',
    imageUrl: lead,
    imageAlt: 'A green field',
    isFeatured: true,
    isPublished: true,
    lang: 'ar',
    content: `<p><img src="${inText}" alt="Green" /></p><p><a href="${minutes}" rel="noopener noreferrer">Minutes</a> and <a href="/articles/3" rel="noopener noreferrer">more</a></p>`,
  };
  const article = await add('articles', anArticle(whole));
  const page = await add(
    'pages',
    aPage({ title: 'House rules', place: 'menu', content: `<p>Look: <img src="${inText}" alt="" /></p>` }),
  );
  await app.json('PUT', `/pages/admin/${page}`, { address: 'rules' }, token);
  await add('pages', aPage({ title: 'Not yet', isPublished: false }));
  const moved = ['/2019/05/first', '/blog?p=101'].map((path) => ({ path, kind: 'articles', entityId: article }));
  await app.db.insertInto('redirects').values(moved).execute();
}

async function exported(app: TestApp): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await app.signIn()}` };
  return Buffer.from(await (await app.request('/api/v1/export/admin', { headers })).arrayBuffer());
}

/** Without the names of files, which are new, and what no one sees. */
function asShown(html: string): string {
  return sanitiseHtml(html)
    .replace(/\/uploads\/\w+\/[\w-]+\./g, '/uploads/file.')
    .replace(/ (?:rel|target)="[^"]*"/g, '')
    .replaceAll('"https://example.org"', '"https://example.org/"')
    .replace(/<(\/?)(?:b|strong)>/g, '<$1b>')
    .replace(/<(\/?)(?:i|em)>/g, '<$1i>')
    .replace(/<(\/?)(?:s|del)>/g, '<$1s>')
    .replace(/<pre data-language="(\w+)">\s*([\s\S]*?)\s*<\/pre>/g, '<pre><code class="language-$1">$2</code></pre>')
    .replace(/<pre>(?!<code)([\s\S]*?)<\/pre>/g, '<pre><code>$1</code></pre>')
    .replaceAll(' class="language-plain"', '')
    .replace(/\s+<\/code>/g, '</code>')
    .replace(/<blockquote>([^<]*)<\/blockquote>/g, '<blockquote><p>$1</p></blockquote>')
    .replace(
      /<(\w+)((?: [\w-]+="[^"]*")+)/g,
      (_, tag: string, attributes: string) =>
        `<${tag}${attributes
          .trim()
          .split(/ (?=[\w-]+=)/)
          .sort()
          .map((one) => ` ${one}`)
          .join('')}`,
    )
    .replace(/\s+/g, ' ')
    .replace(
      / ?(<\/?(?:p|pre|div|h\d|[uod]l|li|d[td]|blockquote|table|caption|t[a-z]+|figure|figcaption|hr|br|img)\b[^>]*>) ?/g,
      '$1',
    )
    .trim();
}

async function articlesOf(app: TestApp) {
  const { body } = await app.json<Article[]>('GET', '/articles/admin', undefined, await app.signIn());
  const all = [];
  for (const { id } of body.sort((one, other) => one.id - other.id)) {
    const row = await app.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { title, description, excerpt, imageAlt, isPublished, isFeatured, lang, publishedAt, createdAt } = row;
    const picture = row.imageUrl && (await sizeOf(app, row.imageUrl));
    all.push({
      id,
      title,
      description,
      excerpt,
      imageAlt,
      isPublished,
      isFeatured,
      lang,
      publishedAt,
      createdAt,
      picture,
      content: asShown(row.content),
    });
  }
  return all;
}

async function sizeOf(app: TestApp, url: string) {
  return app.db
    .selectFrom('uploads')
    .select(['width', 'height', 'color'])
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
}

describe.each(engines)('on %s', (engine) => {
  test('an export fills an empty site with the same articles, pages, texts, dates, pictures and addresses', async () => {
    await using from = await testApp({ engine });
    await fill(from);
    const zip = await exported(from);

    await using to = await testApp({ engine, now: '2027-03-01T12:00:00.000Z' });
    const done = await importer(to, await to.signIn()).whole('export.zip', zip);
    expect(done).toMatchObject({ state: 'done', error: null });

    const [before, after] = [await articlesOf(from), await articlesOf(to)];
    for (const [at, article] of before.entries()) expect(after[at]).toEqual(article);
    expect(after).toHaveLength(before.length);
    const last = before.at(-1)?.id;
    await using handler = await openHttpHandler(to);
    for (const [address, target] of [
      ['/2019/05/first/', `/articles/${last}`],
      ['/blog/?p=101', `/articles/${last}`],
      ['/house-rules', '/rules'],
    ] as const) {
      const { status, headers } = await handler.get(address);
      expect([address, status, headers.location]).toEqual([address, 301, target]);
    }
    const shown = (await handler.get(`/articles/${last}`)).body.toString();
    const [file = ''] = /\/uploads\/articles\/[\w-]+\.pdf/.exec(shown) ?? [];
    expect((await handler.get(file)).body.toString()).toBe('%PDF-1.7 minutes');
    expect(shown).toContain('href="/articles/3"');
  });
});
