/** One process of the worker with its newsletters and its outbox as they are, on statements and waits that the world can interrupt. */
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { emailGroups } from '#app/email-kinds.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import type { MailServer } from './mail-server.ts';
import type { Random } from './random.ts';
import type { Process, Time } from './simulated-time.ts';

export type Worker = Process & { stop: () => Promise<unknown>; isStopped: boolean };

/** As in `app/worker/jobs.ts`, the pauses longer where only idleness becomes shorter by it. */
const jobs = { send: 1_000, sendEmails: 1_000, renew: 1_000, endExpired: 1_000, finish: 5_000 };

export type WorkerParts = {
  context: AppContext;
  time: Time;
  random: Random;
  server: MailServer;
  connections: number;
  /** Asked before each statement: whether the process is killed right there. */
  isKilledAt: (process: Process, statement: string) => boolean;
  mutant: ((db: Db) => Promise<unknown>) | undefined;
  /** Asked after each statement that lasts: whether its answer is lost. */
  losesAnswer: (process: Process, statement: string) => boolean;
};

export function startWorker(name: string, parts: WorkerParts): Worker {
  const { context, time, random, server, connections, mutant } = parts;
  const process: Process = { name, isDead: false, frozenUntil: 0 };
  const timing = {
    sleep: (ms: number) => time.wait(ms, process),
    elapsed: () => time.now(),
    random: random.next,
  };
  const db = interruptible(context.db, process, parts);
  const mailer = server.mailerOf(process);
  const own = { ...context, db, mailer, connections, timing };
  const outbox = createEmailWorker({ ...own, groups: emailGroups(own) });
  const deliveryWorker = createDeliveryWorker(own);
  const stop = () => Promise.all([outbox.stop(), deliveryWorker.stop()]);
  const worker: Worker = Object.assign(process, { stop, isStopped: false });
  const recur = async (everyMs: number, run: () => Promise<unknown>, isOver = () => worker.isStopped) => {
    while (!isOver()) {
      await time.wait(random.between(1, everyMs), process);
      // As the worker does: what fails is tried again.
      await run().catch(() => {});
    }
  };
  void recur(jobs.send, () => deliveryWorker.sendDue());
  void recur(jobs.sendEmails, () => outbox.sendDue());
  // Leases are renewed until a stop is over.
  const hasEnded = () => process.isDead;
  void recur(jobs.renew, () => outbox.renewLeases(), hasEnded);
  void recur(jobs.renew, () => deliveryWorker.renewLeases(), hasEnded);
  void recur(jobs.endExpired, () => outbox.endExpired());
  void recur(jobs.endExpired, () => deliveryWorker.endExpired());
  if (mutant) void recur(jobs.endExpired, () => mutant(db));
  void recur(jobs.finish, () => deliveryWorker.finishIssues());
  return worker;
}

/** Anyone who is killed within a transaction has it rolled back, and writes nothing more. A lost answer loses its connection too. */
function interruptible(shared: Db, process: Process, { time, random, isKilledAt, losesAnswer }: WorkerParts): Db {
  const db = shared.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result });
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const meet = ({ sql }: CompiledQuery) => {
    if (/^rollback/i.test(sql)) return;
    if (process.isDead || isKilledAt(process, sql)) throw new Error('killed');
  };
  const watched = (connection: DatabaseConnection): DatabaseConnection => {
    let isWithin = false;
    return {
      executeQuery: async (query, ...rest) => {
        meet(query);
        const result = await connection.executeQuery<never>(query, ...rest);
        if (/^begin/i.test(query.sql)) isWithin = true;
        const lasts = isWithin ? /^commit/i : /^(insert|update|delete)/i;
        if (lasts.test(query.sql) && losesAnswer(process, query.sql)) throw new Error('the connection was lost');
        return result;
      },
      streamQuery: (query, ...rest) => connection.streamQuery(query, ...rest),
    };
  };
  executor.provideConnection = async (use, ...rest) => {
    // Here another process may come first.
    await time.wait(random.between(0, 5), process);
    return time.during(() => provide((connection) => use(watched(connection)), ...rest));
  };
  return db;
}
