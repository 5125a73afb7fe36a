/** Whom an issue was for, by what became of their mail: to be looked through page by page, or taken along as CSV. */

import { type AliasedExpression, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { getIssue, type IssueWanted } from '#features/newsletter/content/issue-texts.server.ts';
import { csvCell } from '#platform/csv/csv-cell.ts';
import type { Db } from '#platform/db/db.ts';
import { likeAny } from '#platform/db/like-any.ts';
import type { Tables } from '#platform/db/tables.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed } from '#platform/http/api.ts';
import type { Recipient } from './issue-reports.schema.ts';
import type { Outcome } from './outcome.ts';
import { isReported, reportsOf, type SentIssue, unsubscribedAfter } from './outcomes.server.ts';
import type { RecipientsQuery } from './report-queries.schema.ts';

const RecipientCursor = z.tuple([cursorParts.instant, cursorParts.id]);
const exportedAtOnce = 1000;
const counted = sql<number>`count(*)`.as('total');

/** A delivery with its reader, and what is told of it. */
type Row = Pick<Tables['deliveries'], 'subscriberId' | 'state' | 'smtpCode' | 'nextAttemptAt'> & {
  id: number;
  attempts: number;
  email: string;
  at: string | null;
  reason: string | null;
  kind: 'hard' | 'soft' | null;
};

/** @throws NotFound when there is no such issue */
export async function listRecipients(
  db: Db,
  wanted: IssueWanted,
  { outcome, search, limit, cursor }: RecipientsQuery,
): Promise<Listed<Recipient>> {
  const issue = await getIssue(db, wanted);
  const mails = mailsOf(db, issue, outcome, search);
  const total =
    outcome === 'accepted' && !search
      ? await countAccepted(db, issue)
      : Number((await mails.select(counted).executeTakeFirstOrThrow()).total);
  const rows = await page(mails, cursor ? decodeCursor(cursor, RecipientCursor) : null, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? encodeCursor([last.nextAttemptAt, last.id]) : null;
  return { items: shown.map((row) => recipientOf(row, outcome)), total, nextCursor };
}

/** All that were sent but for what was reported, without a look at each. */
async function countAccepted(db: Db, issue: SentIssue): Promise<number> {
  const sent = db.selectFrom('deliveries').where('issueId', '=', issue.id).where('state', '=', 'sent');
  const reported = reportsOf(db, issue).where('deliveries.state', '=', 'sent');
  const [all, others] = [await sent.select(counted).execute(), await reported.select(counted).execute()];
  return Number(all[0]?.total) - Number(others[0]?.total);
}

const csvColumns = ['email', 'outcome', 'kind', 'at', 'smtpCode', 'reason'] as const;

/** With the mark by which spreadsheet programs know UTF-8; no cell is taken for a formula. */
export async function* exportRecipients(db: Db, issue: SentIssue, outcome: Outcome): AsyncGenerator<string> {
  yield `\ufeff${csvColumns.join(',')}\r\n`;
  let after: [string, number] | null = null;
  for (;;) {
    const rows: Row[] = await page(mailsOf(db, issue, outcome), after, exportedAtOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.nextAttemptAt, last.id];
    yield rows
      .map((row) => recipientOf(row, outcome))
      .map((one) => `${csvColumns.map((column) => csvCell(String(one[column] ?? ''))).join(',')}\r\n`)
      .join('');
  }
}

function recipientOf({ nextAttemptAt, ...row }: Row, outcome: Outcome): Recipient {
  return { ...row, outcome, nextAttemptAt: row.state === 'retry' ? nextAttemptAt : null };
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

function mailsOf(db: Db, issue: SentIssue, outcome: Outcome, search?: string) {
  const isFound = search ? likeAny(db, search, ['subscribers.emailKey']) : sql<boolean>`true`;
  return db.selectFrom(queryOf(db, issue, outcome, isFound));
}

const columns = [
  ...(['deliveries.id', 'deliveries.subscriberId', 'subscribers.email', 'deliveries.state'] as const),
  ...(['deliveries.attempts', 'deliveries.smtpCode', 'deliveries.nextAttemptAt'] as const),
];
const noReason = sql<Row['reason']>`null`.as('reason');
const noKind = sql<Row['kind']>`null`.as('kind');

function queryOf(
  db: Db,
  issue: SentIssue,
  outcome: Outcome,
  isFound: RawBuilder<boolean>,
): AliasedExpression<Row, 'mails'> {
  if (outcome === 'left')
    return unsubscribedAfter(db, issue)
      .where(isFound)
      .select(columns)
      .select(['subscribers.unsubscribedAt as at', noReason, noKind])
      .as('mails');
  const kinds = reportedKinds[outcome];
  if (kinds)
    return reportsOf(db, issue)
      .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
      .where('bounces.kind', 'in', kinds)
      .where(isFound)
      .select(columns)
      .select(['bounces.at', 'bounces.answer as reason'])
      .select(sql<Row['kind']>`nullif(bounces.kind, 'complaint')`.as('kind'))
      .as('mails');
  const state = outcome === 'accepted' ? 'sent' : outcome;
  const mails = db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .where('deliveries.issueId', '=', issue.id)
    .where('deliveries.state', '=', state as Row['state'])
    .where(isFound)
    .select(columns)
    .select(['deliveries.sentAt as at', 'deliveries.smtpAnswer as reason', noKind]);
  const isReportable = state === 'sent' || state === 'unknown';
  return (isReportable ? mails.where((eb) => eb.not(isReported(eb))) : mails).as('mails');
}

const reportedKinds: Partial<Record<Outcome, ('hard' | 'soft' | 'complaint')[]>> = {
  bounced: ['hard', 'soft'],
  hardBounced: ['hard'],
  softBounced: ['soft'],
  complaints: ['complaint'],
};
