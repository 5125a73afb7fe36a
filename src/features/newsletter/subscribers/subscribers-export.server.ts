/** The list as CSV, a piece at a time, so that no list is too long. */

import { csvCell } from '#platform/csv/csv-cell.ts';
import type { Db } from '#platform/db/db.ts';
import type { SubscriberState } from './subscriber.ts';

const atOnce = 1000;
const columns = ['email', 'state', 'createdAt', 'confirmedAt', 'unsubscribedAt'] as const;

/** With the mark by which spreadsheet programs know UTF-8. */
export async function* exportSubscribers(db: Db, state: SubscriberState | undefined): AsyncGenerator<string> {
  yield `\ufeff${columns.join(',')}\r\n`;
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('subscribers')
      .select(['id', ...columns])
      .where('id', '>', after)
      .$if(state !== undefined, (query) => query.where('state', '=', state as SubscriberState))
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows.map((row) => `${columns.map((column) => csvCell(row[column] ?? '')).join(',')}\r\n`).join('');
  }
}
