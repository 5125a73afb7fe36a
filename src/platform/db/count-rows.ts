/** How many rows a query finds. */
import { type SelectQueryBuilder, sql } from 'kysely';

/** Counts the rows of a query without a select. */
export async function countRows<DB, From extends keyof DB>(
  rows: SelectQueryBuilder<DB, From, object>,
): Promise<number> {
  // With any tables the compiler does not see what is selected.
  const counted = rows.select(sql<number>`count(*)`.as('count')) as SelectQueryBuilder<DB, From, { count: number }>;
  const { count } = await counted.executeTakeFirstOrThrow();
  return Number(count);
}
