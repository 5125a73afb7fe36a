/**
 * Long articles become searchable on SQLite: their groups of characters are made in a thread with a connection of its own, so
 * that no page waits. A queue in the database outlives a crash. PostgreSQL makes the groups itself.
 */
import { sql } from 'kysely';
import { startThread } from '#platform/threads.ts';
import { type Db, isPostgres } from '../db.ts';

const script = new URL('./index-thread.ts', import.meta.url);
const inThread = startThread<string, null>(script, { longestMs: 120_000 });

/** Those that wait, or nothing when `articleId` is given and does not wait; it answers when they are found. */
export async function indexQueued(db: Db, { dataDir }: { dataDir: string }, articleId?: number): Promise<void> {
  if (isPostgres(db)) return;
  const wanted = articleId === undefined ? sql`` : sql`WHERE article_id = ${articleId}`;
  const { rows } = await sql`SELECT article_id FROM article_search_queue ${wanted} LIMIT 1`.execute(db);
  if (rows.length > 0) await inThread(dataDir);
}
