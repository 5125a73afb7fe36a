/** Expressions that the engines word differently. */
import { type RawBuilder, sql } from 'kysely';
import { folded } from '#shared/fold.ts';
import { type Db, isPostgres } from './db.ts';

/** A column holds the words, as every search compares them; `%` and `_` in `search` mean themselves. */
export function holdsWords(column: string, search: string): RawBuilder<boolean> {
  return sql<boolean>`search_fold(${sql.ref(column)}) like ${likePart(folded(search))} escape '\\'`;
}

/** A column of addresses, which are in small letters, holds this part. */
export function holdsPart(column: string, search: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${likePart(search.toLowerCase())} escape '\\'`;
}

function likePart(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A column that is compared byte by byte, so that its index finds a range. */
export function byBytes(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql`${sql.ref(column)} collate "C"` : sql`${sql.ref(column)}`;
}

/** In hex. */
export function sha256Hex(db: Db, text: RawBuilder<unknown>): RawBuilder<string> {
  return isPostgres(db) ? sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')` : sql`sha256_hex(${text})`;
}

/** `values`: names and values by turns. */
export function jsonObject(db: Db, values: RawBuilder<unknown>): RawBuilder<string> {
  return isPostgres(db) ? sql`json_build_object(${values})::text` : sql`json_object(${values})`;
}
