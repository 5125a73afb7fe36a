/** The e-mails that this worker is sending, and until when each is its own. */
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Email } from './email-kind.ts';
import { emailLeaseMs, renew } from './email-queue.ts';

/** `until` is the end of its lease as far as this worker knows. */
export type LeasedEmail = Email & { until: number };

export type EmailLeases = ReturnType<typeof createEmailLeases>;

export function createEmailLeases({ db, owner, clock }: { db: Db; owner: string; clock: Clock }) {
  const leased = new Map<number, LeasedEmail>();

  /** An e-mail that was lost and claimed anew meanwhile is leased as another object. */
  const has = (email: LeasedEmail) => leased.get(email.id) === email;
  const remove = (email: LeasedEmail) => has(email) && leased.delete(email.id);

  return {
    has,
    remove,
    ids: () => [...leased.keys()],
    isCurrent: (email: LeasedEmail) => has(email) && clock.now().getTime() < email.until,

    add(email: Email, now: Date): LeasedEmail {
      const held = { ...email, until: now.getTime() + emailLeaseMs };
      leased.set(held.id, held);
      return held;
    },

    /** Prolongs all leases and removes those that are no longer this worker's. */
    async renewAll(): Promise<void> {
      const now = clock.now();
      const emails = [...leased.values()];
      const kept = new Set(await renew(db, { owner, now, ids: emails.map(({ id }) => id) }));
      for (const email of emails)
        if (kept.has(email.id)) email.until = now.getTime() + emailLeaseMs;
        else remove(email);
    },
  };
}
