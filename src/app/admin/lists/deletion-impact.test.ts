import { expect, test } from 'vitest';
import { articleKind } from '#features/articles/article.kind.ts';
import { committeeKind } from '#features/committees/committee.kind.ts';
import type { Kind } from '#features/items/kind.ts';
import { memberKind } from '#features/members/member.kind.ts';
import { pageKind } from '#features/pages/page.kind.ts';
import { createApiClient } from '#shared/calls/api-client.ts';
import { aPage, aYear, samples } from '#tests/support/builders.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';
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
  expect(await detail()).toBe('“Bats, farms and us” is live. The newsletter on its way stops.');
  await worker.sendDue();
  await worker.finishIssues();
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
  await worker.finishIssues();
  calls.length = 0;
  await app.json('PUT', '/articles/admin/1', { isPublished: false }, token);
  expect(await detail()).toBe('“Bats” is a draft and was mailed to 26 subscribers.');
  expect(calls).toHaveLength(2);
});

test('members, pages and past committees are called by their name, and the question says whether visitors see them', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const api = createApiClient((path, init) => app.request(path, init), { token: () => token });
  const details = async (kind: Kind, ...inputs: object[]) => {
    const found: (string | undefined)[] = [];
    for (const input of inputs) {
      const { id } = (await app.json<{ id: number }>('POST', `/${kind.name}/admin`, input, token)).body;
      found.push((await loadDeletionImpact(api, kind, id))?.detail);
    }
    return found;
  };
  const member = { ...samples.members.input, name: 'Ada' };
  expect(await details(memberKind, member, { ...member, isActive: false })).toEqual([
    '“Ada” is shown on the site.',
    '“Ada” is not shown on the site.',
  ]);
  expect(await details(pageKind, aPage({ title: 'Privacy' }), aPage({ title: 'Plan', isPublished: false }))).toEqual([
    '“Privacy” is shown on the site.',
    '“Plan” is not shown on the site.',
  ]);
  expect(await details(committeeKind, aYear({ label: '2024-25' }))).toEqual(['“2024-25” is shown on the site.']);
});
