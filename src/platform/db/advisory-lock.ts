/** For work that several processes start at the same time and only one must do. */
import { sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/**
 * Runs `work`, which must not use `db` in a transaction of the caller, unless another process is running the work of that name
 * right now. On SQLite, which one process uses, it always runs.
 */
export async function tryWithLock(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) return work();
  await db.transaction().execute(async (trx) => {
    // Held by a transaction, which ends with its process, also behind a pooler. It locks nothing else while it waits.
    const { rows } = await sql<{
      isOurs: boolean;
    }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isOurs"`.execute(trx);
    if (!rows[0]?.isOurs) return;
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    await work();
  });
}
