/** Bodies as visitors see them, for feeds. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { withShownPictures } from './content.server.ts';

/** Bodies by id. Goes through `ids` in order and skips each body with which the total would exceed `most` characters. */
export async function listFeedBodies(db: Db, ids: number[], most: number): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const bodies = db.selectFrom('articles').where('id', 'in', ids);
  const sizes = await bodies.select(['id', sql<number>`length(${shownBody})`.as('size')]).execute();
  const sizeOf = new Map(sizes.map(({ id, size }) => [id, Number(size)]));
  let left = most;
  const fitting = ids.filter((id) => {
    const size = sizeOf.get(id) ?? 0;
    if (size > left) return false;
    left -= size;
    return true;
  });
  if (fitting.length === 0) return new Map();
  const rows = await db
    .selectFrom('articles')
    .select(['id', shownBody.as('body')])
    .where('id', 'in', fitting)
    .execute();
  const shown = new Map<number, string>();
  for (const { id, body } of rows) shown.set(id, await withShownPictures(db, body));
  return shown;
}

const shownBody = sql<string>`coalesce(nullif(rendered, ''), content)`;
