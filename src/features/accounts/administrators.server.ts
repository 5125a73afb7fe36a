/** What administrators may do to each other. At least one stays active, and no one can deactivate themselves. */
import { type Actor, formerAdministrator } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound, Unauthorized } from '#platform/errors.ts';
import { accountMessages } from './account.ts';
import { notifyPersonAndAdministrators } from './changes/notify-person-and-administrators.server.ts';
import { endLinksQuery } from './links/account-links.server.ts';
import { findIdsWithSecondFactor } from './second-factor/factors.server.ts';
import { endSessions } from './sessions/sessions.server.ts';

/** The active ones first. */
export async function listAdministrators(db: Db, youId: number, now: Date) {
  const rows = await db
    .selectFrom('administrators')
    .select(['id', 'username', 'email', 'isActive', 'createdAt', 'lastSeenAt'])
    .where('usernameKey', '!=', formerAdministrator)
    .orderBy('isActive', 'desc')
    .orderBy('usernameKey')
    .execute();
  const protectedIds = await findIdsWithSecondFactor(db);
  const erasableFrom = await findErasableFrom(db, now);
  return rows.map((row) => ({
    ...row,
    hasSecondFactor: protectedIds.has(row.id),
    isYou: row.id === youId,
    erasableFrom: row.isActive ? null : (erasableFrom.get(row.id) ?? null),
  }));
}

/** Time for others to read the mail about a deactivation and reactivate the account. */
const noticeMs = 72 * 3_600_000;

/**
 * From when on the accounts can be erased that were just deactivated. Erasing is permanent: a thief of a session must not be
 * able to erase everyone who might notice.
 */
export async function findErasableFrom(db: Db, now: Date): Promise<Map<number | null, string>> {
  const rows = await db
    .selectFrom('audit')
    .select(['entityId', 'at'])
    .where('action', '=', 'administrator.deactivate')
    .where('at', '>', new Date(now.getTime() - noticeMs).toISOString())
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ entityId, at }) => [entityId, new Date(Date.parse(at) + noticeMs).toISOString()]));
}

/**
 * Ends all sessions at once and withdraws every open link of and for that person.
 * @throws Conflict for oneself and for the last active one, NotFound
 */
export async function deactivateAdministrator(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    const all = await lockAdministrators(trx);
    const target = all.find((one) => one.id === id);
    if (!target) throw new NotFound(accountMessages.notFound);
    // Two may deactivate each other at the same moment: the second is no longer active.
    if (!all.some((one) => one.id === administratorId && one.isActive))
      throw new Unauthorized(accountMessages.notSignedIn);
    if (id === administratorId) throw new Conflict('You cannot deactivate yourself. Ask another administrator.');
    if (!target.isActive) return;
    await notifyPersonAndAdministrators(trx, { kind: 'deactivation', actorId: administratorId, targetId: id }, now);
    await deactivateAccount(trx, id, now);
    await audit(trx, { at: now, administratorId, action: 'administrator.deactivate', entityId: id });
  });
}

export async function deactivateAccount(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('administrators').set({ isActive: false }).where('id', '=', id).execute();
  await endSessions(trx, id, now);
  await endLinksQuery(trx, now)
    .where((where) => where.or([where('createdBy', '=', id), where('administratorId', '=', id)]))
    .execute();
}

/** @throws NotFound */
export async function reactivateAdministrator(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    const target = (await lockAdministrators(trx)).find((one) => one.id === id);
    if (!target) throw new NotFound(accountMessages.notFound);
    if (target.isActive) return;
    await notifyPersonAndAdministrators(trx, { kind: 'reactivation', actorId: administratorId, targetId: id }, now);
    await trx.updateTable('administrators').set({ isActive: true }).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId, action: 'administrator.reactivate', entityId: id });
  });
}

/** @throws NotFound */
export async function signOutEverywhere(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    const target = await trx.selectFrom('administrators').select('id').where('id', '=', id).executeTakeFirst();
    if (!target) throw new NotFound(accountMessages.notFound);
    await endSessions(trx, id, now);
    await audit(trx, { at: now, administratorId, action: 'administrator.sign-out', entityId: id });
  });
}

/** Locks all rows, in one order: no one else may become or stop being the last active one in the meantime. */
export async function lockAdministrators(trx: Db) {
  return trx.selectFrom('administrators').select(['id', 'isActive']).orderBy('id').forNoKeyUpdate().execute();
}
