/** Expressions that the engines word differently. */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** Any of the columns holds the words, letters beyond ASCII included, case aside; `%` and `_` in `search` mean themselves. */
export function likeAny(db: Db, search: string, columns: string[]): RawBuilder<boolean> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const isPlain = /^[\x20-\x7e]*$/.test(search);
  const held = columns.map((column) => sql`${lowered(db, column, isPlain)} like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(held, sql` or `)})`;
}

/** Words of plain ASCII are found in a fraction of the time where the case of other letters need not be known. */
function lowered(db: Db, column: string, isPlain: boolean): RawBuilder<unknown> {
  const text = sql.ref(column);
  if (!isPlain) return sql`lower(${text})`;
  return isPostgres(db) ? sql`lower(${byBytes(db, column)})` : sql`${text}`;
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
