import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import type { IssueReport } from './issue-reports.schema.ts';

type Site = Awaited<ReturnType<typeof siteWithSubscribers>>;

/** Why each newsletter stands still, by its subject. */
async function notes({ app }: Site): Promise<Record<string, string | null>> {
  const { body } = await app.json<IssueReport[]>('GET', '/newsletter/admin/issues', undefined, await app.signIn());
  return Object.fromEntries(body.map(({ subject, note }) => [subject, note]));
}

describe.each(engines)('a newsletter that stands still, on %s, says why', (engine) => {
  test('outside its sending hours it says so', async () => {
    const { newsletter } = readConfig({ NEWSLETTER_WINDOW: '14:00-06:30' });
    await using site = await siteWithSubscribers(engine, 1, { newsletter });
    await site.send();
    expect(Object.values(await notes(site))).toEqual(['Goes out between 14:00 and 06:30.']);
    site.app.clock.set('2026-11-21T14:00:00.000Z');
    await site.control('pause');
    await site.control('resume');
    expect(Object.values(await notes(site))).toEqual([null]);
  });

  test('when the mail server accepts nothing it says so', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await smtpServer({
      fail: (step) => (step === 'connect' ? '421 Closed for today' : undefined),
    });
    await site.send();
    await site.deliveryWorker(server.url).sendDue();
    expect(Object.values(await notes(site))).toEqual([
      'Paused since November 21, 2026 at 12:00 PM (“421 Closed for today”). Sending resumes by itself.',
    ]);
    const { body } = await site.app.json<IssueReport[]>(
      'GET',
      '/newsletter/admin/issues',
      undefined,
      await site.app.signIn(),
    );
    expect(body[0]?.pauseReason).toBe('the mail server has turned our connections away');
  });

  test('when nothing has left for a minute it says so', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await site.send();
    site.app.clock.advance(60_000);
    expect(Object.values(await notes(site))).toEqual([null]);
    site.app.clock.advance(1);
    // No worker has run.
    expect(Object.values(await notes(site))).toEqual(['Nothing has left for a minute.']);
    const sentAt = site.app.clock.now().toISOString();
    await site.app.db.updateTable('mails').set({ state: 'sent', sentAt }).where('id', '=', 1).execute();
    expect(Object.values(await notes(site))).toEqual([null]);
  });
});
