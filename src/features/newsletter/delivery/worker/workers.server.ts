/** Who sends newsletters at the moment, so that several workers keep to one rate. */
import type { Db } from '#platform/db/db.ts';

const aliveMs = 10_000;
const expiresAfterMs = 60_000;

/** Says that `owner` is sending, and answers how many are, this one included. */
export async function countWorkers(db: Db, owner: string, now: Date): Promise<number> {
  const seenAt = now.toISOString();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db
    .insertInto('workers')
    .values({ owner, seenAt })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ seenAt }))
    .execute();
  await db.deleteFrom('workers').where('seenAt', '<', before(expiresAfterMs)).execute();
  const { count } = await db
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seenAt', '>', before(aliveMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}
