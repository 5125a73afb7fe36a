/** Saving and publishing an article: the rules of the spec's sections 4 and 5 and of the decisions A1, A4 and A10. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mergeItem } from '#features/items/merge-input.server.ts';
import {
  type Save as AnySave,
  auditItem,
  lockItemVersion,
  saveItem,
  updateItemWithRevision,
  type Values,
} from '#features/items/saving.server.ts';
import { refuseStale } from '#features/revisions/who-saved.server.ts';
import { storeInlinePictures } from '#features/uploads/inline-pictures.server.ts';
import { type Pictured, refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { Actor, Doer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { articleKind } from './article.kind.ts';
import type { Article, ArticleInput } from './article.schema.ts';
import { isEmptyContent } from './article.ts';
import { articleMessages } from './article-messages.ts';
import { type Content, sanitiseAndRender, sanitiseContent } from './content/content.server.ts';
import type { Read } from './content/sanitise.server.ts';
import { type ArticleRow, getArticle, presentArticle } from './reading.server.ts';
import { removeSchedule, removeStaleSchedule } from './schedule/schedules.server.ts';

type Save = AnySave<ArticleInput>;

/** Runs in the transaction that takes an article off the site. */
export type WhenHidden = (trx: Db, articleId: number) => Promise<void>;

export async function saveArticle(context: AppContext, asked: Save, whenHidden: WhenHidden): Promise<Article> {
  const { id, input } = asked;
  if (id !== null) await refuseEarly(context.db, id, asked);
  // Pictures are decoded and stored before the transaction: it must not stay open over image work.
  const clean = await sanitiseAndStorePictures(context, input, asked.actor.administratorId);
  // Read again: the save must be later than a newsletter sent in the meantime.
  const actor = { ...asked.actor, now: context.clock.now() };
  const save = { ...asked, actor };
  const saved = await transact(context.db, async (trx) => {
    let wasPublished = false;
    const merge = async (existing: ArticleRow | null) => {
      wasPublished = existing?.isPublished ?? false;
      const values = mergeArticle(existing, { ...input, ...clean }, actor.now.toISOString());
      await refuseBroken(context, trx, values);
      return values;
    };
    const detail = ({ isPublished }: ArticleRow) => ({ isPublished, wasPublished });
    const row = await saveItem(trx, articleKind, { ...save, merge, detail });
    if (wasPublished && !row.isPublished) await whenHidden(trx, row.id);
    // A live article is no longer scheduled; a draft stays scheduled, and this save goes out.
    if (wasPublished !== row.isPublished) await removeSchedule(trx, row.id);
    const article = await presentArticle(trx, row, 'administrators');
    await letOthersRun();
    return article;
  });
  await storeRendered(context.db, saved, clean).catch((error: unknown) =>
    context.log.error('an article is not rendered yet', { error }),
  );
  return saved;
}

type Publication = {
  id: number;
  version?: number | undefined;
  actor: Actor;
  /** True keeps the date of an article that was public before. */
  keepsDate: boolean;
};

/** Publishes a draft; for a live article it only ends a schedule that needs a decision. */
export async function publishArticle(
  context: AppContext,
  { id, version, actor, keepsDate }: Publication,
): Promise<Article> {
  return transact(context.db, async (trx) => {
    const existing = await lockItemVersion(trx, articleKind, { id, version, actor });
    if (existing.isPublished) {
      await removeStaleSchedule(trx, id);
      return presentArticle(trx, existing, 'administrators');
    }
    const row = await publishLockedArticle(context, trx, { existing, actor, keepsDate });
    await removeSchedule(trx, id);
    const article = await presentArticle(trx, row, 'administrators');
    await letOthersRun();
    return article;
  });
}

type MadePublic = { existing: ArticleRow; actor: Doer; keepsDate?: boolean; isScheduled?: boolean };

