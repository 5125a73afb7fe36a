/** Articles: listing, reading, saving. What a visitor may see is decided in the queries, so a draft is "not found". */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { getItem, lockItem } from '#features/items/items.server.ts';
import { editorsOf } from '#features/revisions/editors.server.ts';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import type { ArticlesTable } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import type { PictureInfo } from '#shared/picture.ts';
import { articleKind } from './article.kind.ts';
import type { Article, ArticleCard } from './article.schema.ts';
import { readingMinutes } from './article.ts';

const ArticleCursor = z.tuple([cursorParts.instant, cursorParts.instant, cursorParts.id]);

export type ArticleRow = Selectable<ArticlesTable>;

const cardColumns = [
  ...(['id', 'title', 'description', 'excerpt', 'imageUrl', 'imageAlt', 'isPublished', 'isFeatured'] as const),
  ...(['publishedAt', 'createdAt', 'updatedAt', 'updatedBy', 'version', 'words'] as const),
];
type IsFound = RawBuilder<boolean>;
type CardRow = Pick<ArticleRow, (typeof cardColumns)[number]>;

/**
 * Newest first by publication, then creation, then id (A9); a draft stands where its creation puts it. Without the bodies:
 * a list never ships them to the browser (A7).
 */
export async function listArticles(db: Db, query: ListQuery, viewer: Viewer): Promise<Listed<CardRow>> {
  const isFound = query.search ? await searchCondition(db, query.search, searchIndexes.articles) : null;
  const articles = listed(db, isFound, viewer);
  const counted = await articles.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirst();
  const rows = await pageOf(articles, query, viewer).execute();
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const hasMore = rows.length > query.limit && last;
  return {
    items,
    total: Number(counted?.total),
    nextCursor: hasMore ? encodeCursor([last.publishedAt ?? last.createdAt, last.createdAt, last.id]) : null,
  };
}

function listed(db: Db, isFound: IsFound | null, viewer: Viewer) {
  return db
    .selectFrom('articles')
    .where('deletedAt', 'is', null)
    .$if(viewer === 'visitors', (articles) => articles.where('isPublished', '=', true))
    .$if(isFound !== null, (articles) => articles.where(isFound as IsFound));
}

function pageOf(articles: ReturnType<typeof listed>, { cursor, limit }: ListQuery, viewer: Viewer) {
  // What visitors see always has a date of publication, and an index in this order.
  const shownAt = viewer === 'visitors' ? sql<string>`published_at` : sql<string>`coalesce(published_at, created_at)`;
  let page = articles.select(cardColumns);
  if (cursor) {
    const [at, createdAt, id] = decodeCursor(cursor, ArticleCursor);
    page = page.where(sql<boolean>`(${shownAt}, created_at, id) < (${at}, ${createdAt}, ${id})`);
  }
  return page
    .orderBy(shownAt, (order) => order.desc().nullsLast())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
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
export async function getArticle(db: Db, id: number, viewer: Viewer): Promise<ArticleRow> {
  const row = await getItem(db, articleKind, id);
  if (viewer === 'visitors' && !row.isPublished) throw new NotFound(articleKind.texts.notFound);
  return row;
}

/** For a change. */
export function lockArticle(trx: Db, id: number): Promise<ArticleRow> {
  return lockItem(trx, articleKind, id);
}

/** For visitors as it was rendered; the editor gets the text as it was saved. */
export async function presentArticle(db: Db, row: ArticleRow, viewer: Viewer): Promise<Article> {
  const [card] = await presentCards(db, [row], viewer);
  const content = (viewer === 'visitors' && row.rendered) || row.content;
  return { ...(card as ArticleCard), content };
}

/** With their bodies, for administrators. */
export async function presentArticles(db: Db, rows: CardRow[]): Promise<Article[]> {
  const ids = rows.map(({ id }) => id);
  const bodies =
    ids.length === 0 ? [] : await db.selectFrom('articles').select(['id', 'content']).where('id', 'in', ids).execute();
  const contentOf = new Map(bodies.map(({ id, content }) => [id, content]));
  const cards = await presentCards(db, rows, 'administrators');
  return cards.map((card) => ({ ...card, content: contentOf.get(card.id) ?? '' }));
}

export async function presentCards(db: Db, rows: CardRow[], viewer: Viewer): Promise<ArticleCard[]> {
  const editorOf = await editorsOf(db, rows, viewer);
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map((row) => ({ ...toCard(row, pictures), ...editorOf(row) }));
}

function toCard(row: CardRow, pictures: Map<string, PictureInfo>): ArticleCard {
  const { id, title, description, excerpt, imageUrl, imageAlt, isPublished, isFeatured } = row;
  const { publishedAt, createdAt, updatedAt, version, words } = row;
  return {
    id,
    title,
    description,
    excerpt,
    imageUrl,
    imageAlt,
    isPublished,
    isFeatured,
    publishedAt,
    createdAt,
    updatedAt,
    version,
    image: pictures.get(imageUrl ?? '') ?? null,
    readingMinutes: readingMinutes(words),
  };
}
