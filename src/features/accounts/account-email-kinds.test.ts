import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { runWorker } from '#app/worker/worker.ts';
import { MailError } from '#platform/mail/mailer-contract.ts';
import { forgetOldEmails } from '#platform/mail/queue/mail-rows.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { queueMails, startMailWorker, workerSettings } from '#tests/support/mail-workers.ts';
import { collector } from '#tests/support/newsletter.ts';
import { eventually, smtpServer } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { accountEmails } from './account-email-kinds.server.ts';
import { enqueueNotice, type Notice } from './changes/notify-administrators.server.ts';

const anEmail: Notice = { to: { administratorId: 1 }, subject: 'A subject', paragraphs: ['One.', 'Two.'] };
const minute = 60_000;

const rowsOf = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('mails').where('issueId', 'is', null).selectAll().orderBy('id').execute();

describe.each(engines)('emails to administrators on %s', (engine) => {
  test('a mail goes out once, to the address of the account or to a bare one, and to no one for an unknown id', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    const { mails, mailer } = collector();
    const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
    await enqueueNotice(app.db, anEmail, app.clock.now());
    await enqueueNotice(app.db, { ...anEmail, to: { address: 'old@society.example' } }, app.clock.now());
    await enqueueNotice(app.db, { ...anEmail, to: { administratorId: 99 } }, app.clock.now());
    await enqueueNotice(app.db, { ...anEmail, to: { address: 'admin@localhost.localdomain' } }, app.clock.now());
    await sender.sendDue();
    await sender.sendDue();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['editor1@society.example', 'A subject'],
      ['old@society.example', 'A subject'],
    ]);
    expect(mails[0]?.text).toMatch(/^One\.\n\nTwo\.\n\n-- \nYou get this because/);
    expect(mails[0]?.html).toContain('Two.</p>');
    expect(mails[0]?.messageId).toMatch(/^<account\.[0-9a-f]{32}@society\.example>$/);
    expect((await rowsOf(app)).map(({ state, sentAt }) => [state, sentAt])).toEqual([
      ['sent', '2026-11-21T12:00:00.000Z'],
      ['sent', '2026-11-21T12:00:00.000Z'],
      ['failed', null],
    ]);
  });

  test('when the mail server is away it is tried again after 1, 2, 4 and then every 5 minutes, with the same Message-ID', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    let isAway = true;
    const tried: string[] = [];
    const { mails, mailer } = collector(({ messageId }) => {
      tried.push(messageId);
      if (isAway) throw new MailError('Connection refused', 'temporary', null, { step: 'connect' });
    });
    const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
    await enqueueNotice(app.db, anEmail, app.clock.now());
    for (const [index, minutes] of [0, 1, 2, 4, 5, 5].entries()) {
      app.clock.advance(minutes * minute - 1);
      await sender.sendDue();
      app.clock.advance(1);
      await sender.sendDue();
      expect(tried).toHaveLength(index + 1);
    }
    isAway = false;
    app.clock.advance(5 * minute);
    await sender.sendDue();
    expect(mails).toHaveLength(1);
    expect(new Set(tried).size).toBe(1);
  });

  test('after five refusals of an address it is given up', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    const { mails, mailer } = collector(() => {
      throw new MailError('550 No such user', 'refused', 550, { step: 'recipient' });
    });
    const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
    await enqueueNotice(app.db, anEmail, app.clock.now());
    for (let n = 0; n < 7; n++) {
      await sender.sendDue();
      app.clock.advance(10 * minute);
    }
    expect(mails).toEqual([]);
    expect(await rowsOf(app)).toMatchObject([{ state: 'failed', attempts: 5, smtpCode: 550 }]);
  });

  test('a mail that was postponed by a clock ahead of time is sent, and an old one is dropped', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    const { mails, mailer } = collector();
    const sender = createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] });
    await enqueueNotice(app.db, anEmail, new Date('2031-01-01T00:00:00.000Z'));
    await sender.sendDue();
    expect(mails).toHaveLength(1);
    await app.db
      .updateTable('mails')
      .where('issueId', 'is', null)
      .set({ createdAt: '2026-10-01T00:00:00.000Z' })
      .execute();
    await forgetOldEmails(app.db, app.clock.now());
    expect(await rowsOf(app)).toEqual([]);
  });

  test('a mail does not wait for a newsletter that is being sent slowly', async () => {
    await using server = await smtpServer();
    await using database = await freshDatabase(engine);
    await queueMails(database, { subscribers: 50 });
    const settings = { ...workerSettings(database, server.url), NEWSLETTER_RATE_PER_SECOND: '1' };
    const worker = await runWorker({ ...settings, LOG_LEVEL: 'silent' });
    try {
      await server.waitForMails(2);
      const to = { address: 'anna@society.example' };
      await enqueueNotice(database.db, { ...anEmail, to }, new Date());
      await server.waitForMails(1, to.address);
      expect(server.mails.length).toBeLessThan(25);
    } finally {
      await worker.stop();
    }
  });

  test('a worker killed after the end of a mail leaves it not confirmed, and no one sends it again', async () => {
    let worker: ChildProcess | undefined;
    await using server = await smtpServer({
      // Taken, but the worker does not live to hear of it.
      onData: () => void (server.mails.length === 1 && worker?.kill('SIGKILL')),
    });
    await using database = await freshDatabase(engine);
    const to = { address: 'anna@society.example' };
    await enqueueNotice(database.db, { ...anEmail, to }, new Date());
    worker = startMailWorker(database, server.url);
    await once(worker, 'exit');
    expect(await rowsOf(database)).toMatchObject([{ state: 'sending', attempts: 1 }]);
    // The lease is over.
    await database.db
      .updateTable('mails')
      .where('issueId', 'is', null)
      .set({ leaseUntil: new Date(0).toISOString(), nextAttemptAt: new Date().toISOString() })
      .execute();
    const next = startMailWorker(database, server.url);
    await eventually(async () => (await rowsOf(database))[0]?.state === 'unknown');
    next.kill('SIGTERM');
    expect(await once(next, 'exit')).toEqual([0, null]);
    expect(server.mails).toHaveLength(1);
  });
});
