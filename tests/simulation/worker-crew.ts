/** The workers of a world: how they begin, are killed, frozen and stopped, and which mails are unsure because of it. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { leaseMs } from '#platform/mail/queue/mail-rows.ts';
import type { Checked } from './invariants.ts';
import type { MailServer } from './mail-server.ts';
import type { QueuedMail } from './queued-mails.ts';
import type { Random } from './random.ts';
import type { Reached } from './simulate.ts';
import type { Process, Time } from './simulated-time.ts';
import { startWorker, type Worker } from './worker.ts';

type Parts = {
  context: AppContext;
  time: Time;
  random: Random;
  server: MailServer;
  checked: Checked;
  reached: Set<Reached>;
  note: (what: string, about?: string) => void;
  mails: () => Promise<QueuedMail[]>;
  mutant: ((db: Db) => Promise<unknown>) | undefined;
};

export type Crew = ReturnType<typeof createCrew>;

export function createCrew({ context, time, random, server, checked, reached, note, mails, mutant }: Parts) {
  const rates = { kill: random.next() / 30, loseAnswer: random.next() / 60 };
  const connections = random.between(1, 4);
  let workers: Worker[] = [];
  let started = 0;
  let isCalm = false;
  /** Killed within a statement: what that means is looked at when it has been rolled back. */
  const dying: Process[] = [];

  function begin(): void {
    started += 1;
    const isKilledAt = (process: Process, statement: string) => {
      const isWrite = /^(update|insert|delete|commit)/i.test(statement);
      if (isCalm || !isWrite || !random.chance(rates.kill)) return false;
      process.isDead = true;
      reached.add('killed within a transaction');
      dying.push(process);
      return true;
    };
    const losesAnswer = (process: Process, statement: string) => {
      if (isCalm || !random.chance(rates.loseAnswer)) return false;
      reached.add(/^commit/i.test(statement) ? 'answer to COMMIT lost' : 'answer to a statement lost');
      note('loses an answer', process.name);
      return true;
    };
    const parts = { context, time, random, server, connections, isKilledAt, losesAnswer, mutant };
    workers.push(startWorker(`worker ${started}`, parts));
    note('begins', `worker ${started}`);
  }

  /** What this process has handed over, or was about to, and not written down. */
  async function underWay(process: Process): Promise<QueuedMail[]> {
    const open = server.marked.get(process) ?? new Set<string>();
    return (await mails()).filter(({ name, state }) => ['sending', 'unknown'].includes(state) && open.has(name));
  }

  /** How these ended no one can know. */
  async function leaveUnsure(process: Process): Promise<QueuedMail[]> {
    const left = await underWay(process);
    for (const { name } of left) checked.unsure.add(name);
    return left;
  }

  async function bury(process: Process): Promise<void> {
    const lost = await leaveUnsure(process);
    if (lost.length === 0) reached.add('killed before a mail was handed over');
    if (lost.some(({ queue }) => queue === 'deliveries'))
      reached.add('killed between the answer of the mail server and the database');
    if (lost.some(({ queue }) => queue === 'emails'))
      reached.add('killed between the answer of the mail server and the outbox');
    note('killed', `${process.name} ${lost.length}`);
    workers = workers.filter((worker) => worker !== process);
  }

  return {
    begin,
    bury,
    workers: () => workers,
    /** At a conversation with the mail server, and not frozen. */
    talking: () => workers.filter((worker) => server.talking.includes(worker) && worker.frozenUntil <= time.now()),

    async buryDying(): Promise<void> {
      for (const process of dying.splice(0)) await bury(process);
    },

    async freeze(worker: Worker): Promise<void> {
      const ms = random.between(leaseMs / 2, 2 * leaseMs);
      worker.frozenUntil = time.now() + ms;
      note('frozen', `${worker.name} ${ms}`);
      const handed = await underWay(worker);
      if (ms > leaseMs) reached.add('frozen past its lease');
      if (ms > leaseMs && handed.some(({ queue }) => queue === 'emails'))
        reached.add('frozen with an email past its lease');
    },

    async stop(worker: Worker): Promise<void> {
      worker.isStopped = true;
      note('stops', worker.name);
      let isOver = false;
      let problem: unknown = null;
      void worker
        .stop()
        .catch((error: unknown) => {
          problem = error;
        })
        .finally(() => {
          isOver = true;
        });
      while (!isOver && !worker.isDead && (await time.step()));
      if (worker.isDead) return;
      if (problem) throw problem;
      // A stop may be too short to write an end down.
      await leaveUnsure(worker);
      worker.isDead = true;
      workers = workers.filter((one) => one !== worker);
      reached.add('stopped in order');
    },

    /** Nothing goes wrong any more. */
    calmDown(): void {
      isCalm = true;
    },

    end(): void {
      for (const worker of workers) worker.isDead = true;
    },
  };
}
