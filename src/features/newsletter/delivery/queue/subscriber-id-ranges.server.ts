/** Splits work on very many mails, so that no statement runs long and other requests are served in between. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Db } from '#platform/db/db.ts';

/** About 20 ms on SQLite, which runs in the web thread; far below PostgreSQL's statement timeout. */
const idsAtOnce = 1_000;

/** Both ends are included. */
export type IdRange = { from: number; to: number };

/** The ids of all present subscribers. */
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
