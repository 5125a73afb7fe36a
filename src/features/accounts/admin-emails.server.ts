/**
 * E-mails to administrators: written as a row with the change that causes them, sent by the worker beside the newsletter,
 * which neither delays them nor is needed for them.
 */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { randomHex } from '#platform/tokens.ts';

export type AdminEmail = {
  /** An administrator, also a deactivated one, or a bare address. */
  to: { administratorId: number } | { address: string };
  subject: string;
  /** Plain texts. */
  paragraphs: string[];
  /** A button below them. */
  link?: AdminLink;
};

/** What a link does; its token is made when the e-mail is sent, so that the database never holds it. */
export type AdminLink =
  | { kind: 'object'; changeId: number; recipientId: number }
  | { kind: 'choose-password'; administratorId: number };

/**
 * Must run in the transaction of the change. Writes nothing, by the same statement, for an id that no administrator has, so
 * that nobody can tell by the time it takes.
 */
export async function enqueueAdminEmail(
  trx: Db,
  { to, subject, paragraphs, link }: AdminEmail,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const row = {
    subject,
    paragraphs: JSON.stringify(paragraphs),
    link: link ? JSON.stringify(link) : null,
    messageKey: randomHex(),
    state: 'queued' as const,
    nextAttemptAt: at,
    createdAt: at,
  };
  if ('address' in to) {
    await trx
      .insertInto('adminEmails')
      .values({ ...row, recipient: to.address })
      .execute();
    return;
  }
  const columns = Object.keys(row) as (keyof typeof row)[];
  await trx
    .insertInto('adminEmails')
    .columns(['recipient', ...columns])
    .expression(
      trx
        .selectFrom('administrators')
        .select(['email', ...columns.map((name) => sql<string>`${row[name]}`.as(name))])
        .where('id', '=', to.administratorId),
    )
    .execute();
}
