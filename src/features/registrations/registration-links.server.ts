/**
 * The signed links in mails to guests; not stored. One link allows everything; each request has its own, which confirms what its
 * mail says.
 */
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { registrationMessages } from './registration.ts';
import type { RegistrationsTable } from './registrations.tables.ts';

/** How long the link of a request confirms it. */
export const confirmableMs = 86_400_000;
/** The name of the key that signs them. */
export const registrationLinksSecret = 'registration-links';

export type RegistrationRow = Selectable<RegistrationsTable>;

/** What was requested, as its mail says. */
export type Request = Pick<RegistrationRow, 'name' | 'email' | 'places' | 'answers'>;

export function pickRequestFields({ name, email, places, answers }: Request): Request {
  return { name, email, places, answers };
}

/** Null once it is erased. `requestId`: the mail about one request. */
export async function registrationToken(
  db: Db,
  { id, emailKey }: Pick<RegistrationRow, 'id' | 'emailKey'>,
  requestId?: number,
): Promise<string | null> {
  if (emailKey === null) return null;
  const request = requestId === undefined ? '' : `-${requestId}`;
  const secret = await secretFor(db, registrationLinksSecret);
  return `${id}${request}.${sign(secret, `registration\n${id}${request}\n${emailKey}`)}`;
}

type Found = { row: RegistrationRow; request: (Request & { askedAt: string }) | null };

/**
 * `request` is null with the link for everything.
 * @throws NotFound also for one that is erased
 */
export async function getRegistrationByToken(db: Db, token: string): Promise<Found> {
  const [, id = 0, requestId] = /^([1-9]\d{0,14})(?:-(\d{1,15}))?\./.exec(token) ?? [];
  const row = await db.selectFrom('registrations').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  const expected = row ? await registrationToken(db, row, requestId ? Number(requestId) : undefined) : null;
  if (!row || expected === null || !isSignature(token, expected)) throw new NotFound(registrationMessages.linkUnknown);
  if (!requestId) return { row, request: null };
  const mail = await db
    .selectFrom('mails')
    .select(['content', 'createdAt'])
    .where('id', '=', Number(requestId))
    .executeTakeFirst();
  if (!mail) throw new NotFound(registrationMessages.linkUnknown);
  return { row, request: { askedAt: mail.createdAt, ...(JSON.parse(mail.content) as Request) } };
}
