/** The signed links in mails to guests; not stored. One link allows everything. */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { registrationMessages } from './registration.ts';
import type { RegistrationsTable } from './registrations.tables.ts';

/** How long a request can be confirmed. */
export const confirmableMs = 86_400_000;
/** The name of the key that signs them. */
export const registrationLinksSecret = 'registration-links';

export type RegistrationRow = Selectable<RegistrationsTable>;

/** @throws NotFound also for one that is erased */
export async function getRegistrationByToken(db: Db, token: string): Promise<RegistrationRow> {
  // Until version 0.3 each request had a link of its own.
  const [, id = 0, request = ''] = /^([1-9]\d{0,14})(-\d{1,15})?\./.exec(token) ?? [];
  const row = await db.selectFrom('registrations').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  const expected = row ? await registrationToken(db, row, request) : null;
  if (!row || expected === null || !isSignature(token, expected)) throw new NotFound(registrationMessages.linkUnknown);
  return row;
}

/** Null once it is erased. `request`: of a link for one request alone. */
export async function registrationToken(
  db: Db,
  { id, emailKey }: Pick<RegistrationRow, 'id' | 'emailKey'>,
  request = '',
): Promise<string | null> {
  if (emailKey === null) return null;
  const secret = await secretFor(db, registrationLinksSecret);
  return `${id}${request}.${sign(secret, `registration\n${id}${request}\n${emailKey}`)}`;
}
