/** What administrators have typed and not saved: one draft for each form, offered on any device. No one sees someone else's. */
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import type { Draft, DraftInput, DraftList } from './draft.schema.ts';
import { type DraftPlace, draftMessages, formNameOf } from './draft.ts';

export type DraftKey = DraftPlace & { administratorId: number };

const mostCreated = 200;
const anyTime = '9999-12-31';

/** Newest first. */
export async function listDrafts(db: Db, administratorId: number): Promise<DraftList['drafts']> {
  const drafts = await db
    .selectFrom('drafts')
    .select(['kind', 'entityId', 'id', 'key', 'at'])
    .where('administratorId', '=', administratorId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return drafts.map(({ id, key, at, ...place }) => ({ form: formNameOf(place), id, key, at }));
}

/** The keys under which the administrator has created items, newest first. */
export async function listCreatedKeys(db: Db, administratorId: number): Promise<string[]> {
  const created = await db
    .selectFrom('idempotencyKeys')
    .select('key')
    .where('administratorId', '=', administratorId)
    .where('entityId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('key')
    .limit(mostCreated)
    .execute();
  return created.map(({ key }) => key);
}

export async function findDraft(db: Db, { administratorId, kind, entityId }: DraftKey): Promise<Draft | null> {
  const row = await db
    .selectFrom('drafts')
    .select(['id', 'key', 'at', 'version', 'data'])
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('entityId', '=', entityId)
    .executeTakeFirst();
  if (!row) return null;
  const { data, ...draft } = row;
  return { ...draft, ...(JSON.parse(data) as Pick<Draft, 'values' | 'picture' | 'pictureUrl'>) };
}

type Stored = {
  place: DraftKey;
  input: DraftInput;
  now: Date;
  hasItem: (db: Db, place: DraftPlace) => Promise<boolean>;
};

/**
 * The last write of the same form wins. Returns the time of the write.
 * @throws NotFound when the item was deleted permanently; Conflict when there is a draft that this one does not continue
 */
export async function storeDraft(db: Db, { place, input, now, hasItem }: Stored): Promise<string> {
  const { id, key, version, over, overAt, ...data } = input;
  const at = now.toISOString();
  const row = { id, key, version, at, data: JSON.stringify(data) };
  return transact(db, async (trx) => {
    if (!(await hasItem(trx, place))) throw new NotFound(draftMessages.noItem);
    const kept = await trx
      .insertInto('drafts')
      .values({ ...place, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['administratorId', 'kind', 'entityId'])
          .doUpdateSet(row)
          .where('drafts.id', 'in', [id, over ?? id])
          .where((where) => where.or([where('drafts.id', '=', id), where('drafts.at', '<=', overAt ?? anyTime)])),
      )
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new Conflict(draftMessages.goesOn);
    return at;
  });
}

type Written = Pick<DraftKey, 'administratorId' | 'kind'> & {
  id: string;
  entityId?: number;
  until?: string | undefined;
};

/** Call it after a save or discard. Does nothing when another form has continued the draft, or its own under another name. */
export async function removeDraft(
  db: Db,
  { administratorId, kind, entityId, id, until = anyTime }: Written,
): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('at', '<=', until)
    .$if(entityId !== undefined, (of) => of.where('entityId', '=', entityId as number))
    .execute();
}

/** Removes drafts untouched for a year. */
export async function purgeOldDrafts(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - 365 * 86_400_000).toISOString();
  const old = db.selectFrom('drafts').select('id').where('at', '<', oldest);
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (await old.limit(1).executeTakeFirst()) await db.deleteFrom('drafts').where('at', '<', oldest).execute();
}

/** Removes everyone's drafts of an item that is deleted permanently. */
export async function removeDraftsOfItem(trx: Db, { kind, id }: { kind: string; id: number }): Promise<void> {
  await trx.deleteFrom('drafts').where('kind', '=', kind).where('entityId', '=', id).execute();
}

/** Removes drafts of a kind whose values match. */
export async function removeMatchingDrafts(trx: Db, kind: string, stands: (text: string) => boolean): Promise<void> {
  const drafts = await trx.selectFrom('drafts').select(['id', 'data']).where('kind', '=', kind).execute();
  const ids = drafts.filter(({ data }) => stands(data)).map(({ id }) => id);
  await trx
    .deleteFrom('drafts')
    .where('id', 'in', ['', ...ids])
    .execute();
}

/** Which of these items have a draft. */
export async function findIdsWithDraft(db: Db, kind: string, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const query = db.selectFrom('drafts').select('entityId').where('kind', '=', kind).where('entityId', 'in', ids);
  return new Set((await query.execute()).map(({ entityId }) => entityId));
}
