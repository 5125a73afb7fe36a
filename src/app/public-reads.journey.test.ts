import { expect, test } from 'vitest';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';

test('pages of other sites may read what visitors may read, and nothing else', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const add = async (kind: string, body: unknown) =>
    (await app.json<{ id: number }>('POST', `/${kind}/admin`, body, token)).body.id;
  const article = await add('articles', anArticle({ isPublished: true }));
  const draft = await add('articles', anArticle());
  const event = await add('events', anEvent());
  await using handler = await openHttpHandler(app);
  const allowed = async (path: string, headers = {}, method = 'GET') => {
    const answer = await handler.get(path, { origin: 'https://other.example', ...headers }, method);
    expect(answer.headers['access-control-allow-credentials'], path).toBeUndefined();
    return [answer.status, answer.headers['access-control-allow-origin']];
  };

  const lists = ['articles', 'events', 'events/upcoming', 'events/past', 'members', 'settings', 'openapi.json'];
  const items = [`articles/${article}`, `events/${event}`];
  for (const path of [...lists, ...items]) {
    expect(await allowed(`/api/v1/${path}`), path).toEqual([200, '*']);
    expect(await allowed(`/api/v1/${path}`), path).toEqual([200, '*']);
    expect(await allowed(`/api/v1/${path}`, {}, 'HEAD'), path).toEqual([200, '*']);
  }
  // Anyone who may ask may also read what is wrong.
  expect(await allowed(`/api/v1/articles/${draft}`)).toEqual([404, '*']);
  expect(await allowed('/api/v1/articles?cursor=nonsense')).toEqual([400, '*']);

  const bearer = { authorization: `Bearer ${token}` };
  expect(await allowed(`/api/v1/articles/${draft}`, bearer)).toEqual([200, undefined]);
  const closed = [
    ...['articles', 'events', 'members', 'settings', 'newsletter/subscribers', 'activity', 'bin'].map((name) =>
      name.replace(/$|(?=\/)/, '/admin'),
    ),
    ...['admin/verify', `articles/admin/${draft}`, 'newsletter/verify?token=x', 'nothing'],
  ];
  for (const path of closed)
    for (const headers of [{}, bearer]) expect((await allowed(`/api/v1/${path}`, headers))[1], path).toBeUndefined();
  for (const path of ['/', '/articles', '/admin']) expect((await allowed(path))[1], path).toBeUndefined();
  // A browser asks before it sends a bearer along, or anything else that changes something.
  for (const path of ['articles', `articles/${article}`, 'newsletter/subscribe', 'admin/login'])
    expect(
      (await allowed(`/api/v1/${path}`, { 'access-control-request-method': 'POST' }, 'OPTIONS'))[1],
    ).toBeUndefined();
  expect(
    (await app.request('/api/v1/newsletter/subscribe', { method: 'POST' })).headers.has('access-control-allow-origin'),
  ).toBe(false);
});
