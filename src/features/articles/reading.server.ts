/** Reads, lists and presents articles. What a visitor may see is decided in the queries, so a draft is "not found". */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { getItem, lockItem, presentItems } from '#features/items/items.server.ts';
import { type ChosenQuery, type Condition, listByIndex, type States } from '#features/items/listing.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import { NotFound } from '#platform/errors.ts';
import { type Param, preparedQuery } from '#platform/fast/prepared-query.ts';
import {
  cursorParts,
  cutPage,
  decodeCursor,
  encodeCursor,
  type Listed,
  type ListQuery,
} from '#platform/http/list-pages.ts';
import { articleKind } from './article.kind.ts';
import type { Article, ArticleCard } from './article.schema.ts';
import { readingMinutes } from './article.ts';
import { guessLanguage } from './article-language.ts';
import type { ArticlesTable } from './articles.tables.ts';
import { withShownPictures } from './content/content.server.ts';
import { findSchedules, isScheduled } from './schedule/schedules.server.ts';

const ArticleCursor = z.tuple([cursorParts.instant, cursorParts.instant, cursorParts.id]);
export type ArticleRow = Selectable<ArticlesTable>;

const cardColumns = [
  ...(['id', 'title', 'description', 'excerpt', 'imageAlt', 'isPublished', 'isFeatured', 'lang'] as const),
  ...(['imageUrl', 'imageFocalX', 'imageFocalY'] as const),
  ...(['publishedAt', 'createdAt', 'updatedAt', 'updatedBy', 'version', 'words'] as const),
];
type CardRow = Pick<ArticleRow, (typeof cardColumns)[number]>;

/**
 * For visitors, newest first by publication, then creation, then id (A9). Without the bodies, which a list never sends to the
 * browser (A7).
 */
export async function listArticles(db: Db, query: ListQuery): Promise<Listed<CardRow>> {
  const isFound = query.search ? await searchCondition(db, query.search, searchIndexes.articles) : null;
  const limit = query.limit + 1;
  const place = query.cursor ? decodeCursor(query.cursor, ArticleCursor) : null;
  const rows = await (isFound
    ? pageQuery(publishedQuery(db, isFound), place).limit(limit).execute()
    : place
      ? pageBehind(db, { at: place[0], createdAt: place[1], id: place[2], limit })
      : firstPage(db, { limit }));
  const { shown, nextCursor } = cutPage(rows, query.limit, placeOf);
  if (!place && !nextCursor) return { items: shown, total: shown.length, nextCursor };
  const [counted] = await (isFound ? totalQuery(publishedQuery(db, isFound)).execute() : total(db, {}));
  return { items: shown, total: Number(counted?.total), nextCursor };
}

function publishedQuery(db: Db, isFound: Condition | null = null) {
  return db
    .selectFrom('articles')
    .where('deletedAt', 'is', null)
    .where('isPublished', '=', true)
    .$if(isFound !== null, (articles) => articles.where(isFound as Condition));
}

const total = preparedQuery((db) => totalQuery(publishedQuery(db)));
const firstPage = preparedQuery((db, param: Param<{ limit: number }>) =>
  pageQuery(publishedQuery(db)).limit(param('limit')),
);
const pageBehind = preparedQuery((db, param: Param<{ at: string; createdAt: string; id: number; limit: number }>) =>
  pageQuery(publishedQuery(db), [param('at'), param('createdAt'), param('id')]).limit(param('limit')),
);

function totalQuery(articles: ReturnType<typeof publishedQuery>) {
  return articles.select((select) => select.fn.countAll<number>().as('total'));
}

