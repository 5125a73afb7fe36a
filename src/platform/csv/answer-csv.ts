/** The answer to an export of addresses: noted, and told to the others, before its first row leaves. */
import type { Context } from 'hono';
import type { Actor } from '#platform/actor.ts';
import { type AuditEntry, audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { streamText } from '#platform/http/streaming.ts';

/** What must happen in the transaction that notes an export of addresses. */
export type Exported = (trx: Db, by: Actor) => Promise<unknown>;

type Export = {
  by: Actor;
  entry: Pick<AuditEntry, 'action' | 'entityId' | 'detail'>;
  exported: Exported;
  filename: string;
  rows: () => AsyncIterable<string>;
};

export async function answerCsv(
  c: Context<ApiEnv>,
  context: AppContext,
  { by, entry, exported, filename, rows }: Export,
) {
  await transact(context.db, async (trx) => {
    await audit(trx, { ...entry, at: by.now, administratorId: by.administratorId });
    await exported(trx, by);
  });
  c.header('content-type', 'text/csv; charset=utf-8');
  c.header('content-disposition', `attachment; filename="${filename}"`);
  return streamText(c, context, rows());
}
