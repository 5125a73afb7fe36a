/**
 * Saves an item of any kind: creates it once, refuses to overwrite someone else's save, writes a revision and an entry of the
 * audit. Each kind merges and checks its own input.
 */
import type { Insertable } from 'kysely';
import { newFormName } from '#features/drafts/draft.ts';
import { removeDraft } from '#features/drafts/drafts.server.ts';
import { recordRevision } from '#features/revisions/revisions.server.ts';
import { refuseStale } from '#features/revisions/who-saved.server.ts';
import { type Pictured, refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { Actor, Doer } from '#platform/actor.ts';
import { type AuditEntry, audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { continueIdsAfter, type Db, transact } from '#platform/db/db.ts';
import { indexSavedRow } from '#platform/db/search/indexing.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ImageInput } from '#platform/http/schemas.ts';
import { createOnce, type IdempotencyKey } from '#platform/idempotency-keys.ts';
import { asItemTables, getItem, type ItemKind, lockItem, presentItem, type RowOf } from './items.server.ts';
import type { ItemColumns } from './items.tables.ts';
import { auditActionOf, type Field, listRevisionFields, splitLines, type Verb } from './kind.ts';
import { mergePicture } from './merge-input.server.ts';

/** The columns that the form of a kind changes: all but those that every kind has. */
export type Values<K extends ItemKind> = Omit<Insertable<Tables[K['name']]>, keyof ItemColumns>;

export type Save<Input> = {
  /** Null creates. */
  id: number | null;
  input: Input;
  idempotencyKey?: IdempotencyKey | null;
  /** The revision that this save restores. */
  revisionId?: number;
  /** The id of a new item that had it before on a site like this one. */
  newId?: number | undefined;
  actor: Actor;
};

type Own<K extends ItemKind> = {
  /**
   * The values to write; `existing` is null for a new item.
   * @throws Invalid
   */
  merge: (existing: RowOf<K> | null) => Values<K> | Promise<Values<K>>;
  detail?: (row: RowOf<K>) => AuditEntry['detail'];
};

/** Saves in a transaction of its own; returns the item as administrators see it. */
export async function saveAndPresentItem<K extends ItemKind>(
  context: AppContext,
  kind: K,
  save: Save<Pictured & { version?: number | undefined }> & Own<K>,
) {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    return presentItem(trx, await saveItem(trx, kind, save), 'administrators');
  });
}

/** Creates or updates, in the caller's transaction. */
export async function saveItem<K extends ItemKind>(
  trx: Db,
  kind: K,
  {
    id,
    input,
    idempotencyKey = null,
    revisionId,
    newId,
    actor,
    merge,
    detail,
  }: Save<{ version?: number | undefined }> & Own<K>,
): Promise<RowOf<K>> {
  const finish = async (verb: Verb<K>, row: RowOf<K>) => {
    const said = { ...detail?.(row), ...(revisionId === undefined ? {} : { revisionId }) };
    await auditItem(trx, kind, { verb, id: row.id, actor, detail: said });
  };
  if (id === null) {
    const create = async () => {
      const row = await insertItemWithRevision(trx, kind, await merge(null), actor, newId);
      await finish('create', row);
      // A creation that is replayed saves nothing: its draft stays.
      const form = idempotencyKey && newFormName(kind.name, idempotencyKey.key);
      if (form) await removeDraft(trx, { administratorId: actor.administratorId, form });
      return row;
    };
    return createOnce(trx, idempotencyKey, { create, find: (made) => getItem(trx, kind, made) });
  }
  const existing = await lockItemVersion(trx, kind, { id, version: input.version, actor });
  const row = await updateItemWithRevision(trx, kind, { existing, values: await merge(existing), actor });
  await finish(revisionId === undefined ? 'update' : 'revert', row);
  return row;
}

type Change = {
  id: number;
  /** The version that the form was filled with; without one the last save wins. */
  version: number | undefined;
  actor: Actor;
};

