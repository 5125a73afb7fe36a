/** The link in the mails to a guest: signed, not stored, one for everything that they may do. */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { registrationMessages } from './registration.ts';
import type { RegistrationsTable } from './registrations.tables.ts';

/** The name of the key that signs them. */
export const registrationLinksSecret = 'registration-links';

export type RegistrationRow = Selectable<RegistrationsTable>;

/** Null once it is erased. */
export async function registrationToken(
  db: Db,
  { id, emailKey }: Pick<RegistrationRow, 'id' | 'emailKey'>,
): Promise<string | null> {
  if (emailKey === null) return null;
  return `${id}.${sign(await secretFor(db, registrationLinksSecret), `registration\n${id}\n${emailKey}`)}`;
}

/** @throws NotFound also for one that is erased */
export async function findByToken(db: Db, token: string): Promise<RegistrationRow> {
  const id = Number(/^([1-9]\d{0,14})\./.exec(token)?.[1] ?? 0);
  const row = await db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
  const expected = row ? await registrationToken(db, row) : null;
  if (!row || expected === null || !isSignature(token, expected)) throw new NotFound(registrationMessages.linkUnknown);
  return row;
}
