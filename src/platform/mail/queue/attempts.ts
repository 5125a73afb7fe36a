/** Attempts one mail: marks it as `sending` right before its end is sent, and records the outcome. */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import type { Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { MailError, type Mailer } from '#platform/mail/mailer-contract.ts';
import type { Leases } from './leases.ts';
import type { AttemptResult, Claimed, Email, EmailKind, EmailOutcome, Judgement, MailSource } from './mail-contract.ts';
import { markSending, never, notNeeded, recordOutcome } from './mail-rows.ts';

const tryAgainMs = 500;

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
  leases: Leases;
  source: MailSource;
  timing: Pick<Timing, 'sleep'>;
  correctClock: () => Promise<void>;
  /** Aborted when no more attempts may start. */
  stopping: AbortSignal;
  /** Aborted when mails that the mail server does not answer are to be dropped. */
  abandoning: AbortSignal;
};

type Attempt = { mail: Claimed; result: AttemptResult };

export function createAttempts(context: Context) {
  const { db, clock, log, leases, source, timing, stopping } = context;
  const recordOne = batched(record);
  /** A mail that was lost and claimed again may be here twice: by its id both would be marked. */
  const markOne = batched(async (mails: Claimed[]) => {
    const own = mails.filter(leases.has);
    const marked = await markSending(db, own, clock.now());
    return new Set(own.filter(({ id }) => marked.includes(id)));
  });

  /** Records outcomes that arrive together in one transaction, except of mails that were claimed or queued again since. */
  async function record(attempts: Attempt[]): Promise<void> {
    const now = clock.now();
    const recorded = await transact(db, async (trx) => {
      const judgements: Judgement[] = [];
      // In the order in which `extendLeases` locks them.
      for (const { mail, result } of attempts.toSorted((one, other) => one.mail.id - other.mail.id)) {
        const judgement = await source.rules.judge(trx, mail, result, now);
        const { outcome } = judgement;
        if (await recordOutcome(trx, { id: mail.id, owner: mail.leaseOwner ?? '', now, outcome }))
          judgements.push(judgement);
        else log.warn('mail was taken over by another worker', nameOf(mail));
      }
      for (const { follow } of judgements) await follow?.();
      return judgements;
    });
    // What follows may have paused others: looks before the next mails are begun.
    if (recorded.some(({ follow, outcome: { state } }) => follow && state !== 'sent' && state !== 'kept'))
      leases.noteChange();
  }

  /** Tries until the database accepts it, however long it is away. */
  async function recordAtLast(attempt: Attempt): Promise<void> {
    for (let isTold = false; ; isTold = true) {
      try {
        return await recordOne(attempt);
      } catch (error) {
        if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(attempt.mail), error });
        if (stopping.aborted) return;
        await timing.sleep(tryAgainMs);
      }
    }
  }

  return {
    async deliver(mail: Claimed): Promise<void> {
      const mark = async () => {
        const isMarked = (await markOne(mail)).has(mail);
        if (isMarked) leases.noteHandover(mail);
        return isMarked;
      };
      try {
        await recordAtLast({ mail, result: await attempt(context, mail, mark) });
      } finally {
        leases.remove(mail);
      }
    },

    /** From now on `unanswered` are not confirmed. An answer that comes yet replaces that. */
    async recordUnanswered(unanswered: Claimed[]): Promise<void> {
      const error = new MailError('No answer within a minute', 'unknown', null, { step: 'data', isTimeout: true });
      await Promise.all(unanswered.map((mail) => recordAtLast({ mail, result: { error, to: null } })));
    },
  };
}

/** Sends by the mail server, or into the outbox folder without one. Returns the outcome, also for a mail that is not to be sent. */
async function attempt(context: Context, mail: Claimed, mark: () => Promise<boolean>): Promise<AttemptResult> {
  const { mailer, source, log, abandoning, correctClock } = context;
  const early = new AbortController();
  const { attemptMs } = source.rules;
  const limit = attemptMs && setTimeout(() => early.abort(), attemptMs).unref();
  let isHeldBack = false;
  const beforeEnd = async () => {
    clearTimeout(limit);
    isHeldBack = true;
    isHeldBack = !(await mark());
    return !isHeldBack;
  };
  let to: string | null = null;
  try {
    const written = await mail.write();
    if ('state' in written) return { outcome: written };
    to = written.to;
    const answer = await mailer.send(written, { signal: AbortSignal.any([abandoning, early.signal]), beforeEnd });
    const { file, code } = answer;
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(mail), code, ...(file && { file }) });
    return { answer };
  } catch (error) {
    await correctClock().catch(() => {});
    log.warn('mail not sent', { ...nameOf(mail), error });
    // This worker stopped it itself, which says nothing about the server: it is due again at once.
    return abandoning.aborted || isHeldBack ? { outcome: endOfStopped(context, mail, error) } : { error, to };
  } finally {
    clearTimeout(limit);
  }
}

/** An attempt that was stopped is none: the mail is again what it was. */
function endOfStopped({ clock }: Context, { state, attempts }: Claimed, error: unknown): EmailOutcome {
  if (error instanceof MailError && error.outcome === 'unknown')
    return { state: 'unknown', code: null, answer: error.message, nextAttemptAt: never };
  const before = { state: state === 'retry' ? state : 'queued', attempts: attempts - 1 } as const;
  return { ...before, code: null, answer: '', nextAttemptAt: clock.now().toISOString() };
}

/** Makes one call for everything requested while the last one was running. */
function batched<Item, Result>(work: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { items: Item[]; ended: Promise<Result> } | null = null;

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
