/** What the command line can do about administrators, even when none of them can sign in. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { randomToken } from '#platform/tokens.ts';
import { accountKey } from './account.ts';
import { insertAdministrator, refuseBadNames, refuseWeakPassword } from './adding.server.ts';
import { createLinkForColleague, type NewLink } from './invitations/making-links.server.ts';
import { enqueuePasswordNotice, setPasswordAndEndLinks } from './invitations/using-links.server.ts';
import { notifyOwnerOfFactorChange } from './second-factor/factor-notices.server.ts';
import { lockFactors, removeAllFactors } from './second-factor/factors.server.ts';
import { endSessions } from './sessions/sessions.server.ts';
import { hashPassword } from './sign-in/passwords.server.ts';

type NewPerson = { username: string; email: string; password: string; societyName: string };

/** @throws Invalid, Conflict */
export async function createAdministratorByOperator(db: Db, person: NewPerson, now: Date): Promise<void> {
  refuseBadNames(person);
  refuseWeakPassword(person.password, person);
  const passwordHash = await hashPassword(person.password);
  await transact(db, async (trx) => {
    const id = await insertAdministrator(trx, { ...person, passwordHash }, now);
    await audit(trx, { at: now, administratorId: null, action: 'administrator.create', entityId: id });
  });
}

/**
 * Sets the password and ends all sessions. Without a password it returns a link to choose one. When no administrator is
 * active, it reactivates this one, whose old password stops working.
 * @throws NotFound, Invalid, Conflict for a deactivated one while others are active
 */
export async function resetPasswordByOperator(
  db: Db,
  { username, password, societyName }: { username: string; password: string | null; societyName: string },
  now: Date,
): Promise<{ link: NewLink | null; isReactivated: boolean }> {
  const person = await findPerson(db, username);
  if (password !== null) refuseWeakPassword(password, { ...person, societyName });
  const passwordHash = await hashPassword(password ?? randomToken());
  return transact(db, async (trx) => {
    const active = await trx.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
    const isActive = active.some(({ id }) => id === person.id);
    const isReactivated = active.length === 0;
    if (!isActive && !isReactivated)
      throw new Conflict(
        `${person.username} is deactivated. Another administrator can reactivate the account on the page Administrators.`,
      );
    if (isReactivated) {
      await trx.updateTable('administrators').set({ isActive: true }).where('id', '=', person.id).execute();
      await audit(trx, { at: now, administratorId: null, action: 'administrator.reactivate', entityId: person.id });
    }
    if (password !== null || isReactivated) {
      await setPasswordAndEndLinks(trx, person.id, passwordHash, now);
      await endSessions(trx, person.id, now);
    }
    if (password === null)
      return {
        link: await createLinkForColleague(trx, { id: person.id, purpose: 'reset' }, { administratorId: null, now }),
        isReactivated,
      };
    await enqueuePasswordNotice(trx, person.id, now);
    await audit(trx, { at: now, administratorId: null, action: 'administrator.reset', entityId: person.id });
    return { link: null, isReactivated };
  });
}

/**
 * For someone who has lost phone and codes: the password alone signs in again. All sessions end. Works for a deactivated account, too.
 * @throws NotFound, Conflict when there is no second factor
 */
export async function resetFactorByOperator(db: Db, name: string, now: Date): Promise<{ username: string }> {
  const { id, username } = await findPerson(db, name);
  await transact(db, async (trx) => {
    await lockFactors(trx, id);
    if (!(await removeAllFactors(trx, id))) throw new Conflict(`${username} has no second factor.`);
    await endSessions(trx, id, now);
    await notifyOwnerOfFactorChange(trx, { administratorId: id, change: 'reset' }, now);
    await audit(trx, { at: now, administratorId: null, action: 'administrator.reset-factor', entityId: id });
  });
  return { username };
}

/** By name or address. */
async function findPerson(db: Db, name: string) {
  const key = accountKey(name);
  const person = await db
    .selectFrom('administrators')
    .select(['id', 'username', 'email'])
    .where((where) => where.or([where('usernameKey', '=', key), where('emailKey', '=', key)]))
    .executeTakeFirst();
  if (!person) throw new NotFound(`There is no administrator ${name}. "npm run admin -- list" shows all.`);
  return person;
}
