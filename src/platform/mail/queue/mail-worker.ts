/**
 * Sends the mails that are due. Its entry points are jobs that the worker process repeats. Several workers send nothing twice:
 * each mail is a worker's only while its lease lasts; one whose lease is lost, as in a frozen process, is not begun.
 */
import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { keepCommitted } from '#platform/db/db.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createAttempts, writeBy } from './attempts.ts';
import { createInFlight } from './in-flight.ts';
import { createLeases } from './leases.ts';
import type { EmailGroup, EmailRules, MailSource } from './mail-contract.ts';
import { claimDue, takeOver, withMessageId } from './mail-rows.ts';
import { transactionalRules } from './transactional-rules.ts';

/** How long a stop waits for mails in flight, and then for their connections to be dropped. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;

export type MailWorkerContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
  mailer: Mailer;
  /** Mails sent at the same time; the setting's unless given. */
  connections?: number;
  /** Mails of another worker of this process: together they are no more than the connections. */
  othersUnderWay?: () => number;
  timing?: Timing;
  /** Brings a clock that has jumped back in line, before a time is written down. */
  correctClock?: () => Promise<void>;
};

/** How many are claimed ahead, and how many milliseconds the next one waits; 0 takes the turn. */
type Pace = { ahead: number; wait: () => number };

export type MailWorker = ReturnType<typeof createMailWorker>;

export function createMailWorker(context: MailWorkerContext & { source: MailSource; pace?: Pace }) {
  const { db, log, timing: { sleep } = systemTiming } = context;
  const parts = partsOf(context);
  const { leases, inFlight, stopping, abandoning, takeOverExpired } = parts;
  let run: Promise<unknown> = Promise.resolve();

  return {
    underWay: inFlight.count,
    countLeased: () => leases.ids().length,

    /** Sends until nothing is due; returns how many mails were tried. */
    sendDue(): Promise<number> {
      const tried = sendUntilNothingIsDue(parts);
      run = tried.catch(() => {});
      return tried;
    },

    /** Prolongs the leases and removes what is no longer this worker's. To be called every second. */
    async renewLeases(): Promise<void> {
      context.source.lookAgain?.();
      await leases.renewAll();
    },

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (inFlight.hasRunSinceAsked()) await keepCommitted(db);
    },

    /** Requeues mails that no one is sending: a worker died, or this one could not start them. */
    takeOverExpired,

    /**
     * Ends the mails in flight and releases the others. A mail whose server does not answer is dropped; where the database
     * does not answer either, it stays `sending` until its lease has ended.
     */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = run.then(() => inFlight.end());
      await Promise.race([ended, sleep(finishWithinMs, { ref: false })]);
      abandoning.abort();
      await Promise.race([ended, sleep(dropWithinMs, { ref: false })]);
      // What cannot be released is queued again when its lease ends; another worker beside it ends its mails in the meantime.
      await leases.releaseReady().catch((error: unknown) => log.warn('mails were not released', { error }));
    },
  };
}

/** As many mails at a time as there are connections, no faster than the pace. */
async function sendUntilNothingIsDue(parts: Parts): Promise<number> {
  const { claim, leases, inFlight, pace, deliver, stopping } = parts;
  let tried = 0;
  await parts.takeOverExpired();
  while (!stopping.signal.aborted) {
    // What ends while the source is asked makes room that it has not seen.
    const wasIdle = inFlight.isEmpty();
    if (leases.countReady() === 0) await claim();
    let waitMs = 0;
    while (!stopping.signal.aborted && inFlight.room() > 0 && leases.countReady() > 0) {
      waitMs = pace?.wait() ?? 0;
      const next = waitMs > 0 ? undefined : leases.nextReady();
      if (!next) break;
      inFlight.run(deliver(next));
      tried += 1;
    }
    if (!inFlight.isEmpty() || waitMs > 0) await inFlight.change(waitMs);
    else if (wasIdle) break;
  }
  return tried;
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(context: Parameters<typeof createMailWorker>[0]) {
  const { db, config, clock, log, source, pace, othersUnderWay } = context;
  const { connections = config.newsletter.connections, correctClock = async () => {}, timing = systemTiming } = context;
  const owner = randomUUID();
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = createLeases({ db, owner, clock });
  const inFlight = createInFlight({ connections, timing, ...(othersUnderWay && { othersUnderWay }) });
  const signals = { stopping: stopping.signal, abandoning: abandoning.signal };
  const deliver = createAttempts({ ...context, ...signals, owner, leases, timing, correctClock });

  async function takeOverExpired(): Promise<void> {
    await correctClock();
    const count = await takeOver(db, { kinds: source.kinds, held: leases.ids(), now: clock.now() });
    if (count > 0) log.warn('mails whose lease has ended are queued again', { count });
  }

  /** What there is room for. */
  async function claim(): Promise<void> {
    await correctClock();
    if (stopping.signal.aborted) return;
    const now = clock.now();
    const limit = pace?.ahead ?? inFlight.room();
    if (limit > 0) leases.add(await source.claim({ owner, now, limit }), now);
  }

  return { leases, inFlight, stopping, abandoning, takeOverExpired, claim, deliver, pace };
}

export type EmailWorkerContext = MailWorkerContext & { groups: EmailGroup[]; rules?: EmailRules };

/** For mails that are not newsletters, beside which a newsletter never delays them. */
export function createEmailWorker({ groups, rules = transactionalRules, ...context }: EmailWorkerContext): MailWorker {
  const { db, config, clock } = context;
  const kinds: EmailGroup = Object.assign({}, ...groups);
  const due = { kinds: Object.keys(kinds), longestWaitMs: rules.longestWaitMs };
  const source: MailSource = {
    kinds: due.kinds,
    rules,
    async claim(wanted) {
      return claimDue(db, { ...due, ...wanted }, async (trx, row) => {
        const kind = kinds[row.kind];
        if (!kind) throw new Error(`No such kind of email: ${row.kind}`);
        const email = { ...(await withMessageId(trx, row, kind, config.siteUrl)), isProbe: false };
        return { ...email, write: () => writeBy(kind, email, () => clock.now()) };
      });
    },
  };
  return createMailWorker({ ...context, source });
}
