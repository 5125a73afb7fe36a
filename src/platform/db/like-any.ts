/** Text search as the lists have it: any of the columns holds the words, letters beyond ASCII included, case aside. */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** A condition; `%` and `_` in `search` mean themselves. */
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
  return isPostgres(db) ? sql`lower(${text} collate "C")` : sql`${text}`;
}