/** Everything visitors see has a date of publication; an index has this order. */
function pageQuery(articles: ReturnType<typeof publishedQuery>, place: readonly unknown[] | null = null) {
  return articles
    .select(cardColumns)
    .$if(place !== null, (behind) =>
      behind.where(sql<boolean>`(published_at, created_at, id) < (${sql.join(place ?? [])})`),
    )
    .orderBy('publishedAt', (order) => order.desc().nullsLast())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

export function articleStateConditions(isSent: Condition): States<typeof articleKind> {
  return {
    draft: sql`is_published = ${false}`,
    scheduled: isScheduled,
    published: sql`is_published = ${true}`,
    unsent: sql`is_published = ${true} and not ${isSent}`,
  };
}

/** For administrators: newest first, drafts by when they were created. */
export async function listArticlesForAdministrators(
  db: Db,
  query: ChosenQuery,
  states: States<typeof articleKind>,
): Promise<Listed<CardRow>> {
  const newest = ['coalesce(published_at, created_at)', 'created_at'];
  const { articles: index } = searchIndexes;
  const asked = { query, states, index, newest, placeOf, columns: cardColumns };
  const { rows, ...page } = await listByIndex(db, articleKind, asked);
  return { ...page, items: rows };
}

/** The cursor that continues the visitors' list after an article. @throws NotFound also for what visitors may not read */
export async function cursorAfterArticle(db: Db, id: number): Promise<string> {
  const [row] = await findPlace(db, { id });
  if (!row) throw new NotFound('Article not found');
  return encodeCursor(placeOf({ ...row, id }));
}

const findPlace = preparedQuery((db, param: Param<{ id: number }>) =>
  publishedQuery(db).select(['publishedAt', 'createdAt']).where('id', '=', param('id')),
);

function placeOf({ publishedAt, createdAt, id }: Pick<ArticleRow, 'publishedAt' | 'createdAt' | 'id'>) {
  return [publishedAt ?? createdAt, createdAt, id];
}

/** All articles that visitors may read, newest first. At most 40,000, as a sitemap may list 50,000 pages. */
export function listArticlesForSitemap(db: Db): Promise<Pick<ArticleRow, 'id' | 'updatedAt' | 'imageUrl'>[]> {
  return publishedQuery(db)
    .select(['id', 'updatedAt', 'imageUrl'])
    .orderBy('publishedAt', 'desc')
    .limit(40_000)
    .execute();
}

/** @throws NotFound also for an article in the bin */
export function getArticle(db: Db, id: number): Promise<ArticleRow> {
  return getItem(db, articleKind, id);
}

/** Locks it until the end of the transaction. */
export function lockArticle(trx: Db, id: number): Promise<ArticleRow> {
  return lockItem(trx, articleKind, id);
}

/** Visitors get the rendered body, the editor the saved one. */
export async function presentArticle(db: Db, row: ArticleRow, viewer: Viewer): Promise<Article> {
  const { content: saved, rendered, contentText: _text, previewsWithdrawn: _times, ...shown } = row;
  const [card] = await presentArticleCards(db, [shown], viewer);
  const content = viewer === 'visitors' ? await withShownPictures(db, rendered || saved) : saved;
  const schedules = viewer === 'administrators' && (await findSchedules(db, [row.id]));
  const own = schedules ? { schedule: schedules.get(row.id) ?? null } : {};
  return { ...(card as ArticleCard), content, guessedLang: guessArticleLanguage(row), ...own };
}

export async function presentArticlesWithBodies(db: Db, rows: CardRow[]): Promise<Article[]> {
  const ids = rows.map(({ id }) => id);
  const bodies =
    ids.length === 0 ? [] : await db.selectFrom('articles').select(['id', 'content']).where('id', 'in', ids).execute();
  const contentOf = new Map(bodies.map(({ id, content }) => [id, content]));
  const cards = await presentArticleCards(db, rows, 'administrators');
  return cards.map((card) => ({ ...card, content: contentOf.get(card.id) ?? '' }));
}

/** Guessed from all of the article's words: a title alone may be a foreign name. */
export function guessArticleLanguage({
  title,
  description,
  contentText,
}: Pick<ArticleRow, 'title' | 'description' | 'contentText'>) {
  return guessLanguage([title, description, contentText.slice(0, 4000)].join('\n'));
}

export async function presentArticleCards(db: Db, rows: CardRow[], viewer: Viewer): Promise<ArticleCard[]> {
  const items = await presentItems(db, rows, viewer);
  return items.map(({ words, ...item }) => ({ ...item, readingMinutes: readingMinutes(words) }));
}
