/** Saves what is written of a live article beside it, and discards it. */

import { mergedPicture } from '#features/items/item-picture.server.ts';
import { auditItem, lockVersion } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { articleKind } from '../article.kind.ts';
import type { Article, ArticleInput } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';
import { type ArticleRow, lockArticle, presentArticle } from '../articles.server.ts';
import type { Content } from '../content/content.server.ts';
import { cleanContent, letOthersRun, refuseEarly, refuseIncomplete } from '../saving.server.ts';
import {
  type ChangedFields,
  findChanges,
  type KeptChanges,
  refuseOtherChanges,
  removeChanges,
  writeChanges,
} from './article-changes.server.ts';
import { overOtherChanges } from './merging-changes.server.ts';

type Keep = {
  id: number;
  input: ArticleInput;
  actor: Actor;
  /** Another picture follows this save. */
  isImageNew?: boolean;
  /** Of this save, and of those before it that were not answered. */
  key?: string | undefined;
  lost?: string[];
};

/**
 * What the input leaves out stays as it is in the changes so far, else as it is live. Pictures may be missing until it goes live.
 * `merged` says what somebody else has saved beside it meanwhile.
 * @throws NotFound; Invalid when the article is not live; Conflict when the article or its changes were saved meanwhile
 */
export async function keepChanges(context: AppContext, asked: Keep): Promise<Article & { merged?: string }> {
  const { id, key = null, isImageNew = false, lost = [] } = asked;
  await refuseEarly(context.db, id, asked);
  const others = { id, input: asked.input, administratorId: asked.actor.administratorId, isImageNew, lost };
  const { input, told, isMerged } = await overOtherChanges(context.db, others);
  const clean = await cleanContent(context, input, asked.actor.administratorId);
  const actor = { ...asked.actor, now: context.clock.now() };
  return transact(context.db, async (trx) => {
    const live = await lockVersion(trx, articleKind, { id, version: input.version, actor });
    if (!live.isPublished) throw new Invalid(articleMessages.notLive);
    const before = await findChanges(trx, id);
    const { administratorId } = actor;
    if (input.changesId !== undefined)
      await refuseOtherChanges(trx, before, { articleId: id, changesId: input.changesId, administratorId });
    const fields = changedFields(live, before, input, clean);
    refuseIncomplete(fields);
    const rendered = clean?.rendered ?? before?.rendered ?? live.rendered ?? '';
    await writeChanges(trx, {
      ...{ articleId: id, baseVersion: live.version, fields, rendered, actor },
      saveKey: isMerged ? null : key,
    });
    await auditItem(trx, articleKind, { verb: 'keep-changes', id, actor });
    const article = await presentArticle(trx, live, 'administrators');
    await letOthersRun();
    return told === null ? article : { ...article, merged: told };
  });
}

type Discard = {
  id: number;
  /** Those that whoever discards has seen; without it any. */
  changesId: number | undefined;
  administratorId: number;
};

/** Nothing happens when there are none. @throws NotFound; Conflict when others were saved meanwhile */
export async function discardChanges({ db, clock }: AppContext, asked: Discard): Promise<void> {
  const { id, changesId, administratorId } = asked;
  const actor = { administratorId, now: clock.now() };
  await transact(db, async (trx) => {
    await lockArticle(trx, id);
    const kept = await findChanges(trx, id);
    if (!kept) return;
    if (changesId !== undefined) await refuseOtherChanges(trx, kept, { articleId: id, changesId, administratorId });
    await removeChanges(trx, id);
    await auditItem(trx, articleKind, { verb: 'discard-changes', id, actor, detail: { changesId: kept.id } });
  });
}

function changedFields(
  live: ArticleRow,
  before: KeptChanges | null,
  input: ArticleInput,
  clean: Content | null,
): ChangedFields {
  const now: ChangedFields = before?.fields ?? live;
  return {
    title: input.title ?? now.title,
    description: input.description ?? now.description,
    content: clean?.content ?? now.content,
    words: clean?.words ?? now.words,
    excerpt: (input.excerpt === undefined ? now.excerpt : input.excerpt) || null,
    ...mergedPicture(now, input),
    imageAlt: input.imageAlt ?? now.imageAlt,
    lang: (input.lang === undefined ? now.lang : input.lang) ?? null,
    isFeatured: input.isFeatured ?? now.isFeatured,
  };
}
