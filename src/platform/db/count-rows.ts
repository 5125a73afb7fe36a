/** How many rows a query finds. */
import type { SelectQueryBuilder } from 'kysely';

/** Of a query that selects nothing yet. */
export async function countRows<DB, From extends keyof DB>(
  rows: SelectQueryBuilder<DB, From, object>,
): Promise<number> {
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
