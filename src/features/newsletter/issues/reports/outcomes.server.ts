/** The outcomes of an issue's mails: how they ended, what was reported later, and who unsubscribed because of them. */
import type { ExpressionBuilder } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailsTable, Tables } from '#platform/db/tables.ts';
import type { Outcomes } from './issue-reports.schema.ts';

export type SentIssue = { id: number; createdAt: string };

/** People who unsubscribed after this issue's mail and before the next one, unless they reported it as spam. */
export function unsubscribedAfterQuery(db: Db, { id, createdAt }: SentIssue) {
  return db
    .selectFrom('subscribers')
    .crossJoin('mails')
    .where('subscribers.unsubscribedAt', '>=', createdAt)
    .where('mails.issueId', '=', id)
    .whereRef('mails.subscriberId', '=', 'subscribers.id')
    .where('mails.state', '=', 'sent')
    .whereRef('subscribers.unsubscribedAt', '>=', 'mails.sentAt')
    .where(isNoComplaint)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails as later')
            .select('later.id')
            .whereRef('later.subscriberId', '=', 'subscribers.id')
            .where('later.state', '=', 'sent')
            .whereRef('later.sentAt', '>', 'mails.sentAt')
            .whereRef('later.sentAt', '<=', 'subscribers.unsubscribedAt'),
        ),
      ),
    );
}

function isNoComplaint(eb: ExpressionBuilder<Tables, 'mails'>) {
  return eb.or([eb('mails.reported', 'is', null), eb('mails.reported', '!=', 'complaint')]);
}

/**
 * The outcomes of an issue's mails so far. A mail that was not confirmed no longer counts as such once it is reported. Complaints and
 * unsubscriptions of people erased since are not counted.
 */
export async function countOutcomesSoFar(db: Db, issue: SentIssue) {
  const counts = await countDeliveriesByState(db, issue.id);
  const reports = await db
    .selectFrom('mails')
    .select(({ fn }) => ['state', 'reported', fn.countAll<number>().as('count')])
    .where('issueId', '=', issue.id)
    .where('reported', 'is not', null)
    .groupBy(['state', 'reported'])
    .execute();
  const sum = (isMeant: (one: (typeof reports)[number]) => boolean) =>
    reports.filter(isMeant).reduce((total, { count }) => total + Number(count), 0);
  const outcomes: Outcomes = {
    delivered: counts.sent - sum(({ state }) => state === 'sent'),
    bounced: sum(({ reported }) => reported === 'bounced'),
    complaints: sum(({ reported }) => reported === 'complaint'),
    unsubscribed: await countRows(unsubscribedAfterQuery(db, issue)),
    notConfirmed: counts.unknown - sum(({ state }) => state === 'unknown'),
    failed: counts.failed,
  };
  return { counts, outcomes, total: Object.values(counts).reduce((all, count) => all + count, 0) };
}

/** Counts bounced and failed addresses that do not exist, without people erased since. */
export async function countNonexistentAddresses(db: Db, issueId: number): Promise<number> {
  const { count } = await db
    .selectFrom('bounces')
    // In this order: otherwise SQLite would read every sent mail.
    .crossJoin('mails')
    .select(({ fn }) => fn.count<number>('mails.id').distinct().as('count'))
    .where('bounces.kind', '=', 'hard')
    .whereRef('mails.messageId', '=', 'bounces.messageId')
    .where('mails.issueId', '=', issueId)
    .where('mails.state', 'in', ['sent', 'unknown', 'failed'])
    .where(isNoComplaint)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type DeliveryCounts = Record<MailsTable['state'], number>;

/** Counts the mails of an issue by state, including those to people erased since. */
async function countDeliveriesByState(db: Db, issueId: number): Promise<DeliveryCounts> {
  const counts = { queued: 0, sending: 0, sent: 0, retry: 0, failed: 0, unknown: 0, skipped: 0, kept: 0 };
  const rows = await db
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('issueId', '=', issueId)
    .groupBy('state')
    .execute();
  const erased = await db
    .selectFrom('erasedDeliveries')
    .select(['state', 'count'])
    .where('issueId', '=', issueId)
    .execute();
  for (const { state, count } of [...rows, ...erased]) counts[state] += Number(count);
  return counts;
}
