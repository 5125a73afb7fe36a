import { describe, expect, test } from 'vitest';
import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Member } from '#features/members/member.schema.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { engines } from './support/database.ts';
import { type TestApp, testApp } from './support/test-app.ts';

async function addMembers(app: TestApp, token: string, names: string[]): Promise<void> {
  for (const name of names) await app.json('POST', '/members/admin', aMember({ name }), token);
}

/** Page by page, as 'Load more' does. */
async function allNames(app: TestApp, token: string, path: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { headers, body } = await app.json<Member[]>('GET', path + next, undefined, token);
    names.push(...body.map(({ name }) => name));
    cursor = headers.get('x-next-cursor');
  }
  return names;
}

describe.each(engines)('the lists of administrators on %s', (engine) => {
  test('members come in pages by name, as people sort names', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await addMembers(app, token, ['Zoë', 'émile', 'Ann', 'bob', 'Eve', 'Ann', '%', 'Dana']);
    const sorted = ['%', 'Ann', 'Ann', 'bob', 'Dana', 'émile', 'Eve', 'Zoë'];
    expect(await allNames(app, token, '/members/admin?limit=100')).toEqual(sorted);
    for (const limit of [1, 2, 3]) expect(await allNames(app, token, `/members/admin?limit=${limit}`)).toEqual(sorted);
    const page = await app.json('GET', '/members/admin?limit=2', undefined, token);
    expect(page.headers.get('x-total-count')).toBe('8');
    expect((await app.json('GET', '/members/admin?cursor=e30', undefined, token)).status).toBe(400);
  });

  test('members are found by name, position or bio, whatever the case', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('POST', '/members/admin', aMember({ name: 'Élodie', position: 'Chair', bio: '100% vet' }), token);
    await app.json('POST', '/members/admin', aMember({ name: 'Tom', isActive: false }), token);
    const found = async (search: string) =>
      allNames(app, token, `/members/admin?limit=1&search=${encodeURIComponent(search)}`);
    expect(await found('ÉLO')).toEqual(['Élodie']);
    expect(await found('CHAIR')).toEqual(['Élodie']);
    expect(await found('treasurer')).toEqual(['Tom']);
    expect(await found('%')).toEqual(['Élodie']);
    expect(await found('_')).toEqual([]);
  });

  test('the last page is right when its first row was deleted in between', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await addMembers(app, token, ['Ann', 'Bob', 'Cleo']);
    const first = await app.json<Member[]>('GET', '/members/admin?limit=1', undefined, token);
    await app.json('DELETE', `/members/admin/${first.body[0]?.id}`, undefined, token);
    const cursor = encodeURIComponent(first.headers.get('x-next-cursor') ?? '');
    expect(await allNames(app, token, `/members/admin?limit=5&cursor=${cursor}`)).toEqual(['Bob', 'Cleo']);
  });

  test('an administrator reads an inactive member, a visitor does not', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body } = await app.json<Member>('POST', '/members/admin', aMember({ isActive: false }), token);
    expect((await app.json('GET', `/members/${body.id}`, undefined, token)).body).toEqual(body);
    expect((await app.json('GET', `/members/${body.id}`)).status).toBe(404);
  });

  test('articles come whole, or as cards without their bodies', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('POST', '/articles/admin', anArticle(), token);
    const [whole] = (await app.json<Article[]>('GET', '/articles/admin', undefined, token)).body;
    expect(whole?.content).toContain('single');
    const [card] = (await app.json<ArticleCard[]>('GET', '/articles/admin?fields=card', undefined, token)).body;
    expect({ ...card, content: whole?.content }).toEqual(whole);
    expect(card).not.toHaveProperty('content');
    expect((await app.json('GET', '/articles/admin?fields=all', undefined, token)).status).toBe(400);
  });

  test('a list says which articles were sent, and an unpublished one keeps its date when published again', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true }), token)).body;
    const listed = async () =>
      (await app.json<ArticleCard[]>('GET', '/articles/admin?fields=card', undefined, token)).body;
    expect(await listed()).toMatchObject([{ id, isSent: false }]);
    const subscriber = { email: 'reader@example.org', emailKey: 'reader@example.org', state: 'confirmed' as const };
    const at = app.clock.now().toISOString();
    await app.db
      .insertInto('subscribers')
      .values({ ...subscriber, createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: null })
      .execute();
    await app.json('POST', `/newsletter/admin/send/${id}`, undefined, token);
    expect(await listed()).toMatchObject([{ id, isSent: true }]);
    expect((await app.json<ArticleCard[]>('GET', '/articles')).body[0]).not.toHaveProperty('isSent');

    const [before] = await listed();
    app.clock.advance(3_600_000);
    const off = await app.json<Article>('PUT', `/articles/admin/${id}`, { isPublished: false }, token);
    const publish = `/articles/admin/publish/${id}`;
    expect((await app.json('POST', `${publish}?date=kept&version=1`, undefined, token)).status).toBe(409);
    expect((await app.json('POST', `${publish}?date=now`, undefined, token)).status).toBe(400);
    const back = await app.json<Article>('POST', `${publish}?date=kept&version=${off.body.version}`, undefined, token);
    expect(back.body).toMatchObject({ isPublished: true, publishedAt: before?.publishedAt });
    await app.json('PUT', `/articles/admin/${id}`, { isPublished: false }, token);
    const anew = await app.json<Article>('POST', publish, undefined, token);
    expect(anew.body.publishedAt).not.toBe(before?.publishedAt);
  });

  test('an impossible date, time and year have different messages, nonsense is refused, a skipped hour is accepted', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = (eventDate: string) => app.json<SocietyEvent>('POST', '/events/admin', anEvent({ eventDate }), token);
    const refused = (message: string) => ({ status: 400, body: { message, fields: { eventDate: message } } });
    expect(await add('2026/02/31T18:00:00')).toMatchObject(refused('This date does not exist.'));
    expect(await add('2026-02-28T24:61:00')).toMatchObject(refused('This time does not exist.'));
    expect(await add('2206-12-03T18:30:00')).toMatchObject(
      refused('Is 2206 right? Please enter a year from 1900 to 2199.'),
    );
    for (const nonsense of ['6:30pm', '3/12/2027T18:30', '2027-12-03', 'tomorrow', '2027-12-03T6:30pm'])
      expect(await add(nonsense)).toMatchObject({
        status: 400,
        body: { fields: { eventDate: 'Please enter a date and a time' } },
      });
    const zone = refused(
      'Please send the time as clocks show it at the event, without a time zone: 2026-12-01T18:00:00',
    );
    for (const zoned of [
      '2026-12-01T18:00:00Z',
      '2026-12-01T18:00:00.000Z',
      '2026-12-01T18:00+01:00',
      '2026/12/01 18:00 -0530',
    ])
      expect(await add(zoned)).toMatchObject(zone);
    const allDay = anEvent({ eventDate: '2026-12-01T23:30:00Z', isAllDay: true });
    expect(await app.json('POST', '/events/admin', allDay, token)).toMatchObject(zone);
    const end = await app.json('POST', '/events/admin', anEvent({ endDate: '2026-12-01T22:00:00+01:00' }), token);
    expect(end).toMatchObject({
      status: 400,
      body: { fields: { endDate: expect.stringMatching(/without a time zone/) } },
    });
    expect((await add('2027-03-28T01:30:00')).body).toMatchObject({
      eventDate: '2027-03-28T01:30:00',
      startsAt: '2027-03-28T01:30:00.000Z',
    });
  });
});
