/** Answers an export of addresses, which is audited and announced before its first row leaves. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Actor } from '#platform/actor.ts';
import { type AuditEntry, audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { streamBytes } from '#platform/http/stream-bytes.ts';
import { workbookType, writeWorkbook } from './workbook.ts';

/** What must happen in the transaction that notes an export of addresses. */
export type Exported = (trx: Db, by: Actor, what: string) => Promise<unknown>;

export const TableQuery = z.object({
  format: z.enum(['csv', 'xlsx']).default('csv').openapi({ description: 'xlsx: a workbook, all cells are texts' }),
});

const file = z.string().openapi({ format: 'binary' });

/** Of the calls that answer a table. */
export const tableAnswer = {
  description: 'The list as CSV or as a workbook',
  content: { 'text/csv': { schema: z.string() }, [workbookType]: { schema: file } },
};

const kinds = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: workbookType, write: writeWorkbook },
};

type Export = {
  by: Actor;
  entry: Pick<AuditEntry, 'action' | 'entityId' | 'detail'>;
  exported: Exported;
  /** Of what administrators are told: 'the list of subscribers'. */
  what: string;
  format: keyof typeof kinds;
  /** Without its ending. */
  filename: string;
  /** The first row has the names of the columns. */
  rows: () => AsyncIterable<string[][]>;
};

export async function answerAuditedExport(
  c: Context<ApiEnv>,
  context: AppContext,
  { by, entry, exported, what, format, filename, rows }: Export,
) {
  await transact(context.db, async (trx) => {
    await audit(trx, { ...entry, at: by.now, administratorId: by.administratorId });
    await exported(trx, by, what);
  });
  const { type, write } = kinds[format];
  c.header('content-type', type);
  c.header('content-disposition', `attachment; filename="${filename}.${format}"`);
  return streamBytes(c, context, write(rows()));
}

/** CSV with the mark of UTF-8. Every cell is quoted, so that no separator splits it, and none is read as a formula. */
export async function* writeCsv(pages: AsyncIterable<string[][]> | Iterable<string[][]>): AsyncGenerator<Uint8Array> {
  let begin = '\ufeff';
  for await (const rows of pages) {
    yield Buffer.from(begin + rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''));
    begin = '';
  }
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
