/** Administrators: all have the one role; the first is made at the first start (E7). */
import { defaultSettings } from '#features/settings/settings.ts';
import { ConfigError } from '#platform/config/config.ts';
import { type Db, isUniqueViolation } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { randomToken } from '#platform/tokens.ts';
import { accountKey, accountMessages, emailProblem, passwordLengthProblem, usernameProblem } from './account.ts';
import { type Owner, passwordProblem } from './sign-in/password-rules.ts';
import { hashPassword } from './sign-in/passwords.server.ts';

export type NewAdministrator = { username: string; email: string; password: string };

/**
 * Only the password's length is looked at here: what a person chooses has passed `refuseWeak` before.
 * @throws Conflict when the name or the address is taken, Invalid when one of them or the password cannot be used
 */
export async function addAdministrator(db: Db, input: NewAdministrator, now: Date): Promise<number> {
  refuseBadNames(input);
  const problem = passwordLengthProblem(input.password);
  if (problem) throw new Invalid(problem, { password: problem });
  return insertAdministrator(db, { ...input, passwordHash: await hashPassword(input.password) }, now);
}

/** As `addAdministrator`, for a transaction, in which nothing should wait for a hash. */
export async function insertAdministrator(
  db: Db,
  { username, email, passwordHash }: Omit<NewAdministrator, 'password'> & { passwordHash: string },
  now: Date,
): Promise<number> {
  const names = namesOf({ username, email });
  const row = await refusingTwins(
    db
      .insertInto('administrators')
      .values({ ...names, passwordHash, isActive: true, createdAt: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** The columns of a name and an address, with the keys that they are found and kept unique by. */
export function namesOf({ username, email }: { username: string; email: string }) {
  return {
    username: username.trim(),
    usernameKey: accountKey(username),
    email: email.trim(),
    emailKey: accountKey(email),
  };
}

/** @throws Invalid */
export function refuseBadNames({ username, email }: { username: string; email: string }): void {
  const fields = Object.entries({ username: usernameProblem(username), email: emailProblem(email) });
  const problems = fields.filter((field): field is [string, string] => field[1] !== null);
  if (problems[0]) throw new Invalid(problems[0][1], Object.fromEntries(problems));
}

/** @throws Invalid when the password is too short, too long, common, or close to its owner's names */
export function refuseWeak(password: string, owner: Owner, field = 'password'): void {
  const problem = passwordProblem(password, owner);
  if (problem) throw new Invalid(problem, { [field]: problem });
}

/** @throws Conflict where the database says that a name or an address is not unique */
export async function refusingTwins<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict(accountMessages.taken);
    throw error;
  }
}

/**
 * Makes the first administrator if there is none; answers its password only where that was made up here.
 * @throws ConfigError when the password from the environment is none that a person might choose
 */
export async function ensureFirstAdministrator(
  db: Db,
  admin: { username: string; email: string; password: string | undefined },
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  const owner = { ...admin, societyName: defaultSettings.societyName };
  const problem = admin.password === undefined ? null : passwordProblem(admin.password, owner);
  if (problem) throw new ConfigError(`The settings cannot be used:\n  - ADMIN_PASSWORD: ${problem}`);
  const password = admin.password ?? randomToken(12);
  try {
    await addAdministrator(db, { ...admin, password }, now);
  } catch (error) {
    // Another process that started at the same moment was first.
    if (error instanceof Conflict) return null;
    throw error;
  }
  return admin.password ? null : { username: admin.username, password };
}
