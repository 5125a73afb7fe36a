/** What is written of a live article and not live yet. The article itself, and so what visitors see, stays untouched. */
import type { Selectable } from 'kysely';
import { itemAction } from '#features/items/kind.ts';
import { usernamesOf } from '#features/revisions/editors.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import type { ArticleChangesTable } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import { articleKind } from '../article.kind.ts';
import type { ArticleChanges } from '../article.schema.ts';

/** The fields of the form, as the save that makes them live will write them. */
export type ChangedFields = Omit<ArticleChanges, 'id' | 'savedAt' | 'savedBy' | 'isOlder'> & { words: number };

type Row = Selectable<ArticleChangesTable>;
export type KeptChanges = Omit<Row, 'data'> & { fields: ChangedFields };

export async function findChanges(db: Db, articleId: number): Promise<KeptChanges | null> {
  const row = await db.selectFrom('articleChanges').selectAll().where('articleId', '=', articleId).executeTakeFirst();
  if (!row) return null;
  const { data, ...kept } = row;
  return { ...kept, fields: JSON.parse(data) as ChangedFields };
}

/** Those of the articles that have some. */
export async function findChanged(db: Db, articleIds: number[]): Promise<Set<number>> {
  if (articleIds.length === 0) return new Set();
  const rows = await db.selectFrom('articleChanges').select('articleId').where('articleId', 'in', articleIds).execute();
  return new Set(rows.map(({ articleId }) => articleId));
}

/** For administrators. */
export async function presentChanges(
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<ArticleChanges | null> {
  const kept = await findChanges(db, id);
  if (!kept) return null;
  const { words: _words, ...fields } = kept.fields;
  const savedBy = (await usernamesOf(db, [kept.savedBy])).get(kept.savedBy ?? 0) ?? null;
  return { ...fields, id: kept.id, savedAt: kept.savedAt, savedBy, isOlder: kept.baseVersion < version };
}

type Keep = {
  articleId: number;
  baseVersion: number;
  fields: ChangedFields;
  rendered: string;
  saveKey: string | null;
  actor: Actor;
};

/** Somebody may still hold what was there so many saves ago. */
const mostEarlier = 20;

/** Takes the place of what was there. The article is locked. */
export async function writeChanges(trx: Db, { fields, actor, ...row }: Keep): Promise<void> {
  const { articleId } = row;
  await keepEarlier(trx, articleId);
  await trx.deleteFrom('articleChanges').where('articleId', '=', articleId).execute();
  await trx
    .insertInto('articleChanges')
    .values({
      ...{ ...row, data: JSON.stringify(fields) },
      ...{ savedAt: actor.now.toISOString(), savedBy: actor.administratorId },
    })
    .execute();
}

async function keepEarlier(trx: Db, articleId: number): Promise<void> {
  const columns = ['id', 'articleId', 'savedBy', 'saveKey', 'data'] as const;
  const before = trx.selectFrom('articleChanges').select(columns).where('articleId', '=', articleId);
  await trx.insertInto('earlierChanges').columns(columns).expression(before).execute();
  const earlier = trx.selectFrom('earlierChanges').select('id').where('articleId', '=', articleId);
  const oldest = await earlier.orderBy('id', 'desc').offset(mostEarlier).limit(1).executeTakeFirst();
  if (!oldest) return;
  await trx.deleteFrom('earlierChanges').where('articleId', '=', articleId).where('id', '<=', oldest.id).execute();
}

/** They went live, or were discarded: what was begun with them cannot be merged any more. */
export async function removeChanges(trx: Db, articleId: number): Promise<void> {
  await trx.deleteFrom('articleChanges').where('articleId', '=', articleId).execute();
  await trx.deleteFrom('earlierChanges').where('articleId', '=', articleId).execute();
}

type Known = Pick<Actor, 'administratorId'> & {
  articleId: number;
  /** Those that the form was filled with; null when there were none. */
  changesId: number | null;
};

/** @throws Conflict when somebody has saved others since, or discarded them. Those that went live are in the article. */
export async function refuseOtherChanges(trx: Db, kept: KeptChanges | null, known: Known): Promise<void> {
  if (!kept) return refuseDiscarded(trx, known);
  if (kept.id === known.changesId) return;
  const by = (await usernamesOf(trx, [kept.savedBy])).get(kept.savedBy ?? 0) ?? null;
  const message =
    kept.savedBy === known.administratorId
      ? 'You have saved changes of this article meanwhile, in another window.'
      : `${by ?? 'Somebody else'} saved changes of this article at the same time as you.`;
  throw new Conflict(message, { by, at: kept.savedAt, version: kept.id, of: 'changes' });
}

async function refuseDiscarded(trx: Db, { articleId, changesId, administratorId }: Known): Promise<void> {
  if (changesId === null) return;
  const last = await trx
    .selectFrom('audit')
    .select(['at', 'administratorId', 'detail'])
    .where('entityId', '=', articleId)
    .where('action', '=', itemAction(articleKind, 'discard-changes'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Later ones have later ids: whoever saved those had these.
  const { changesId: discarded = 0 } = JSON.parse(last?.detail ?? '{}') as { changesId?: number };
  if (!last || discarded < changesId) return;
  const by = (await usernamesOf(trx, [last.administratorId])).get(last.administratorId ?? 0) ?? null;
  const message =
    last.administratorId === administratorId
      ? 'You have discarded these changes meanwhile, in another window.'
      : `${by ?? 'Somebody else'} discarded these changes meanwhile.`;
  throw new Conflict(message, { by, at: last.at, version: discarded, of: 'discarded' });
}
