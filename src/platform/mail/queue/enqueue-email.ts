/** Emails to one person that are not a newsletter: written as a row with the change that causes them, sent by the worker. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type NewEmail = {
  kind: string;
  /** The address of a subscriber or a guest is read when the email is sent. */
  to: { address: string } | { administratorId: number } | { subscriberId: number } | { registrationId: number };
  /** What its kind needs to write it; kept as JSON. Nothing in it may open anything. */
  content?: object;
  /** At most one email is written for it. */
  dedupeKey?: string;
};

/**
 * Must run in the transaction of the change. Writes nothing, by the same statement, for an id that no one has, so that no one
 * can tell by the time it takes. Returns the id of the row, null for none.
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
  const written = insert.columns([column, ...names]).expression(found.where('id', '=', id ?? 0));
  return (await written.returning('id').executeTakeFirst())?.id ?? null;
}

const people = {
  subscriberId: { table: 'subscribers', value: 'id', column: 'subscriberId' },
  registrationId: { table: 'registrations', value: 'id', column: 'registrationId' },
  administratorId: { table: 'administrators', value: 'email', column: 'recipient' },
} as const;

type Recipient = { subscriberId: number } | { registrationId: number };

/**
 * One for each, with a content and a time of its own, by one statement. A guest who has the email of a `dedupeKey` gets no other.
 * Returns how many.
 */
export async function enqueueEmails(
  trx: Db,
  kind: string,
  emails: (Recipient & { content?: object; dedupeKey?: string; dueAt?: Date })[],
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

type Content = { kind: string; content?: object | undefined; dedupeKey?: string | undefined };

function rowOf({ kind, content, dedupeKey }: Content, now: Date) {
  return {
    kind,
    dedupeKey: dedupeKey ?? null,
    content: JSON.stringify(content ?? {}),
    state: 'queued' as const,
    nextAttemptAt: now.toISOString(),
    createdAt: now.toISOString(),
  };
}
