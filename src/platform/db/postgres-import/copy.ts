/** Copies rows from SQLite to PostgreSQL in batches, then reads them back and compares each. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';

/** `type` is PostgreSQL's; `key` orders the rows, the same on both sides. */
export type Table = { name: string; columns: { name: string; type: string }[]; key: string[] };

/** The values in the order of the columns, as text that both engines agree on. */
export type Row = (string | null)[];

const batchRows = 500;
const batchCharacters = 1_000_000;

/** Puts the rows in place of whatever the table holds, some at a time. */
export async function copyRows(client: pg.Client, table: Table, rows: Iterable<Row>): Promise<void> {
  // A migration or a trigger may have been here before.
  await client.query(`DELETE FROM "${table.name}"`);
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (batch.length < batchRows && characters < batchCharacters) continue;
    await copyBatch(client, table, batch);
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) await copyBatch(client, table, batch);
}

/**
 * Reads the table back in the order of its key and compares a hash of each row; answers how many there are.
 * @throws DatabaseError naming the first row that differs
 */
export async function compareRows(client: pg.Client, table: Table, rows: Iterable<Row>): Promise<number> {
  const copies = readRows(client, table);
  let count = 0;
  for (const row of rows) {
    const { value: copy } = await copies.next();
    if (!copy || hashOf(copy) !== hashOf(row))
      throw new DatabaseError(`${nameOf(table, row)} did not arrive as it was. Nothing was kept.`);
    count++;
  }
  const more = await copies.next();
  if (more.value) throw new DatabaseError(`${nameOf(table, more.value)} is only in the copy. Nothing was kept.`);
  return count;
}

async function copyBatch(client: pg.Client, table: Table, batch: Row[]): Promise<void> {
  await client.query('SAVEPOINT batch');
  try {
    await insert(client, table, batch);
    await client.query('RELEASE SAVEPOINT batch');
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT batch');
    await reportFailingRow(client, table, batch);
    throw error;
  }
}

/** One array for each column, so that a batch is one statement however many rows it has. */
async function insert(client: pg.Client, { name, columns }: Table, batch: Row[]): Promise<void> {
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  const arrays = columns.map(({ type }, n) => `$${n + 1}::${type}[]`).join(', ');
  const values = columns.map((_, n) => batch.map((row) => row[n] ?? null));
  await client.query(`INSERT INTO "${name}" (${list}) SELECT * FROM unnest(${arrays})`, values);
}

async function reportFailingRow(client: pg.Client, table: Table, batch: Row[]): Promise<void> {
  for (const row of batch)
    try {
      await insert(client, table, [row]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseError(`${nameOf(table, row)} does not fit into PostgreSQL: ${reason}. Nothing was kept.`, {
        cause: error,
      });
    }
}

async function* readRows(client: pg.Client, { name, columns, key }: Table): AsyncGenerator<Row, undefined> {
  const list = columns.map(
    ({ name: column, type }) => `"${column}"${type === 'timestamp with time zone' ? '' : '::text'}`,
  );
  // Bytes, as SQLite compares texts; whatever the language of the database.
  const isText = (column: string) => columns.some((each) => each.name === column && each.type === 'text');
  const order = key.map((column) => `"${name}"."${column}"${isText(column) ? ' COLLATE "C"' : ''}`);
  await client.query(`DECLARE copies CURSOR FOR SELECT ${list.join(', ')} FROM "${name}" ORDER BY ${order.join(', ')}`);
  for (;;) {
    const { rows } = await client.query<Row>({ text: `FETCH ${batchRows} FROM copies`, rowMode: 'array' });
    yield* rows;
    if (rows.length < batchRows) break;
  }
  await client.query('CLOSE copies');
  return undefined;
}

function hashOf(row: Row): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64');
}

/** By its key, for the person who has to look it up. */
function nameOf({ name, columns, key }: Table, row: Row): string {
  const values = key.map((column) => row[columns.findIndex((each) => each.name === column)]);
  return `The row ${values.join(', ').slice(0, 100)} of ${name}`;
}
