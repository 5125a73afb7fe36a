import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { outcomeSentence } from '#features/newsletter/issues/reports/outcome.ts';
import { absence, complaint, fromExchange, fromGmail, fromPostfix } from '#tests/support/bounce-mails.ts';
import { engines } from '#tests/support/database.ts';
import { hasDovecot, startDovecot } from '#tests/support/dovecot.ts';
import { appWithSubscribers, collector, deliveriesOf } from '#tests/support/newsletter.ts';
import { createBounceCollector } from './bounces.jobs.ts';

type Site = Awaited<ReturnType<typeof siteWithMailbox>>;

/** Subscribers who were sent an article, and a mailbox at `url`. */
async function siteWithMailbox(engine: (typeof engines)[number], url: string, count = 4) {
  const site = await appWithSubscribers(engine, count);
  const { app } = site;
  await site.send();
  const deliveryWorker = createDeliveryWorker({ ...app.context, mailer: collector().mailer });
  await deliveryWorker.sendDue();
  const { config } = app.context;
  const newsletter = { ...config.newsletter, bounces: { webhookSecret: undefined, imapUrl: url } };
  const errors: string[] = [];
  const log = { ...app.context.log, error: (text: string) => errors.push(text) };
  const collected = createBounceCollector({ ...app.context, log, config: { ...config, newsletter } });
  const messageIds = (await deliveriesOf(app)).map(({ messageId }) => messageId);
  return { app, collected, errors, messageIds, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function statesOf({ app }: Site): Promise<string[]> {
  const rows = await app.db.selectFrom('subscribers').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
}

describe.each(engines)('the mailbox of bounces on %s', (engine) => {
  test.skipIf(!hasDovecot)('on a real server: reports about our mails count, other mails are left alone', async () => {
    await using server = await startDovecot();
    await using site = await siteWithMailbox(engine, server.url);
    const [first = '', second = '', third = ''] = site.messageIds;
    await server.deliver(fromPostfix({ messageId: first }));
    await server.deliver(absence(second));
    await server.deliver(complaint(second));
    await server.deliver(
      fromExchange({ messageId: third, status: '5.2.2', diagnostic: 'smtp;552 5.2.2 Mailbox full' }),
    );
    // Anyone can write this; without a Message-ID of ours it is about no one.
    await server.deliver(fromGmail({ messageId: '<article.1.4.0000000000000000@society.example>' }));
    await site.collected.collect();
    expect(site.errors).toEqual([]);
    expect(await statesOf(site)).toEqual(['suppressed', 'suppressed', 'confirmed', 'confirmed']);
    const bounces = site.app.db.selectFrom('bounces').select(['kind', 'source', 'messageId']).orderBy('id');
    expect(await bounces.execute()).toEqual([
      { kind: 'hard', source: 'mailbox', messageId: first },
      { kind: 'complaint', source: 'mailbox', messageId: second },
      { kind: 'soft', source: 'mailbox', messageId: third },
    ]);
    expect(await server.unread()).toEqual(['Out of office: One Health']);
    await site.collected.collect();
    expect(await bounces.execute()).toHaveLength(3);
  });

  test.skipIf(!hasDovecot)('the issue counts its outcomes: 40 sent, 6 bounces, 1 complaint', async () => {
    await using server = await startDovecot();
    await using site = await siteWithMailbox(engine, server.url, 40);
    const { app } = site;
    const bounced = site.messageIds.slice(0, 6);
    for (const [index, messageId] of bounced.entries())
      await server.deliver([fromPostfix, fromExchange, fromGmail][index % 3]?.({ messageId }) ?? '');
    await server.deliver(complaint(site.messageIds[6] ?? ''));
    await site.collected.collect();
    expect(site.errors).toEqual([]);
    const token = await app.signIn();
    const issue = await app.json<IssueReport>('GET', '/newsletter/admin/issues/1', undefined, token);
    expect(outcomeSentence(issue.body)).toBe('Delivered to 33 of 40. 6 addresses no longer exist. 1 spam complaint.');
    expect(await server.unread()).toEqual([]);
  });

  test('a mailbox that cannot be read is logged, and nothing else happens', async () => {
    const silent = createServer((socket) => socket.end('* BYE not today\r\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    await using site = await siteWithMailbox(engine, `imap://news:secret@127.0.0.1:${port}/INBOX`);
    await site.collected.collect();
    await new Promise((resolve) => silent.close(resolve));
    await site.collected.collect();
    expect(site.errors).toEqual(Array(2).fill('the mailbox of bounces cannot be read'));
    expect(await statesOf(site)).toEqual(Array(4).fill('confirmed'));
  });
});
