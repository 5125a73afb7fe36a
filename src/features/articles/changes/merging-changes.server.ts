/**
 * A save beside a live article on top of changes that somebody else has saved: both are kept where they have nothing in common. What the
 * form was filled with is the base: earlier changes, or the live article where there were none.
 */
import { type Merged, mergedSentence, mergeOver } from '#features/items/merging.server.ts';
import { usernamesOf } from '#features/revisions/editors.server.ts';
import type { Db } from '#platform/db/db.ts';
import { articleKind } from '../article.kind.ts';
import type { ArticleInput } from '../article.schema.ts';
import { getArticle } from '../articles.server.ts';
import { sanitiseContent } from '../content/content.server.ts';
import { findChanges, type KeptChanges } from './article-changes.server.ts';

type Asked = {
  id: number;
  input: ArticleInput;
  administratorId: number;
  isImageNew: boolean;
  /** Keys of saves of this form that were not answered. */
  lost: string[];
};

/** The input over the changes that are there by now. As it came where nothing is to be merged, or where a person has to decide. */
export async function overOtherChanges(db: Db, asked: Asked): Promise<Merged<ArticleInput> & { isMerged: boolean }> {
  const { id, isImageNew, administratorId } = asked;
  const kept = asked.input.changesId === undefined ? null : await findChanges(db, id);
  const known = Math.max(asked.input.changesId ?? 0, kept ? await newestOwn(db, asked) : 0);
  const input = kept && known > 0 ? { ...asked.input, changesId: known } : asked.input;
  const alone = { input, told: null, isMerged: false };
  if (!kept || kept.id === known) return alone;
  const base = known > 0 ? await findEarlier(db, id, known) : await liveBefore(db, kept, input);
  if (!base) return alone;
  // Whether it is live does not depend on this.
  const { isPublished: _live, ...sent } = input;
  const mine = sent.content === undefined ? sent : { ...sent, content: await sanitiseContent(sent.content) };
  const merged = mergeOver(articleKind, { base, mine, theirs: kept.fields, isImageNew });
  if (!merged) return alone;
  const told = mergedSentence(merged, await savedSince(db, kept, known), administratorId);
  return { input: { ...mine, ...merged.values, changesId: kept.id }, told, isMerged: true };
}

async function findEarlier(db: Db, articleId: number, id: number): Promise<Record<string, unknown> | null> {
  const row = await of(db, articleId).select('data').where('id', '=', id).executeTakeFirst();
  return row ? (JSON.parse(row.data) as Record<string, unknown>) : null;
}

/** Null when the live article is another one than the form and the first of the changes began with. */
async function liveBefore(db: Db, kept: KeptChanges, { version }: ArticleInput) {
  const live = await getArticle(db, kept.articleId);
  return live.version === version && live.version === kept.baseVersion ? live : null;
}

/** What one of the saves without an answer has made; 0 when none was merged with nothing. */
async function newestOwn(db: Db, { id, administratorId, lost }: Asked): Promise<number> {
  if (lost.length === 0) return 0;
  const ids = await Promise.all(
    (['articleChanges', 'earlierChanges'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('id')
        .where('articleId', '=', id)
        .where('savedBy', '=', administratorId)
        .where('saveKey', 'in', lost)
        .execute(),
    ),
  );
  return Math.max(0, ...ids.flat().map((row) => row.id));
}

/** Each once, in the order of their saves. */
async function savedSince(db: Db, kept: KeptChanges, known: number) {
  const earlier = await of(db, kept.articleId).select('savedBy').where('id', '>', known).orderBy('id').execute();
  const ids = [...new Set([...earlier, kept].map(({ savedBy }) => savedBy))];
  const names = await usernamesOf(db, ids);
  return ids.map((id) => ({ id, username: names.get(id ?? 0) ?? null }));
}

function of(db: Db, articleId: number) {
  return db.selectFrom('earlierChanges').where('articleId', '=', articleId);
}
