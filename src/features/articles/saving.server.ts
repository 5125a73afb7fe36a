/** Saving and publishing an article: the rules of the spec's sections 4 and 5 and of the decisions A1, A4 and A10. */
import { refuseStale } from '#features/revisions/editors.server.ts';
import { keepRevision } from '#features/revisions/revisions.server.ts';
import { type Pictured, refuseMissingPictures } from '#features/uploads/missing.server.ts';
import { storeInlinePictures } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { indexQueued } from '#platform/db/search/index-queue.ts';
import { Invalid } from '#platform/errors.ts';
import { createOnce, type IdempotencyKey } from '#platform/idempotency-keys.ts';
import type { ArticleInput } from './article.schema.ts';
import { articleMessages, isEmptyContent } from './article.ts';
import { type ArticleRow, getArticle, lockArticle } from './articles.server.ts';
import { type Content, readContent, sanitiseContent } from './content.server.ts';

type Actor = { administratorId: number; now: Date };

type Save = {
  /** Null creates. */
  id: number | null;
  input: ArticleInput;
  administratorId: number;
  idempotencyKey?: IdempotencyKey | null;
  /** The revision that this save brings back. */
  revisionId?: number;
};

/** Runs in the transaction that takes an article off the site. */
export type WhenHidden = (trx: Db, articleId: number) => Promise<void>;

/** Creates or updates; what the input leaves out stays. `publishedAt` becomes now whenever a draft goes live. */
export async function saveArticle(context: AppContext, save: Save, whenHidden: WhenHidden): Promise<ArticleRow> {
  const { id, input, administratorId, idempotencyKey = null, revisionId } = save;
  const isStale = { version: input.version, administratorId, noun: 'article' };
  if (id !== null) await refuseStale(context.db, await getArticle(context.db, id, 'administrators'), isStale);
  // Pictures are decoded and stored before the transaction: it must not stay open over image work.
  const clean = await cleanContent(context, input, administratorId);
  const actor = { administratorId, now: context.clock.now() };
  const saved = await transact(context.db, async (trx) => {
    const values = { ...input, ...clean };
    if (id === null) {
      const create = async () => {
        const made = merge(null, values, actor.now.toISOString());
        await refuseBroken(context, trx, made);
        return insert(trx, made, actor);
      };
      return createOnce(trx, idempotencyKey, { create, find: (made) => getArticle(trx, made, 'administrators') });
    }
    const existing = await lockArticle(trx, id);
    await refuseStale(trx, existing, isStale);
    const merged = merge(existing, values, actor.now.toISOString());
    await refuseBroken(context, trx, merged);
    const row = await update(trx, existing, merged, actor);
    const detail = { isPublished: row.isPublished, ...(revisionId === undefined ? {} : { revisionId }) };
    const action = revisionId === undefined ? 'article.update' : 'article.revert';
    await audit(trx, { at: actor.now, administratorId, action, entityId: id, detail });
    if (existing.isPublished && !row.isPublished) await whenHidden(trx, id);
    return row;
  });
  // It is saved; what is not indexed now, the worker's job makes up for.
  await indexQueued(context.db, context.config, saved.id).catch((error: unknown) =>
    context.log.error('a long article is not searchable yet', { error }),
  );
  return saved;
}

type Change = { id: number; version?: number | undefined; administratorId: number };

type Publication = Change & {
  /** What was on the site before comes back under the date it had. */
  keepsDate?: boolean;
};

/** Makes a draft public; on a live article it changes nothing. */
export async function publishArticle(
  context: AppContext,
  { id, version, administratorId, keepsDate = false }: Publication,
): Promise<ArticleRow> {
  const now = context.clock.now();
  return transact(context.db, async (trx) => {
    const existing = await lockArticle(trx, id);
    await refuseStale(trx, existing, { version, administratorId, noun: 'article' });
    if (existing.isPublished) return existing;
    await refuseBroken(context, trx, { ...existing, isPublished: true });
    const publishedAt = (keepsDate && existing.publishedAt) || now.toISOString();
    const live = { isPublished: true, publishedAt };
    const row = await update(trx, existing, live, { administratorId, now });
    await audit(trx, { at: now, administratorId, action: 'article.publish', entityId: id });
    return row;
  });
}

export async function setArticleImage(
  context: AppContext,
  { id, version, administratorId, imageUrl }: Change & { imageUrl: string | null },
): Promise<ArticleRow> {
  const now = context.clock.now();
  return transact(context.db, async (trx) => {
    const existing = await lockArticle(trx, id);
    await refuseStale(trx, existing, { version, administratorId, noun: 'article' });
    await refuseMissingPictures(trx, context, { imageUrl });
    const row = await update(trx, existing, { imageUrl }, { administratorId, now });
    await audit(trx, { at: now, administratorId, action: 'article.image', entityId: id });
    return row;
  });
}

async function cleanContent(context: AppContext, input: ArticleInput, administratorId: number) {
  if (input.content === undefined) return {};
  const clean = await sanitiseContent(input.content);
  return readContent(await storeInlinePictures(context, clean, administratorId));
}

/** A draft may wait for its pictures; what visitors see may not. */
async function refuseBroken(context: AppContext, trx: Db, article: Pictured & { isPublished: boolean }): Promise<void> {
  if (article.isPublished) await refuseMissingPictures(trx, context, article);
}

type Kept =
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedBy'
  | 'deletedAt'
  | 'deletedBy'
  | 'version'
  | 'previewsWithdrawn';
type Merged = Omit<ArticleRow, Kept>;

function merge(
  existing: ArticleRow | null,
  input: ArticleInput & Partial<Omit<Content, 'content'>>,
  now: string,
): Merged {
  const isPublished = input.isPublished ?? existing?.isPublished ?? false;
  const goesLive = isPublished && !existing?.isPublished;
  const merged: Merged = {
    title: input.title ?? existing?.title ?? '',
    description: input.description ?? existing?.description ?? '',
    content: input.content ?? existing?.content ?? '',
    contentText: input.contentText ?? existing?.contentText ?? '',
    words: input.words ?? existing?.words ?? 0,
    highlighted: input.highlighted ?? existing?.highlighted ?? null,
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

async function insert(trx: Db, values: Merged, { administratorId, now }: Actor): Promise<ArticleRow> {
  const at = now.toISOString();
  const row = await trx
    .insertInto('articles')
    .values({ ...values, createdAt: at, updatedAt: at, updatedBy: administratorId, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now });
  const detail = { isPublished: row.isPublished };
  await audit(trx, { at: now, administratorId, action: 'article.create', entityId: row.id, detail });
  return row;
}

async function update(trx: Db, existing: ArticleRow, values: Partial<Merged>, actor: Actor): Promise<ArticleRow> {
  const { administratorId, now } = actor;
  const row = await trx
    .updateTable('articles')
    .set({ ...values, updatedAt: now.toISOString(), updatedBy: administratorId, version: existing.version + 1 })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const before = { ...revisionOf(existing), administratorId: existing.updatedBy, at: new Date(existing.updatedAt) };
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now, before });
  return row;
}

/** Whether it is public is no part of it: bringing back an old text never publishes nor unpublishes. */
function revisionOf(row: ArticleRow) {
  const { title, description, content, excerpt, imageUrl, imageAlt, isFeatured } = row;
  const data = { title, description, content, excerpt, imageUrl, imageAlt, isFeatured };
  return { kind: 'articles', entityId: row.id, version: row.version, data } as const;
}
