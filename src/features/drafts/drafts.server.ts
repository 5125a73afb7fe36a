/** What administrators have typed and not saved: one draft for each form. No one sees someone else's. */
import { randomUUID } from 'node:crypto';
import { type Db, transact } from '#platform/db/db.ts';
import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import type { Draft, DraftInput, DraftKept, DraftList } from './draft.schema.ts';
import { formNameOf, newFormName, parseFormName, spareFormName } from './draft.ts';
import type { DraftsTable } from './drafts.tables.ts';

type DraftKey = { administratorId: number; form: string };

/** Newest first. */
export async function listDrafts(db: Db, administratorId: number): Promise<DraftList> {
  const drafts = await db
    .selectFrom('drafts')
    .select(['form', 'at', 'data'])
    .where('administratorId', '=', administratorId)
    .orderBy('at', 'desc')
    .orderBy('form')
    .execute();
  return drafts.map(({ data, ...draft }) => ({ ...draft, ...draftExcerpt(valuesOf(data)) }));
}

export async function findDraft(db: Db, key: DraftKey): Promise<Draft | null> {
  const row = await rowOf(db, key).executeTakeFirst();
  return row ? { at: row.at, version: row.version, values: valuesOf(row.data) } : null;
}

function rowOf(db: Db, { administratorId, form }: DraftKey) {
  return db.selectFrom('drafts').selectAll().where('administratorId', '=', administratorId).where('form', '=', form);
}

/** Version 0.3.0 kept the chosen picture beside the values. */
function valuesOf(data: string): Draft['values'] {
  const { values, pictureUrl } = JSON.parse(data) as Pick<Draft, 'values'> & { pictureUrl?: string | null };
  return { ...values, ...(pictureUrl && { imageUrl: pictureUrl }) };
}

/** Whether what the form is of is there, also in the bin or not saved yet. */
export type HasItem = (db: Db, form: string) => Promise<boolean>;

/** The last write wins, and what another browser has typed unseen by it becomes a new form. */
export async function storeDraft(
  db: Db,
  { administratorId, form }: DraftKey,
  { input, now, hasItem }: { input: DraftInput; now: Date; hasItem: HasItem },
): Promise<DraftKept> {
  const { version, at = now.toISOString(), seen, ...content } = input;
  return transact(db, async (trx) => {
    const isThere = await hasItem(trx, form);
    const key = { administratorId, form: isThere ? form : spareFormName(form) };
    const before = await rowOf(trx, key).forUpdate().executeTakeFirst();
    const isOwn = before && (JSON.parse(before.data) as DraftInput).by === content.by;
    // Calls of two tabs arrive in any order.
    if (isOwn && before.at > at) return { form: key.form, at: before.at };
    if (before && !isOwn && before.at !== seen) await setAside(trx, before);
    const row = { at, version: isThere ? version : null, data: JSON.stringify(content) };
    await trx
      .insertInto('drafts')
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(['administratorId', 'form']).doUpdateSet(row))
      .execute();
    return { form: key.form, at };
  });
}

/** Forms without items have no new ones. */
async function setAside(trx: Db, draft: DraftsTable): Promise<void> {
  const place = parseFormName(draft.form);
  if (!place) return;
  const form = newFormName(place.kind, randomUUID());
  await trx
    .insertInto('drafts')
    .values({ ...draft, form, version: null })
    .execute();
}

/** What was typed after `until`, as in another tab, stays. */
export async function removeDraft(
  db: Db,
  { administratorId, form, until }: DraftKey & { until?: string | undefined },
): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('administratorId', '=', administratorId)
    .where('form', '=', form)
    .$if(until !== undefined, (query) => query.where('at', '<=', until as string))
    .execute();
}

/** Removes drafts untouched for a year. */
export async function purgeOldDrafts(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - 365 * 86_400_000).toISOString();
  const old = db.selectFrom('drafts').select('form').where('at', '<', oldest);
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (await old.limit(1).executeTakeFirst()) await db.deleteFrom('drafts').where('at', '<', oldest).execute();
}

/** Removes everyone's drafts of an item that is deleted permanently. */
export async function removeDraftsOfItem(trx: Db, { kind, id }: { kind: string; id: number }): Promise<void> {
  await trx.deleteFrom('drafts').where('form', '=', formNameOf(kind, id)).execute();
}

/** Removes drafts whose form is LIKE one of these, and whose values match. */
export async function removeMatchingDrafts(
  trx: Db,
  forms: string[],
  isMatch: (values: string) => boolean,
): Promise<void> {
  const drafts = await trx
    .selectFrom('drafts')
    .select(['administratorId', 'form', 'data'])
    .where((where) => where.or(forms.map((form) => where('form', 'like', form))))
    .execute();
  for (const { data, ...key } of drafts) if (isMatch(data)) await removeDraft(trx, key);
}

/** Which of these items have a draft. */
export async function findIdsWithDraft(db: Db, kind: string, ids: number[]): Promise<Set<number>> {
  const forms = ids.map((id) => formNameOf(kind, id));
  const rows = await db
    .selectFrom('drafts')
    .select('form')
    .where('form', 'in', ['', ...forms])
    .execute();
  const found = new Set(rows.map(({ form }) => form));
  return new Set(ids.filter((_id, index) => found.has(forms[index] ?? '')));
}
