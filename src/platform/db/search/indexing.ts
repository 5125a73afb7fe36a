/**
 * Fills the index of SQLite, by the fold that every search uses. Triggers only note what has changed, so that any program can
 * write; what waits is indexed before the next search looks, a long text by the worker. PostgreSQL fills its own.
 */
import { sql } from 'kysely';
import { type Db, isPostgres, transact } from '../db.ts';
import { searchText } from './search-text.ts';

type Waiting = { kind: 'article' | 'event'; id: number };

/** Rows of one transaction: others write in between. */
const atOnce = 5;

/** Texts of at most `longest` characters: 50,000 take some 30 ms of the thread. */
export async function indexWaiting(db: Db, longest = 1e9): Promise<void> {
  if (isPostgres(db)) return;
  const waiting = sql<Waiting>`SELECT kind, id FROM search_queue WHERE length <= ${longest} LIMIT ${atOnce}`;
  while ((await waiting.execute(db)).rows.length > 0)
    await transact(db, async (trx) => {
      for (const row of (await waiting.execute(trx)).rows) await indexOne(trx, row);
      // A search that was kept before does not know them.
      await sql`UPDATE content_version SET version = version + 1`.execute(trx);
    });
}

async function indexOne(trx: Db, row: Waiting): Promise<void> {
  const { kind, id } = row;
  const index = sql.table(`${kind}_search`);
  await sql`DELETE FROM ${index} WHERE rowid = ${id}`.execute(trx);
  await sql`INSERT INTO ${index} (rowid, text) VALUES (${id}, ${searchText(await textOf(trx, row))})`.execute(trx);
  await sql`DELETE FROM search_queue WHERE kind = ${kind} AND id = ${id}`.execute(trx);
}

async function textOf(trx: Db, { kind, id }: Waiting): Promise<string> {
  const row =
    kind === 'article'
      ? trx.selectFrom('articles').select(['title', 'contentText as text']).where('id', '=', id)
      : trx.selectFrom('events').select(['title', 'description as text']).where('id', '=', id);
  const { title, text } = await row.executeTakeFirstOrThrow();
  return `${title}\n${text}`;
}
