/** One attempt at one mail. */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import type { Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { MailError, type Mailer, type SendOptions } from '#platform/mail/mailer.ts';
import type { LeasedMail, Leases } from './leases.ts';
import type { AttemptResult, Claimed, Email, EmailKind, EmailOutcome, Judgement, MailSource } from './mail-contract.ts';
import { finish, never } from './mail-rows.ts';

const tryAgainMs = 500;

const notNeeded = 'Not needed any more';

/** By the mail server, or into the outbox folder where there is none; where it is not to be sent, that is the outcome. */
async function tryMail(
  { mailer, log }: Pick<AppContext, 'log'> & { mailer: Mailer },
  mail: Pick<Claimed, 'id' | 'kind' | 'attempts' | 'write'>,
  options: SendOptions,
): Promise<AttemptResult> {
  let to: string | null = null;
  try {
    const written = await mail.write();
    if ('state' in written) return { outcome: written };
    to = written.to;
    const answer = await mailer.send(written, options);
    const { file, code } = answer;
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(mail), code, ...(file ? { file } : {}) });
    return { answer };
  } catch (error) {
    return { error, to };
  }
}

/** How a mail of this kind is written when it goes out. */
export async function writeBy(kind: EmailKind, email: Email, now: () => Date): ReturnType<Claimed['write']> {
  const unwanted = { state: 'failed', code: null, answer: notNeeded } as const;
  if (!(await kind.isWanted(email, now()))) return unwanted;
  const written = await kind.write(email, now());
  // Again: writing it took a while.
  if (!(await kind.isWanted(email, now()))) return unwanted;
  return { ...written, messageId: email.messageId };
}

type Context = Pick<AppContext, 'db' | 'clock' | 'log'> & {
  mailer: Mailer;
  owner: string;
  leases: Leases;
  source: MailSource;
  timing: Pick<Timing, 'sleep'>;
  correctClock: () => Promise<void>;
  /** Aborted when no more attempts may start. */
  stopping: AbortSignal;
  /** Aborted when what the mail server does not answer is dropped. */
  abandoning: AbortSignal;
};

export function createAttempts(context: Context) {
  const { db, clock, log, owner, leases, source, timing, stopping } = context;
  const recordOne = inBatches(record);

  /** All that come at the same time go into one transaction. Answers of each whether it was still this worker's. */
  async function record(attempts: Attempt[]): Promise<boolean[]> {
    const now = clock.now();
    const { ours, isOther } = await transact(db, async (trx) => {
      const ours: boolean[] = [];
      const notes: NonNullable<Judgement['note']>[] = [];
      for (const { mail, result } of attempts) {
        const { outcome, follow, note } = await source.rules.judge(trx, mail, result, now);
        const isOurs = await finish(trx, { id: mail.id, owner, now, outcome });
        ours.push(isOurs);
        if (isOurs) await follow?.();
        if (isOurs && note) notes.push(note);
      }
      let isOther = false;
      for (const note of notes) isOther = (await note()) || isOther;
      return { ours, isOther };
    });
    // Before the next mails are begun.
    if (isOther) source.lookAgain?.();
    return ours;
  }

  /** A sent mail must be recorded: retries until the database accepts it or the lease is lost. */
  async function recordAtLast(attempt: Attempt): Promise<void> {
    const { mail } = attempt;
    for (let isTold = false; leases.has(mail); isTold = true) {
      try {
        if (!(await recordOne(attempt))) log.warn('mail was taken over by another worker', nameOf(mail));
        return;
      } catch (error) {
        if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(mail), error });
        if (stopping.aborted) return;
        await timing.sleep(tryAgainMs);
      }
    }
  }

  return async function deliver(mail: LeasedMail): Promise<void> {
    try {
      // Skips one that no longer belongs to this worker.
      if (await isStillOurs(context, mail)) await recordAtLast({ mail, result: await attempt(context, mail) });
    } finally {
      leases.remove(mail);
    }
  };
}

type Attempt = { mail: LeasedMail; result: AttemptResult };

async function isStillOurs({ leases, log }: Context, mail: LeasedMail): Promise<boolean> {
  try {
    return await leases.isStillOurs(mail);
  } catch (error) {
    log.error('the lease of a mail could not be renewed', { ...nameOf(mail), error });
    return false;
  }
}

async function attempt(context: Context, mail: LeasedMail): Promise<AttemptResult> {
  const { leases, source, log, clock, abandoning, correctClock } = context;
  const { attemptMs, neverTwice = false } = source.rules;
  const signal = attemptMs ? AbortSignal.any([abandoning, AbortSignal.timeout(attemptMs)]) : abandoning;
  let isLeaseOver = false;
  const mayGo = () => {
    isLeaseOver = !leases.isLeased(mail);
    return !isLeaseOver;
  };
  const result = await tryMail(context, mail, { signal, isStillOurs: mayGo });
  if (!('error' in result)) return result;
  await correctClock().catch(() => {});
  log.warn('mail not sent', { ...nameOf(mail), error: result.error });
  // This worker itself stopped it, which says nothing of the server: unless someone else has it, it is due again at once.
  if (!abandoning.aborted && !isLeaseOver) return result;
  const { error } = result;
  const mayHaveArrived = neverTwice && error instanceof MailError && error.outcome === 'unknown';
  if (!mayHaveArrived) return { outcome: queuedAgain(clock.now()) };
  return { outcome: { state: 'unknown', code: null, answer: error.message, nextAttemptAt: never } };
}

export function queuedAgain(now: Date): EmailOutcome {
  return { state: 'queued', code: null, answer: '', nextAttemptAt: now.toISOString() };
}

/** One call for all that is asked for while the last one runs. */
function inBatches<Item, Answer>(work: (items: Item[]) => Promise<Answer[]>): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; done: PromiseWithResolvers<Answer> }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Until the answers that have come in in the meantime are read: a transaction for each mail would cost twice as much.
      await letOthersEnd();
      await letOthersEnd();
      const batch = waiting;
      waiting = [];
      try {
        const answers = await work(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done.resolve(answers[index] as Answer);
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    isRunning = false;
  }

  return (item) => {
    const done = Promise.withResolvers<Answer>();
    waiting.push({ item, done });
    if (!isRunning) void run();
    return done.promise;
  };
}

/** For the log: no address. */
function nameOf({ kind, id, attempts }: Pick<Email, 'kind' | 'id' | 'attempts'>) {
  return { kind, id, attempts };
}
