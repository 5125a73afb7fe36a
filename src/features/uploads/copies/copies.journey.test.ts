/** Pictures of other sites: texts keep their addresses, and what visitors get shows copies. */
import { describe, expect, test } from 'vitest';
import { clearForPurge } from '#app/bin-hooks.ts';
import { kinds } from '#app/kinds.ts';
import { renderMissingBodies } from '#features/articles/content/missing-bodies.jobs.ts';
import { purgeExpiredItems } from '#features/bin/bin.jobs.ts';
import { picturesVerdict } from '#features/health/checks/storage-checks.server.ts';
import { aMember, anArticle, anEvent, aPage, aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import { otherSite } from '#tests/support/other-site.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { sweepPictures } from '../uploads.jobs.ts';
import { findPicturesToCopy } from './copies.jobs.ts';
import { copyDuePictures, copyPictures } from './copying-pictures.server.ts';
import { withCopies } from './showing-copies.server.ts';

const lead = 'https://pictures.example/lead.jpg?a=1&b=2';
const inText = 'http://pictures.example/text.jpg?a=1&b=2';
const content = `<p>Look: <img alt="A bat" src="${inText.replace('&', '&amp;')}" /></p>`;
const ours = /^\/uploads\/articles\/[\w-]+\.jpg$/;
/** An address that a browser, an app or a mail program loads by itself. */
const loaded =
  /(?:src|srcset|poster|og:image" content|enclosure url|image:loc>|"(?:image|banner_image|url)":)[="\s]*http[^"<>]*pictures\.example/;

type Saved = { id: number; imageUrl: string; content: string; image: { url: string; width: number } | null };

async function siteWith(app: TestApp, answer: Parameters<typeof otherSite>[0]) {
  const site = await otherSite(answer);
  // TLS is the platform's; the rest is asked as it would be.
  app.context.internet = site.internet;
  return site;
}

const photo = await plainJpeg(900, 600);

describe.each(engines)('pictures of other sites on %s', (engine) => {
  test('are stored as written, and visitors see the copies everywhere', async () => {
    await using post = await appWithSubscribers(engine, 1);
    const { app } = post;
    await using site = await siteWith(app, (_request, response) => void response.end(photo));
    const token = await app.signIn();
    const imageUrl = lead.replace('https', 'http');
    const add = async (kind: string, input: object) => {
      const { status, body } = await app.json<Saved>('POST', `/${kind}/admin`, { ...input, imageUrl }, token);
      expect([kind, status, body.imageUrl]).toEqual([kind, 201, imageUrl]);
      return body.id;
    };
    const article = await add('articles', anArticle({ content, isPublished: true }));
    const event = await add('events', anEvent());
    await add('members', aMember());
    await add('pages', aPage({ title: 'House rules', content }));
    await add('committees', aYear({ posts: [{ name: 'Ada', position: 'President', imageUrl }] }));
    const settings = { defaultEventImage: 'http://pictures.example/default.jpg' };
    expect((await app.json('PUT', '/settings/admin', settings, token)).status).toBe(200);
    // What took longer than two seconds on a busy machine.
    while ((await app.db.selectFrom('pictureCopies').select('url').where('url', 'is', null).execute()).length > 0)
      await new Promise((done) => setTimeout(done, 50));
    await renderMissingBodies(app.context);
    // Each is asked for once.
    expect(site.asked.sort()).toEqual([
      'pictures.example/default.jpg',
      'pictures.example/lead.jpg?a=1&b=2',
      'pictures.example/text.jpg?a=1&b=2',
    ]);

    const own = await app.json<Saved>('GET', `/articles/${article}`, undefined, token);
    expect(own.body.content).toBe(content);
    expect(own.body.image).toMatchObject({ url: expect.stringMatching(ours), width: 900 });
    await using handler = await openHttpHandler(app);
    const paths = [
      ...['/', '/about', '/articles', `/articles/${article}`, '/events', `/events/${event}`, '/house-rules'],
      ...['/committee', '/committee/2024-25', '/feed.xml', '/rss.xml', '/feed.json', '/sitemap.xml'],
      ...[`/api/v1/articles/${article}`, '/api/v1/settings'],
    ];
    for (const path of paths) {
      const { status, body, headers } = await handler.get(path);
      expect([path, status]).toEqual([path, 200]);
      // The data of a page and an answer of the API have `imageUrl` as written.
      expect(body.toString().replaceAll(/"(imageUrl|\w*Image)":"[^"]*"/g, ''), path).not.toMatch(loaded);
      const policy = String(headers['content-security-policy'] ?? '');
      expect(policy, path).not.toMatch(/img-src[^;]*https:/);
    }
    const page = (await handler.get(`/articles/${article}`)).body.toString();
    expect(page).toMatch(/<img[^>]*src="\/uploads\/articles\/[\w-]+\.jpg" alt="A bat"/);
    const copy = await handler.get(`/uploads/copy?of=${encodeURIComponent(inText)}`);
    expect([copy.status, copy.headers.location]).toEqual([302, expect.stringMatching(ours)]);
    const none = await handler.get('/uploads/copy?of=http%3A%2F%2Fpictures.example%2Fother.jpg');
    expect([none.status, none.headers.location]).toEqual([302, '/defaults/article.webp']);

    const { mails, mailer } = collector();
    expect((await app.json('POST', `/newsletter/admin/send/${article}`, {}, token)).status).toBe(200);
    await createMailWorker({ ...app.context, mailer }).sendDue();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.html).toMatch(/<img[^>]* src="https:\/\/society\.example\/uploads\/articles\/[^"]+"/);
    expect(mails[0]?.html).not.toMatch(loaded);
    const [issue] = await app.db.selectFrom('issues').select('id').orderBy('id', 'desc').limit(1).execute();
    const archived = await app.json<{ html: string }>('GET', `/newsletter/archive/${issue?.id}`);
    expect(archived.body.html).toContain('alt="A bat"');
    expect(archived.body.html).not.toMatch(loaded);
  });

  test('are links and default pictures until the copy exists; a save waits two seconds for it', async () => {
    await using app = await testApp({ engine });
    const waiting: (() => void)[] = [];
    await using _site = await siteWith(
      app,
      (_request, response) => waiting.push(() => response.end(photo)) && undefined,
    );
    const token = await app.signIn();
    const began = Date.now();
    const input = anArticle({ content, isPublished: true, imageUrl: inText });
    const { status, body } = await app.json<Saved>('POST', '/articles/admin', input, token);
    expect([status, body.imageUrl, body.image]).toEqual([201, inText, null]);
    expect(Date.now() - began).toBeGreaterThan(1_500);
    expect(Date.now() - began).toBeLessThan(8_000);
    const read = async () => (await app.json<Saved>('GET', `/articles/${body.id}`)).body;
    const link = `<a rel="noopener noreferrer" target="_blank" href="${inText.replace('&', '&amp;')}">A bat</a>`;
    expect((await read()).content).toBe(`<p>Look: ${link}</p>`);

    // As after a restart: nothing of the save is left in memory but its row.
    app.clock.advance(61_000);
    const later = copyDuePictures({ ...app.context });
    while (waiting.length < 2) await new Promise((done) => setTimeout(done, 10));
    for (const answer of waiting) answer();
    await later;
    const shown = await read();
    expect(shown.content).toMatch(/<picture>.*<img src="\/uploads\/.*alt="A bat"/);
    expect(shown.image?.url).toMatch(ours);
  });

  test('in texts that are rendered while the copies come are shown all the same, also with an apostrophe in the address', async () => {
    await using app = await testApp({ engine });
    await using site = await siteWith(app, (_request, response) => void response.end(photo));
    const token = await app.signIn();
    const articles = [];
    for (let number = 1; number <= 12; number += 1) {
      const { body } = await app.json<Saved>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
      const picture = (name: string) =>
        `<img src="http://pictures.example/${number}-it's-${name}.jpg?a=1&amp;b=2" alt="" />`;
      const text = `<p>${['a', 'b', 'c'].map(picture).join('')}</p>`;
      await app.db.updateTable('articles').set({ content: text, rendered: null }).where('id', '=', body.id).execute();
      articles.push(body.id);
    }
    await findPicturesToCopy(app.context);
    let isCopied = false;
    const copying = copyDuePictures(app.context).finally(() => (isCopied = true));
    while (!isCopied) {
      await renderMissingBodies(app.context);
      await new Promise((done) => setTimeout(done, 5));
    }
    await copying;
    await renderMissingBodies(app.context);
    expect(site.asked).toHaveLength(36);
    for (const id of articles) {
      const { content: shown } = (await app.json<Saved>('GET', `/articles/${id}`)).body;
      expect(shown.match(/<picture>.*?<img src="\/uploads\/[^>]*srcset/g), shown).toHaveLength(3);
    }
  });

  test('are kept while the save that has noted them has not committed, and while a text has them in any form', async () => {
    await using app = await testApp({ engine });
    await using _site = await siteWith(app, (_request, response) => void response.end(photo));
    const noted = "http://pictures.example/it's.jpg?a=1&b=2";
    await copyPictures(app.context, { imageUrl: noted });
    const rows = async () => (await app.db.selectFrom('pictureCopies').select('address').execute()).length;
    await findPicturesToCopy(app.context);
    expect(await rows()).toBe(1);
    app.clock.advance(61 * 60_000);
    // Not as the address of a picture, which would be noted again.
    const text = anArticle({ content: `<p><a href="${noted.replace('&', '&amp;')}">It</a></p>` });
    expect((await app.json('POST', '/articles/admin', text, await app.signIn())).status).toBe(201);
    await findPicturesToCopy(app.context);
    expect(await rows()).toBe(1);
    await app.db.updateTable('articles').set({ content: '<p>A</p>' }).execute();
    await app.db.deleteFrom('revisions').execute();
    await findPicturesToCopy(app.context);
    expect(await rows()).toBe(0);
  });

  test('that cannot be copied are tried five times, and then site health reports them', async () => {
    await using app = await testApp({ engine });
    await using site = await siteWith(
      app,
      (_request, response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    const token = await app.signIn();
    const verdict = async () => picturesVerdict({ ...app.context, now: app.clock.now() } as never);
    await app.json('POST', '/events/admin', anEvent({ imageUrl: inText }), token);
    for (let day = 0; day < 10; day += 1) {
      expect((await verdict())?.level).toBe(day < 4 ? 'good' : 'look');
      app.clock.advance(86_400_000);
      await copyDuePictures(app.context);
    }
    expect(site.asked).toHaveLength(5);
    expect((await verdict())?.sentence).toBe(
      `1 picture of other sites could not be copied, such as ${inText}. Visitors see a link or the default picture.`,
    );
    expect(await app.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  test('in older texts are copied by the same job, and removed with the last text that shows them', async () => {
    await using app = await testApp({ engine });
    await using site = await siteWith(app, (_request, response) => void response.end(photo));
    const token = await app.signIn();
    const { body } = await app.json<Saved>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    await app.db.updateTable('articles').set({ content, imageUrl: inText }).execute();
    await app.db
      .updateTable('articles')
      .set({ rendered: content.replace(' />', ' loading="lazy" />') })
      .execute();
    const settings = {
      key: 'defaultAvatarImage',
      value: '"http://pictures.example/a.jpg"',
      updatedAt: app.clock.now().toISOString(),
    };
    await app.db.insertInto('settings').values(settings).execute();
    await findPicturesToCopy(app.context);
    await copyDuePictures(app.context);
    await renderMissingBodies(app.context);
    expect(site.asked.sort()).toEqual(['pictures.example/a.jpg', 'pictures.example/text.jpg?a=1&b=2']);
    const shown = (await app.json<Saved>('GET', `/articles/${body.id}`)).body;
    expect(shown.content).toMatch(/<img src="\/uploads\//);
    expect(shown.image?.url).toMatch(ours);
    await findPicturesToCopy(app.context);
    expect(await app.db.selectFrom('pictureCopies').select('url').execute()).toHaveLength(2);

    await app.json('DELETE', `/articles/admin/${body.id}`, undefined, token);
    app.clock.advance(40 * 86_400_000);
    await purgeExpiredItems(app.db, app.clock.now(), { kinds, clear: clearForPurge });
    await findPicturesToCopy(app.context);
    await sweepPictures(app.context);
    const left = await app.db.selectFrom('pictureCopies').select('address').execute();
    expect(left).toEqual([{ address: 'http://pictures.example/a.jpg' }]);
    expect(await app.db.selectFrom('uploads').select('url').execute()).toHaveLength(1);
  });
});

test('pictures of this site are not fetched through its own address, and no link is nested in a link', async () => {
  await using app = await testApp();
  await using site = await siteWith(app, (_request, response) => void response.end(photo));
  const token = await app.signIn();
  const logo = 'https://society.example/icon-192.png';
  const text = `<p><a href="https://a.example/"><img src="${inText}x" alt="" /></a><img src="${logo}" alt="Logo" /></p>`;
  const input = anArticle({ content: text, isPublished: true });
  app.context.internet = { ...site.internet, resolve: () => Promise.resolve(['10.0.0.1']) };
  await app.json('POST', '/articles/admin', input, token);
  expect(site.connected).toEqual([]);
  expect(await withCopies(app.db, text)).toBe(
    '<p><a href="https://a.example/">Picture on pictures.example</a><img src="/icon-192.png" alt="Logo" /></p>',
  );
});
