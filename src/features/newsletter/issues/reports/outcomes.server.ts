/**
 * What became of an issue's mails after the mail servers took them: reports of bounces and complaints carry our Message-ID,
 * which begins with the article, or the issue. Only what was reported or who has left is gone through, not all who were sent it.
 */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { messageIdRange } from '#features/newsletter/content/links.server.ts';
import { belongsToIssue } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import type { DeliveryState } from '#features/newsletter/delivery-state.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { byBytes } from '#platform/db/expressions.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { IssueProgress } from '../issues.schema.ts';

export type SentIssue = { id: number; articleId: number | null; createdAt: string };

type Outcomes = IssueProgress['outcomes'];

export const noOutcomes: Outcomes = { accepted: 0, bounced: 0, complaints: 0, left: 0, inDoubt: 0, failed: 0 };

/** One of each mail: the worst that was reported of it. A mail that may have arrived, and is reported, has arrived. */
export function reportsOf(db: Db, issue: SentIssue) {
  return (
    db
      // In this order: SQLite would go through all that were sent.
      .selectFrom('bounces')
      .crossJoin('mails')
      .where(inRange(db, issue))
      .where('bounces.source', '!=', 'smtp')
      .whereRef('mails.messageId', '=', 'bounces.messageId')
      .where('mails.issueId', '=', issue.id)
      .where('mails.state', 'in', ['sent', 'unknown'])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('bounces as other')
              .select('other.id')
              .whereRef('other.messageId', '=', 'bounces.messageId')
              .where('other.source', '!=', 'smtp')
              .where(
                eb.or([
                  eb(rank('other'), '>', rank('bounces')),
                  eb.and([eb(rank('other'), '=', rank('bounces')), sql<boolean>`other.id < bounces.id`]),
                ]),
              ),
          ),
        ),
      )
  );
}

/** Who unsubscribed after this issue's mail, before any later one, and not by calling it spam. */
export function unsubscribedAfter(db: Db, { id, articleId, createdAt }: SentIssue) {
  return db
    .selectFrom('subscribers')
    .crossJoin('mails')
    .where('subscribers.unsubscribedAt', '>=', createdAt)
    .where(belongsToIssue({ articleId, issueId: id }))
    .whereRef('mails.subscriberId', '=', 'subscribers.id')
    .where('mails.state', '=', 'sent')
    .whereRef('subscribers.unsubscribedAt', '>=', 'mails.sentAt')
    .where((eb) => eb.not(hasBounceReport(eb, ['complaint'])))
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

type Kind = Tables['bounces']['kind'];

/** Of a query of deliveries: that one of these was reported of the mail after it was taken. */
export function hasBounceReport(eb: ExpressionBuilder<Tables, 'mails'>, kinds?: Kind[]) {
  return hasBounce(eb, kinds, ['mailbox', 'webhook']);
}

function hasBounce(
  eb: ExpressionBuilder<Tables, 'mails'>,
  kinds: Kind[] = ['hard', 'soft', 'complaint'],
  sources: Tables['bounces']['source'][] = ['smtp', 'mailbox', 'webhook'],
) {
  return eb.exists(
    eb
      .selectFrom('bounces')
      .select('bounces.id')
      .whereRef('bounces.messageId', '=', 'mails.messageId')
      .where('bounces.source', 'in', sources)
      .where('bounces.kind', 'in', kinds),
  );
}

/** `counts` as of `countDeliveries`. Who complained or has left, and was erased since, is no longer counted as such. */
export async function countOutcomes(db: Db, issue: SentIssue, counts: DeliveryCounts): Promise<Outcomes> {
  const reports = await reportsOf(db, issue)
    .select(({ fn }) => ['mails.state', 'bounces.kind', fn.countAll<number>().as('count')])
    .groupBy(['mails.state', 'bounces.kind'])
    .execute();
  const sum = (isMeant: (one: (typeof reports)[number]) => boolean) =>
    reports.filter(isMeant).reduce((total, { count }) => total + Number(count), 0);
  return {
    accepted: counts.sent - sum(({ state }) => state === 'sent'),
    bounced: sum(({ kind }) => kind !== 'complaint'),
    complaints: sum(({ kind }) => kind === 'complaint'),
    left: await countRows(unsubscribedAfter(db, issue)),
    inDoubt: counts.unknown - sum(({ state }) => state === 'unknown'),
    failed: counts.failed,
  };
}

/** Of the bounced and the failed, whose address does not exist; not of people who were erased since. */
export async function countGone(db: Db, issueId: number): Promise<number> {
  const ended = db
    .selectFrom('mails')
    .where('issueId', '=', issueId)
    .where('state', 'in', ['sent', 'unknown', 'failed']);
  return countRows(ended.where((eb) => eb.and([hasBounce(eb, ['hard']), eb.not(hasBounce(eb, ['complaint']))])));
}

function inRange(db: Db, issue: SentIssue): RawBuilder<boolean> {
  const { from, to } = messageIdRange(issue);
  const messageId = byBytes(db, 'bounces.messageId');
  return sql<boolean>`${messageId} >= ${from} and ${messageId} < ${to}`;
}

function rank(table: 'bounces' | 'other'): RawBuilder<number> {
  return sql<number>`case ${sql.ref(`${table}.kind`)} when 'complaint' then 3 when 'hard' then 2 else 1 end`;
}

export type DeliveryCounts = Record<DeliveryState, number>;

/** The mails of an issue by state, those to people who have been erased since included. */
export async function countDeliveries(db: Db, issueId: number): Promise<DeliveryCounts> {
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
