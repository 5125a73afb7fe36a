/** The frozen site, on the web servers that societies find: every link leads somewhere, and nothing is asked of anyone else. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeAttachment } from '#features/uploads/attachments.server.ts';
import { aMember, anArticle, anEvent, aPage, aYear } from '#tests/support/builders.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { appWithSubscribers } from '#tests/support/newsletter.ts';
import { serveFolderByNginx } from '#tests/support/nginx.ts';
import { isLacking } from '#tests/support/programs.ts';
import { serveFolderByPython } from '#tests/support/python-server.ts';
import { filesInZip } from '#tests/support/read-zip.ts';
import { freePort } from '#tests/support/site.ts';
import { aPicture } from '#tests/support/stored-picture.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const secret = 'SECRET-OF-A-DRAFT';
let folder: string;
let files: Record<string, Buffer>;
let publicPaths: string[];

beforeAll(async () => {
  await using site = await appWithSubscribers('sqlite', 1);
  const { app } = site;
  await fill(app);
  await using handler = await openHttpHandler(app);
  const headers = { authorization: `Bearer ${await app.signIn()}` };
  const answer = await fetch(`${handler.url}/api/v1/export/admin?parts=site`, { headers });
  expect(answer.status).toBe(200);
  files = filesInZip(Buffer.from(await answer.arrayBuffer()));
  const sitemap = (await handler.get('/sitemap.xml')).body.toString();
  publicPaths = [...sitemap.matchAll(/<loc>https:\/\/society\.example([^<]*)</g)].map(([, path = '']) => path);
  folder = mkdtempSync(join(tmpdir(), 'frozen-'));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  mkdirSync(join(folder, 'deep'));
  renameSync(join(folder, 'site'), join(folder, 'deep', 'of a society'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function fill(app: TestApp): Promise<void> {
  const token = await app.signIn();
  const add = async (kind: string, input: object) =>
    (await app.json<{ id: number }>('POST', `/${kind}/admin`, input, token)).body.id;
  await app.json('POST', '/newsletter/admin/send/1', {}, token);
  await app.json('PUT', '/settings/admin', { contactLine: 'Room 5, or hello@society.example.' }, token);
  const draft = await add('articles', anArticle({ title: secret, content: `<p>${secret}</p>` }));
  const pdf = await storeAttachment(app.context, {
    purpose: 'articles',
    bytes: Buffer.from('%PDF-1.7 minutes'),
    fileName: 'Minutes of May.pdf',
    administratorId: 1,
  });
  const page = await add('pages', aPage({ title: 'Über uns' }));
  await app.json('PUT', `/pages/admin/${page}`, { address: 'wir' }, token);
  const links = [
    '/articles/1',
    `/articles/${draft}`,
    'https://society.example/uber-uns',
    '/events?filter=past',
    pdf,
    '/nowhere',
  ];
  const inText = links
    .map((href) => `<p><a href="${href.replaceAll('&', '&amp;')}">to ${href.length}</a></p>`)
    .join('');
  const picture = await aPicture(app);
  await add(
    'articles',
    anArticle({
      title: 'With links',
      isPublished: true,
      imageUrl: picture,
      content: `${inText}<p>a href="/articles/1"</p><p><img src="${picture}" alt="A" /></p>`,
    }),
  );
  for (let number = 1; number <= 30; number++)
    await add('articles', anArticle({ title: `Number ${number}`, isPublished: true }));
  await anOpenEvent(app, token, {});
  await add('events', anEvent({ eventDate: '2026-01-05T18:00:00', title: 'Long ago' }));
  await add('members', aMember({ imageUrl: picture }));
  await add('members', aMember({ name: secret, isActive: false }));
  await add('committees', aYear());
}

const pages = () => Object.entries(files).filter(([name]) => name.endsWith('.html'));

test('has every public page, older lists, feeds, the calendar and what was moved, and nothing else', () => {
  const names = Object.keys(files);
  expect(publicPaths.length).toBeGreaterThan(40);
  for (const path of publicPaths)
    expect(names).toContain(`site/${decodeURI(path.slice(1))}${path === '/' ? '' : '/'}index.html`);
  for (const file of ['feed.xml', 'rss.xml', 'feed.json', 'events.ics', 'events/1.ics', 'sitemap.xml', '404.html'])
    expect(names).toContain(`site/${file}`);
  expect(names.filter((name) => name.startsWith('site/articles/page-'))).toHaveLength(1);
  expect(String(files['site/uber-uns/index.html'])).toContain('url=../wir/index.html');
  expect(names.filter((name) => name.startsWith('site/cards/articles/')).length).toBeGreaterThan(30);
  for (const [name, bytes] of Object.entries(files)) expect([name, bytes.includes(secret)]).toEqual([name, false]);
  expect(names.some((name) => /admin|\/api\/|signup|preview/.test(name))).toBe(false);
});

test('asks no one else, runs nothing, and says in place of each form that it is frozen', () => {
  for (const [name, bytes] of pages()) {
    const html = bytes.toString();
    expect([name, html.match(/<(script|form|input|button|iframe|base)\b|<link[^>]* rel="stylesheet"/)]).toEqual([
      name,
      null,
    ]);
    expect([name, html.match(/ (src|srcset)="(https?:)?\/[^"]*"|url\(["']?(https?:)?\//i)]).toEqual([name, null]);
    expect([name, html.match(/<link[^>]* href="(https?:)?\/[^"]*"/)]).toEqual([name, null]);
  }
  const sentence = 'This site is frozen since November 21, 2026; write to hello@society.example';
  for (const name of ['index.html', 'subscribe/index.html', 'articles/1/index.html', 'events/1/index.html'])
    expect(String(files[`site/${name}`]).split(sentence)).toHaveLength(2);
  expect(String(files['site/404.html'])).toContain('Page Not Found');
  expect(String(files['site/404.html'])).not.toMatch(/<a\b|url\(\W*data:,/);
  // A link to what is not public stays as words, and words stay words.
  const article = String(files['site/articles/3/index.html']);
  expect(article).toContain('<a rel="noopener noreferrer">to 11</a>');
  expect(article).toContain('a href="/articles/1"');
});

const servers = { nginx: serveFolderByNginx, python3: serveFolderByPython };

describe.each(['nginx', 'python3'] as const)('with %s', (program) => {
  test.skipIf(isLacking(program)).each([
    ['in a folder', '', '/deep/of%20a%20society/'],
    ['at the root', 'deep/of a society', '/'],
  ])('no link is dead %s', async (_, root, begin) => {
    const server = await servers[program](await freePort(), join(folder, root));
    try {
      const { dead, seen } = await follow(server.url, begin);
      expect(dead).toEqual([]);
      const reached = [...seen].filter((address) => address.endsWith('index.html'));
      // All but the page for what is not found, a form for itself, and those that only lead to others.
      const unlinked = pages().filter(
        ([name]) => !reached.some((one) => decodeURI(one).endsWith(name.replace(/^site/, ''))),
      );
      expect(unlinked.map(([name]) => name).sort()).toEqual([
        'site/404.html',
        'site/subscribe/index.html',
        'site/uber-uns/index.html',
      ]);
    } finally {
      await server.stop();
    }
  });
});

/** Everything that a page names, from its first page on; also what its styles name. */
async function follow(url: string, begin: string) {
  const seen = new Set([url + begin]);
  const dead: string[] = [];
  for (const address of seen) {
    const answer = await fetch(address);
    if (answer.status !== 200) dead.push(`${answer.status} ${address}`);
    const body = await answer.text();
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    const tags = [...body.matchAll(/<[a-z][^<>]*>/g)].map(([tag]) => tag).join('\n');
    const named = [
      ...[...tags.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, one = '']) => one),
      ...[...tags.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, set = '']) =>
        set.split(', ').map((part) => part.split(' ')[0] ?? ''),
      ),
      ...[...body.matchAll(/url\(["']?([^"')]*)/g)].map(([, one = '']) => one),
    ];
    for (const one of named) {
      if (/^(#|data:|mailto:|tel:)/.test(one)) continue;
      const target = new URL(one.replaceAll('&amp;', '&'), address);
      target.hash = '';
      if (target.origin === url) seen.add(target.href);
      else if (target.hostname === 'society.example') dead.push(`${one} on ${address}`);
    }
  }
  return { dead, seen };
}
