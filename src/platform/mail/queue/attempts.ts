/** Attempts one mail and records the outcome. */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import type { Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { MailError, type Mailer } from '#platform/mail/mailer-contract.ts';
import type { LeasedMail, Leases } from './leases.ts';
import type { AttemptResult, Claimed, Email, EmailKind, EmailOutcome, Judgement, MailSource } from './mail-contract.ts';
import { never, recordOutcome } from './mail-rows.ts';

const tryAgainMs = 500;

const notNeeded = 'Not needed any more';

/** Writes the mail as its kind defines it. */
export async function writeIfWanted(kind: EmailKind, email: Email, now: () => Date): ReturnType<Claimed['write']> {
  const unwanted = { state: 'failed', code: null, answer: notNeeded } as const;
  if (!(await kind.isWanted(email, now()))) return unwanted;
  const written = await kind.write(email, now());
  // Asks again, since writing it took a while.
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
  /** Aborted when mails that the mail server does not answer are to be dropped. */
  abandoning: AbortSignal;
};

type Attempt = { mail: LeasedMail; result: AttemptResult };

export function createAttempt(context: Context) {
  const { db, clock, log, owner, leases, source, timing, stopping } = context;
  const recordOne = batched(record);

  /** Records outcomes that arrive together in one transaction, except of mails whose lease was lost by then. */
  async function record(attempts: Attempt[]): Promise<void> {
    const now = clock.now();
    const isOther = await transact(db, async (trx) => {
      const notes: NonNullable<Judgement['note']>[] = [];
      // In the order in which `extendLeases` locks them.
      for (const { mail, result } of attempts.toSorted((one, other) => one.mail.id - other.mail.id)) {
        const { outcome, follow, note } = await source.rules.judge(trx, mail, result, now);
        if (await recordOutcome(trx, { id: mail.id, owner, now, outcome })) {
          await follow?.();
          if (note) notes.push(note);
        } else log.warn('mail was taken over by another worker', nameOf(mail));
      }
      let isOther = false;
      for (const note of notes) isOther = (await note()) || isOther;
      return isOther;
    });
    // Before the next mails are begun.
    if (isOther) leases.noteChange();
  }

  /** A sent mail must be recorded: retries until the database accepts it or the lease is lost. */
  async function recordAtLast(attempt: Attempt): Promise<void> {
    const { mail } = attempt;
    for (let isTold = false; leases.has(mail); isTold = true) {
      try {
        return await recordOne(attempt);
      } catch (error) {
        if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(mail), error });
        if (stopping.aborted) return;
        await timing.sleep(tryAgainMs);
      }
    }
  }

  return async function deliver(mail: LeasedMail): Promise<void> {
    try {
      await recordAtLast({ mail, result: await attempt(context, mail) });
    } finally {
      leases.remove(mail);
    }
  };
}

/** Sends by the mail server, or into the outbox folder without one. Returns the outcome, also for a mail that is not to be sent. */
async function attempt(context: Context, mail: LeasedMail): Promise<AttemptResult> {
  const { mailer, leases, source, log, abandoning, correctClock } = context;
  const { attemptMs } = source.rules;
  const signal = attemptMs ? AbortSignal.any([abandoning, AbortSignal.timeout(attemptMs)]) : abandoning;
  let isLeaseOver = false;
  const isStillOurs = () => {
    isLeaseOver = !leases.isLeased(mail);
    return !isLeaseOver;
  };
  let to: string | null = null;
  try {
    const written = await mail.write();
    if ('state' in written) return { outcome: written };
    to = written.to;
    const answer = await mailer.send(written, { signal, isStillOurs });
    const { file, code } = answer;
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(mail), code, ...(file && { file }) });
    return { answer };
  } catch (error) {
    await correctClock().catch(() => {});
    log.warn('mail not sent', { ...nameOf(mail), error });
    // This worker stopped it itself, which says nothing about the server: unless another worker has it, it is due again at once.
    return abandoning.aborted || isLeaseOver ? { outcome: endOfStopped(context, error) } : { error, to };
  }
}

function endOfStopped({ source, clock }: Context, error: unknown): EmailOutcome {
  if (source.rules.neverTwice && error instanceof MailError && error.outcome === 'unknown')
    return { state: 'unknown', code: null, answer: error.message, nextAttemptAt: never };
  return { state: 'queued', code: null, answer: '', nextAttemptAt: clock.now().toISOString() };
}

/** Makes one call for everything requested while the last one was running. */
function batched<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let last = Promise.resolve();
  let next: { items: Item[]; ended: Promise<void> } | null = null;

  function begin() {
    const items: Item[] = [];
    // Waits until answers that have arrived in the meantime are read: one transaction per mail would cost twice as much.
    const othersEnded = last.then(() => letOthersEnd()).then(() => letOthersEnd());
    const ended = othersEnded.then(() => {
      next = null;
      return work(items);
    });
    last = ended.catch(() => {});
    return { items, ended };
  }

  return (item) => {
    next ??= begin();
    next.items.push(item);
    return next.ended;
  };
}

/** For the log: no address. */
function nameOf({ kind, id, attempts }: Pick<Email, 'kind' | 'id' | 'attempts'>) {
  return { kind, id, attempts };
}
