import { expect, test } from 'vitest';
import { articleKind } from '#features/articles/article.kind.ts';
import { createApiClient } from '#shared/calls/api-client.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import { loadDeletionImpact } from './deletion-impact.ts';

test('an article says how many it was mailed to, by two calls however often it was sent', async () => {
  await using site = await appWithSubscribers('sqlite', 25, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { app, send } = site;
  const token = await app.signIn();
  const calls: string[] = [];
  const fetchApi = (path: string, init?: RequestInit) => {
    calls.push(path);
    return app.request(path, init);
  };
  const api = createApiClient(fetchApi, { token: () => token });
  const detail = async () => (await loadDeletionImpact(api, articleKind, 1))?.detail;
  const worker = createMailWorker({ ...app.context, mailer: collector().mailer });
  expect(await detail()).toBe('“Bats, farms and us” is live.');
  await send();
  expect(await detail()).toBe('“Bats, farms and us” is live.');
  await worker.sendDue();
  expect(await detail()).toBe('“Bats, farms and us” is live and was mailed to 25 subscribers.');
  const at = app.clock.now().toISOString();
  const late = { email: 'late@example.org', emailKey: 'late@example.org', state: 'confirmed' as const };
  await app.db
    .insertInto('subscribers')
    .values({ ...late, createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at })
    .execute();
  await app.json('PUT', '/articles/admin/1', { title: 'Bats' }, token);
  await send();
  await worker.sendDue();
  calls.length = 0;
  await app.json('PUT', '/articles/admin/1', { isPublished: false }, token);
  expect(await detail()).toBe('“Bats” is a draft and was mailed to 26 subscribers.');
  expect(calls).toHaveLength(2);
});
