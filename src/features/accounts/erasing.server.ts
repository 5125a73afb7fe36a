/**
 * Erases the name and the address of a deactivated administrator. What they did moves to one account for everyone who
 * was erased; their row is deleted with everything that refers to it.
 */

import { reassignLastSave } from '#features/settings/settings.server.ts';
import { type Doer, formerAdministrator } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact, truncateDatabaseLog } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { erasePersonFromMails, removeOutboxFilesNaming } from '#platform/mail/queue/erase-person-from-mails.ts';
import { accountKey, accountMessages } from './account.ts';
import { findErasableFrom, lockAdministrators } from './administrators.server.ts';

/** Columns that keep a former administrator's work: every one whose foreign key would be emptied with their row. */
const authored = [
  ['articles', 'updatedBy'],
  ['articles', 'deletedBy'],
  ['scheduledPublications', 'administratorId'],
  ['events', 'updatedBy'],
  ['events', 'deletedBy'],
  ['members', 'updatedBy'],
  ['members', 'deletedBy'],
  ['pages', 'updatedBy'],
  ['pages', 'deletedBy'],
  ['committees', 'updatedBy'],
  ['committees', 'deletedBy'],
  ['revisions', 'administratorId'],
  ['uploads', 'administratorId'],
  ['audit', 'administratorId'],
  ['imports', 'administratorId'],
] as const;

/**
 * The command line does not wait until others have noticed.
 * @throws NotFound; Conflict while the account is active or was just deactivated, or while an email about them is being sent
 */
export async function eraseAdministrator(
  { db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>,
  id: number,
  { administratorId, now }: Doer,
): Promise<void> {
  const { all } = await getErasable(db, id, { administratorId, now });
  // First, because later the names are no longer known.
  await removeOutboxFilesNaming(config, all);
  await transact(db, (trx) => eraseAccount(trx, id, { administratorId, now }));
  try {
    // Again: an email may have been written to the outbox in the meantime.
    await removeOutboxFilesNaming(config, all);
    await truncateDatabaseLog(db);
  } catch (error) {
    log.error('what an erased administrator left could not be removed', { error });
  }
}

/** Erases only the rows. Must run in a transaction. @throws NotFound, Conflict as `eraseAdministrator` */
export async function eraseAccount(trx: Db, id: number, { administratorId, now }: Doer): Promise<void> {
  await lockAdministrators(trx);
  // What is written in this name in the meantime waits, and is refused.
  await trx.selectFrom('administrators').select('id').where('id', '=', id).forUpdate().execute();
  const person = await getErasable(trx, id, { administratorId, now });
  await erasePersonFromMails(trx, { addresses: person.addresses, names: person.all, replacement: formerAdministrator });
  await eraseInvitations(trx, person);
  await forgetNamesInAudit(trx, id, person.usernames);
  const formerId = await ensureFormer(trx, now);
  for (const [table, column] of authored)
    await trx
      .updateTable(table as 'audit')
      .set({ [column]: formerId })
      .where(column as 'administratorId', '=', id)
      .execute();
  await reassignLastSave(trx, id, formerId);
  await trx.deleteFrom('administrators').where('id', '=', id).execute();
  await audit(trx, { at: now, administratorId, action: 'administrator.erase', entityId: formerId });
}

/** The account with all its names. @throws NotFound, Conflict */
export async function getErasable(db: Db, id: number, { administratorId, now }: Doer) {
  const person = await findNames(db, id);
  if (!person || person.username === formerAdministrator) throw new NotFound(accountMessages.notFound);
  const { username, isActive } = person;
  if (isActive) throw new Conflict(`${username} is active. Deactivate the account first.`);
  if (administratorId !== null && (await findErasableFrom(db, now)).has(id))
    throw new Conflict(`${username} was deactivated less than 72 hours ago. Erase the account after that.`);
  return person;
}

/** The present names and those that are still known from before. */
async function findNames(trx: Db, id: number) {
  const row = await trx
    .selectFrom('administrators')
    .select(['username', 'email', 'isActive'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { username, email, isActive } = row;
  const renamed = await trx
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'account.update')
    .where('administratorId', '=', id)
    .execute();
  const before = renamed.map(({ detail }) => JSON.parse(detail) as { before?: string; address?: string });
  const usernames = [username, ...before.map((names) => names.before)].filter((name) => name !== undefined);
  const addresses = [email, ...before.map(({ address }) => address)].filter((address) => address !== undefined);
  return { username, isActive, usernames, addresses, all: [...addresses, ...usernames] };
}

/** Erases invitations to the person; those they sent are deleted with their row. */
async function eraseInvitations(trx: Db, { usernames, addresses }: { usernames: string[]; addresses: string[] }) {
  const keys = new Set([...usernames, ...addresses].map(accountKey));
  const rows = await trx.selectFrom('accountLinks').select(['id', 'username', 'emailKey']).execute();
  for (const { id, username, emailKey } of rows)
    if (keys.has(emailKey ?? '') || keys.has(accountKey(username ?? '')))
      await trx.deleteFrom('accountLinks').where('id', '=', id).execute();
}

async function forgetNamesInAudit(trx: Db, id: number, usernames: string[]): Promise<void> {
  const keys = new Set(usernames.map(accountKey));
  const rows = await trx
    .selectFrom('audit')
    .select(['id', 'administratorId', 'action', 'detail'])
    .where('action', 'in', ['account.update', 'administrator.invite', 'administrator.withdraw'])
    .execute();
  for (const row of rows) {
    const { username } = JSON.parse(row.detail) as { username?: string | null };
    const isOwn = row.action === 'account.update' && row.administratorId === id;
    if (isOwn || keys.has(accountKey(username ?? '')))
      await trx.updateTable('audit').set({ detail: '{}' }).where('id', '=', row.id).execute();
  }
}

/** No one can sign in as it: it is deactivated, and its hash is of no password. */
async function ensureFormer(trx: Db, now: Date): Promise<number> {
  const existing = trx.selectFrom('administrators').select('id').where('usernameKey', '=', formerAdministrator);
  const { id } =
    (await existing.executeTakeFirst()) ??
    (await trx
      .insertInto('administrators')
      .values({
        username: formerAdministrator,
        usernameKey: formerAdministrator,
        email: 'nobody@former-administrator.invalid',
        emailKey: 'nobody@former-administrator.invalid',
        passwordHash: 'none',
        isActive: false,
        createdAt: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow());
  return id;
}
