/**
 * Revisions: every save of an article, event, member or of the settings as it was, written in the transaction of the save.
 * A save that changes nothing writes none.
 */
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { sha256 } from '#platform/tokens.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';
import {
  changedFields,
  earlierSummary,
  firstSummary,
  type RevisionData,
  revisionMessages,
  type Summarised,
  summaryOf,
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

export type Keep = Item &
  State & {
    /** Their names in the summary. */
    fields: readonly Summarised[];
    /** The values that this save replaces: the first revision of an item that has none. */
    before?: State | null;
  };

/** Must run in the transaction of the save, which holds the lock of the item. */
export async function keepRevision(trx: Db, { before, fields, ...save }: Keep): Promise<void> {
  const { kind, entityId } = save;
  let last = await findLast(trx, save);
  if (!last && before) {
    await write(trx, { kind, entityId, ...before }, { summary: earlierSummary, version: before.version ?? 1 });
    last = await findLast(trx, save);
  }
  const now = split(save.data);
  if (last && changedFields(comparable(last), comparable(now)).length === 0) return;
  const summary = last ? summaryOf(comparable(last), comparable(now), fields) : firstSummary;
  await write(trx, save, { summary, version: save.version ?? (last?.version ?? 0) + 1 });
}

/** Newest first. */
export async function listRevisions(
  db: Db,
  item: Item,
  query: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<Listed<Revision>> {
  const { total } = await of(db, item)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const [before] = query.cursor ? decodeCursor(query.cursor, z.tuple([z.number().int().positive()])) : [];
  const rows = await of(db, item)
    .leftJoin('administrators', 'administrators.id', 'revisions.administratorId')
    .select(['revisions.id', 'revisions.at', 'administrators.username as by', 'version', 'summary'])
    .$if(before !== undefined, (revisions) => revisions.where('revisions.id', '<', before ?? 0))
    .orderBy('revisions.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total: Number(total),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
  };
}

/** @throws NotFound also for a revision of another item */
export async function getRevision(db: Db, item: Item, id: number): Promise<RevisionDetail> {
  const row = await of(db, item)
    .leftJoin('administrators', 'administrators.id', 'revisions.administratorId')
    .leftJoin('revisionContents', 'revisionContents.hash', 'revisions.contentHash')
    .select(['revisions.id', 'revisions.at', 'administrators.username as by', 'version', 'data', 'content'])
    .where('revisions.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound(revisionMessages.notFound);
  const { data, content, ...revision } = row;
  const fields = JSON.parse(data) as RevisionData;
  return { ...revision, data: content === null ? fields : { ...fields, content } };
}

/** Removes the revisions of an item that is deleted for good; returns their texts. */
export async function forgetRevisions(trx: Db, item: Item): Promise<string[]> {
  const rows = await of(trx, item)
    .leftJoin('revisionContents', 'revisionContents.hash', 'revisions.contentHash')
    .select(['data', 'contentHash', 'content'])
    .execute();
  await trx.deleteFrom('revisions').where('kind', '=', item.kind).where('entityId', '=', item.entityId).execute();
  for (const hash of new Set(rows.map(({ contentHash }) => contentHash))) if (hash) await forgetContent(trx, hash);
  return rows.flatMap(({ data, content }) => (content === null ? [data] : [data, content]));
}

/** Removes a text that no revision uses any more. */
export async function forgetContent(db: Db, hash: string): Promise<void> {
  await db
    .deleteFrom('revisionContents')
    .where('hash', '=', hash)
    .where((where) =>
      where.not(where.exists(where.selectFrom('revisions').select('id').where('contentHash', '=', hash))),
    )
    .execute();
}

function of(db: Db, { kind, entityId }: Item) {
  return db.selectFrom('revisions').where('kind', '=', kind).where('entityId', '=', entityId);
}

async function findLast(trx: Db, item: Item) {
  return of(trx, item).select(['version', 'data', 'contentHash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

type Split = { data: string; contentHash: string | null };

/** Sorts the keys, so that equal data gives equal text. */
function split(all: RevisionData): Split & { content: string | null } {
  const { content, ...fields } = all;
  const isLong = typeof content === 'string';
  const data = isLong || content === undefined ? fields : all;
  const inOrder = Object.keys(data)
    .sort()
    .map((name) => [name, data[name]] as const);
  return {
    data: JSON.stringify(Object.fromEntries(inOrder)),
    contentHash: isLong ? sha256(content) : null,
    content: isLong ? content : null,
  };
}

function comparable({ data, contentHash }: Split): RevisionData {
  const fields = JSON.parse(data) as RevisionData;
  return contentHash === null ? fields : { ...fields, content: contentHash };
}

type Written = Item & Omit<State, 'version'>;

async function write(
  trx: Db,
  save: Written,
  { summary, version }: { summary: string; version: number },
): Promise<void> {
  const { data, content, contentHash } = split(save.data);
  if (contentHash !== null && content !== null)
    await trx
      .insertInto('revisionContents')
      .values({ hash: contentHash, content })
      // An update, for its lock: the cleanup must not remove the text of this revision.
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash: contentHash }))
      .execute();
  const { kind, entityId, administratorId, at } = save;
  await trx
    .insertInto('revisions')
    .values({ kind, entityId, version, at: at.toISOString(), administratorId, summary, data, contentHash })
    .execute();
}
