/** Text search as the lists have it: any of the columns holds the words, letters beyond ASCII included, case aside. */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** A condition; `%` and `_` in `search` mean themselves. */
export function contains(db: Db, search: string, columns: string[]): RawBuilder<boolean> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // SQLite's LIKE ignores the case of ASCII by itself, in half the time of our lower() on long texts.
  const isPlain = !isPostgres(db) && /^[\x20-\x7e]*$/.test(search);
  const held = columns.map((column) =>
    isPlain
      ? sql`${sql.ref(column)} like ${pattern} escape '\\'`
      : sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(held, sql` or `)})`;
}
