import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Member } from '#features/members/member.schema.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { engines } from './support/database.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const unknownIds = ['0', '-1', 'abc', '1.5', '1e3', '999999', '99999999999999999999', '%20'];

async function publish(app: TestApp, token: string, title: string): Promise<Article> {
  const body = anArticle({ title, isPublished: true });
  return (await app.json<Article>('POST', '/articles/admin', body, token)).body;
}

describe.each(engines)('the API on %s', (engine) => {
  test('an administrator signs in, is recognised and signs out', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    const credentials = { usernameOrEmail: 'EDITOR1@society.example', password: 'a password of twenty' };
    const login = await app.json<{ token: string; message: string }>('POST', '/admin/login', credentials);
    expect(login.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), message: 'Login successful!' });
    const { token } = login.body;
    expect((await app.json('GET', '/admin/verify', undefined, token)).body).toEqual({
      status: 'success',
      administrator: { id: expect.any(Number), username: 'editor1', email: 'editor1@society.example' },
    });
    expect((await app.json('POST', '/admin/logout', undefined, token)).body).toEqual({
      message: 'Logged out successfully',
    });
    expect((await app.json('GET', '/admin/verify', undefined, token)).status).toBe(401);
    const wrong = await app.json('POST', '/admin/login', { ...credentials, password: 'not it at all' });
    expect(wrong).toMatchObject({ status: 401, body: { message: expect.any(String), code: 'unauthorized' } });
  });

  test('a draft is hidden from visitors and shown to administrators', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const created = await app.json<Article>('POST', '/articles/admin', anArticle(), token);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ isPublished: false, isFeatured: false, publishedAt: null, excerpt: null });
    const { id } = created.body;
    expect((await app.json<[]>('GET', '/articles')).body).toEqual([]);
    expect(await app.json('GET', `/articles/${id}`)).toMatchObject({
      status: 404,
      body: { message: 'Article not found', code: 'not_found' },
    });
    expect((await app.json('GET', `/articles/${id}`, undefined, token)).status).toBe(200);
    expect((await app.json<Article[]>('GET', '/articles/admin', undefined, token)).body).toHaveLength(1);
  });

  test('PUT with isPublished false takes an article off-line, PUT without it leaves the state alone (A1)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id, publishedAt } = await publish(app, token, 'Live');
    app.clock.advance(60_000);
    const kept = await app.json<Article>('PUT', `/articles/admin/${id}`, { title: ' Still live ' }, token);
    expect(kept.body).toMatchObject({ title: 'Still live', isPublished: true, publishedAt });
    const live = await app.json<Article>('PUT', `/articles/admin/${id}`, { isPublished: true }, token);
    expect(live.body).toMatchObject({ isPublished: true, publishedAt });
    const draft = await app.json<Article>('PUT', `/articles/admin/${id}`, { isPublished: false }, token);
    expect(draft.body.isPublished).toBe(false);
    expect((await app.json('GET', `/articles/${id}`)).status).toBe(404);
  });

  test('publishedAt becomes now whenever a draft goes live, and only then (A4)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Article>('POST', '/articles/admin', anArticle(), token)).body;
    const times = ['2026-11-21T14:00:00.000Z', '2026-11-21T20:00:00.000Z'];
    for (const time of times) {
      app.clock.set(time);
      const published = await app.json<Article>('POST', `/articles/admin/publish/${id}`, undefined, token);
      expect(published.body).toMatchObject({ isPublished: true, publishedAt: time });
      app.clock.advance(60_000);
      const again = await app.json<Article>('POST', `/articles/admin/publish/${id}`, undefined, token);
      expect(again.body.publishedAt).toBe(time);
      await app.json('PUT', `/articles/admin/${id}`, { isPublished: false }, token);
    }
  });

  test('PUT takes publishedAt, which is never empty while the article is live and never later than now', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await publish(app, token, 'Live');
    const put = async (input: object) =>
      (await app.json<Article>('PUT', `/articles/admin/${id}`, input, token)).body.publishedAt;
    const [date, now] = ['2020-05-01T10:00:00.000Z', app.clock.now().toISOString()];
    expect(await put({ publishedAt: '2020-05-01T12:00:00+02:00' })).toBe(date);
    for (const kept of [{ title: 'Again' }, { publishedAt: '' }, { publishedAt: null }])
      expect(await put({ ...kept, isPublished: true })).toBe(date);
    expect(await put({ publishedAt: '2099-01-01T00:00:00Z' })).toBe(now);
    expect(await put({ isPublished: false, publishedAt: date })).toBe(date);
    expect(await put({ publishedAt: null })).toBeNull();
    expect(await put({ isPublished: true, publishedAt: date }), 'a draft goes live now (A4)').toBe(now);
    const refused = await app.json('PUT', `/articles/admin/${id}`, { publishedAt: 'soon' }, token);
    expect(refused).toMatchObject({ status: 400, body: { fields: { publishedAt: 'This is not a valid date' } } });
  });

  test('lists of articles: newest first, without bodies, in pages, found by title or text (A5, A7, A9)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const title of ['First', 'Second', 'Third']) {
      await publish(app, token, title);
      app.clock.advance(1000);
    }
    const first = await app.json<Article[]>('GET', '/articles?limit=2');
    expect(first.body.map((article) => article.title)).toEqual(['Third', 'Second']);
    expect(first.body[0]).not.toHaveProperty('content');
    expect(first.headers.get('x-total-count')).toBe('3');
    const cursor = encodeURIComponent(first.headers.get('x-next-cursor') ?? '');
    const second = await app.json<Article[]>('GET', `/articles?limit=2&cursor=${cursor}`);
    expect(second.body.map((article) => article.title)).toEqual(['First']);
    expect(second.headers.get('x-next-cursor')).toBeNull();
    const after = async (id: number) =>
      (await app.json<Article[]>('GET', `/articles?limit=1&after=${id}`)).body.map(({ title }) => title);
    expect(await after(first.body[0]?.id ?? 0)).toEqual(['Second']);
    expect(await after(second.body[0]?.id ?? 0)).toEqual([]);
    const draft = (await app.json<Article>('POST', '/articles/admin', anArticle(), token)).body;
    for (const [id, status] of [
      [draft.id, 404],
      [999_999, 404],
      ['x', 400],
    ] as const)
      expect((await app.json('GET', `/articles?after=${id}`)).status).toBe(status);
    expect((await app.json<[]>('GET', '/articles?search=SECOND')).body).toHaveLength(1);
    expect((await app.json<[]>('GET', '/articles?search=single%20flight')).body).toHaveLength(3);
    expect((await app.json<[]>('GET', '/articles?search=strong')).body).toHaveLength(0);
    expect((await app.json<[]>('GET', '/articles?search=%25')).body).toHaveLength(0);
    expect((await app.json('GET', '/articles?limit=101')).status).toBe(400);
  });

  test('an article is checked, cleaned, given a picture and deleted', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const refuse = async (body: unknown, message: string) =>
      expect(await app.json('POST', '/articles/admin', body, token)).toMatchObject({ status: 400, body: { message } });
    await refuse(anArticle({ title: '  ' }), 'Title and description are required');
    await refuse(anArticle({ content: '<p><br></p><p>&nbsp;</p>' }), 'Article content cannot be empty');
    expect((await app.json('POST', '/articles/admin', anArticle({ description: 'x'.repeat(251) }), token)).status).toBe(
      400,
    );
    expect((await app.json('POST', '/articles/admin', anArticle({ description: 'x'.repeat(250) }), token)).status).toBe(
      201,
    );

    const content = '<p onclick="x()">Hello<script>x()</script> <a href="javascript:x()">link</a></p>';
    const saved = (await app.json<Article>('POST', '/articles/admin', anArticle({ content }), token)).body;
    expect(saved.content).not.toMatch(/script|onclick/);
    expect(saved.content).toContain('about:blank');

    const path = `/articles/admin/${saved.id}`;
    const imageUrl = 'https://pictures.example/bat.jpg';
    expect((await app.json('PUT', `${path}/image`, { imageUrl }, token)).body).toMatchObject({
      id: saved.id,
      imageUrl,
    });
    const bad = await app.json('PUT', `${path}/image`, { imageUrl: 'javascript:alert(1)' }, token);
    expect(bad.status).toBe(400);
    expect((await app.json('DELETE', path, undefined, token)).body).toEqual({
      message: 'Article deleted successfully',
    });
    expect((await app.json('DELETE', path, undefined, token)).status).toBe(404);
    expect((await app.json('GET', `/articles/${saved.id}`, undefined, token)).status).toBe(404);
  });

  test('events keep the wall time, and the clock decides what is past (C1, C2, C3)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = async (title: string, eventDate: string) =>
      (await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ title, eventDate }), token)).body;
    await add('Soon', '2026/12/01T18:00:00');
    await add('Later', '2026-12-24T18:00:00');
    await add('Gone', '2026-07-01T18:00:00');
    const long = await add('Long gone', '2025-07-01T18:00:00');
    const titles = async (path: string, bearer?: string) =>
      (await app.json<SocietyEvent[]>('GET', path, undefined, bearer)).body.map((event) => event.title);
    expect(await titles('/events/upcoming')).toEqual(['Soon', 'Later']);
    expect(await titles('/events/past')).toEqual(['Gone', 'Long gone']);
    expect(await titles('/events')).toEqual(['Soon', 'Later', 'Gone', 'Long gone']);
    expect(await titles('/events/admin', token)).toEqual(['Later', 'Soon', 'Gone', 'Long gone']);
    expect((await app.json('GET', `/events/${long.id}`)).body).toMatchObject({
      eventDate: '2025-07-01T18:00:00',
      startsAt: '2025-07-01T17:00:00.000Z',
    });
    const refused = await app.json('POST', '/events/admin', anEvent({ eventDate: '2026/02/31T18:00:00' }), token);
    expect(refused).toMatchObject({ status: 400, body: { fields: { eventDate: 'This date does not exist.' } } });
    const missing = await app.json('POST', '/events/admin', anEvent({ location: '' }), token);
    expect(missing.body).toMatchObject({ message: 'Title, Date, Time, and Location are required' });
    const image = await app.json('PUT', `/events/admin/${long.id}/image`, { imageUrl: '/uploads/events/a.jpg' }, token);
    expect(image.body).toMatchObject({ id: long.id, title: 'Long gone', imageUrl: '/uploads/events/a.jpg' });
    expect((await app.json('DELETE', `/events/admin/${long.id}`, undefined, token)).status).toBe(200);
    expect(await titles('/events/past')).toEqual(['Gone']);
  });

  test('visitors see active members only, sorted by position (A5, D3)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = async (change: Parameters<typeof aMember>[0]) =>
      (await app.json<Member>('POST', '/members/admin', aMember(change), token)).body;
    const treasurer = await add({});
    await add({ name: 'B. Member', position: 'Chair' });
    const left = await add({ name: 'C. Member', position: 'Archivist', isActive: false });
    expect(treasurer).toMatchObject({ isActive: true, joinDate: '2026-11-21T12:00:00.000Z' });
    const positions = (await app.json<Member[]>('GET', '/members')).body.map((member) => member.position);
    expect(positions).toEqual(['Chair', 'Treasurer']);
    expect((await app.json('GET', `/members/${left.id}`)).status).toBe(404);
    expect((await app.json<Member[]>('GET', '/members/admin', undefined, token)).body).toHaveLength(3);
    const refused = await app.json('POST', '/members/admin', aMember({ position: '' }), token);
    expect(refused).toMatchObject({ status: 400, body: { message: 'Name and position are required' } });
    expect((await app.json('POST', '/members/admin', aMember({ name: 'x'.repeat(51) }), token)).status).toBe(400);
  });

  test('an id that is no positive integer, or that no one has, is not found', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const found: string[] = [];
    for (const id of unknownIds)
      for (const [method, path, body] of [
        ['GET', `/articles/${id}`],
        ['GET', `/events/${id}`],
        ['GET', `/members/${id}`],
        ['PUT', `/articles/admin/${id}`, { title: 'x' }],
        ['DELETE', `/events/admin/${id}`],
        ['POST', `/articles/admin/publish/${id}`],
        ['PUT', `/members/admin/${id}/image`, { imageUrl: null }],
        ['POST', `/newsletter/admin/send/${id}`],
      ] as const) {
        const { status } = await app.json(method, path, body, token);
        if (status !== 404) found.push(`${method} ${path}: ${status}`);
      }
    expect(found).toEqual([]);
  });
});
