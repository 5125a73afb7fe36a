import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { systemTiming } from '#platform/clock.ts';
import type { MailAnswer, Mailer, SendOptions } from '#platform/mail/mailer-contract.ts';
import { everyEngine } from '#tests/support/database.ts';
import { recordStatements } from '#tests/support/record-statements.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { enqueueEmail } from './enqueue-email.ts';
import { claimDueMails, endExpiredMails, leaseMs, recordOutcome } from './mail-rows.ts';
import { createEmailWorker, type EmailWorkerContext } from './mail-worker.ts';
import { transactionalRules } from './transactional-rules.ts';

const minute = 60_000;
const note = {
  idPrefix: 'note',
  isWanted: async () => true,
  write: async () => ({ to: 'anna@x.example', subject: 'S', html: '<p>S</p>', text: 'S' }),
};
const groups = [{ note }];

/** Answers a mail when a test says so. */
function slowMailer() {
  const asked: (PromiseWithResolvers<MailAnswer> & { options: SendOptions })[] = [];
  const mailer: Mailer = {
    send: (_mail, options = {}) => {
      const answer = Promise.withResolvers<MailAnswer>();
      asked.push({ ...answer, options });
      return answer.promise;
    },
    close: async () => {},
  };
  return { asked, mailer };
}

const taken = { code: 250, answer: 'ok' };
const write = ({ db, clock }: TestApp) =>
  enqueueEmail(db, { kind: 'note', to: { address: 'anna@x.example' } }, clock.now());
const anId = () => '<note@example.org>';
const rowsOf = ({ db }: TestApp) =>
  db.selectFrom('mails').where('issueId', 'is', null).select(['state', 'leaseOwner', 'attempts']).execute();
const outboxOf = (app: TestApp, more: Pick<EmailWorkerContext, 'mailer'> & Partial<EmailWorkerContext>) =>
  createEmailWorker({ ...app.context, groups, ...more });

