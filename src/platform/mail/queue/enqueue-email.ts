/** Emails to one person, apart from newsletters: written as a row with the change that causes them, and sent by the worker. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type Recipient = { subscriberId: number } | { registrationId: number };

/** An id that no row has: an email to it is not written, and takes the same time. */
export const noOne = 0;

export type NewEmail = {
  kind: string;
  /** The address of a subscriber or a guest is read when the email is sent. */
  to: { address: string } | { administratorId: number } | Recipient;
  /** What its kind needs to write it, stored as JSON. Contains no tokens. */
  content?: object | undefined;
  /** At most one email is written for this key. */
  dedupeKey?: string | undefined;
};

/**
 * Must run in the transaction of the change. For an id that does not exist, the same statement writes nothing, so the time it takes
 * tells nothing. Returns the row's id, or null.
 */
export async function enqueueEmail(trx: Db, { to, ...email }: NewEmail, now: Date) {
  const row = rowOf(email, now);
  const insert = trx.insertInto('mails');
  if ('address' in to) {
    const written = insert.values({ ...row, recipient: to.address }).onConflict((conflict) => conflict.doNothing());
    return (await written.returning('id').executeTakeFirst())?.id ?? null;
  }
  const [[person, id] = ['']] = Object.entries(to);
  const { table, value, column } = people[person as keyof typeof people];
  const names = Object.keys(row) as (keyof typeof row)[];
  const values = names.map((name) => sql<string>`${row[name]}`.as(name));
  const found = trx.selectFrom(table as 'subscribers').select([sql<number>`${sql.ref(value)}`.as(column), ...values]);
  const written = insert.columns([column, ...names]).expression(found.where('id', '=', id ?? noOne));
  return (await written.returning('id').executeTakeFirst())?.id ?? null;
}

const people = {
  subscriberId: { table: 'subscribers', value: 'id', column: 'subscriberId' },
  registrationId: { table: 'registrations', value: 'id', column: 'registrationId' },
  administratorId: { table: 'administrators', value: 'email', column: 'recipient' },
} as const;

/**
 * One email for each, with its own content and time, in one statement. A guest who already has an email with this `dedupeKey` gets
 * no other. Returns how many were written.
 */
export async function enqueueEmails(
  trx: Db,
  kind: string,
  emails: (Omit<NewEmail, 'kind' | 'to'> & Recipient & { dueAt?: Date })[],
  now: Date,
): Promise<number> {
  if (emails.length === 0) return 0;
  const rows = emails.map(({ dueAt = now, content, dedupeKey, ...to }) => {
    const row = rowOf({ kind, content, dedupeKey }, now);
    return { ...row, ...to, nextAttemptAt: dueAt.toISOString() };
  });
  const insert = trx.insertInto('mails').values(rows);
  const written = await insert
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute();
  return written.length;
}

function rowOf({ kind, content, dedupeKey }: Omit<NewEmail, 'to'>, now: Date) {
  return {
    kind,
    dedupeKey: dedupeKey ?? null,
    content: JSON.stringify(content ?? {}),
    state: 'queued' as const,
    nextAttemptAt: now.toISOString(),
    createdAt: now.toISOString(),
  };
}
