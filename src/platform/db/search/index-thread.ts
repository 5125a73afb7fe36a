/** The thread that `index-queue.ts` starts. */
import { sql } from 'kysely';
import { serveTasks } from '#platform/threads.ts';
import { type Db, openDatabase, transact } from '../db.ts';

serveTasks<string, null>(async (dataDir) => {
  const database = await openDatabase({ dataDir }, 'relaxed');
  try {
    while (await indexNext(database.db));
  } finally {
    await database.close();
  }
  return null;
});

/** One in a transaction: others write in between. False when none waits. */
function indexNext(db: Db): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`SELECT article_id AS id FROM article_search_queue LIMIT 1`.execute(trx);
    const [next] = rows;
    if (!next) return false;
    await sql`DELETE FROM article_search WHERE rowid = ${next.id}`.execute(trx);
    await sql`INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = ${next.id}`.execute(
      trx,
    );
    // A search that was kept before does not know it yet.
    await sql`UPDATE content_version SET version = version + 1`.execute(trx);
    await sql`DELETE FROM article_search_queue WHERE article_id = ${next.id}`.execute(trx);
    return true;
  });
}
