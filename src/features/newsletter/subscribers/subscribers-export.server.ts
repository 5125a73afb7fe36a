/** The list as a table, a page at a time, so that no list is too long. */
import type { Db } from '#platform/db/db.ts';
import type { SubscriberState } from './subscriber.ts';

const atOnce = 1000;
const columns = ['email', 'state', 'createdAt', 'confirmedAt', 'unsubscribedAt', 'wish'] as const;

export async function* exportSubscribers(db: Db, state: SubscriberState | undefined): AsyncGenerator<string[][]> {
  yield [[...columns]];
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
    yield rows.map((row) => columns.map((column) => row[column] ?? ''));
  }
}
