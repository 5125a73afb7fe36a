import { expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { AdminNotices } from './dashboard.schema.ts';

async function signedIn() {
  const app = await testApp();
  const token = await app.signIn();
  const news = async () => (await app.json<AdminNotices>('GET', '/notices/admin', undefined, token)).body;
  return { app, token, news, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test('without waiting or scheduled newsletters there are no notices, and visitors get none', async () => {
  await using site = await signedIn();
  expect(await site.news()).toEqual({
    delayed: [],
    mailServer: { waiting: null, pending: 0 },
    lateSchedules: [],
    isIll: false,
  });
  expect((await site.app.json('GET', '/notices/admin')).status).toBe(401);
});

test('a missed schedule is in the notices until someone decides what to do with it', async () => {
  await using site = await signedIn();
  const { app, token, news } = site;
  await app.json('POST', '/articles/admin', anArticle({ title: 'Late' }), token);
  const publishAt = '2026-12-01T08:00:00';
  await app.json('PUT', '/articles/admin/1/schedule', { publishAt }, token);
  expect((await news()).lateSchedules).toEqual([]);
  await app.db.updateTable('scheduledPublications').set({ state: 'late' }).execute();
  const late = { articleId: 1, issueId: null, title: 'Late', publishAt, state: 'late' };
  expect((await news()).lateSchedules).toEqual([late]);
  await app.json('DELETE', '/articles/admin/1/schedule', undefined, token);
  expect((await news()).lateSchedules).toEqual([]);
});

test('an administrator whose tab is of the previous version still gets the dashboard, the first steps and the notices', async () => {
  await using site = await signedIn();
  const { app, token } = site;
  for (const [earlier, path] of [
    ['/glance/admin', '/dashboard/admin'],
    ['/live/admin', '/notices/admin'],
  ] as const) {
    const { status, body } = await app.json('GET', earlier, undefined, token);
    expect({ status, body }).toEqual({ status: 200, body: (await app.json('GET', path, undefined, token)).body });
  }
  expect((await app.json('PUT', '/first-hour/admin', undefined, token)).status).toBe(200);
  expect((await app.json('PUT', '/first-hour/admin')).status).toBe(401);
});
