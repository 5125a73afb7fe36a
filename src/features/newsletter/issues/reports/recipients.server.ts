/** Whom an issue was for, by what became of their mail: to be looked through page by page, or taken along as a table. */
import { type AliasedExpression, sql } from 'kysely';
import { z } from 'zod';
import { getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { cursorParts, cutPage, decodeCursor, type Listed } from '#platform/http/api.ts';
import type { Recipient } from './issue-reports.schema.ts';
import type { Outcome } from './outcome.ts';
import { hasBounceReport, reportsOf, type SentIssue, unsubscribedAfter } from './outcomes.server.ts';
import type { RecipientsQuery } from './report-queries.schema.ts';

const RecipientCursor = z.tuple([cursorParts.instant, cursorParts.id]);
const exportedAtOnce = 1000;

type Row = Recipient & Pick<Tables['mails'], 'nextAttemptAt'>;

/** @throws NotFound when there is no such issue */
export async function listRecipients(
  db: Db,
  wanted: IssueWanted,
  { outcome, limit, cursor }: RecipientsQuery,
): Promise<Listed<Recipient>> {
  const issue = await getIssue(db, wanted);
  const mails = mailsOf(db, issue, outcome);
  const total = await (outcome === 'delivered' ? countAccepted(db, issue) : countRows(mails));
  const rows = await page(mails, cursor ? decodeCursor(cursor, RecipientCursor) : null, limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit, ({ nextAttemptAt, id }) => [nextAttemptAt, id]);
  return { items: shown.map(recipientOf), total, nextCursor };
}

/** All that were sent but for what was reported, without a look at each. */
async function countAccepted(db: Db, issue: SentIssue): Promise<number> {
  const sent = db.selectFrom('mails').where('issueId', '=', issue.id).where('state', '=', 'sent');
  const reported = reportsOf(db, issue).where('mails.state', '=', 'sent');
  return (await countRows(sent)) - (await countRows(reported));
}

const exportedColumns = ['email', 'why', 'at', 'smtpCode', 'reason'] as const;

export async function* exportRecipients(db: Db, issue: SentIssue, outcome: Outcome): AsyncGenerator<string[][]> {
  yield [[...exportedColumns]];
  let after: [string, number] | null = null;
  for (;;) {
    const rows: Row[] = await page(mailsOf(db, issue, outcome), after, exportedAtOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.nextAttemptAt, last.id];
    yield rows.map((one) => exportedColumns.map((column) => String(one[column] ?? '')));
  }
}

function recipientOf({ id, subscriberId, email, why, at, smtpCode, reason }: Row): Recipient {
  return { id, subscriberId, email, why, at, smtpCode, reason };
}

/** In the order of the index that claims them. */
async function page(mails: Mails, after: [string, number] | null, limit: number): Promise<Row[]> {
  return mails
    .selectAll()
    .$if(after !== null, (all) => all.where(sql<boolean>`(next_attempt_at, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Mails = ReturnType<typeof mailsOf>;

function mailsOf(db: Db, issue: SentIssue, outcome: Outcome) {
  return db.selectFrom(queryOf(db, issue, outcome));
}

const columns = [
  ...(['mails.id', 'subscribers.id as subscriberId', 'subscribers.email'] as const),
  ...(['mails.smtpCode', 'mails.nextAttemptAt'] as const),
];
const noReason = sql<Row['reason']>`null`.as('reason');
const didNotFail = sql<Row['why']>`null`.as('why');

function queryOf(db: Db, issue: SentIssue, outcome: Outcome): AliasedExpression<Row, 'mails'> {
  if (outcome === 'failed') return failedOf(db, issue).as('mails');
  if (outcome === 'delivered')
    return handedOver(db, issue)
      .where('mails.state', '=', 'sent')
      .where((eb) => eb.not(hasBounceReport(eb)))
      .select(['mails.sentAt as at', 'mails.smtpAnswer as reason', didNotFail])
      .as('mails');
  return unsubscribedAfter(db, issue)
    .select(columns)
    .select(['subscribers.unsubscribedAt as at', noReason, didNotFail])
    .as('mails');
}

function handedOver(db: Db, issue: SentIssue) {
  return db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .where('mails.issueId', '=', issue.id)
    .select(columns);
}

function failedOf(db: Db, issue: SentIssue) {
  const refused = handedOver(db, issue)
    .where('mails.state', 'in', ['failed', 'unknown'])
    .where((eb) => eb.or([eb('mails.state', '=', 'failed'), eb.not(hasBounceReport(eb))]))
    .select(['mails.sentAt as at', 'mails.smtpAnswer as reason'])
    .select(sql<Row['why']>`case mails.state when 'failed' then 'refused' else 'unconfirmed' end`.as('why'));
  const reported = reportsOf(db, issue)
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(columns)
    .select(['bounces.at', 'bounces.answer as reason'])
    .select(sql<Row['why']>`case bounces.kind when 'complaint' then 'complaint' else 'bounced' end`.as('why'));
  return refused.unionAll(reported);
}
