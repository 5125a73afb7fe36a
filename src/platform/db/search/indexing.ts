/**
 * Fills the indexes of `search.ts`, folded like the search terms. Triggers only note changes, so that any program can
 * write. A save indexes in its own transaction; the worker indexes long texts and other writes. It raises no content
 * version: only searches read the index, and those made in the meantime are cached for seconds.
 */
import { sql } from 'kysely';
import { foldForSearch } from '#shared/fold-text.ts';
import { type Db, isPostgres, transact } from '../db.ts';
import { mark, searchIndexes } from './search.ts';

/** In characters: about 30 ms on SQLite. */
const longestInSave = 50_000;
/** Rows of one transaction: others write in between. */
const atOnce = 10;

type Table = keyof typeof searchIndexes;
type Noted = { kind: Table; id: number };

/** A row that the caller's transaction has written; nothing for a table without an index. */
export async function indexSavedRow(trx: Db, table: string, id: number): Promise<void> {
  if (!isSearched(table)) return;
  const noted = { kind: table, id };
  const text = await notedText(trx, noted);
  if (text !== undefined && text.length <= longestInSave) await index(trx, noted, text);
}

/** Everything that is noted when it begins. */
export async function indexQueuedRows(db: Db): Promise<void> {
  const { rows } = await sql<Noted>`select kind, id from search_queue order by kind, id`.execute(db);
  for (let at = 0; at < rows.length; at += atOnce)
    await transact(db, async (trx) => {
      for (const noted of rows.slice(at, at + atOnce)) {
        const text = await notedText(trx, noted);
        if (text !== undefined) await index(trx, noted, text);
      }
    });
}

/** Whether texts wait for their index, so that a search may miss them. */
export async function hasQueuedRows(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from search_queue limit 1`.execute(db);
  return rows.length > 0;
}

function isSearched(table: string): table is Table {
  return table in searchIndexes;
}

/** Undefined for a row that another transaction is saving, and will index. */
async function notedText(trx: Db, { kind, id }: Noted): Promise<string | undefined> {
  const lock = isPostgres(trx) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<{ title: string; text: string }>`
    select title, ${sql.ref(searchIndexes[kind].text)} as text from ${sql.table(kind)}
    where id = ${id} and exists (select 1 from search_queue where kind = ${kind} and id = ${id}) ${lock}`.execute(trx);
  return rows[0] && `${rows[0].title}\n${rows[0].text}`;
}

async function index(trx: Db, { kind, id }: Noted, text: string): Promise<void> {
  const { table } = searchIndexes[kind];
  await (isPostgres(trx) ? indexOnPostgres : indexOnSqlite)(trx, table, { id, text: foldForSearch(text) });
  await sql`delete from search_queue where kind = ${kind} and id = ${id}`.execute(trx);
}

async function indexOnPostgres(trx: Db, table: string, { id, text }: { id: number; text: string }): Promise<void> {
  await sql`
    insert into ${sql.table(`${table}_search`)} as kept (${sql.ref(`${table}_id`)}, text) values (${id}, ${text})
    on conflict (${sql.ref(`${table}_id`)}) do update set text = excluded.text where kept.text <> excluded.text`.execute(
    trx,
  );
}

/** Each character is repeated alone, for short terms. */
async function indexOnSqlite(trx: Db, table: string, { id, text }: { id: number; text: string }): Promise<void> {
  const texts = sql.table(`${table}_search`);
  const whole = `${text}\n\n${mark}${[...new Set(text)].join(mark)}${mark}`;
  await sql`delete from ${texts} where rowid = ${id}`.execute(trx);
  await sql`insert into ${texts} (rowid, text) values (${id}, ${whole})`.execute(trx);
}
