/** Administrators: all have the one role; the first is made at the first start (E7). */
import { randomBytes } from 'node:crypto';
import { type Db, isUniqueViolation } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { accountKey, passwordLimits } from './account.ts';
import { hashPassword } from './passwords.server.ts';

export type NewAdministrator = { username: string; email: string; password: string };

/** @throws Conflict when the name or the address is taken, Invalid when the password is too short or too long */
export async function addAdministrator(db: Db, input: NewAdministrator, now: Date): Promise<number> {
  const { min, max } = passwordLimits;
  if (input.password.length < min || input.password.length > max)
    throw new Invalid(`The password must have ${min} to ${max} characters.`, { password: 'Too short or too long' });
  try {
    const row = await db
      .insertInto('administrators')
      .values({
        username: input.username.trim(),
        usernameKey: accountKey(input.username),
        email: input.email.trim(),
        emailKey: accountKey(input.email),
        passwordHash: await hashPassword(input.password),
        isActive: true,
        createdAt: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict('An administrator with this name or address exists already.');
    throw error;
  }
}

/** Makes the first administrator if there is none; answers its password only where that was made up here. */
export async function ensureFirstAdministrator(
  db: Db,
  admin: { username: string; email: string; password: string | undefined },
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  const password = admin.password ?? randomBytes(12).toString('base64url');
  try {
    await addAdministrator(db, { ...admin, password }, now);
  } catch (error) {
    // Another process that started at the same moment was first.
    if (error instanceof Conflict) return null;
    throw error;
  }
  return admin.password ? null : { username: admin.username, password };
}
