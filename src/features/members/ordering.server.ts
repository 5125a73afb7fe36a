/** The committee in the order that the site shows, saved as one. */

import { asItemTables, type RowOf } from '#features/items/items.server.ts';
import { auditItem, updateItemWithRevision } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { memberKind } from './member.kind.ts';

/**
 * Gives these members the places 1, 2, 3… Leaves out members in the bin; members not listed stay where they
 * were. Writes a version of each whose place changes.
 */
export async function saveMemberOrder(trx: Db, ids: number[], actor: Actor): Promise<void> {
  const rows = (await asItemTables(trx)
    .selectFrom(memberKind.name as string)
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as RowOf<typeof memberKind>[];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const inOrder = [...new Set(ids)].flatMap((id) => rowOf.get(id) ?? []);
  let hasChanged = false;
  for (const [at, existing] of inOrder.entries()) {
    if (existing.sortOrder === at + 1) continue;
    await updateItemWithRevision(trx, memberKind, { existing, values: { sortOrder: at + 1 }, actor });
    hasChanged = true;
  }
  const [first] = inOrder;
  if (hasChanged && first) await auditItem(trx, memberKind, { verb: 'order', id: first.id, actor });
}
