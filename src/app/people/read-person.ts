/** Everything the site keeps about one person, by address, for subject access requests. */
import { accountKey } from '#features/accounts/account.ts';
import { findAuthenticatorApp } from '#features/accounts/second-factor/authenticator-app.server.ts';
import { listPostsOfPeople } from '#features/committees/committees.server.ts';
import { findErasedAddresses } from '#features/newsletter/subscribers/erasing.server.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { findStopped } from '#platform/mail/first-mails.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import type { Person } from './person.schema.ts';

/** @throws NotFound when there is nothing */
export async function readPerson(db: Db, email: string, now: Date): Promise<Person> {
  const key = normaliseEmail(email);
  const found = await collectPerson(db, email);
  const wasErased = (await findErasedAddresses(db, [key])).size > 0;
  const wantsNoEmails = (await findStopped(db, [key], now)).size > 0;
  if (!wasErased && !wantsNoEmails) refuseUnknownPerson(found);
  return { email: key, madeAt: now.toISOString(), ...found, wasErased, wantsNoEmails };
}

type Found = Awaited<ReturnType<typeof collectPerson>>;

/** Everything there is; nothing is empty and null. */
export async function collectPerson(db: Db, email: string) {
  const key = normaliseEmail(email);
  const administrator = await administratorOf(db, accountKey(email));
  const registrations = await registrationsOf(db, key);
  const names = [administrator?.username ?? '', ...registrations.map(({ name }) => name ?? '')];
  return {
    administrator,
    invitations: await invitationsTo(db, accountKey(email)),
    subscriber: await subscriberOf(db, key),
    registrations,
    committees: await listPostsOfPeople(db, names),
    emails: await emailsTo(db, key),
  };
}

/** @throws NotFound */
export function refuseUnknownPerson({ administrator, subscriber, invitations, registrations, emails }: Found): void {
  if (administrator || subscriber || [invitations, registrations, emails].some((list) => list.length > 0)) return;
  throw new NotFound('Nothing is kept about this address.');
}

async function administratorOf(db: Db, key: string) {
  const row = await db
    .selectFrom('administrators')
    .select(['id', 'username', 'email', 'isActive', 'createdAt', 'lastSeenAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const sessions = db.selectFrom('sessions').select(['device', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt']);
  const activity = db.selectFrom('audit').select(['at', 'action', 'entityId']).orderBy('id');
  const passkeys = db.selectFrom('passkeys').select(['name', 'domain', 'createdAt', 'lastUsedAt']).orderBy('id');
  const app = await findAuthenticatorApp(db, row.id);
  const codes = db.selectFrom('recoveryCodes').select(['createdAt', 'usedAt']).orderBy('usedAt');
  return {
    ...row,
    passkeys: await passkeys.where('administratorId', '=', row.id).execute(),
    authenticatorApps: app ? [app] : [],
    recoveryCodes: await codes.where('administratorId', '=', row.id).execute(),
    sessions: await sessions.where('administratorId', '=', row.id).orderBy('id').execute(),
    activity: await activity.where('administratorId', '=', row.id).execute(),
    unsaved: await unsavedOf(db, row.id),
  };
}

/** Their unsaved drafts. */
async function unsavedOf(db: Db, administratorId: number) {
  const rows = await db
    .selectFrom('drafts')
    .select(['form', 'at', 'data'])
    .where('administratorId', '=', administratorId)
    .orderBy('at')
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, ...(JSON.parse(data) as object) }));
}

async function invitationsTo(db: Db, key: string) {
  return db
    .selectFrom('accountLinks')
    .select(['username', 'email', 'createdAt', 'expiresAt', 'endedAt'])
    .where('emailKey', '=', key)
    .orderBy('id')
    .execute();
}

async function subscriberOf(db: Db, key: string) {
  const row = await db.selectFrom('subscribers').selectAll().where('emailKey', '=', key).executeTakeFirst();
  if (!row) return null;
  const newsletters = db
    .selectFrom('mails')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .select(['issues.subject', 'mails.state', 'mails.createdAt', 'mails.sentAt']);
  const bounces = db.selectFrom('bounces').select(['at', 'kind', 'source', 'answer']);
  return {
    ...row,
    newsletters: await newsletters.where('subscriberId', '=', row.id).orderBy('mails.id').execute(),
    bounces: await bounces.where('subscriberId', '=', row.id).orderBy('id').execute(),
  };
}

async function registrationsOf(db: Db, key: string) {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.eventId')
    .selectAll('registrations')
    .select('events.title as event')
    .where('emailKey', '=', key)
    .orderBy('registrations.id')
    .execute();
  return rows.map(({ answers, ...row }) => ({ ...row, answers: answers ? (JSON.parse(answers) as unknown) : null }));
}

async function emailsTo(db: Db, key: string) {
  const rows = await db
    .selectFrom('mails')
    .leftJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .leftJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['mails.kind', 'mails.state', 'mails.createdAt', 'mails.sentAt', 'mails.recipient'])
    .where('mails.issueId', 'is', null)
    .where((where) =>
      where.or([
        where('subscribers.emailKey', '=', key),
        where('registrations.emailKey', '=', key),
        where('mails.recipient', 'is not', null),
      ]),
    )
    .orderBy('mails.id')
    .execute();
  return rows
    .filter(({ recipient }) => recipient === null || normaliseEmail(recipient) === key)
    .map(({ recipient: _recipient, ...row }) => row);
}
