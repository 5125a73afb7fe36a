/** Sends the newsletters that are due. Its entry points are jobs that the worker process repeats. */
import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { keepCommitted } from '#platform/db/db.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createInFlight } from '#platform/mail/outbox/in-flight.ts';
import { createProbes, type Probes } from '../mail-server/probes.server.ts';
import { takeOver } from '../queue/delivery-queue.server.ts';
import { finishIssues, skipAllCancelled } from '../queue/finish-issues.server.ts';
import { shortenDelays } from '../queue/send-delay.server.ts';
import { createAttempts } from './attempts.server.ts';
import { createClaim } from './claim.server.ts';
import { createLeases, type LeasedDelivery } from './leases.server.ts';
import { createRateLimiter } from './rate-limiter.server.ts';
import { createOutcomeRecorder } from './record-outcomes.server.ts';
import { countWorkers } from './workers.server.ts';

/** How long a stop waits for mails in flight, and then for their connections to be dropped. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;

export type DeliveryWorkerContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
  mailer: Mailer;
  /** Mails sent at the same time; the setting's unless given. */
  connections?: number;
  /** Mails of the outbox that are under way: together they are no more than the connections. */
  othersUnderWay?: () => number;
  /** Shared with the outbox of the same worker. */
  probes?: Probes;
  timing?: Timing;
  /** Brings a clock that has jumped back in line, before a time is written down. */
  correctClock?: () => Promise<void>;
};

/** Each mail is this worker's only while its lease lasts: one whose lease is lost, as in a frozen process, is not begun. */
export function createDeliveryWorker(context: DeliveryWorkerContext) {
  const { db, clock, log, timing: { sleep } = systemTiming } = context;
  const parts = partsOf(context);
  const { owner, leases, inFlight, rateLimiter, stopping, abandoning } = parts;
  let run: Promise<unknown> = Promise.resolve();

  return {
    /** Sends until nothing is due; answers how many mails were tried. */
    sendDue(): Promise<number> {
      const tried = sendUntilNothingIsDue(parts);
      run = tried.catch(() => {});
      return tried;
    },

    /** Prolongs the leases, removes what is no longer this worker's, and releases what may not be sent now. */
    async renewLeases(): Promise<void> {
      if (leases.ids().length > 0) {
        rateLimiter.shareWith(await countWorkers(db, owner, clock.now()));
        await leases.releaseUnwanted();
      }
      await leases.renewAll();
    },

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (inFlight.hasRunSinceAsked()) await keepCommitted(db);
    },

    /** Queues again what nobody sends any more: a worker died, or this one could not begin. */
    async takeOverExpired(): Promise<void> {
      const count = await takeOver(db, { held: leases.ids(), now: clock.now() });
      if (count > 0) log.warn('mails whose lease has ended are queued again', { count });
    },

    async finishIssues(): Promise<void> {
      await finishIssues(db, clock.now());
      await shortenDelays(db, clock.now());
      await skipAllCancelled(db);
    },

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
      // What cannot be released is queued again when its lease ends; the outbox beside it ends its e-mails meanwhile.
      await leases.releaseReady().catch((error: unknown) => log.warn('mails were not released', { error }));
    },
  };
}

/** As many mails at a time as there are connections, no faster than the rate. */
async function sendUntilNothingIsDue({
  claim,
  leases,
  inFlight,
  rateLimiter,
  deliver,
  stopping,
}: Parts): Promise<number> {
  let tried = 0;
  while (!stopping.signal.aborted) {
    const wasIdle = inFlight.isEmpty();
    if (!leases.hasReady()) await claim();
    let waitMs = 0;
    while (!stopping.signal.aborted && inFlight.room() > 0 && leases.hasReady()) {
      waitMs = rateLimiter.wait();
      const next = waitMs > 0 ? undefined : leases.nextReady();
      if (!next) break;
      inFlight.run(deliver(next));
      tried += 1;
    }
    if (!inFlight.isEmpty() || waitMs > 0) await inFlight.change(waitMs);
    // A mail that ended during the claim may have made others due, as a probe does.
    else if (wasIdle) break;
  }
  return tried;
}

type Parts = ReturnType<typeof partsOf>;

function partsOf({ db, config, clock, log, mailer, ...context }: DeliveryWorkerContext) {
  const { ratePerSecond } = config.newsletter;
  const { connections = config.newsletter.connections, correctClock = async () => {}, timing = systemTiming } = context;
  const { probes = createProbes({ db, config }), othersUnderWay = () => 0 } = context;
  const owner = randomUUID();
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = createLeases({ db, owner, clock });
  const inFlight = createInFlight({ connections, othersUnderWay, timing });
  const rateLimiter = createRateLimiter(ratePerSecond, timing);
  // A second's worth: a pause takes effect soon, and a fast worker asks the database seldom.
  const batchSize = Math.max(connections, Math.min(connections * 10, Math.ceil(ratePerSecond)));
  const claim = createClaim({ db, config, clock, owner, leases, probes, correctClock, batchSize });
  const shared = { db, clock, log, timing, leases };
  const attempts = createAttempts({ ...shared, config, mailer, correctClock, abandoning: abandoning.signal });
  const outcomes = createOutcomeRecorder({ ...shared, owner, stopping: stopping.signal });

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    try {
      const attempt = await attempts.make(delivery);
      if (attempt) await outcomes.record(attempt);
    } finally {
      leases.remove(delivery);
    }
  }

  return { owner, stopping, abandoning, leases, inFlight, rateLimiter, claim, deliver };
}
