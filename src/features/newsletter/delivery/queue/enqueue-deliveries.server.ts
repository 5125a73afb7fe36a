/** Queues an issue's deliveries: one per subscriber, however often it is sent. */
import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import { jsonObjectSql } from '#platform/db/sql-expressions.ts';
import type { Tables } from '#platform/db/tables.ts';
import { hadArticleInDigest } from './already-sent.server.ts';
import { type IdRange, isInAudience, subscriberIdRanges } from './audience.server.ts';
import { type MessageIdParts, messageIdSql } from './message-and-list-ids.server.ts';

export type Queue = {
  articleId: number | null;
  issueId: number;
  now: Date;
  messageId: MessageIdParts;
  /** Digests that contain the article: their recipients are left out. */
  digests?: number[];
};

/** The mails about an article, or of one issue. */
export type MailsOf = { articleId: number | null; issueId?: number | undefined };

type Again = MailsOf & {
  now: Date;
  digests?: number[];
  states: readonly ('failed' | 'skipped' | 'kept' | 'queued' | 'retry' | 'unknown')[];
  /** The issue to send them with from now on; by default they keep theirs. */
  into?: number;
  mayBeUndone?: boolean;
  /** Leaves out addresses that do not exist. */
  isRetry?: boolean;
};

/** The outcome and issue a mail had before a send queued it again. */
export const EarlierOutcome = z.object({
  issueId: z.number(),
  state: z.enum(['failed', 'skipped', 'kept', 'queued', 'retry', 'unknown']),
  attempts: z.number(),
  createdAt: z.string(),
  smtpCode: z.number().nullable(),
  smtpAnswer: z.string().nullable(),
});

/** Queues mails in these states again for everyone still in the audience, each with its own Message-ID. */
export async function requeueDeliveries(
  trx: Db,
  { articleId, issueId, now, states, into, mayBeUndone = false, isRetry = false, digests = [] }: Again,
): Promise<number> {
  const at = now.toISOString();
  const ended = trx.selectFrom('mails').select('id').where(isMailOfIssue({ articleId, issueId }));
  if (!(await ended.where('state', 'in', states).limit(1).executeTakeFirst())) return 0;
  let queued = 0;
  for await (const { from, to } of subscriberIdRanges(trx)) {
    const result = await trx
      .updateTable('mails')
      // Starts afresh, with another 48 hours of attempts.
      .set({
        state: 'queued',
        attempts: 0,
        nextAttemptAt: at,
        createdAt: at,
        smtpCode: null,
        smtpAnswer: null,
        reported: null,
        leaseOwner: null,
        leaseUntil: null,
        ...(into === undefined ? {} : { issueId: into }),
      })
      .$if(mayBeUndone, (query) => query.set({ earlierOutcome: currentOutcomeSql(trx) }))
      .$if(isRetry, (query) => query.where(mayExist))
      .where(isMailOfIssue({ articleId, issueId }, { from, to }))
      .where('state', 'in', states)
      .where('subscriberId', 'in', (query) =>
        query
          .selectFrom('subscribers')
          .select('id')
          .where(isInAudience(articleId))
          .where((eb) => eb.not(hadArticleInDigest(articleId ?? 0, digests)(eb)))
          .where('id', '>=', from)
          .where('id', '<=', to),
      )
      .executeTakeFirst();
    queued += Number(result.numUpdatedRows);
  }
  return queued;
}

export async function enqueueDeliveries(
  trx: Db,
  { articleId, issueId, now, messageId, digests = [] }: Queue,
): Promise<number> {
  const at = now.toISOString();
  let queued = 0;
  for await (const { from, to } of subscriberIdRanges(trx)) {
    const result = await trx
      .insertInto('mails')
      .columns(['kind', 'issueId', 'articleId', 'subscriberId', 'state', 'nextAttemptAt', 'createdAt', 'messageId'])
      .expression((eb) =>
        eb
          .selectFrom('subscribers')
          .select([
            sql<string>`'newsletter'`.as('kind'),
            eb.lit(issueId).as('issueId'),
            sql<number | null>`${sql.lit(articleId)}`.as('articleId'),
            'subscribers.id',
            sql<'queued'>`'queued'`.as('state'),
            sql<string>`${sql.lit(at)}`.as('nextAttemptAt'),
            sql<string>`${sql.lit(at)}`.as('createdAt'),
            messageIdSql(trx, messageId).as('messageId'),
          ])
          .where(isInAudience(articleId))
          .where((eb) => eb.not(hadArticleInDigest(articleId ?? 0, digests)(eb)))
          .where('subscribers.id', '>=', from)
          .where('subscribers.id', '<=', to),
      )
      // One mail per subscriber and article, or per issue without an article.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    queued += Number(result.numInsertedOrUpdatedRows);
  }
  return queued;
}

/** Skips everyone who was still to get the article, or this issue; administrators see `why`. */
export async function skipQueuedDeliveries(trx: Db, mails: MailsOf, why: string | null): Promise<void> {
  for await (const range of subscriberIdRanges(trx))
    await trx
      .updateTable('mails')
      .set({ state: 'skipped', smtpCode: null, smtpAnswer: why })
      .where(isMailOfIssue(mails, range))
      .where('state', 'in', ['queued', 'retry', 'kept'])
      .execute();
}

/** In a query on mails: no answer or report said that there is no such address. */
export function mayExist(eb: ExpressionBuilder<Tables, 'mails'>) {
  const gone = eb.selectFrom('bounces').select('bounces.id').where('bounces.kind', '=', 'hard');
  return eb.not(eb.exists(gone.whereRef('bounces.messageId', '=', 'mails.messageId')));
}

/** In a query on mails: those to some subscribers or to all. Each column has an index that starts with it. */
export function isMailOfIssue({ articleId, issueId }: MailsOf, range?: IdRange) {
  return (eb: ExpressionBuilder<Tables, 'mails'>) => {
    const ofIssue = issueId === undefined ? [] : [eb('mails.issueId', '=', issueId)];
    const inRange = range ? [eb('subscriberId', '>=', range.from), eb('subscriberId', '<=', range.to)] : [];
    return eb.and([eb('mails.articleId', articleId === null ? 'is' : '=', articleId), ...ofIssue, ...inRange]);
  };
}

function currentOutcomeSql(trx: Db) {
  const values = sql`'issueId', issue_id, 'state', state, 'attempts', attempts, 'createdAt', created_at,
    'smtpCode', smtp_code, 'smtpAnswer', smtp_answer`;
  return jsonObjectSql(trx, values);
}
