/**
 * Revisions: every save of an article, event, member or of the settings as it was, written in the transaction of the save.
 * A save that changes nothing writes none.
 */

import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, type Listed, type ListQuery, readLatest } from '#platform/http/list-pages.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';
import {
  changedFields,
  changeSummary,
  earlierSummary,
  firstSummary,
  type RevisionData,
  revisionMessages,
  type Summarised,
} from './revision.ts';

/** One item; the settings are `{ kind: 'settings', entityId: 0 }`. */
export type Item = { kind: string; entityId: number };

type State = {
  administratorId: number | null;
  at: Date;
  /** The fields that the form edits, and nothing else. */
  data: RevisionData;
  /** The entity's version after this save; by default one more than the last revision's. */
  version?: number;
};

export type NewRevision = Item &
  State & {
    /** Their names in the summary. */
    fields: readonly Summarised[];
    /** The values that this save replaces: the first revision of an item that has none. */
    before?: State | null;
  };

/** Must run in the transaction of the save, which holds the lock of the item. */
export async function recordRevision(trx: Db, { before, fields, ...save }: NewRevision): Promise<void> {
  const { kind, entityId } = save;
  let last = await findLast(trx, save);
  if (!last && before) {
    await insertRevision(trx, { kind, entityId, ...before }, { summary: earlierSummary, version: before.version ?? 1 });
    last = await findLast(trx, save);
  }
  const earlier = last && (JSON.parse(last.data) as RevisionData);
  if (earlier && changedFields(earlier, save.data).length === 0) return;
  const summary = earlier ? changeSummary(earlier, save.data, fields) : firstSummary;
  await insertRevision(trx, save, { summary, version: save.version ?? (last?.version ?? 0) + 1 });
}

/** Newest first. */
export async function listRevisions(db: Db, item: Item, query: Omit<ListQuery, 'search'>): Promise<Listed<Revision>> {
  const rows = revisionsOfQuery(db, item)
    .leftJoin('administrators', 'administrators.id', 'revisions.administratorId')
    .select(['revisions.id', 'revisions.at', 'administrators.username as by', 'version', 'summary']);
  const { shown, nextCursor } = await readLatest(rows, query, { 'revisions.id': cursorParts.id });
  return { items: shown, total: await countRows(revisionsOfQuery(db, item)), nextCursor };
}

/** @throws NotFound also for a revision of another item */
export async function getRevision(db: Db, item: Item, id: number): Promise<RevisionDetail> {
  const row = await revisionsOfQuery(db, item)
    .leftJoin('administrators', 'administrators.id', 'revisions.administratorId')
    .select(['revisions.id', 'revisions.at', 'administrators.username as by', 'version', 'data'])
    .where('revisions.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound(revisionMessages.notFound);
  return { ...row, data: JSON.parse(row.data) as RevisionData };
}

/** Removes the revisions of an item that is deleted permanently; returns their texts. */
export async function deleteRevisions(trx: Db, item: Item): Promise<string[]> {
  const rows = await trx
    .deleteFrom('revisions')
    .where('kind', '=', item.kind)
    .where('entityId', '=', item.entityId)
    .returning('data')
    .execute();
  return rows.map(({ data }) => data);
}

function revisionsOfQuery(db: Db, { kind, entityId }: Item) {
  return db.selectFrom('revisions').where('kind', '=', kind).where('entityId', '=', entityId);
}

async function findLast(trx: Db, item: Item) {
  return revisionsOfQuery(trx, item).select(['version', 'data']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

async function insertRevision(
  trx: Db,
  { kind, entityId, administratorId, at, data }: Item & Omit<State, 'version'>,
  { summary, version }: { summary: string; version: number },
): Promise<void> {
  await trx
    .insertInto('revisions')
    .values({ kind, entityId, version, at: at.toISOString(), administratorId, summary, data: JSON.stringify(data) })
    .execute();
}
