/** Undoes what closing a year changed, unless it has changed again since. */
import { reactivateAdministrator } from '#features/accounts/administrators.server.ts';
import { revokeLink } from '#features/accounts/invitations/open-links.server.ts';
import { isLinkOpen } from '#features/accounts/links/account-links.server.ts';
import { purgeItem, restoreFromBin } from '#features/bin/bin.server.ts';
import { purgeTime } from '#features/bin/bin.ts';
import { type Closing, parseClosing } from '#features/committees/closing-record.server.ts';
import { committeeKind } from '#features/committees/committee.kind.ts';
import { lockItem, moveItemToBin } from '#features/items/items.server.ts';
import { auditItem, updateItemWithRevision } from '#features/items/saving.server.ts';
import { memberKind } from '#features/members/member.kind.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { clearForPurge } from '../bin-hooks.ts';
import { closingMessages } from './closing-messages.ts';
import type { Context } from './closing-year.ts';

/** Undoes every change of closing a year that still stands. @throws NotFound, Conflict after 30 days */
export async function undoClosing({ db }: Pick<Context, 'db'>, id: number, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    const closing = parseClosing(await lockItem(trx, committeeKind, id));
    if (!closing || purgeTime(closing.at) < actor.now.toISOString()) throw new Conflict(closingMessages.tooLate);
    await auditItem(trx, committeeKind, { verb: 'undo', id, actor });
    await restoreCommittee(trx, closing, actor);
    await restoreAccounts(trx, closing, actor);
    await moveItemToBin(trx, committeeKind, id, actor);
    await purgeItem(trx, { kind: committeeKind, id }, actor, clearForPurge);
  });
}

async function restoreCommittee(trx: Db, { left, joined, positions }: Closing, actor: Actor): Promise<void> {
  const rows = await trx.selectFrom('members').selectAll().orderBy('id').forUpdate().execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of left) if (found.get(id)?.deletedAt) await restoreFromBin(trx, { kind: memberKind, id }, actor);
  for (const id of joined) if (found.get(id)?.deletedAt === null) await moveItemToBin(trx, memberKind, id, actor);
  for (const { id, position } of positions) {
    const existing = found.get(id);
    if (!existing || existing.deletedAt !== null || existing.position === position) continue;
    await updateItemWithRevision(trx, memberKind, { existing, values: { position }, actor });
    await auditItem(trx, memberKind, { verb: 'update', id, actor });
  }
}

/** People who have accepted their invitation keep their account. */
async function restoreAccounts(trx: Db, { ended, invitations }: Closing, actor: Actor): Promise<void> {
  const known = await trx
    .selectFrom('administrators')
    .select('id')
    .where('id', 'in', [0, ...ended])
    .execute();
  for (const { id } of known) await reactivateAdministrator(trx, id, actor);
  for (const id of invitations) if (await isLinkOpen(trx, id, actor.now)) await revokeLink(trx, id, actor);
}
