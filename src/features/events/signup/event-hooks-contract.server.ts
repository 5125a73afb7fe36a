/** What other features do when an event changes, in the transaction that changes it and has locked it. */
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import type { EventRow } from '../event-lists.server.ts';

/** `before` is null for a new one. `notify`: guests are to be told. */
export type EventSaved = {
  before: EventRow | null;
  after: EventRow;
  isForced: boolean;
  notify: boolean;
  actor: Actor;
};

/** Each answers how many guests are told by email. */
export type EventHooks = {
  /** @throws Conflict to refuse the save */
  saved: (trx: Db, saved: EventSaved) => Promise<number>;
  /** Cancelled or reinstated. */
  cancelled: (trx: Db, change: { event: EventRow; notify: boolean; now: Date }) => Promise<number>;
  /** Moved to the bin. */
  removed: (trx: Db, id: number, now: Date) => Promise<number>;
};
