import type { Db } from '#platform/db/db.ts';
import { revisionsKept } from './revision.ts';

/** Enough for an hour; the next run takes the rest. */
const mostAtOnce = 1000;

/** Removes revisions that are older than a year, except the latest of each item. */
export async function purgeRevisions(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - revisionsKept.days * 86_400_000).toISOString();
  const old = await db
    .selectFrom('revisions')
    .select('id')
    .where('at', '<', oldest)
    .where((where) => {
      const newer = where.selectFrom('revisions as newer').select(({ fn }) => fn.countAll<number>().as('count'));
      return where(
        newer
          .whereRef('newer.kind', '=', 'revisions.kind')
          .whereRef('newer.entityId', '=', 'revisions.entityId')
          .whereRef('newer.id', '>', 'revisions.id'),
        '>=',
        revisionsKept.atLeast,
      );
    })
    .limit(mostAtOnce)
    .execute();
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await db.deleteFrom('revisions').where('id', 'in', ids).execute();
}
