/** The mails that a worker has claimed: until when each is its own, and which are still to be begun. */
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Claimed } from './mail-contract.ts';
import { leaseMarginMs, leaseMs, longestLeaseMs, release, renew } from './mail-rows.ts';

/** `until` is the end of its lease as far as this worker knows. */
export type LeasedMail = Claimed & { until: number };

export type Leases = ReturnType<typeof createLeases>;

export function createLeases({ db, owner, clock }: { db: Db; owner: string; clock: Clock }) {
  const leased = new Map<number, LeasedMail>();
  let ready: LeasedMail[] = [];

  /** A mail that was lost and claimed again is leased as another object. */
  const has = (mail: LeasedMail) => leased.get(mail.id) === mail;
  const isLeased = (mail: LeasedMail) => has(mail) && isWithinLease(mail, clock.now());
  const remove = (mail: LeasedMail) => has(mail) && leased.delete(mail.id);

  async function renewThese(mails: LeasedMail[]): Promise<Set<number>> {
    const now = clock.now();
    const kept = new Set(await renew(db, { owner, now, ids: mails.map(({ id }) => id) }));
    for (const mail of mails) if (kept.has(mail.id)) mail.until = now.getTime() + leaseMs;
    return kept;
  }

  return {
    has,
    isLeased,
    remove,
    ids: () => [...leased.keys()],
    countReady: () => ready.length,
    nextReady: () => ready.shift(),

    add(mails: Claimed[], now: Date): void {
      for (const one of mails) {
        const mail = { ...one, until: now.getTime() + leaseMs };
        leased.set(mail.id, mail);
        ready.push(mail);
      }
    },

    /** Asks the database when the lease is nearly over by this worker's own clock, as after a freeze. */
    async isStillOurs(mail: LeasedMail): Promise<boolean> {
      if (!has(mail) || isLeased(mail)) return has(mail);
      return (await renewThese([mail])).has(mail.id);
    },

    /** Prolongs all leases and removes those that are no longer ours. */
    async renewAll(): Promise<void> {
      const mails = [...leased.values()];
      const kept = await renewThese(mails);
      for (const mail of mails) if (!kept.has(mail.id)) remove(mail);
    },

    releaseReady: () => release(db, { owner, ids: ready.map(({ id }) => id) }),
  };
}

function isWithinLease({ until }: LeasedMail, now: Date): boolean {
  const leftMs = until - now.getTime();
  // Of a clock that was put back it says nothing.
  return leftMs >= leaseMarginMs && leftMs <= longestLeaseMs;
}