/**
 * Locks it for a save.
 * @throws NotFound, and Conflict when someone has saved since `version`
 */
export async function lockItemVersion<K extends ItemKind>(
  trx: Db,
  kind: K,
  { id, version, actor }: Change,
): Promise<RowOf<K>> {
  const existing = await lockItem(trx, kind, id);
  await refuseStale(trx, existing, { version, administratorId: actor.administratorId, noun: kind.noun });
  return existing;
}

/** Sets the picture that a form has uploaded, after its save. */
export async function setItemImage<K extends ItemKind>(
  trx: Db,
  kind: K,
  site: Pick<AppContext, 'config' | 'store'>,
  { id, version, actor, ...picture }: ImageInput & { id: number; actor: Actor },
): Promise<RowOf<K>> {
  const existing = await lockItemVersion(trx, kind, { id, version, actor });
  await refuseMissingPictures(trx, site, picture);
  const values = mergePicture(existing, picture) as Partial<Values<K>>;
  const row = await updateItemWithRevision(trx, kind, { existing, values, actor });
  await auditItem(trx, kind, { verb: 'image', id, actor });
  return row;
}

type Entry<K extends ItemKind> = { verb: Verb<K>; id: number; actor: Doer; detail?: AuditEntry['detail'] };

export async function auditItem<K extends ItemKind>(
  db: Db,
  kind: K,
  { verb, id, actor, detail = {} }: Entry<K>,
): Promise<void> {
  const { administratorId, now } = actor;
  await audit(db, { at: now, administratorId, action: auditActionOf(kind, verb), entityId: id, detail });
}

/** Writes a new item; what to say of it in the audit is the caller's. */
export async function insertItemWithRevision<K extends ItemKind>(
  trx: Db,
  kind: K,
  values: Values<K>,
  { administratorId, now }: Actor,
  newId?: number,
): Promise<RowOf<K>> {
  const at = now.toISOString();
  const own = newId === undefined ? {} : { id: newId };
  const row = (await asItemTables(trx)
    .insertInto(kind.name as string)
    .values({ ...values, ...own, createdAt: at, updatedAt: at, updatedBy: administratorId, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow()) as RowOf<K>;
  if (newId !== undefined) await continueIdsAfter(trx, kind.name);
  await indexSavedRow(trx, kind.name, row.id);
  await recordRevision(trx, { ...versionOf(kind, row), administratorId, at: now });
  return row;
}

function versionOf<K extends ItemKind>(kind: K, row: RowOf<K>) {
  const fields = listRevisionFields(kind);
  const values: Record<string, unknown> = row;
  const valueOf = ({ name, as }: Field) => (as === 'lines' ? splitLines(values[name] as string) : values[name]);
  const data = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  return { kind: kind.name, entityId: row.id, version: row.version, data, fields };
}

type Update<K extends ItemKind> = { existing: RowOf<K>; values: Partial<Values<K>>; actor: Doer };

/** Writes a locked item as its next version; the caller writes the audit. */
export async function updateItemWithRevision<K extends ItemKind>(
  trx: Db,
  kind: K,
  { existing, values, actor: { administratorId, now } }: Update<K>,
): Promise<RowOf<K>> {
  const isChanged = Object.entries(values).some(([name, value]) => value !== existing[name as keyof RowOf<K>]);
  // Feeds and the sitemap tell of nothing when a save changes nothing.
  const updatedAt = isChanged ? now.toISOString() : existing.updatedAt;
  const stamp = { updatedAt, updatedBy: administratorId, version: existing.version + 1 };
  const row = (await asItemTables(trx)
    .updateTable(kind.name as string)
    .set({ ...values, ...stamp })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as RowOf<K>;
  await indexSavedRow(trx, kind.name, row.id);
  const before = {
    ...versionOf(kind, existing),
    administratorId: existing.updatedBy,
    at: new Date(existing.updatedAt),
  };
  await recordRevision(trx, { ...versionOf(kind, row), administratorId, at: now, before });
  return row;
}
