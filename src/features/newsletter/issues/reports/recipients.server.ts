/** The recipients of an issue by outcome: listed in pages, or exported as a table. */
import { type AliasedExpression, sql } from 'kysely';
import { z } from 'zod';
import { getIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { cursorParts, cutPage, decodeCursor, type Listed } from '#platform/http/list-pages.ts';
import type { Recipient, RecipientsQuery } from './issue-reports.schema.ts';
import type { Outcome } from './outcome.ts';
import { countOutcomesSoFar, type SentIssue, unsubscribedAfterQuery } from './outcomes.server.ts';

const RecipientCursor = z.tuple([cursorParts.instant, cursorParts.id]);
const exportedAtOnce = 1000;

type Row = Recipient & Pick<Tables['mails'], 'nextAttemptAt'>;

/** @throws NotFound when there is no such issue */
export async function listRecipients(
  db: Db,
  id: number,
  { outcome, limit, cursor }: RecipientsQuery,
): Promise<Listed<Recipient>> {
  const issue = await getIssue(db, id);
  const mails = mailsOf(db, issue, outcome);
  // The total, without reading each delivered mail.
  const total =
    outcome === 'delivered' ? (await countOutcomesSoFar(db, issue)).outcomes.delivered : await countRows(mails);
  const rows = await readPage(mails, cursor ? decodeCursor(cursor, RecipientCursor) : null, limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit, ({ nextAttemptAt, id }) => [nextAttemptAt, id]);
  return { items: shown.map(recipientOf), total, nextCursor };
}

const exportedColumns = ['email', 'why', 'at', 'smtpCode', 'reason'] as const;

export async function* exportRecipients(db: Db, issue: SentIssue, outcome: Outcome): AsyncGenerator<string[][]> {
  yield [[...exportedColumns]];
  const read = (last?: Row) =>
    readPage(mailsOf(db, issue, outcome), last ? [last.nextAttemptAt, last.id] : null, exportedAtOnce);
  for (let rows = await read(); rows.length > 0; rows = await read(rows.at(-1)))
    yield rows.map((one) => exportedColumns.map((column) => String(one[column] ?? '')));
}

function recipientOf({ id, subscriberId, email, why, at, smtpCode, reason }: Row): Recipient {
  return { id, subscriberId, email, why, at, smtpCode, reason };
}

/** In the order of the index that claims them. */
async function readPage(
  mails: ReturnType<typeof mailsOf>,
  after: [string, number] | null,
  limit: number,
): Promise<Row[]> {
  return mails
    .selectAll()
    .$if(after !== null, (all) => all.where(sql<boolean>`(next_attempt_at, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const columns = [
  ...(['mails.id', 'subscribers.id as subscriberId', 'subscribers.email'] as const),
  ...(['mails.smtpCode', 'mails.nextAttemptAt'] as const),
];
const ended = ['mails.sentAt as at', 'mails.smtpAnswer as reason'] as const;
const noReason = sql<Row['reason']>`null`.as('reason');
const didNotFail = sql<Row['why']>`null`.as('why');
const why = sql<Row['why']>`coalesce(reported, case mails.state when 'failed' then 'refused' else 'unconfirmed' end)`;

function mailsOf(db: Db, issue: SentIssue, outcome: Outcome) {
  return db.selectFrom(queryOf(db, issue, outcome));
}

function queryOf(db: Db, issue: SentIssue, outcome: Outcome): AliasedExpression<Row, 'mails'> {
  if (outcome === 'unsubscribed')
    return unsubscribedAfterQuery(db, issue)
      .select(columns)
      .select(['subscribers.unsubscribedAt as at', noReason, didNotFail])
      .as('mails');
  const mails = db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select([...columns, ...ended])
    .where('mails.issueId', '=', issue.id);
  const notReported = mails.where('mails.reported', 'is', null);
  if (outcome === 'delivered') return notReported.where('mails.state', '=', 'sent').select(didNotFail).as('mails');
  // Each of the two has its index.
  const notTaken = notReported.where('mails.state', 'in', ['failed', 'unknown']).select(why.as('why'));
  return notTaken.unionAll(mails.where('mails.reported', 'is not', null).select(why.as('why'))).as('mails');
}
