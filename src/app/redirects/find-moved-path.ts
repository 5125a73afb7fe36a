/** Where an address leads that an item had before, here or on the site that it was imported from. */
import { findRedirected } from '#features/items/redirects.server.ts';
import { pageKind } from '#features/pages/page.kind.ts';
import { listPublishedPages } from '#features/pages/pages.server.ts';
import type { Db } from '#platform/db/db.ts';

/** Null also for what visitors may not read. `address` is a path with its query. */
export async function findMovedPath(db: Db, address: string): Promise<string | null> {
  const moved = await findRedirected(db, address);
  if (!moved) return null;
  const { kind, id } = moved;
  if (kind === pageKind.name) return (await listPublishedPages(db)).find((page) => page.id === id)?.path ?? null;
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return article ? `/articles/${id}` : null;
}
