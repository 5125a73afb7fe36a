/** The mails a worker has claimed: how long each is leased, and which are still to be started. */
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Claimed, MailSource } from './mail-contract.ts';
import { extendLeases, leaseMarginMs, leaseMs, longestLeaseMs, releaseMails } from './mail-rows.ts';

/** `until` is the end of its lease as far as this worker knows. */
export type LeasedMail = Claimed & { until: number };

export type Leases = ReturnType<typeof createMailLeases>;

type Context = { db: Db; owner: string; clock: Clock; findUnwanted?: MailSource['findUnwanted'] };

export function createMailLeases({ db, owner, clock, findUnwanted = async () => [] }: Context) {
  const leased = new Map<number, LeasedMail>();
  let ready: LeasedMail[] = [];
  let changes = 0;
  let seenChanges = 0;

  /** A mail that was lost and claimed again has a new object. */
  const has = (mail: LeasedMail) => leased.get(mail.id) === mail;
  const isLeased = (mail: LeasedMail) => has(mail) && isWithinLease(mail, clock.now());
  const remove = (mail: LeasedMail) => has(mail) && leased.delete(mail.id);

  async function giveBack(mails: LeasedMail[]): Promise<void> {
    ready = ready.filter((mail) => !mails.includes(mail));
    for (const mail of mails) remove(mail);
    await releaseMails(db, { owner, ids: idsOf(mails) });
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

    /** What is known about the mails waiting here may be outdated. */
    noteChange: () => void (changes += 1),

    /** Also when the next lease is almost over by this worker's own clock, as after a freeze. */
    isLookDue: () => changes !== seenChanges || (ready[0] !== undefined && !isLeased(ready[0])),

    /** Renews all leases and drops those that are lost. Gives back mails that may not go out now. */
    async look(): Promise<void> {
      const before = changes;
      const mails = [...leased.values()];
      const now = clock.now();
      const kept = new Set(await extendLeases(db, { owner, now, ids: idsOf(mails) }));
      for (const mail of mails)
        if (kept.has(mail.id)) mail.until = now.getTime() + leaseMs;
        else remove(mail);
      ready = ready.filter(has);
      const unwanted = ready.length > 0 ? await findUnwanted(ready) : [];
      await giveBack(ready.filter(({ id }) => unwanted.includes(id)));
      seenChanges = before;
    },

    releaseReady: () => giveBack(ready),
  };
}

function idsOf(mails: LeasedMail[]): number[] {
  return mails.map(({ id }) => id);
}

function isWithinLease({ until }: LeasedMail, now: Date): boolean {
  const leftMs = until - now.getTime();
  // A lease that is too long says only that the clock was put back.
  return leftMs >= leaseMarginMs && leftMs <= longestLeaseMs;
}
