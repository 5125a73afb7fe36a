/** Finds addresses by any part of them, the latest first, among a million as among ten. */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { idsThatHold } from '#platform/db/search/addresses.ts';
import type { Tables } from '#platform/db/tables.ts';
import { mostCounted, type SubscriberState } from './subscriber.ts';

type Subscribers = SelectQueryBuilder<Tables, 'subscribers', object>;

export type Addresses = {
  /** The latest ones from below the id `before`, for a query that sorts them. */
  page(before: number | null, limit: number): Subscribers;
  count(): Promise<number>;
};

/** Counts up to `mostCounted`: what a million addresses hold need not be known to the last. */
export async function searchAddresses(db: Db, search: string, state: SubscriberState | undefined): Promise<Addresses> {
  const term = search.normalize('NFKC').toLowerCase();
  const ids = await idsThatHold(db, term, state);
  return {
    page: (before, limit) => db.selectFrom('subscribers').where('id', 'in', sql<number>`(${ids(before, limit)})`),
    count: async () => {
      const counted = sql<{ total: number }>`select count(*) as total from (${ids(null, mostCounted)}) as found`;
      return Number((await counted.execute(db)).rows[0]?.total ?? 0);
    },
  };
}
