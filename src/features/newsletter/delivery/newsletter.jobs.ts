import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { keepCommitted } from '#platform/db/db.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createDeliveries } from './deliveries.server.ts';
import { type Failure, failureOf } from './failures.server.ts';
import { finishIssues, skipAllCancelled } from './finish-issues.server.ts';
import { createHolding, type Held } from './holding.server.ts';
import { createIssueStatus } from './issue-status.server.ts';
import { type Outcome, outcomeOf, takeOver } from './ledger.server.ts';
import { createProbes, type Probes } from './mail-server/probes.server.ts';
import { createPace } from './pace.server.ts';
import { createSettling, type Ended } from './settling.server.ts';
import { countWorkers } from './workers.server.ts';

/** How long a stop waits for mails under way, and then for their connections to be dropped. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;
const lookEveryMs = 250;

export type PostmanContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
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

/**
 * Sends what is due, a few mails at a time. Each is this worker's only while its lease lasts: a mail whose lease was
 * lost, for instance while the process was frozen, is not begun.
 */
export function createPostman({ db, config, clock, log, mailer, ...context }: PostmanContext) {
  const { ratePerSecond } = config.newsletter;
  const { connections = config.newsletter.connections, correctClock = async () => {}, timing = systemTiming } = context;
  const { probes = createProbes({ db, config }), othersUnderWay = () => 0 } = context;
  const { sleep, random } = timing;
  const owner = randomUUID();
  const claimDeliveries = createDeliveries({ db, config, clock });
  const pace = createPace(ratePerSecond, timing);
  const statusOf = createIssueStatus(db, timing);
  // A second's worth: a pause takes effect soon, and a fast worker asks the database seldom.
  const atOnce = Math.max(connections, Math.min(connections * 10, Math.ceil(ratePerSecond)));
  const holding = createHolding({ db, owner, clock });
  const { ready } = holding;
  const settle = createSettling({ db, owner, clock, random, whenStopped: () => holding.giveBackUnwanted() });
  const underWay = new Set<Promise<void>>();
  const abandoning = new AbortController();
  let isStopping = false;
  let hasSent = false;
  let look: Promise<void> | null = null;
  let sending: Promise<void> = Promise.resolve();

  async function claim(): Promise<void> {
    await correctClock();
    const now = clock.now();
    const admitted = await probes.admit('deliveries', now);
    if (admitted === 'none') return;
    const isProbe = admitted === 'probe';
    const mails = await claimDeliveries({ owner, now, limit: isProbe ? 1 : atOnce });
    holding.take(isProbe ? mails.map((mail) => ({ ...mail, isProbe })) : mails, now);
  }

  function begin(row: Held): void {
    const done = deliver(row).finally(() => {
      holding.drop(row);
      underWay.delete(done);
    });
    underWay.add(done);
    hasSent = true;
  }

  async function deliver(row: Held): Promise<void> {
    if (!(await isStillOurs(row))) return;
    let outcome: Outcome;
    let failure: Failure | null = null;
    const lease = { wasOver: false };
    try {
      outcome = await send(row, lease);
    } catch (error) {
      await correctClock().catch(() => {});
      failure = failureOf(error, { from: config.mailFrom.address, to: row.mail.to });
      if (abandoning.signal.aborted) return recordAbandoned(row, failure);
      if (lease.wasOver && failure.verdict !== 'doubt') return recordHeldBack(row);
      outcome = outcomeOf(failure, row, { now: clock.now(), random });
      log.warn('mail not sent', { ...nameOf(row), outcome: outcome.state, code: outcome.code, error });
    }
    await record({ row, outcome, failure });
  }

  /** A mail that may have arrived is not sent again by the next worker; any other is, at once. */
  async function recordAbandoned(row: Held, failure: Failure): Promise<void> {
    const isInDoubt = failure.verdict === 'doubt';
    const { code, answer } = failure;
    const outcome = isInDoubt
      ? outcomeOf(failure, row, { now: clock.now(), random })
      : ({ state: 'queued', code, answer, nextAttemptAt: clock.now().toISOString() } as const);
    log.warn('mail abandoned by the stop', { ...nameOf(row), outcome: outcome.state });
    // Nothing is to be learnt from it.
    await record({ row, outcome, failure: null });
  }

  /** This worker itself kept it back, because its lease was over: unless somebody else has it, it comes up again at once. */
  async function recordHeldBack(row: Held): Promise<void> {
    log.warn('mail kept back because its lease was over', nameOf(row));
    const nextAttemptAt = clock.now().toISOString();
    await record({ row, outcome: { state: 'queued', code: null, answer: '', nextAttemptAt }, failure: null });
  }

  async function send(row: Held, lease: { wasOver: boolean }): Promise<Outcome> {
    const status = await statusOf(row.issueId, row.isProbe);
    if (typeof status === 'object') return { state: 'skipped', code: null, answer: status.unpublished };
    if (status === 'waiting')
      return { state: 'queued', code: null, answer: '', nextAttemptAt: clock.now().toISOString() };
    const { code, answer, file } = await mailer.send(row.mail, {
      signal: abandoning.signal,
      isStillOurs: () => {
        lease.wasOver = !holding.isLeased(row);
        return !lease.wasOver;
      },
    });
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(row), code, ...(file ? { file } : {}) });
    return file ? { state: 'kept', code: null, answer } : { state: 'sent', code, answer };
  }

  async function isStillOurs(row: Held): Promise<boolean> {
    try {
      return await holding.isStillOurs(row);
    } catch (error) {
      log.error('the lease of a mail could not be renewed', { ...nameOf(row), error });
      return false;
    }
  }

  /** A mail that has gone out must be written down: the lease is kept until the database takes it. */
  async function record(ended: Ended & { row: Held }): Promise<void> {
    const { row } = ended;
    for (let isTold = false; holding.has(row); isTold = true) {
      try {
        if (!(await settle(ended))) log.warn('mail was taken over by another worker', nameOf(row));
        return;
      } catch (error) {
        if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(row), error });
        if (isStopping) return;
        await sleep(500);
      }
    }
  }

  /** A mail may take minutes: what is written meanwhile goes out beside it. */
  function nextLook(): Promise<void> {
    look ??= sleep(lookEveryMs, { ref: false }).then(() => {
      look = null;
    });
    return look;
  }

  async function sendUntilNothingIsDue(): Promise<number> {
    let tried = 0;
    while (!isStopping) {
      if (ready.length === 0) await claim();
      let waitMs = 0;
      while (!isStopping && underWay.size + othersUnderWay() < connections) {
        const row = ready[0];
        if (!row) break;
        waitMs = pace.wait();
        if (waitMs > 0) break;
        ready.shift();
        tried += 1;
        begin(row);
      }
      if (underWay.size === 0 && waitMs === 0) break;
      await Promise.race([...underWay, waitMs > 0 ? pace.pause(waitMs) : nextLook()]);
    }
    return tried;
  }

  return {
    /** Sends until nothing is due; answers how many mails were tried. */
    sendDue(): Promise<number> {
      const run = sendUntilNothingIsDue();
      sending = run.then(
        () => {},
        () => {},
      );
      return run;
    },

    /** Prolongs the leases of what is held, forgets what is no longer ours, and gives back what may not be sent now. */
    async renewLeases(): Promise<void> {
      if (holding.ids().length > 0) {
        pace.shareWith(await countWorkers(db, owner, clock.now()));
        await holding.giveBackUnwanted();
      }
      await holding.renewAll();
    },

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (!hasSent) return;
      hasSent = false;
      await keepCommitted(db);
    },

    /** Queues again what nobody is sending any more: a worker that died, or this one when it could not begin. */
    async takeOverExpired(): Promise<void> {
      const count = await takeOver(db, { held: holding.ids(), now: clock.now() });
      if (count > 0) log.warn('mails whose lease has ended are queued again', { count });
    },

    async settleIssues(): Promise<void> {
      await finishIssues(db, clock.now());
      await skipAllCancelled(db);
    },

    /**
     * Ends the mails under way, gives back the others. A mail whose server does not answer is dropped; where the database
     * does not answer either it stays `sending` until its lease has ended, for the next worker to take over.
     */
    async stop(): Promise<void> {
      isStopping = true;
      const ended = Promise.all([sending, ...underWay]);
      await Promise.race([ended, sleep(finishWithinMs, { ref: false })]);
      abandoning.abort();
      await Promise.race([ended, sleep(dropWithinMs, { ref: false })]);
      await holding.giveBackReady();
    },
  };
}

/** For the log: no address. */
function nameOf({ id, attempts }: Held) {
  return { id, attempts };
}
