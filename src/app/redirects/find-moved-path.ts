/** Where an address leads that an item had before, here or on the site that it was imported from. */
import { articleKind } from '#features/articles/article.kind.ts';
import { findRedirected } from '#features/items/redirects.server.ts';
import { pathOfPage } from '#features/pages/page.ts';
import type { Db } from '#platform/db/db.ts';

/** Null also for what visitors may not read. `address` is a path with its query. */
export async function findMovedPath(db: Db, address: string): Promise<string | null> {
  const item = await findRedirected(db, address);
  return item && findPublicPath(db, item);
}

async function findPublicPath(db: Db, { kind, id }: { kind: string; id: number }): Promise<string | null> {
  const isArticle = kind === articleKind.name;
  const row = await db
    .selectFrom(isArticle ? 'articles' : 'pages')
    .select('id')
    .where('id', '=', id)
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (isArticle) return `/articles/${id}`;
  const { address } = await db.selectFrom('pages').select('address').where('id', '=', id).executeTakeFirstOrThrow();
  return pathOfPage(address);
}
