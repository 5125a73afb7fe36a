/** The mails that this worker has claimed: which are its own, for how long, and which are still to be begun. */

import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { leaseMs, type Outgoing, release, renew } from './ledger.server.ts';
import { readBreaker } from './mail-server/mail-breaker.server.ts';

/** `until` is the end of its lease as far as this worker knows. */
export type Held = Outgoing & { until: number };

export type Holding = ReturnType<typeof createHolding>;

export function createHolding({ db, owner, clock }: { db: Db; owner: string; clock: Clock }) {
  const held = new Map<number, Held>();
  const ready: Held[] = [];

  const has = (row: Held) => held.get(row.id) === row;
  const isLeased = (row: Held) => has(row) && clock.now().getTime() < row.until;

  function take(mails: Outgoing[], now: Date): void {
    for (const mail of mails) {
      const row = { ...mail, until: now.getTime() + leaseMs };
      held.set(row.id, row);
      ready.push(row);
    }
  }

  /** Lost and claimed anew meanwhile, it is held as another row. */
  function drop(row: Held): void {
    if (has(row)) held.delete(row.id);
  }

  const ids = () => [...held.keys()];

  /** Asks the database when the lease is over by this worker's own clock, for instance after it was frozen. */
  async function isStillOurs(row: Held): Promise<boolean> {
    if (!has(row) || isLeased(row)) return has(row);
    const now = clock.now();
    const kept = await renew(db, { owner, now, ids: [row.id] });
    if (kept.length === 0) return false;
    row.until = now.getTime() + leaseMs;
    return true;
  }

  /** Prolongs all leases and forgets what is no longer ours. */
  async function renewAll(): Promise<void> {
    const now = clock.now();
    const rows = [...held.values()];
    const kept = new Set(await renew(db, { owner, now, ids: rows.map((row) => row.id) }));
    for (const row of rows)
      if (kept.has(row.id)) row.until = now.getTime() + leaseMs;
      else drop(row);
  }

  /**
   * What was not begun, of issues that were paused, held or cancelled since, and for readers who have left since; everything
   * while the mail server takes no mail.
   */
  async function giveBackUnwanted(): Promise<void> {
    if (ready.length === 0) return;
    const isAnyWanted = (await readBreaker(db)) === null;
    const wanted = isAnyWanted ? await wantedOf(ready) : new Set<number>();
    const isWanted = (row: Held) => row.isProbe || wanted.has(row.id);
    const stopped = ready.filter((row) => !isWanted(row));
    for (const row of stopped) {
      ready.splice(ready.indexOf(row), 1);
      drop(row);
    }
    await release(db, { owner, ids: stopped.map((row) => row.id) });
  }

  async function wantedOf(rows: Held[]): Promise<Set<number>> {
    if (rows.length === 0) return new Set();
    const found = await db
      .selectFrom('deliveries')
      .innerJoin('issues', 'issues.id', 'deliveries.issueId')
      .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
      .select(['deliveries.id', 'issues.state as issue', 'issues.heldSince', 'subscribers.state as reader'])
      // By nothing else: SQLite would go through all who are confirmed.
      .where(
        'deliveries.id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const isWanted = (row: (typeof found)[number]) =>
      row.issue === 'sending' && row.heldSince === null && row.reader === 'confirmed';
    return new Set(found.filter(isWanted).map(({ id }) => id));
  }

  async function giveBackReady(): Promise<void> {
    await release(db, { owner, ids: ready.map((row) => row.id) });
  }

  return { ready, take, drop, has, isLeased, isStillOurs, ids, renewAll, giveBackUnwanted, giveBackReady };
}
