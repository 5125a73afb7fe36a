/** The mails that this worker has claimed: until when each is its own, and which are still to be begun. */
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { readBreaker } from '../mail-server/mail-breaker.server.ts';
import { leaseMs, type OutgoingDelivery, release, renew } from '../queue/delivery-queue.server.ts';

/** `until` is the end of its lease as far as this worker knows. */
export type LeasedDelivery = OutgoingDelivery & { until: number };

export type Leases = ReturnType<typeof createLeases>;

export function createLeases({ db, owner, clock }: { db: Db; owner: string; clock: Clock }) {
  const leased = new Map<number, LeasedDelivery>();
  let ready: LeasedDelivery[] = [];

  const has = (delivery: LeasedDelivery) => leased.get(delivery.id) === delivery;
  const isLeased = (delivery: LeasedDelivery) => has(delivery) && clock.now().getTime() < delivery.until;

  /** One that was lost and claimed anew meanwhile is leased as another object. */
  const remove = (delivery: LeasedDelivery) => has(delivery) && leased.delete(delivery.id);

  return {
    has,
    isLeased,
    remove,
    ids: () => [...leased.keys()],
    hasReady: () => ready.length > 0,
    nextReady: () => ready.shift(),

    add(deliveries: OutgoingDelivery[], now: Date): void {
      for (const one of deliveries) {
        const delivery = { ...one, until: now.getTime() + leaseMs };
        leased.set(delivery.id, delivery);
        ready.push(delivery);
      }
    },

    /** Asks the database when the lease is over by this worker's own clock, as after a freeze. */
    async isStillOurs(delivery: LeasedDelivery): Promise<boolean> {
      if (!has(delivery) || isLeased(delivery)) return has(delivery);
      const now = clock.now();
      const kept = await renew(db, { owner, now, ids: [delivery.id] });
      if (kept.length === 0) return false;
      delivery.until = now.getTime() + leaseMs;
      return true;
    },

    /** Prolongs all leases and removes those that are no longer ours. */
    async renewAll(): Promise<void> {
      const now = clock.now();
      const deliveries = [...leased.values()];
      const kept = new Set(await renew(db, { owner, now, ids: deliveries.map(({ id }) => id) }));
      for (const delivery of deliveries)
        if (kept.has(delivery.id)) delivery.until = now.getTime() + leaseMs;
        else remove(delivery);
    },

    /** What is not begun and may not be sent now goes back into the queue: everything, while the mail server takes nothing. */
    async releaseUnwanted(): Promise<void> {
      if (ready.length === 0) return;
      const wanted = (await readBreaker(db)) === null ? await findWanted(db, ready) : new Set<number>();
      const unwanted = ready.filter((delivery) => !delivery.isProbe && !wanted.has(delivery.id));
      ready = ready.filter((delivery) => !unwanted.includes(delivery));
      for (const delivery of unwanted) remove(delivery);
      await release(db, { owner, ids: unwanted.map(({ id }) => id) });
    },

    releaseReady: () => release(db, { owner, ids: ready.map(({ id }) => id) }),
  };
}

/** Those whose issue still goes out to a confirmed reader. */
async function findWanted(db: Db, deliveries: LeasedDelivery[]): Promise<Set<number>> {
  if (deliveries.length === 0) return new Set();
  const found = await db
    .selectFrom('deliveries')
    .innerJoin('issues', 'issues.id', 'deliveries.issueId')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .select([
      'deliveries.id',
      'issues.state as issue',
      'issues.heldSince',
      'issues.sendAfter',
      'subscribers.state as reader',
    ])
    // By nothing else: SQLite would go through all who are confirmed.
    .where(
      'deliveries.id',
      'in',
      deliveries.map(({ id }) => id),
    )
    .execute();
  const wanted = found.filter(
    ({ issue, heldSince, sendAfter, reader }) =>
      issue === 'sending' && heldSince === null && sendAfter === null && reader === 'confirmed',
  );
  return new Set(wanted.map(({ id }) => id));
}
