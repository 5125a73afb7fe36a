/** The processes of the site, by their connections to PostgreSQL: each looks for work several times a second, so that it always has one. */
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { applicationName } from './postgres.ts';

export async function countProcesses(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT application_name) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${`${applicationName}%`}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
