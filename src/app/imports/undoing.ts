/** Undoes an import as one act: what it made goes to the bin, what was changed since stays and is named. */
import { articleKind } from '#features/articles/article.kind.ts';
import { lockItem } from '#features/items/items.server.ts';
import { removeRedirectsTo } from '#features/items/redirects.server.ts';
import { updateItemWithRevision } from '#features/items/saving.server.ts';
import { pageKind } from '#features/pages/page.kind.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { whenBinned } from '../bin-hooks.ts';
import { endImport, type ImportRow, type Made, type MadeItem } from './import-rows.ts';

type Undoing = { administratorId: number; now: Date };

export async function undoImport({ db, clock }: AppContext, row: ImportRow, administratorId: number): Promise<void> {
  const made = JSON.parse(row.made ?? '') as Made;
  const now = clock.now();
  await transact(db, async (trx) => {
    const items: MadeItem[] = [];
    for (const item of made.items) if (!(await undoItem(trx, item, { administratorId, now }))) items.push(item);
    const detail = { items: made.items.length - items.length };
    const left = items.map(({ title }) => title);
    await endImport(trx, row.id, { state: 'undone', made: JSON.stringify({ ...made, items, left }) }, now);
    await audit(trx, { at: now, administratorId, action: 'import.undo', entityId: row.id, detail });
  });
}

/** False when it was changed since. */
async function undoItem(trx: Db, { kind: name, id, version, before }: MadeItem, by: Undoing): Promise<boolean> {
  const row = await trx
    .selectFrom(name)
    .select(['version', 'deletedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isThere = row && row.deletedAt === null;
  if (isThere && row.version !== version) return false;
  await removeRedirectsTo(trx, { kind: name, id });
  if (!isThere) return true;
  if (before) {
    const existing = await lockItem(trx, pageKind, id);
    const values = { ...before, isPublished: false, imageUrl: null };
    await updateItemWithRevision(trx, pageKind, { existing, values, actor: by });
    return true;
  }
  const binned = { deletedAt: by.now.toISOString(), deletedBy: by.administratorId };
  await trx.updateTable(name).set(binned).where('id', '=', id).execute();
  await whenBinned(trx, { kind: name === 'pages' ? pageKind : articleKind, id }, by.now);
  return true;
}
