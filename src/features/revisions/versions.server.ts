/** What a version of an item was like, and who has saved since: what merging two saves asks. */
import type { Db } from '#platform/db/db.ts';
import type { RevisionData } from './revision.ts';
import type { Item } from './revisions.server.ts';

/** The fields that its form edits. A save that changed none of them has written no revision. */
export async function findVersion(db: Db, { kind, entityId }: Item, version: number): Promise<RevisionData | null> {
  const row = await db
    .selectFrom('revisions')
    .select('data')
    .where('kind', '=', kind)
    .where('entityId', '=', entityId)
    .where('version', '<=', version)
    .orderBy('revisions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.data) as RevisionData) : null;
}

/** Each administrator once, in the order of their saves; at most a few are named. */
export async function savesSince(db: Db, { kind, entityId }: Item, version: number) {
  const rows = await db
    .selectFrom('revisions')
    .leftJoin('administrators', 'administrators.id', 'revisions.administratorId')
    .select(['administrators.id', 'administrators.username'])
    .where('kind', '=', kind)
    .where('entityId', '=', entityId)
    .where('version', '>', version)
    .orderBy('revisions.id')
    .limit(20)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()];
}
