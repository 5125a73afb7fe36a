/** What callers send in more than one way and mean the same by (M5), and what a field of one line keeps. */
import { describe, expect, test } from 'vitest';
import { operationsOf } from './attack/operations.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { addSubscribers } from './support/fill-database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { testApp } from './support/test-app.ts';

test('an empty JSON body is refused by every call', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const { operations } = await operationsOf(app);
  const refused: string[] = [];
  for (const { method, path } of operations.filter((one) => one.method !== 'GET' && !/admin\/logout/.test(one.path))) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await app.request(path.replaceAll(/\{\w+\}/g, '1'), { method, headers });
    const { code } = (await response.json()) as { code?: string };
    if (code === 'invalid_json' || response.status >= 500)
      refused.push(`${method} ${path}: ${response.status} ${code}`);
  }
  expect(refused).toEqual([]);
});

test('a value that is missing, out of range or of the wrong type is named', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  for (const [path, input, message] of [
    ['/newsletter/resubscribe', { email: 'a@example.org' }, 'Token is required'],
    ['/members/admin', { ...aMember(), isActive: 3 }, 'Is active is of the wrong type'],
    ['/articles/admin', { ...anArticle(), isPublished: 'yes' }, 'Is published is of the wrong type'],
  ] as const)
    expect(await app.json('POST', path, input, token)).toMatchObject({
      status: 400,
      body: { message },
    });
});

test('an address in full-width letters, or from a link that opens a mail, is read', async () => {
  await using app = await testApp();
  for (const email of [
    'ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
    'mailto:bert@example.org?subject=Hello',
    'mailto:Cleo@example.org',
  ])
    expect((await app.json('POST', '/newsletter/subscribe', { email })).status).toBe(200);
  const rows = await app.db.selectFrom('subscribers').select('email').orderBy('emailKey').execute();
  expect(rows.map(({ email }) => email)).toEqual(['anna@example.org', 'bert@example.org', 'Cleo@example.org']);
});

test.each([
  ['content-length: 0', { 'content-length': '0' }],
  ['an empty chunk', { 'transfer-encoding': 'chunked' }],
  ['neither', {}],
])('also over a socket: a newsletter is sent with %s', async (_, how) => {
  await using app = await testApp();
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await addSubscribers(app.db, 3, app.clock.now());
  await using handler = await openHttpHandler(app);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...how };
  for (const path of ['send/{id}', 'issues/{id}/pause', 'issues/{id}/resume', 'issues/{id}/cancel']) {
    const answer = await handler.get(`/api/v1/newsletter/admin/${path.replace('{id}', '1')}`, headers, 'POST');
    expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, expect.stringContaining('{')]);
  }
});

describe.each(everyEngine)('on %s', (engine) => {
  test('an empty string is no date, number, id or picture', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const article = {
      ...anArticle(),
      id: '',
      publishedAt: '',
      imageUrl: '',
      lang: '',
    };
    const signup = { signupOpensAt: '', signupClosesAt: '', capacity: '', maxPlaces: '' };
    const event = { ...anEvent(), ...signup, id: '', endDate: '', imageUrl: '' };
    const member = { ...aMember(), id: '', joinDate: '', imageUrl: '' };
    for (const [kind, input] of Object.entries({ articles: article, events: event, members: member })) {
      const made = await app.json('POST', `/${kind}/admin`, input, token);
      expect([made.status, made.body.imageUrl], kind).toEqual([201, null]);
      const { id } = made.body;
      await app.json('PUT', `/${kind}/admin/${id}`, { imageUrl: '/defaults/event.webp' }, token);
      const { body } = await app.json('PUT', `/${kind}/admin/${id}`, input, token);
      expect(body.imageUrl, kind).toBe('/defaults/event.webp');
    }
    const published = await app.json('POST', '/articles/admin/publish/1?version=', undefined, token);
    expect(published.body).toMatchObject({ isPublished: true, publishedAt: app.clock.now().toISOString() });
    expect((await app.json('POST', '/newsletter/admin/send/1', { holdSeconds: '' }, token)).status).toBe(200);
    expect((await app.json('GET', '/articles?after=', undefined, token)).status).toBe(200);
  });

  test('line breaks and tabs in a field of one line become a space', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const odd = ' Bats\r\n\tand\u2028farms\n';
    const folded = 'Bats and farms';
    const save = (path: string, input: object) => app.json('POST', path, input, token);
    const article = await save('/articles/admin', anArticle({ title: odd, imageAlt: odd }));
    expect(article.body).toMatchObject({ title: folded, imageAlt: folded });
    const event = await save('/events/admin', anEvent({ title: odd, location: odd, address: odd }));
    expect(event.body).toMatchObject({ title: folded, location: folded, address: folded });
    const member = await save('/members/admin', aMember({ name: odd, position: odd, bio: 'One\nTwo' }));
    expect(member.body).toMatchObject({ name: folded, position: folded, bio: 'One\nTwo' });
  });
});