/** Call it with the draft locked. @throws Invalid when one of its pictures is missing */
export async function publishLockedArticle(
  context: AppContext,
  trx: Db,
  { existing, actor, keepsDate = false, isScheduled = false }: MadePublic,
): Promise<ArticleRow> {
  await refuseBroken(context, trx, { ...existing, isPublished: true });
  const publishedAt = (keepsDate && existing.publishedAt) || actor.now.toISOString();
  const row = await updateItemWithRevision(trx, articleKind, {
    existing,
    values: { isPublished: true, publishedAt },
    actor,
  });
  const detail = isScheduled ? { isScheduled: true } : {};
  await auditItem(trx, articleKind, { verb: 'publish', id: row.id, actor, detail });
  return row;
}

/** Call it before SQLite works on the megabytes of a long article in this thread: committing takes as long as writing. */
async function letOthersRun(): Promise<void> {
  await sleep(1);
}

/** Called before the content is cleaned, which takes long. */
async function refuseEarly(
  db: Db,
  id: number,
  { input: { version }, actor }: Pick<Save, 'input' | 'actor'>,
): Promise<void> {
  const existing = await getArticle(db, id);
  await refuseStale(db, existing, { version, administratorId: actor.administratorId, noun: articleKind.noun });
}

/** Null if the input has no content. */
export async function sanitiseAndStorePictures(
  context: AppContext,
  input: Pick<ArticleInput, 'content'>,
  administratorId: number,
): Promise<Content | null> {
  if (input.content === undefined) return null;
  const clean = await sanitiseContent(input.content);
  return sanitiseAndRender(context, await storeInlinePictures(context, clean, administratorId));
}

/** Renders after the save, which discarded the old rendering. If it fails, a job of the worker does it. */
async function storeRendered(db: Db, { id, content }: Article, clean: Content | null): Promise<void> {
  if (clean === null || clean.content !== content) return;
  await letOthersRun();
  await db
    .updateTable('articles')
    .set({ rendered: clean.rendered })
    .where('id', '=', id)
    // If only the picture changed in the meantime, the text is the same.
    .where('content', '=', clean.content)
    .where('rendered', 'is', null)
    .execute();
}

/** Pictures of a draft may still be missing; those of a public article may not. */
async function refuseBroken(context: AppContext, trx: Db, article: Pictured & { isPublished: boolean }): Promise<void> {
  if (article.isPublished) await refuseMissingPictures(trx, context, article);
}

type Merged = Values<typeof articleKind>;

function mergeArticle(
  existing: ArticleRow | null,
  input: ArticleInput & Partial<Omit<Read, 'content'>>,
  now: string,
): Merged {
  const kept = mergeItem(existing, input, {
    title: '',
    description: '',
    content: '',
    contentText: '',
    words: 0,
    excerpt: null,
    imageAlt: '',
    lang: null,
    isPublished: false,
    isFeatured: false,
  });
  const publishedAt = mergePublishedAt(existing, { ...input, isPublished: kept.isPublished }, now);
  const values: Merged = { ...kept, excerpt: kept.excerpt || null, publishedAt };
  // A trigger clears it anyway, and then has nothing to write.
  if (values.content !== existing?.content) values.rendered = null;
  refuseIncomplete(values);
  return values;
}

/** Now whenever a draft goes live (A4); otherwise what is sent, but no later than now, and never null while live. */
function mergePublishedAt(
  existing: ArticleRow | null,
  { isPublished, publishedAt }: Pick<ArticleInput, 'isPublished' | 'publishedAt'>,
  now: string,
): string | null {
  const sent = publishedAt && publishedAt > now ? now : publishedAt;
  if (isPublished && !existing?.isPublished) return existing ? now : (sent ?? now);
  const before = existing?.publishedAt ?? null;
  if (!existing || sent === undefined) return before;
  return isPublished ? (sent ?? before) : sent;
}

function refuseIncomplete({ content, ...values }: Pick<Merged, 'title' | 'description' | 'content'>): void {
  const fields = requiredFieldErrors(values, articleMessages.missing);
  if (Object.keys(fields).length > 0) throw new Invalid(articleMessages.required, fields);
  if (isEmptyContent(content)) throw Invalid.at('content', articleMessages.emptyContent);
}
