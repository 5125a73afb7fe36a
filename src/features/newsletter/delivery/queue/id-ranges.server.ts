/** Splits work on very many mails: no statement runs for long, and other requests are served in between. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Db } from '#platform/db/db.ts';

/** Some 20 ms of SQLite, which runs in the web's own thread; far from where PostgreSQL would end a statement. */
const idsAtOnce = 1_000;

/** Both ends included. */
export type IdRange = { from: number; to: number };

/** The ids of all subscribers that there are now. */
export async function* subscriberIdRanges(trx: Db): AsyncGenerator<IdRange> {
  const { highest } = await trx
    .selectFrom('subscribers')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  for (let from = 1; from <= Number(highest ?? 0); from += idsAtOnce) {
    if (from > 1) await letOthersRun();
    yield { from, to: from + idsAtOnce - 1 };
  }
}
