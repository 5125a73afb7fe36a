/** The index of addresses, which finds the latest first and stops when it has enough. */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '../db.ts';
import { holdsPart } from '../expressions.ts';
import { groupsOf, groupsThatBeginWith, isLong, phrase } from './search.ts';

/** A part that so many of the latest hold is found without an index, by reading on until there are enough. */
const latest = 5_000;
const isCommonFrom = 50;

type Ids = (before: number | null, limit: number) => RawBuilder<number>;

/** `term` in lower case; `state` of the subscribers that are meant, when not all are. */
export async function idsThatHold(db: Db, term: string, state: string | undefined): Promise<Ids> {
  if (!isPostgres(db) && isLong(term)) return idsBySqliteIndex(sql`${phrase(term)}`, state);
  if (await isCommon(db, term)) return idsByReading(term, state);
  if (isPostgres(db)) return idsByPostgresIndex(term, state);
  return idsBySqliteIndex(groupsThatBeginWith(term, 'subscriber'), state);
}

/** FTS5 finds them in the order of their ids and stops when it has enough. */
function idsBySqliteIndex(groups: RawBuilder<unknown>, state: string | undefined): Ids {
  const end = state ? `) AND state : ${phrase(state.slice(0, 3))}` : ')';
  return (before, limit) => sql<number>`
    select rowid from subscriber_search where subscriber_search match 'email : (' || ${groups} || ${end}
    ${before === null ? sql`` : sql`and rowid < ${before}`} order by rowid desc limit ${limit}`;
}

function idsByPostgresIndex(term: string, state: string | undefined): Ids {
  const groups = groupsOf(term);
  // Sorted afterwards: in the order of the ids PostgreSQL might rather read them all.
  return (before, limit) => sql<number>`
    select id from (
      select id from subscribers where search_grams(email_key) @> ${groups}::text[] and ${holdsPart('emailKey', term)}
      ${inState(state)} ${below(before)} offset 0
    ) as found order by id desc limit ${limit}`;
}

function idsByReading(term: string, state: string | undefined): Ids {
  return (before, limit) => sql<number>`
    select id from subscribers where ${holdsPart('emailKey', term)} ${inState(state)} ${below(before)} order by id desc limit ${limit}`;
}

async function isCommon(db: Db, term: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select email_key from subscribers order by id desc limit ${latest}
    ) as latest where ${holdsPart('emailKey', term)}`.execute(db);
  return Number(rows[0]?.count ?? 0) >= isCommonFrom;
}

function inState(state: string | undefined): RawBuilder<unknown> {
  return state ? sql`and state = ${state}` : sql``;
}

function below(before: number | null): RawBuilder<unknown> {
  return before === null ? sql`` : sql`and id < ${before}`;
}
