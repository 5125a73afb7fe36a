import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { aMember, anArticle, anEvent, aPage, aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes } from '#tests/support/guests.ts';
import { appWithSubscribers } from '#tests/support/newsletter.ts';
import { filesInZip } from '#tests/support/read-zip.ts';
import { aPicture } from '#tests/support/stored-picture.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

async function exported(app: TestApp, query = '', token?: string): Promise<Record<string, Buffer>> {
  const headers = { authorization: `Bearer ${token ?? (await app.signIn())}` };
  const answer = await app.request(`/api/v1/export/admin${query}`, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="export-2026-11-21.zip"');
  return filesInZip(Buffer.from(await answer.arrayBuffer()));
}

/** As Hugo reads it. */
function read(file: Buffer | undefined) {
  const [, yaml = '', body = ''] = /^---\n([\s\S]*?\n)---\n\n([\s\S]*)$/.exec(file?.toString() ?? '') ?? [];
  return { front: parse(yaml) as Record<string, unknown>, html: marked.parse(body, { async: false }).trim(), body };
}

async function add<T = { id: number }>(app: TestApp, kind: string, input: object): Promise<T> {
  const { status, body } = await app.json<T>('POST', `/${kind}/admin`, input, await app.signIn());
  expect([kind, status]).toEqual([kind, 201]);
  return body;
}

const hugo = spawnSync('hugo', ['version']);
if (hugo.status !== 0) console.warn('Hugo (Debian: hugo) is not here: no export is built with it.');

test.skipIf(hugo.status !== 0)('Hugo builds a site of 500 articles that is whole', { timeout: 240_000 }, async () => {
  await using app = await testApp();
  const picture = await aPicture(app);
  const first = await add(app, 'articles', anArticle({ isPublished: true, imageUrl: picture }));
  const row = await app.db.selectFrom('articles').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
  const rows = Array.from({ length: 499 }, (_, number) => ({
    ...row,
    id: first.id + 1 + number,
    title: `Article ${number}`,
    content: `<h2>Part ${number}</h2>${'<p>Some <strong>words</strong> and more of them.</p>'.repeat(40)}<figure><img src="${picture}" alt="Green" /><figcaption>Green</figcaption></figure>`,
  }));
  for (let begin = 0; begin < rows.length; begin += 50)
    await app.db
      .insertInto('articles')
      .values(rows.slice(begin, begin + 50))
      .execute();
  await add(app, 'articles', anArticle({ title: 'Not yet' }));
  await add(app, 'events', anEvent({ eventDate: '2099-12-01T18:00:00' }));
  await app.db.insertInto('redirects').values({ path: '/old', kind: 'articles', entityId: first.id }).execute();
  const began = performance.now();
  const files = await exported(app);
  expect(performance.now() - began).toBeLessThan(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'hugo-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const { status, stdout, stderr } = spawnSync('hugo', [], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/WARN|ERROR/);
    const made = (path: string) => readFileSync(join(folder, 'public', path), 'utf8');
    const article = made(`articles/${first.id + 9}/index.html`);
    expect(article).toContain('<h2 id="part-8">Part 8</h2>');
    expect(article).toContain('<figure><img src="../../uploads/');
    expect(made('events/1/index.html')).toContain('Evening lecture');
    expect(made('old/index.html')).toContain(`/articles/${first.id}`);
    expect(existsSync(join(folder, 'public/articles', String(first.id + 500)))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(engines)('an export on %s', (engine) => {
  test('holds everything written, with dates, pictures, old addresses, and what was not public as a draft', async () => {
    await using app = await testApp({ engine });
    const [lead, inText] = [await aPicture(app), await aPicture(app)];
    const content = `<p>See <img src="https://society.example${inText}" alt="A bat" /> and <a href="https://a.example/" rel="noopener noreferrer">this</a>.</p>`;
    const { id } = await add(
      app,
      'articles',
      anArticle({ content, isPublished: true, imageUrl: lead, title: 'A: "b"' }),
    );
    const draft = await add(app, 'articles', anArticle({ title: 'Not yet' }));
    const binned = await add(app, 'articles', anArticle({ title: 'In the bin' }));
    await app.json('DELETE', `/articles/admin/${binned.id}`, undefined, await app.signIn());
    await app.db.insertInto('redirects').values({ path: '/2019/05/bats', kind: 'articles', entityId: id }).execute();
    await app.db.insertInto('redirects').values({ path: '/?p=101', kind: 'articles', entityId: id }).execute();
    const page = await add(app, 'pages', aPage());
    await app.json('PUT', `/pages/admin/${page.id}`, { address: 'rules' }, await app.signIn());
    const event = await add(app, 'events', anEvent({ description: 'One\ntwo\n\n1. three' }));
    const member = await add(app, 'members', aMember({ isActive: false }));
    await add(app, 'committees', aYear());

    const files = await exported(app);
    const texts = Object.keys(files).filter((name) => name.startsWith('content/'));
    expect(texts.sort()).toEqual([
      `content/articles/${id}.md`,
      `content/articles/${draft.id}.md`,
      `content/events/${event.id}.md`,
      `content/members/${member.id}.md`,
      'content/pages/rules.md',
      'content/years/2024-25.md',
    ]);
    const article = read(files[`content/articles/${id}.md`]);
    expect(article.front).toEqual({
      id,
      type: 'articles',
      title: 'A: "b"',
      date: '2026-11-21T12:00:00.000Z',
      created: '2026-11-21T12:00:00.000Z',
      lastmod: '2026-11-21T12:00:00.000Z',
      url: `/articles/${id}`,
      aliases: ['/2019/05/bats'],
      description: anArticle().description,
      images: [lead],
    });
    expect(article.body).toBe(`See ![A bat](${inText}) and [this](https://a.example/).\n`);
    expect(read(files[`content/articles/${draft.id}.md`]).front).toMatchObject({ draft: true });
    for (const url of [lead, inText]) expect(files[`static${url}`]?.length).toBeGreaterThan(50);
    expect(read(files['content/pages/rules.md']).front).toMatchObject({ url: '/rules', aliases: ['/house-rules'] });
    expect(read(files[`content/events/${event.id}.md`])).toMatchObject({
      front: { date: '2026-12-01T18:00:00.000Z', event_date: '2026-12-01T18:00:00', location: 'Lecture hall 2' },
      html: '<p>One<br>two</p>\n<p>1. three</p>',
    });
    expect(read(files[`content/members/${member.id}.md`]).front).toMatchObject({ title: 'A. Member', draft: true });
    expect(read(files['content/years/2024-25.md']).front).toMatchObject({
      url: '/committee/2024-25',
      posts: [{ name: 'Ada Lovelace', position: 'President' }],
    });
    expect(JSON.parse(String(files['redirects.json']))).toEqual([
      { from: '/2019/05/bats', to: `/articles/${id}` },
      { from: '/?p=101', to: `/articles/${id}` },
      { from: '/house-rules', to: '/rules' },
    ]);
    expect(JSON.parse(String(files['settings.json']))).toMatchObject({ shortName: 'One Health' });
    expect(JSON.parse(String(files['export.json']))).toMatchObject({ counts: { articles: 2, pages: 1 }, missing: [] });
    expect(Object.keys(files).some((name) => name.startsWith('people/'))).toBe(false);
    const noted = await app.db.selectFrom('audit').select('action').orderBy('id', 'desc').limit(1).executeTakeFirst();
    expect(noted).toEqual({ action: 'site.export' });
  });

  test('holds newsletters as they were sent, without anything of a subscriber', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    await app.json('POST', '/newsletter/admin/send/1', {}, await app.signIn());
    const newsletter = read((await exported(app))['content/newsletters/1.md']);
    expect(newsletter.front).toMatchObject({ title: 'Bats, farms and us', kind: 'article', url: '/newsletters/1' });
    expect(newsletter.body).toContain('It begins with a **single** flight.');
    expect(newsletter.body).not.toMatch(/@example\.org|token=|\.invalid|unsubscribe/i);
    await app.db.updateTable('issues').set({ isArchived: false }).execute();
    expect(read((await exported(app))['content/newsletters/1.md']).front).toMatchObject({ draft: true });
  });

  test('holds drafts of newsletters with their own words', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const admin = '/newsletter/admin/issues';
    const { id, version } = (await app.json<IssueDraft>('POST', admin, { kind: 'note' }, token)).body;
    const words = {
      title: 'To you',
      note: '<p>See you <strong>soon</strong>.</p>',
      things: [],
      isArchived: true,
      version,
    };
    expect((await app.json('PUT', `${admin}/${id}/draft`, words, token)).status).toBe(200);
    const draft = read((await exported(app))[`content/newsletters/${id}.md`]);
    expect(draft.front).toMatchObject({ title: 'To you', kind: 'note', draft: true });
    expect(draft.body).toContain('See you **soon**.');
  });

  test('holds subscribers and guests only for a recent password, and administrators are told', async () => {
    await using site = await appWithSubscribers(engine, 2);
    const { app } = site;
    const token = await app.signIn();
    const event = await anOpenEvent(app, token, {});
    await comes(app, event.id, 'ada');
    const files = await exported(app, '?parts=people', token);
    expect(Object.keys(files)).toEqual([
      'README.md',
      'people/subscribers.csv',
      `people/guests-of-event-${event.id}-coming.csv`,
      `people/guests-of-event-${event.id}-waiting.csv`,
    ]);
    expect(String(files['people/subscribers.csv']).split('\r\n')).toHaveLength(4);
    expect(String(files[`people/guests-of-event-${event.id}-coming.csv`])).toContain('ada@example.org');
    const told = await app.db.selectFrom('mails').select('content').where('kind', '=', 'account-notice').execute();
    expect(told[0]?.content).toContain('downloaded an export of the site and its people, with email addresses');

    app.clock.advance(11 * 60_000);
    const refused = await app.json('GET', '/export/admin?parts=content,people', undefined, token);
    expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_proof_needed' } });
    expect((await app.json('GET', '/export/admin?parts=all', undefined, token)).status).toBe(400);
  });
});
