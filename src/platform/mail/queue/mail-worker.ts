/**
 * Sends due mails. Its entry points are jobs that the worker process repeats. Several workers send nothing twice: a mail belongs to
 * one worker while its lease lasts, and the end of a message is only sent once its row says so.
 */
import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { flushCommitsToDisk } from '#platform/db/db.ts';
import { answerWithinMs, type Mailer } from '#platform/mail/mailer-contract.ts';
import { createAttempts, writeIfWanted } from './attempts.ts';
import { createMailLeases } from './leases.ts';
import type { Claimed, EmailGroup, EmailKind, EmailRules, MailSource } from './mail-contract.ts';
import { claimDueMails, endExpiredMails, newMessageId } from './mail-rows.ts';
import { transactionalRules } from './transactional-rules.ts';

/** How long a stop waits for mails in flight before it drops their connections. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;
/** Mails queued in the meantime do not wait for one that takes minutes. */
const lookEveryMs = 250;

export type MailWorkerContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
  mailer: Mailer;
  /** Mails sent at the same time; by default the setting's. */
  connections?: number;
  timing?: Timing;
  /** Corrects a clock that has jumped, before a time is stored. */
  correctClock?: () => Promise<void>;
};

/** How many mails to claim ahead, and how many milliseconds to wait for the next one; at 0 it takes the turn. */
type Pace = { ahead: number; wait: () => number };

export type MailWorker = ReturnType<typeof createMailWorker>;

export function createMailWorker(context: MailWorkerContext & { source: MailSource; pace?: Pace }) {
  const { db, config, clock, log, source, pace } = context;
  const { connections = config.newsletter.connections, correctClock = async () => {}, timing = systemTiming } = context;
  const worker = randomUUID();
  let claims = 0;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = createMailLeases({ ...context, ...source, timing });
  const inFlight = new Map<Claimed, Promise<void>>();
  /** Others need not wait for these. */
  const silent = new Set<Claimed>();
  const signals = { stopping: stopping.signal, abandoning: abandoning.signal };
  const attempts = createAttempts({ ...context, ...signals, leases, timing, correctClock });
  let run: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  let nextLook: Promise<void> | null = null;

  const countRoom = () => connections - inFlight.size + silent.size;

  /** Claims as many as there is room for. */
  async function claim(): Promise<void> {
    await correctClock();
    if (stopping.signal.aborted) return;
    const now = clock.now();
    const limit = pace?.ahead ?? countRoom();
    if (limit > 0) leases.add(await source.claim({ owner: `${worker}.${(claims += 1)}`, now, limit }));
  }

  /** Sends as many mails at a time as there are connections, no faster than the pace. */
  async function sendUntilNothingIsDue(): Promise<number> {
    let tried = 0;
    while (!stopping.signal.aborted) {
      // A mail that ends while the source is asked makes room that the source has not seen.
      const wasIdle = inFlight.size === 0;
      if (leases.countReady() === 0) await claim();
      let waitMs = 0;
      let hasLooked = false;
      while (!stopping.signal.aborted && countRoom() > 0 && leases.countReady() > 0) {
        if (leases.isLookDue()) {
          await leases.look();
          hasLooked = true;
          continue;
        }
        waitMs = pace?.wait() ?? 0;
        const next = waitMs > 0 ? undefined : leases.nextReady();
        if (!next) break;
        begin(next);
        tried += 1;
      }
      if (inFlight.size > 0 || waitMs > 0) await change(waitMs);
      // Mails given back may be due, so it claims again.
      else if (wasIdle && !hasLooked) break;
    }
    return tried;
  }

  function begin(mail: Claimed): void {
    const delivery = attempts.deliver(mail).finally(() => {
      inFlight.delete(mail);
      silent.delete(mail);
      hasEnded = true;
    });
    inFlight.set(mail, delivery);
  }

  /** Resolves when a mail has ended, after `waitMs` for the rate, or when it is time to look for more. */
  function change(waitMs: number): Promise<void> {
    nextLook ??= timing.sleep(lookEveryMs, { ref: false }).then(() => void (nextLook = null));
    const pause = waitMs > 0 ? timing.sleep(Math.max(1, waitMs)) : nextLook;
    return Promise.race([...inFlight.values(), pause]);
  }

  return {
    underWay: () => inFlight.size,
    countLeased: () => leases.ids().length,

    /** Sends until nothing is due; returns how many mails were tried. */
    sendDue(): Promise<number> {
      const tried = endExpired().then(sendUntilNothingIsDue);
      run = tried.catch(() => {});
      return tried;
    },

    /** Renews the leases, gives back mails that may no longer go out, and says which are not answered. Call it every second. */
    async renewLeases(): Promise<void> {
      const unanswered = leases.takeUnanswered(answerWithinMs);
      for (const mail of unanswered) if (inFlight.has(mail)) silent.add(mail);
      void attempts.recordUnanswered(unanswered);
      leases.noteChange();
      await leases.look();
    },

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (!hasEnded) return;
      hasEnded = false;
      await flushCommitsToDisk(db);
    },

    endExpired,

    /**
     * Finishes mails in flight and releases the others. Drops a mail whose server does not answer; if the database does not answer
     * either, it stays `sending` until its lease ends.
     */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = run.then(() => Promise.all(inFlight.values()));
      await Promise.race([ended, timing.sleep(finishWithinMs, { ref: false })]);
      abandoning.abort();
      await Promise.race([ended, timing.sleep(dropWithinMs, { ref: false })]);
      // A mail that cannot be released may be claimed again when its lease ends.
      await leases.releaseReady().catch((error: unknown) => log.warn('mails were not released', { error }));
    },
  };

  /** Says which mails of workers that died may have arrived. */
  async function endExpired(): Promise<void> {
    await correctClock();
    const count = await endExpiredMails(db, { kinds: source.kinds, leased: leases.ids(), now: clock.now() });
    if (count > 0) log.warn('mails that were being sent are not confirmed', { count });
  }
}

export type EmailWorkerContext = MailWorkerContext & { groups: EmailGroup[]; rules?: EmailRules };

/** For mails other than newsletters: a newsletter never delays them. */
export function createEmailWorker({ groups, rules = transactionalRules, ...context }: EmailWorkerContext): MailWorker {
  const { db, config, clock } = context;
  const kinds: EmailGroup = Object.assign({}, ...groups);
  const due = { kinds: Object.keys(kinds), longestWaitMs: rules.longestWaitMs };
  // Rows of other kinds are not claimed.
  const kindOf = (name: string) => kinds[name] as EmailKind;
  const source: MailSource = {
    kinds: due.kinds,
    rules,
    async claim(wanted) {
      const idOf = (name: string) => newMessageId(kindOf(name).idPrefix, config.siteUrl);
      const rows = await claimDueMails(db, { ...due, ...wanted }, idOf);
      return rows.map((row) => {
        const email = { ...row, isTrial: false };
        return { ...email, write: () => writeIfWanted(kindOf(row.kind), email, () => clock.now()) };
      });
    },
  };
  return createMailWorker({ ...context, source });
}