describe.each(everyEngine)('the email worker on %s', (engine) => {
  test('a stopping worker begins nothing more, and finishes what it is claiming in order', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const stopping: Promise<void>[] = [];
    const early = outboxOf(app, { mailer, correctClock: async () => void stopping.push(early.stop()) });
    await early.sendDue();
    await Promise.all(stopping);
    expect(asked).toEqual([]);
    expect(await rowsOf(app)).toEqual([{ state: 'queued', leaseOwner: null, attempts: 0 }]);

    // Between the claim and the mail.
    const stops: Promise<void>[] = [];
    const writing = { ...note, isWanted: async () => stops.push(late.stop()) > 0 };
    const late = outboxOf(app, { mailer, groups: [{ note: writing }] });
    const sent = late.sendDue();
    await eventually(() => asked.length === 1);
    asked[0]?.resolve(taken);
    await sent;
    await Promise.all(stops);
    expect(await rowsOf(app)).toEqual([{ state: 'sent', leaseOwner: null, attempts: 1 }]);
  });

  test('an attempt that is stopped leaves a refused mail as often refused as it was', async () => {
    await using app = await testApp({ engine });
    await write(app);
    await app.db.updateTable('mails').set({ state: 'retry', attempts: 3 }).execute();
    const { asked, mailer } = slowMailer();
    const timing = { ...systemTiming, sleep: () => nextTurn() };
    const worker = outboxOf(app, { mailer, timing });
    const sending = worker.sendDue();
    await eventually(() => asked.length === 1);
    const stopped = worker.stop();
    await eventually(() => asked[0]?.options.signal?.aborted === true);
    asked[0]?.reject(new Error('Stopped'));
    await Promise.all([sending, stopped]);
    await eventually(async () => (await rowsOf(app))[0]?.leaseOwner === null);
    expect(await rowsOf(app)).toEqual([{ state: 'retry', leaseOwner: null, attempts: 3 }]);
  });

  test('a mail that was written or postponed while the clock was ahead is sent at once', async () => {
    await using app = await testApp({ engine });
    const { asked, mailer } = slowMailer();
    const refused = outboxOf(app, { mailer });
    await write(app);
    app.clock.advance(1440 * minute);
    const sent = refused.sendDue();
    await eventually(() => asked.length === 1);
    asked[0]?.reject(new Error('Not now'));
    await sent;
    await write(app);
    app.clock.advance(-1440 * minute);
    const again = outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 3);
    for (const { resolve } of asked) resolve(taken);
    await again;
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('a sent mail keeps its sending time, a refused one has none', async () => {
    await using app = await testApp({ engine });
    for (const _ of [1, 2]) await write(app);
    const { asked, mailer } = slowMailer();
    const sent = outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 2);
    asked[0]?.resolve(taken);
    asked[1]?.reject(new Error('Not today'));
    await sent;
    const rows = await app.db.selectFrom('mails').select(['state', 'sentAt']).orderBy('id').execute();
    expect(rows).toEqual([
      { state: 'sent', sentAt: app.clock.now().toISOString() },
      { state: 'retry', sentAt: null },
    ]);
  });

  test('a worker leaves no due mail behind when mails end while it asks the database', async () => {
    await using app = await testApp({ engine });
    for (let n = 0; n < 3; n++) await write(app);
    const mailer: Mailer = { send: async () => taken, close: async () => {} };
    const correctClock = async () => void (await eventually(() => outbox.underWay() === 0));
    const other = { other: note };
    const outbox = outboxOf(app, { mailer, connections: 1, groups: [...groups, other], correctClock });
    await outbox.sendDue();
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  test('an attempt that lost its lease cannot record an outcome under the next lease of the same worker', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const outbox = outboxOf(app, { mailer, connections: 5 });
    const sent = outbox.sendDue();
    await eventually(() => asked.length === 1);
    app.clock.advance(leaseMs);
    const now = app.clock.now();
    const [row] = await claimDueMails(app.db, { kinds: ['note'], now, owner: 'another', limit: 1 }, anId);
    const outcome = { state: 'retry', code: 450, answer: 'later', nextAttemptAt: now.toISOString() } as const;
    await recordOutcome(app.db, { id: row?.id ?? 0, owner: 'another', now, outcome });
    await outbox.renewLeases();
    await eventually(() => asked.length === 2);
    asked[0]?.reject(new Error('The connection was lost'));
    await nextTurn();
    expect(await asked[0]?.options.beforeEnd?.()).toBe(false);
    expect(await asked[1]?.options.beforeEnd?.()).toBe(true);
    asked[1]?.resolve(taken);
    await sent;
    expect(await rowsOf(app)).toEqual([{ state: 'sent', leaseOwner: null, attempts: 3 }]);
  });

  test('of two attempts of one worker that reach the end of their message at once, only the one with the lease sends it', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const outbox = outboxOf(app, { mailer, connections: 5 });
    const sent = outbox.sendDue();
    await eventually(() => asked.length === 1);
    // The process stood still for longer than its lease.
    app.clock.advance(leaseMs);
    await eventually(() => asked.length === 2);

    const mayEnd = await Promise.all(asked.map(async ({ options }) => options.beforeEnd?.()));
    expect(mayEnd).toEqual([false, true]);
    for (const { resolve } of asked) resolve(taken);
    await sent;
  });

  test('a worker cannot record the outcome of a mail that another worker has claimed since', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const sent = outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 1);
    app.clock.advance(leaseMs);
    const now = app.clock.now();
    await claimDueMails(app.db, { kinds: ['note'], now, owner: 'another', limit: 1 }, anId);
    asked[0]?.resolve(taken);
    await sent;
    expect(await rowsOf(app)).toEqual([{ state: 'queued', leaseOwner: 'another', attempts: 2 }]);
  });

  test('a mail whose final dot was sent is never sent again by itself, and a late answer still counts', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const sent = outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 1);
    expect(await asked[0]?.options.beforeEnd?.()).toBe(true);
    expect(await rowsOf(app)).toMatchObject([{ state: 'sending' }]);
    app.clock.advance(leaseMs - 1);
    const endNow = () => endExpiredMails(app.db, { kinds: ['note'], now: app.clock.now() });
    expect(await endNow()).toBe(0);
    app.clock.advance(1);
    expect(await endNow()).toBe(1);
    app.clock.advance(60 * minute);
    const other = slowMailer();
    await outboxOf(app, { mailer: other.mailer }).sendDue();
    expect(other.asked).toEqual([]);
    expect(await rowsOf(app)).toMatchObject([{ state: 'unknown' }]);
    asked[0]?.resolve(taken);
    await sent;
    expect(await rowsOf(app)).toEqual([{ state: 'sent', leaseOwner: null, attempts: 1 }]);
  });

  test('without an answer a mail is not confirmed after a minute, and a later answer replaces that', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    let elapsed = 0;
    const outbox = outboxOf(app, { mailer, timing: { ...systemTiming, elapsed: () => elapsed } });
    const sent = outbox.sendDue();
    await eventually(() => asked.length === 1);
    await asked[0]?.options.beforeEnd?.();
    elapsed = minute - 1;
    await outbox.renewLeases();
    expect(await rowsOf(app)).toMatchObject([{ state: 'sending' }]);
    elapsed = minute;
    await outbox.renewLeases();
    await eventually(async () => (await rowsOf(app))[0]?.state === 'unknown');
    asked[0]?.resolve(taken);
    await sent;
    expect(await rowsOf(app)).toEqual([{ state: 'sent', leaseOwner: null, attempts: 1 }]);
  });

  test('a mail is finished only when the database has noted that it may have arrived', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const sent = outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 1);
    await app.db.deleteFrom('mails').execute();
    expect(await asked[0]?.options.beforeEnd?.()).toBe(false);
    asked[0]?.reject(new Error('Taken back'));
    await sent;
  });

  test('a clock that is put back does not keep a dead worker’s mails for hours', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    void outboxOf(app, { mailer }).sendDue();
    await eventually(() => asked.length === 1);
    app.clock.advance(-20 * minute);
    const again = slowMailer();
    const sent = outboxOf(app, { mailer: again.mailer }).sendDue();
    await eventually(() => again.asked.length === 1);
    expect(await asked[0]?.options.beforeEnd?.()).toBe(false);
    again.asked[0]?.resolve(taken);
    await sent;
    asked[0]?.reject(new Error('Taken over'));
  });

  test('a mail that is no longer wanted when it is composed is not sent', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    let isWanted = true;
    const fickle = {
      ...note,
      isWanted: async () => isWanted,
      write: async () => {
        isWanted = false;
        return note.write();
      },
    };
    await outboxOf(app, { mailer, groups: [{ note: fickle }] }).sendDue();
    expect(asked).toEqual([]);
    expect(await rowsOf(app)).toEqual([{ state: 'failed', leaseOwner: null, attempts: 1 }]);
  });

  test('an email that someone waits for is postponed after its time limit, for another attempt', async () => {
    await using app = await testApp({ engine });
    await write(app);
    const { asked, mailer } = slowMailer();
    const hasty = { ...transactionalRules, attemptMs: 1 };
    const sent = outboxOf(app, { mailer, rules: hasty }).sendDue();
    await eventually(() => asked.length === 1);
    const { options, reject } = asked[0] ?? {};
    await eventually(() => options?.signal?.aborted === true);
    reject?.(new Error('Given up before the server answered'));
    await sent;
    expect(await rowsOf(app)).toMatchObject([{ state: 'retry', attempts: 1 }]);
    expect(transactionalRules.attemptMs).toBe(1.5 * minute);
  });
});

