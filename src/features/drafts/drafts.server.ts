/** What administrators have typed and not saved: one draft for each form. The last write wins. No one sees someone else's. */
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { draftExcerpt } from '#shared/drafts/draft-excerpt.ts';
import type { Draft, DraftInput, DraftList } from './draft.schema.ts';
import { draftMessages, formNameOf } from './draft.ts';

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
  return drafts.map(({ data, ...draft }) => {
    const { values, by } = parseContent(data);
    return { ...draft, by, ...draftExcerpt(values) };
  });
}

export async function findDraft(db: Db, { administratorId, form }: DraftKey): Promise<Draft | null> {
  const row = await db
    .selectFrom('drafts')
    .select(['at', 'version', 'data'])
    .where('administratorId', '=', administratorId)
    .where('form', '=', form)
    .executeTakeFirst();
  if (!row) return null;
  const { data, ...draft } = row;
  return { ...draft, ...parseContent(data) };
}

/** Version 0.3.0 kept the chosen picture beside the values. */
function parseContent(data: string): Pick<Draft, 'values' | 'by'> {
  const { values, by = null, pictureUrl } = JSON.parse(data) as Partial<Draft> & { pictureUrl?: string | null };
  return { values: { ...values, ...(pictureUrl && { imageUrl: pictureUrl }) }, by };
}

type Stored = { input: DraftInput; now: Date; hasItem: (db: Db, form: string) => Promise<boolean> };

/** Returns the time of the write. @throws NotFound when the item was deleted permanently */
export async function storeDraft(db: Db, key: DraftKey, { input, now, hasItem }: Stored): Promise<string> {
  const { version, ...content } = input;
  const row = { version, at: now.toISOString(), data: JSON.stringify(content) };
  return transact(db, async (trx) => {
    if (!(await hasItem(trx, key.form))) throw new NotFound(draftMessages.noItem);
    await trx
      .insertInto('drafts')
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(['administratorId', 'form']).doUpdateSet(row))
      .execute();
    return row.at;
  });
}

/** What was written after `until`, as in another tab, stays. */
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
