/** Moves everything from the SQLite file of a folder to an empty PostgreSQL: all of it, compared row by row, or nothing. */
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { connectPostgres } from '../postgres.ts';
import { compareRows, copyRows, type Table } from './copy.ts';
import { openSource, type Source } from './source.ts';
import { beginExclusive, describeTarget, prepareTarget, type Replacing, setSequence, typedTable } from './target.ts';

/** Triggers write to these while others are filled: they come last. */
const keptByTriggers = ['subscriber_counts', 'content_version'];

export type Moved = { table: string; rows: number }[];

/**
 * `first` runs when nothing stands in the way any more, before the first row: while it does and afterwards nobody else can
 * use either database. `replaces`: the target may hold a site, which is gone with the last row and not before.
 * @throws DatabaseError with a sentence for the operator; the target then is as it was
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  { first = async () => {}, replaces = false }: { first?: () => Promise<void>; replaces?: boolean } = {},
): Promise<Moved> {
  const source = openSource(dataDir);
  try {
    const client = await connectPostgres(databaseUrl);
    try {
      await prepareTarget(client, { replaces });
      await first();
      return await moveRows(client, source, { replaces });
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    source.close();
  }
}

async function moveRows(client: pg.Client, source: Source, { replaces }: Replacing): Promise<Moved> {
  try {
    await beginExclusive(client, { replaces });
    const tables = await tablesInOrder(client, source);
    for (const table of tables) {
      // What triggers have left for the end of the transaction would come after the table it is about.
      if (keptByTriggers.includes(table.name)) await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      await copyRows(client, table, source.rows(table));
    }
    const moved: Moved = [];
    for (const table of tables)
      moved.push({ table: table.name, rows: await compareRows(client, table, source.rows(table)) });
    for (const table of tables) await setSequence(client, table, source.lastId(table));
    await client.query('COMMIT');
    return moved;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (error instanceof DatabaseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`PostgreSQL called the move off, and nothing was kept: ${reason}`, { cause: error });
  }
}

/** Every table of the file, each after those that it refers to. */
async function tablesInOrder(client: pg.Client, source: Source): Promise<Table[]> {
  const { types, references } = await describeTarget(client);
  const ordered: Table[] = [];
  const seen = new Set<string>();
  const visit = (table: Source['tables'][number]) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const { from, to } of references)
      if (from === table.name) for (const other of source.tables) if (other.name === to) visit(other);
    ordered.push(typedTable(table, types.get(table.name)));
  };
  for (const table of source.tables) visit(table);
  const rank = ({ name }: Table) => keptByTriggers.indexOf(name);
  return ordered.sort((one, other) => rank(one) - rank(other));
}
