/** Sends the e-mails that are due, beside the newsletter, which never delays them. Several workers send nothing twice. */
import { randomUUID } from 'node:crypto';
import { systemTiming, type Timing } from '#platform/clock.ts';
import { keepCommitted } from '#platform/db/db.ts';
import type { AttemptContext } from './attempt.ts';
import { createEmailDelivery, kindOf } from './email-delivery.ts';
import type { EmailGroup } from './email-kind.ts';
import { createEmailLeases } from './email-leases.ts';
import { claimDue, withMessageId } from './email-queue.ts';
import { createInFlight } from './in-flight.ts';

/** How long a stop waits for e-mails in flight, and then for their connections to be dropped. */
const finishWithinMs = 8_000;
const dropWithinMs = 500;

export type OutboxContext = AttemptContext & {
  groups: EmailGroup[];
  /** E-mails sent at the same time; the setting's unless given. */
  connections?: number;
  timing?: Timing;
  /** Brings a clock that has jumped back in line, before a time is written down. */
  correctClock?: () => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(context: OutboxContext) {
  const { db, groups, timing: { sleep } = systemTiming } = context;
  const { leases, inFlight, stopping, abandoning, beginDue } = partsOf(context);
  let run: Promise<void> = Promise.resolve();

  async function sendUntilNothingIsDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      // What ends while the groups are asked makes room that the first of them has not seen.
      const wasIdle = inFlight.isEmpty();
      let begun = 0;
      for (const group of groups) begun += await beginDue(group);
      if (!inFlight.isEmpty()) await inFlight.change(0);
      else if (wasIdle && begun === 0) return;
    }
  }

  return {
    underWay: inFlight.count,

    /** Sends until nothing is due. */
    sendDue(): Promise<void> {
      const sent = sendUntilNothingIsDue();
      run = sent.catch(() => {});
      return sent;
    },

    renewLeases: () => leases.renewAll(),

    /** A power cut repeats the mails of at most a second; see decision 4. */
    async keepSent(): Promise<void> {
      if (inFlight.hasRunSinceAsked()) await keepCommitted(db);
    },

    /** Ends the e-mails in flight. One whose server does not answer is dropped, for the next worker. */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = run.then(() => inFlight.end());
      await Promise.race([ended, sleep(finishWithinMs, { ref: false })]);
      abandoning.abort();
      await Promise.race([ended, sleep(dropWithinMs, { ref: false })]);
    },
  };
}

function partsOf({ correctClock = async () => {}, timing = systemTiming, ...context }: OutboxContext) {
  const { db, config, clock, connections = config.newsletter.connections } = context;
  const owner = randomUUID();
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const leases = createEmailLeases({ db, owner, clock });
  const inFlight = createInFlight({ connections, timing });
  const signals = { stopping: stopping.signal, abandoning: abandoning.signal };
  const deliver = createEmailDelivery({ ...context, ...signals, owner, leases, timing, correctClock });

  /** Answers how many. */
  async function beginDue(group: EmailGroup): Promise<number> {
    await correctClock();
    if (stopping.signal.aborted) return 0;
    const now = clock.now();
    const { rules, kinds } = group;
    const room = inFlight.room();
    const admitted = room > 0 ? await rules.admit(now) : 'none';
    if (admitted === 'none') return 0;
    const isProbe = admitted === 'probe';
    const due = { kinds: Object.keys(kinds), longestWaitMs: rules.longestWaitMs, now, leased: leases.ids() };
    const rows = await claimDue(db, { ...due, owner, limit: isProbe ? 1 : room });
    for (const row of rows) {
      const email = await withMessageId(db, row, kindOf(group, row), config.siteUrl);
      const leased = leases.add({ ...email, isProbe }, now);
      inFlight.run(deliver(group, leased).finally(() => leases.remove(leased)));
    }
    return rows.length;
  }

  return { leases, inFlight, stopping, abandoning, beginDue };
}