test('outcomes since the last write are recorded together', async () => {
  await using app = await testApp();
  await write(app);
  const outbox = outboxOf(app, { mailer: { send: async () => taken, close: async () => {} } });
  const statements = recordStatements(app.db);
  const kept = () => [...statements.values()].filter(({ sql }) => sql.includes('wal_checkpoint')).length;
  await outbox.keepSent();
  expect(kept()).toBe(0);
  await outbox.sendDue();
  await outbox.keepSent();
  expect(kept()).toBe(1);
  statements.clear();
  await outbox.keepSent();
  expect(kept()).toBe(0);
});

test('leases are renewed together with outcomes, in whatever order the mails ended', async () => {
  await using app = await testApp({ engine: 'postgres' });
  for (let n = 0; n < 2; n++) await write(app);
  const { asked, mailer } = slowMailer();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  let judged = 0;
  const slow: EmailWorkerContext['rules'] = {
    ...transactionalRules,
    async judge(...attempt) {
      judged += 1;
      if (judged === 2) await mayGoOn;
      return transactionalRules.judge(...attempt);
    },
  };
  const outbox = outboxOf(app, { mailer, rules: slow, connections: 2 });
  const sent = outbox.sendDue();
  await eventually(() => asked.length === 2);
  asked[1]?.resolve(taken);
  asked[0]?.resolve(taken);
  await eventually(() => judged === 2);
  const renewed = outbox.renewLeases();
  await eventually(async () => {
    const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(app.db);
    return rows.length > 0;
  });
  goOn();
  await Promise.all([renewed, sent]);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});
