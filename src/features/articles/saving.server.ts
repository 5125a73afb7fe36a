/** Saving and publishing an article: the rules of the spec's sections 4 and 5 and of the decisions A1, A4 and A10. */

import { storeInlinePictures } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import type { ArticleInput } from './article.schema.ts';
import { articleMessages, hasTooManyTags, isEmptyContent } from './article.ts';
import { type ArticleRow, getArticle, lockArticle } from './articles.server.ts';
import { plainText, sanitise } from './sanitise.server.ts';

type Save = { id: number | null; input: ArticleInput; administratorId: number };

/** Creates (`id` null) or updates; what the input leaves out stays. `publishedAt` becomes now whenever a draft goes live. */
export async function saveArticle(context: AppContext, { id, input, administratorId }: Save): Promise<ArticleRow> {
  if (id !== null) refuseStale(await getArticle(context.db, id, 'administrators'), input.version);
  // Pictures are decoded and stored before the transaction: it must not stay open over image work.
  const clean = await cleanContent(context, input, administratorId);
  const now = context.clock.now();
  return transact(context.db, async (trx) => {
    const existing = id === null ? null : await lockArticle(trx, id);
    refuseStale(existing, input.version);
    const merged = merge(existing, { ...input, ...clean }, now.toISOString());
    const row = existing ? await update(trx, existing, merged, now) : await insert(trx, merged, now.toISOString());
    const action = existing ? 'article.update' : 'article.create';
    await audit(trx, { at: now, administratorId, action, entityId: row.id, detail: { isPublished: row.isPublished } });
    return row;
  });
}

/** Makes a draft public; on a live article it changes nothing. */
export async function publishArticle(context: AppContext, id: number, administratorId: number): Promise<ArticleRow> {
  const now = context.clock.now();
  return transact(context.db, async (trx) => {
    const existing = await lockArticle(trx, id);
    if (existing.isPublished) return existing;
    const row = await update(trx, existing, { isPublished: true, publishedAt: now.toISOString() }, now);
    await audit(trx, { at: now, administratorId, action: 'article.publish', entityId: id });
    return row;
  });
}

export async function setArticleImage(context: AppContext, id: number, imageUrl: string | null): Promise<ArticleRow> {
  return transact(context.db, async (trx) => {
    const existing = await lockArticle(trx, id);
    return update(trx, existing, { imageUrl }, context.clock.now());
  });
}

async function cleanContent(context: AppContext, input: ArticleInput, administratorId: number) {
  if (input.content === undefined) return {};
  if (hasTooManyTags(input.content)) throw new Invalid(articleMessages.tooLong, { content: articleMessages.tooLong });
  const content = sanitise(await storeInlinePictures(context, sanitise(input.content), administratorId));
  return { content, contentText: plainText(content) };
}

function refuseStale(existing: ArticleRow | null, version: number | undefined): void {
  if (existing && version !== undefined && version !== existing.version)
    throw new Conflict('Somebody else saved this article meanwhile.');
}

type Merged = Omit<ArticleRow, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version'>;

function merge(
  existing: ArticleRow | null,
  input: ArticleInput & { contentText?: string | undefined },
  now: string,
): Merged {
  const isPublished = input.isPublished ?? existing?.isPublished ?? false;
  const goesLive = isPublished && !existing?.isPublished;
  const merged: Merged = {
    title: input.title ?? existing?.title ?? '',
    description: input.description ?? existing?.description ?? '',
    content: input.content ?? existing?.content ?? '',
    contentText: input.contentText ?? existing?.contentText ?? '',
    excerpt: (input.excerpt === undefined ? existing?.excerpt : input.excerpt) || null,
    imageUrl: (input.imageUrl === undefined ? existing?.imageUrl : input.imageUrl) ?? null,
    imageAlt: input.imageAlt ?? existing?.imageAlt ?? '',
    isPublished,
    isFeatured: input.isFeatured ?? existing?.isFeatured ?? false,
    publishedAt: goesLive ? now : (existing?.publishedAt ?? null),
  };
  if (!existing && goesLive && input.publishedAt && input.publishedAt < now) merged.publishedAt = input.publishedAt;
  refuseIncomplete(merged);
  return merged;
}

function refuseIncomplete({ title, description, content }: Merged): void {
  const fields: Record<string, string> = {};
  if (!title) fields.title = 'Please enter a title';
  if (!description) fields.description = 'Please enter a description';
  if (Object.keys(fields).length > 0) throw new Invalid(articleMessages.required, fields);
  if (isEmptyContent(content))
    throw new Invalid(articleMessages.emptyContent, { content: articleMessages.emptyContent });
}

async function insert(db: Db, values: Merged, now: string): Promise<ArticleRow> {
  return db
    .insertInto('articles')
    .values({ ...values, createdAt: now, updatedAt: now, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function update(db: Db, existing: ArticleRow, values: Partial<Merged>, now: Date): Promise<ArticleRow> {
  return db
    .updateTable('articles')
    .set({ ...values, updatedAt: now.toISOString(), version: existing.version + 1 })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
