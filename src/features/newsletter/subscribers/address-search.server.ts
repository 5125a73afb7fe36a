/** Finds addresses by any part of them, the latest first, among a million as among ten. */

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { groupsOf, groupsThatBeginWith, isLong, phrase } from '#platform/db/search/search.ts';
import type { Tables } from '#platform/db/tables.ts';
import { mostCounted, type SubscriberState } from './subscriber.ts';

type Subscribers = SelectQueryBuilder<Tables, 'subscribers', object>;

export type Addresses = {
  /** The latest ones from below the id `before`, for a query that sorts them. */
  page(before: number | null, limit: number): Subscribers;
  count(): Promise<number>;
};

/** A part that so many of the latest hold is found without an index, by reading on until there are enough. */
const latest = 5_000;
const isCommonFrom = 50;

/** Counts up to `mostCounted`: what a million addresses hold need not be known to the last. */
export async function searchAddresses(db: Db, search: string, state: SubscriberState | undefined): Promise<Addresses> {
  const term = search.toLowerCase();
  const ids = await idsThatHold(db, term, state);
  return {
    page: (before, limit) => db.selectFrom('subscribers').where('id', 'in', sql<number>`(${ids(before, limit)})`),
    count: async () => {
      const counted = sql<{ total: number }>`select count(*) as total from (${ids(null, mostCounted)}) as found`;
      return Number((await counted.execute(db)).rows[0]?.total ?? 0);
    },
  };
}

type Ids = (before: number | null, limit: number) => RawBuilder<number>;

async function idsThatHold(db: Db, term: string, state: SubscriberState | undefined): Promise<Ids> {
  if (!isPostgres(db) && isLong(term)) return idsBySqliteIndex(sql`${phrase(term)}`, state);
  if (await isCommon(db, term)) return idsByReading(term, state);
  if (isPostgres(db)) return idsByPostgresIndex(term, state);
  return idsBySqliteIndex(groupsThatBeginWith(term, 'subscriber'), state);
}

/** FTS5 finds them in the order of their ids and stops when it has enough. */
function idsBySqliteIndex(groups: RawBuilder<unknown>, state: SubscriberState | undefined): Ids {
  const end = state ? `) AND state : ${phrase(state.slice(0, 3))}` : ')';
  return (before, limit) => sql<number>`
    select rowid from subscriber_search where subscriber_search match 'email : (' || ${groups} || ${end}
    ${before === null ? sql`` : sql`and rowid < ${before}`} order by rowid desc limit ${limit}`;
}

function idsByPostgresIndex(term: string, state: SubscriberState | undefined): Ids {
  const groups = groupsOf(term);
  // Sorted afterwards: in the order of the ids PostgreSQL might rather read them all.
  return (before, limit) => sql<number>`
    select id from (
      select id from subscribers where search_grams(email_key) @> ${groups}::text[] and ${holdsTerm(term)}
      ${inState(state)} ${below(before)} offset 0
    ) as found order by id desc limit ${limit}`;
}

function idsByReading(term: string, state: SubscriberState | undefined): Ids {
  return (before, limit) => sql<number>`
    select id from subscribers where ${holdsTerm(term)} ${inState(state)} ${below(before)} order by id desc limit ${limit}`;
}

async function isCommon(db: Db, term: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select email_key from subscribers order by id desc limit ${latest}
    ) as latest where ${holdsTerm(term)}`.execute(db);
  return Number(rows[0]?.count ?? 0) >= isCommonFrom;
}

function holdsTerm(term: string): RawBuilder<boolean> {
  return sql<boolean>`email_key like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

function inState(state: SubscriberState | undefined): RawBuilder<unknown> {
  return state ? sql`and state = ${state}` : sql``;
}

function below(before: number | null): RawBuilder<unknown> {
  return before === null ? sql`` : sql`and id < ${before}`;
}
