/** Articles: listing, reading, saving. What a visitor may see is decided in the queries, so a draft is "not found". */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { editorsOf } from '#features/revisions/editors.server.ts';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { contains } from '#platform/db/contains.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { ArticlesTable } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import type { PictureInfo } from '#shared/picture.ts';
import type { Article, ArticleCard } from './article.schema.ts';
import { articleMessages, readingMinutes } from './article.ts';

const ArticleCursor = z.tuple([cursorParts.instant, cursorParts.instant, cursorParts.id]);

export type ArticleRow = Selectable<ArticlesTable>;

/** Whether drafts are included: only for an administrator. */
export type Audience = 'visitors' | 'administrators';

/** Newest first by publication, then creation, then id (A9); a draft stands where its creation puts it. */
export async function listArticles(db: Db, query: ListQuery, audience: Audience): Promise<Listed<ArticleRow>> {
  const wanted = db
    .selectFrom('articles')
    .where('deletedAt', 'is', null)
    .$if(audience === 'visitors', (articles) => articles.where('isPublished', '=', true))
    .$if(Boolean(query.search), (articles) =>
      articles.where(contains(db, query.search ?? '', ['title', 'contentText'])),
    );
  const { total } = await wanted.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // What visitors see always has a date of publication, and an index in this order.
  const shownAt = audience === 'visitors' ? sql<string>`published_at` : sql<string>`coalesce(published_at, created_at)`;
  let page = wanted.selectAll();
  if (query.cursor) {
    const [at, createdAt, id] = decodeCursor(query.cursor, ArticleCursor);
    page = page.where(sql<boolean>`(${shownAt}, created_at, id) < (${at}, ${createdAt}, ${id})`);
  }
  const rows = await page
    .orderBy(shownAt, (order) => order.desc().nullsLast())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const hasMore = rows.length > query.limit && last;
  return {
    items,
    total: Number(total),
    nextCursor: hasMore ? encodeCursor([last.publishedAt ?? last.createdAt, last.createdAt, last.id]) : null,
  };
}

/** Of every article that visitors may read, the newest first; 40,000 at most, for a map of the site takes 50,000 pages. */
export async function listPublishedIds(db: Db): Promise<Pick<ArticleRow, 'id' | 'updatedAt'>[]> {
  return db
    .selectFrom('articles')
    .select(['id', 'updatedAt'])
    .where('deletedAt', 'is', null)
    .where('isPublished', '=', true)
    .orderBy('publishedAt', 'desc')
    .limit(40_000)
    .execute();
}

/** @throws NotFound also for a draft that a visitor asks for, and for what lies in the bin */
export async function getArticle(db: Db, id: number, audience: Audience): Promise<ArticleRow> {
  const row = await db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(audience === 'visitors', (articles) => articles.where('isPublished', '=', true))
    .executeTakeFirst();
  if (!row) throw new NotFound(articleMessages.notFound);
  return row;
}

/** For a change: nobody else changes it until the end of the transaction. SQLite has one writer anyway. */
export async function lockArticle(trx: Db, id: number): Promise<ArticleRow> {
  const row = await trx
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(isPostgres(trx), (articles) => articles.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFound(articleMessages.notFound);
  return row;
}

type Removal = { id: number; administratorId: number; now: Date };

/** Moves it to the bin. What must end with that is done by `andThen`, in the same transaction. */
export async function removeArticle(
  db: Db,
  { id, administratorId, now }: Removal,
  andThen: (trx: Db, articleId: number) => Promise<void>,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockArticle(trx, id);
    const binned = { deletedAt: now.toISOString(), deletedBy: administratorId };
    await trx.updateTable('articles').set(binned).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId, action: 'article.delete', entityId: id });
    await andThen(trx, id);
  });
}

export async function presentArticles(db: Db, rows: ArticleRow[], audience: Audience): Promise<Article[]> {
  const editorOf = await editorsOf(db, rows, audience);
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map((row) => ({ ...toCard(row, pictures), ...editorOf(row), content: row.content }));
}

/** Without the bodies: a list never ships them to the browser (A7). */
export async function presentCards(db: Db, rows: ArticleRow[], audience: Audience): Promise<ArticleCard[]> {
  const editorOf = await editorsOf(db, rows, audience);
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map((row) => ({ ...toCard(row, pictures), ...editorOf(row) }));
}

function toCard(row: ArticleRow, pictures: Map<string, PictureInfo>): ArticleCard {
  const { content: _content, contentText, updatedBy: _by, deletedAt: _at, deletedBy: _deletedBy, ...card } = row;
  return { ...card, image: pictures.get(row.imageUrl ?? '') ?? null, readingMinutes: readingMinutes(contentText) };
}
