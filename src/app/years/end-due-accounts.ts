/** Ends the accounts that were to end with a year: after their last day, once their successors have signed in. */
import { deactivateAccount, lockAdministrators } from '#features/accounts/administrators.server.ts';
import { notifyPersonAndAdministrators } from '#features/accounts/changes/notify-person-and-administrators.server.ts';
import { purgeTime } from '#features/bin/bin.ts';
import { type Closing, parseClosing } from '#features/committees/closing-record.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { sha256 } from '#platform/tokens.ts';
import { isoDayInZone } from '#shared/dates.ts';

export async function endDueAccountsAndNotify({
  db,
  config,
  clock,
}: Pick<AppContext, 'db' | 'config' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = isoDayInZone(now.toISOString(), (await getSettings(db, config)).timeZone);
  await transact(db, async (trx) => {
    const rows = await trx
      .selectFrom('committees')
      .select(['id', 'closing'])
      .where('closing', 'is not', null)
      .forUpdate()
      .execute();
    for (const row of rows) {
      const before = parseClosing(row);
      if (!before) continue;
      const after = await endDue(trx, before, { today, now });
      const isDone = after.ended.length === after.ends.length && purgeTime(after.at) < now.toISOString();
      const closing = isDone ? null : JSON.stringify(after);
      if (closing !== row.closing)
        await trx.updateTable('committees').set({ closing }).where('id', '=', row.id).execute();
    }
  });
}

async function endDue(trx: Db, closing: Closing, { today, now }: { today: string; now: Date }): Promise<Closing> {
  const due = closing.ends.filter(({ id, on }) => on < today && !closing.ended.includes(id)).map(({ id }) => id);
  if (due.length === 0 || !(await haveFollowed(trx, closing))) return closing;
  const active = (await lockAdministrators(trx)).filter(({ isActive }) => isActive).map(({ id }) => id);
  // The site never loses its last account.
  if (active.every((id) => due.includes(id))) return closing;
  const ending = due.filter((id) => active.includes(id));
  for (const id of ending) {
    await notifyPersonAndAdministrators(trx, { kind: 'handover', actorId: null, targetId: id }, now);
    await deactivateAccount(trx, id, now);
    await audit(trx, { at: now, administratorId: null, action: 'administrator.deactivate', entityId: id });
  }
  // One that was deactivated by hand is not brought back by an undo.
  const ends = closing.ends.filter(({ id }) => active.includes(id) || closing.ended.includes(id));
  return { ...closing, ends, ended: [...closing.ended, ...ending] };
}

/** Everyone who was invited has an account, with a password or a passkey of their own, and has signed in. */
async function haveFollowed(trx: Db, { invited }: Closing): Promise<boolean> {
  const accounts = trx.selectFrom('administrators').select('emailKey').where('isActive', '=', true);
  const seen = await accounts.where('lastSeenAt', 'is not', null).execute();
  const hashes = new Set(seen.map(({ emailKey }) => sha256(emailKey)));
  return invited.every((hash) => hashes.has(hash));
}
