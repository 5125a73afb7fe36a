/** Administrators: all have the same role. The first one is created at the first start (E7). */
import { defaultSettings } from '#features/settings/settings.ts';
import { ConfigError } from '#platform/config/config.ts';
import { type Db, isUniqueViolation } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { accountKey, accountMessages, emailProblem, passwordLengthProblem, usernameProblem } from './account.ts';
import { createFirstLink, type NewLink } from './invitations/making-links.server.ts';
import { isClaimed } from './links/account-links.server.ts';
import { type Owner, passwordProblem } from './sign-in/password-rules.ts';
import { hashPassword } from './sign-in/passwords.server.ts';

export type NewAdministrator = { username: string; email: string; password: string };

/**
 * Checks only the password's length: what a person chooses has passed `refuseWeakPassword`.
 * @throws Conflict when the name or the address is taken, Invalid when one of them or the password cannot be used
 */
export async function addAdministrator(db: Db, input: NewAdministrator, now: Date): Promise<number> {
  refuseBadNames(input);
  const problem = passwordLengthProblem(input.password);
  if (problem) throw Invalid.at('password', problem);
  return insertAdministrator(db, { ...input, passwordHash: await hashPassword(input.password) }, now);
}

/** Takes a hash, since a transaction must not wait for hashing. */
export async function insertAdministrator(
  db: Db,
  { username, email, passwordHash }: Omit<NewAdministrator, 'password'> & { passwordHash: string },
  now: Date,
): Promise<number> {
  const names = nameColumns({ username, email });
  const row = await refuseDuplicateNames(
    db
      .insertInto('administrators')
      .values({ ...names, passwordHash, isActive: true, createdAt: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** The columns of a name and an address. The keys find them and keep them unique. */
export function nameColumns({ username, email }: { username: string; email: string }) {
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
export function refuseWeakPassword(password: string, owner: Owner, field = 'password'): void {
  const problem = passwordProblem(password, owner);
  if (problem) throw Invalid.at(field, problem);
}

/** @throws Conflict when the database finds a name or an address not unique */
export async function refuseDuplicateNames<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict(accountMessages.taken);
    throw error;
  }
}

/**
 * While there is no administrator: creates the one of the settings or, without a password in them, returns a link with which the
 * first person chooses name, address and password.
 * @throws ConfigError when the password from the environment is too weak
 */
export async function ensureFirstAdministrator(
  db: Db,
  admin: { username: string; email: string; password: string | undefined },
  now: Date,
): Promise<NewLink | null> {
  if (await isClaimed(db)) return null;
  const { password } = admin;
  if (password === undefined) return createFirstLink(db, admin, now);
  const problem = passwordProblem(password, { ...admin, societyName: defaultSettings.societyName });
  if (problem) throw new ConfigError(`The settings cannot be used:\n  - ADMIN_PASSWORD: ${problem}`);
  try {
    await addAdministrator(db, { ...admin, password }, now);
  } catch (error) {
    // Another process has created it at the same moment.
    if (!(error instanceof Conflict)) throw error;
  }
  return null;
}
