/** Expressions that the engines word differently. */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** Whether an address contains each word of `search`, in whatever case; `%` and `_` are literal. */
export function emailKeyContainsSql(search: string): RawBuilder<boolean> {
  const words = search.normalize('NFKC').toLowerCase().trim().split(/\s+/);
  const contains = (word: string) =>
    sql`${sql.ref('emailKey')} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
  return sql<boolean>`(${sql.join(words.map(contains), sql` and `)})`;
}

export function sha256HexSql(db: Db, text: RawBuilder<unknown>): RawBuilder<string> {
  return isPostgres(db) ? sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')` : sql`sha256_hex(${text})`;
}

/** `values`: alternating names and values. */
export function jsonObjectSql(db: Db, values: RawBuilder<unknown>): RawBuilder<string> {
  return isPostgres(db) ? sql`json_build_object(${values})::text` : sql`json_object(${values})`;
}
