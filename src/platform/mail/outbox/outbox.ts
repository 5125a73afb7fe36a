/** Sends what waits in the outbox, beside the newsletter, which never delays it. Several workers send nothing twice. */
import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import { keepCommitted } from '#platform/db/db.ts';
import { type AttemptContext, attempt, nameOf, type OutcomeOf, outcomeBy, recordOutcome } from './attempt.ts';
import type { Email, EmailGroup, EmailKind, EmailOutcome } from './email-kind.ts';
import { claimDue, emailLeaseMs, renew, withMessageId } from './email-queue.ts';

/** How long a stop waits for e-mails under way, and then for their connections to be dropped. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;
const lookEveryMs = 250;

export type OutboxContext = AttemptContext & {
  groups: EmailGroup[];
  /** Sent at the same time; the setting's unless given. */
  connections?: number;
  timing?: Timing;
  /** Brings a clock that has jumped back in line, before a time is written down. */
  correctClock?: () => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

/** Until when an e-mail is this worker's, as far as it knows. One that was lost and claimed anew has another. */
type Lease = { until: number };

export function createOutbox({
  groups,
  timing: { sleep } = systemTiming,
  correctClock = async () => {},
  ...context
}: OutboxContext) {
  const { db, config, clock, log, connections = config.newsletter.connections } = context;
  const owner = randomUUID();
  const leases = new Map<number, Lease>();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStopping = false;
  let hasBegun = false;
  let run: Promise<void> = Promise.resolve();

  async function beginDue(group: EmailGroup): Promise<void> {
    await correctClock();
    if (isStopping) return;
    const now = clock.now();
    const { rules, kinds } = group;
    const free = connections - underWay.size;
    const admitted = free > 0 ? await rules.admit(now) : 'none';
    if (admitted === 'none') return;
    const isProbe = admitted === 'probe';
    const due = { kinds: Object.keys(kinds), longestWaitMs: rules.longestWaitMs, now, inHand: [...leases.keys()] };
    const rows = await claimDue(db, { ...due, owner, limit: isProbe ? 1 : free });
    for (const row of rows)
      begin(group, { ...(await withMessageId(db, row, kindOf(group, row), config.siteUrl)), isProbe }, now);
  }

  function begin(group: EmailGroup, email: Email, now: Date): void {
    const lease = { until: now.getTime() + emailLeaseMs };
    leases.set(email.id, lease);
    hasBegun = true;
    const done = deliver(group, email, lease).finally(() => {
      if (isHeld(email, lease)) leases.delete(email.id);
      underWay.delete(done);
    });
    underWay.add(done);
  }

  function isHeld({ id }: Email, lease: Lease): boolean {
    return leases.get(id) === lease;
  }

  async function deliver(group: EmailGroup, email: Email, lease: Lease): Promise<void> {
    let wasOver = false;
    const isStillOurs = () => {
      wasOver = !isHeld(email, lease) || clock.now().getTime() >= lease.until;
      return !wasOver;
    };
    const { rules } = group;
    const signal = rules.attemptMs
      ? AbortSignal.any([stopping.signal, AbortSignal.timeout(rules.attemptMs)])
      : stopping.signal;
    const result = await attempt(context, { kind: kindOf(group, email), email }, { signal, isStillOurs });
    if (result && 'error' in result) {
      await correctClock().catch(() => {});
      log.warn('mail not sent', { ...nameOf(email), error: result.error });
      if (stopping.signal.aborted || wasOver) return record(email, lease, async (_trx, now) => dueAgain(now));
    }
    await record(email, lease, outcomeBy(rules, email, result));
  }

  /** What has gone out must be written down: the lease is kept until the database takes it. */
  async function record(email: Email, lease: Lease, outcomeOf: OutcomeOf): Promise<void> {
    for (let isTold = false; isHeld(email, lease); isTold = true) {
      try {
        if (!(await recordOutcome(context, { email, owner, outcomeOf })))
          log.warn('mail was taken over by another worker', nameOf(email));
        return;
      } catch (error) {
        if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(email), error });
        if (isStopping) return;
        await sleep(500);
      }
    }
  }

  async function sendUntilNothingIsDue(): Promise<void> {
    while (!isStopping) {
      for (const group of groups) await beginDue(group);
      if (underWay.size === 0) return;
      // One may take minutes: what is written meanwhile goes out beside it.
      await Promise.race([...underWay, sleep(lookEveryMs, { ref: false })]);
    }
  }

  return {
    /** Mails that it is sending now. */
    get underWay(): number {
      return underWay.size;
    },

    /** Sends until nothing is due. */
    sendDue(): Promise<void> {
      const sent = sendUntilNothingIsDue();
      run = sent.catch(() => {});
      return sent;
    },

    /** Prolongs the leases of what is under way, and forgets what is no longer ours. */
    async renewLeases(): Promise<void> {
      const now = clock.now();
      const held = [...leases];
      const kept = new Set(await renew(db, { owner, now, ids: held.map(([id]) => id) }));
      for (const [id, lease] of held)
        if (kept.has(id)) lease.until = now.getTime() + emailLeaseMs;
        else if (leases.get(id) === lease) leases.delete(id);
    },

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (!hasBegun) return;
      hasBegun = false;
      await keepCommitted(db);
    },

    /** Ends what is under way. What the mail server does not answer is dropped, for the next worker. */
    async stop(): Promise<void> {
      isStopping = true;
      const ended = run.then(() => Promise.all(underWay));
      await Promise.race([ended, sleep(finishWithinMs, { ref: false })]);
      stopping.abort();
      await Promise.race([ended, sleep(dropWithinMs, { ref: false })]);
    },
  };
}

function dueAgain(now: Date): EmailOutcome {
  return { state: 'queued', code: null, answer: '', nextAttemptAt: now.toISOString() };
}

/** Only registered kinds are claimed. */
function kindOf({ kinds }: EmailGroup, { kind }: { kind: string }): EmailKind {
  const known = kinds[kind];
  if (!known) throw new Error(`No such kind of e-mail: ${kind}`);
  return known;
}
