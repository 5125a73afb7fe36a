import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers } from '#tests/support/newsletter.ts';
import type { ArticleNewsletter, IssueReport } from './issue-reports.schema.ts';

type Sending = Awaited<ReturnType<typeof appWithSubscribers>>;

const admin = '/newsletter/admin';

async function sentTo(engine: (typeof engines)[number], count: number) {
  const site = await appWithSubscribers(engine, count);
  await site.send();
  return { ...site, token: await site.app.signIn() };
}

/** As a worker would have left them: the first three sent, one in each other state. */
async function recordOutcomes({ app }: Sending): Promise<void> {
  const now = app.clock.now().toISOString();
  const set = (id: number, values: object) => app.db.updateTable('mails').set(values).where('id', '=', id).execute();
  for (const id of [1, 2, 3]) await set(id, { state: 'sent', sentAt: now });
  await set(4, { state: 'failed', smtpCode: 550, smtpAnswer: '5.1.1 no such user' });
  await set(5, { state: 'retry', smtpCode: 421, smtpAnswer: 'come back later', nextAttemptAt: now });
  await set(6, { state: 'unknown', nextAttemptAt: '9999-12-31T23:59:59.999Z' });
  await set(7, { state: 'skipped', smtpAnswer: 'No longer subscribed' });
}

describe.each(engines)('the reports on newsletters on %s', (engine) => {
  test('the list tells how far each newsletter is', async () => {
    await using site = await sentTo(engine, 9);
    const { app, token } = site;
    await recordOutcomes(site);
    const { body, headers } = await app.json<IssueReport[]>('GET', `${admin}/issues`, undefined, token);
    expect(headers.get('x-total-count')).toBe('1');
    expect(body).toEqual([
      {
        kind: 'article',
        isArchived: true,
        isOffSite: false,
        articleId: 1,
        subject: 'Bats, farms and us',
        state: 'sending',
        pauseReason: null,
        createdAt: app.clock.now().toISOString(),
        updatedAt: app.clock.now().toISOString(),
        total: 9,
        counts: { queued: 2, sending: 0, sent: 3, retry: 1, failed: 1, unknown: 1, skipped: 1, kept: 0 },
        outcomes: { delivered: 3, bounced: 0, complaints: 0, unsubscribed: 0, notConfirmed: 1, failed: 1 },
        gone: 0,
        retryable: 1,
        resendable: 1,
        note: null,
        id: 1,
        serverPauseSince: null,
        sendAfter: null,
      },
    ]);
  });

  test('the list has pages, and forgets no newsletter of the same moment', async () => {
    await using site = await sentTo(engine, 1);
    const { app, token } = site;
    const post = (path: string, body: object) => app.json<{ id: number }>('POST', path, body, token);
    for (const title of ['Second', 'Third']) {
      const { body } = await post('/articles/admin', {
        title,
        description: 'd',
        content: '<p>c</p>',
        isPublished: true,
      });
      await post(`${admin}/send/${body.id}`, {});
    }
    const page = async (query: string) => {
      const answer = await app.json<IssueReport[]>('GET', `${admin}/issues${query}`, undefined, token);
      return { subjects: answer.body.map(({ subject }) => subject), next: answer.headers.get('x-next-cursor') };
    };
    const first = await page('?limit=2');
    expect(first.subjects).toEqual(['Third', 'Second']);
    expect(await page(`?limit=2&cursor=${first.next}`)).toEqual({ subjects: ['Bats, farms and us'], next: null });
  });

  test('an article that was never sent has no report', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const token = await site.app.signIn();
    const read = () => site.app.json<ArticleNewsletter>('GET', `${admin}/articles/1/report`, undefined, token);
    expect((await read()).body).toEqual({
      articleId: 1,
      title: 'Bats, farms and us',
      isPublished: true,
      sent: 0,
      report: null,
    });
    const missing = await site.app.json('GET', `${admin}/issues/77`, undefined, token);
    expect(missing).toMatchObject({ status: 404, body: { message: 'There is no such newsletter' } });
    expect((await site.app.json('GET', `${admin}/articles/77/report`, undefined, token)).status).toBe(404);
    await site.send();
    const first = (await read()).body.report;
    expect(first).toMatchObject({ state: 'sending', total: 1 });
    // The list still leads to it.
    await site.app.json('DELETE', '/articles/admin/1', undefined, token);
    expect((await read()).body).toMatchObject({ title: 'Bats, farms and us', report: { id: first?.id } });
  });
});
