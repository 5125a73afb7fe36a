/** Queues an issue's deliveries: one per subscriber, however often it is sent. */
import { type ExpressionBuilder, sql } from 'kysely';
import { linksSecret } from '#features/newsletter/content/newsletter-links.server.ts';
import type { IssueKey } from '#features/newsletter/issue.ts';
import type { Db } from '#platform/db/db.ts';
import { jsonObjectSql, sha256HexSql } from '#platform/db/sql-expressions.ts';
import type { Tables } from '#platform/db/tables.ts';
import { idDomainOf } from '#platform/mail/queue/mail-rows.ts';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';
import { hadArticleInDigest } from './already-sent.server.ts';
import { type IdRange, isInAudience, subscriberIdRanges } from './audience.server.ts';

type Wanted = {
  now: Date;
  siteUrl: string;
  /** Mails in these states are queued again, each with its own Message-ID. */
  states: readonly ('failed' | 'skipped' | 'kept' | 'unknown')[];
  mayBeUndone?: boolean;
};

/** For everyone in the audience who has not had it. Mails that other issues of the article ended with go with this one from now on. */
export async function enqueueDeliveries(trx: Db, issue: IssueKey, wanted: Wanted): Promise<number> {
  const { id, articleId } = issue;
  const at = wanted.now.toISOString();
  const messageId = await messageIdSql(trx, issue, wanted.siteUrl);
  let queued = articleId === null ? 0 : await requeueDeliveries(trx, issue, wanted);
  for await (const range of subscriberIdRanges(trx)) {
    const result = await trx
      .insertInto('mails')
      .columns(['kind', 'issueId', 'articleId', 'subscriberId', 'state', 'nextAttemptAt', 'createdAt', 'messageId'])
      .expression((eb) =>
        eb
          .selectFrom('subscribers')
          .select([
            sql<string>`'newsletter'`.as('kind'),
            eb.lit(id).as('issueId'),
            sql<number | null>`${sql.lit(articleId)}`.as('articleId'),
            'subscribers.id',
            sql<'queued'>`'queued'`.as('state'),
            sql<string>`${sql.lit(at)}`.as('nextAttemptAt'),
            sql<string>`${sql.lit(at)}`.as('createdAt'),
            messageId.as('messageId'),
          ])
          .where(isToGet(articleId, range)),
      )
      // One mail per subscriber and article, or per issue without an article.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    queued += Number(result.numInsertedOrUpdatedRows);
  }
  return queued;
}

/**
 * In a query on subscribers: the same article (or else issue) and subscriber always get the same Message-ID. Contains half of the
 * SHA-256 of a secret key and the subscriber's id, in hex: subscribers must not be able to guess each other's.
 */
async function messageIdSql(trx: Db, { id, articleId }: IssueKey, siteUrl: string) {
  const [name, words] =
    articleId === null ? [`issue.${id}`, `message of issue\n${id}`] : [`article.${articleId}`, `message\n${articleId}`];
  const key = sign(await secretFor(trx, linksSecret), words, 'hex');
  const hash = sha256HexSql(trx, sql`${key} || '.' || subscribers.id`);
  return sql<string>`${`<${name}.`} || subscribers.id || '.' || substr(${hash}, 1, 32) || ${`@${idDomainOf(siteUrl)}>`}`;
}

/** `isRetry`: of this issue alone, and without addresses that do not exist. */
export async function requeueDeliveries(
  trx: Db,
  { id, articleId }: IssueKey,
  { now, states, isRetry = false, mayBeUndone = false }: Omit<Wanted, 'siteUrl'> & { isRetry?: boolean },
): Promise<number> {
  const at = now.toISOString();
  const isMeant = (eb: ExpressionBuilder<Tables, 'mails'>) =>
    eb.and([
      isRetry ? eb('mails.issueId', '=', id) : eb('mails.articleId', '=', articleId),
      eb('mails.state', 'in', states),
    ]);
  if (!(await trx.selectFrom('mails').select('id').where(isMeant).limit(1).executeTakeFirst())) return 0;
  const values = sql`'issueId', issue_id, 'state', state, 'attempts', attempts, 'createdAt', created_at,
    'smtpCode', smtp_code, 'smtpAnswer', smtp_answer`;
  let queued = 0;
  for await (const range of subscriberIdRanges(trx)) {
    const result = await trx
      .updateTable('mails')
      // Starts afresh, with another 48 hours of attempts.
      .set({ issueId: id, state: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at })
      .set({ smtpCode: null, smtpAnswer: null, reported: null, leaseOwner: null, leaseUntil: null })
      .$if(mayBeUndone, (mails) => mails.set({ earlierOutcome: jsonObjectSql(trx, values) }))
      .where(isMeant)
      .$if(isRetry, (mails) => mails.where(mayExist))
      .where('subscriberId', 'in', (eb) => eb.selectFrom('subscribers').select('id').where(isToGet(articleId, range)))
      .executeTakeFirst();
    queued += Number(result.numUpdatedRows);
  }
  return queued;
}

/** In a query on subscribers: those who are sent it, unless they have a mail about it. */
function isToGet(articleId: number | null, { from, to }: IdRange) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.and([
      isInAudience(articleId)(eb),
      eb.not(hadArticleInDigest(articleId)(eb)),
      eb('subscribers.id', '>=', from),
      eb('subscribers.id', '<=', to),
    ]);
}

/** Skips everyone who was still to get this issue; administrators see `why`. */
export async function skipQueuedDeliveries(trx: Db, issueId: number, why: string | null): Promise<void> {
  for await (const range of subscriberIdRanges(trx))
    await trx
      .updateTable('mails')
      .set({ state: 'skipped', smtpCode: null, smtpAnswer: why })
      .where(isMailOfIssue(issueId, range))
      .where('state', 'in', ['queued', 'retry', 'kept'])
      .execute();
}

/** In a query on mails: no answer or report said that there is no such address. */
export function mayExist(eb: ExpressionBuilder<Tables, 'mails'>) {
  const gone = eb.selectFrom('bounces').select('bounces.id').where('bounces.kind', '=', 'hard');
  return eb.not(eb.exists(gone.whereRef('bounces.messageId', '=', 'mails.messageId')));
}

/** In a query on mails: those of an issue to some subscribers. */
export function isMailOfIssue(issueId: number, { from, to }: IdRange) {
  return (eb: ExpressionBuilder<Tables, 'mails'>) =>
    eb.and([eb('mails.issueId', '=', issueId), eb('subscriberId', '>=', from), eb('subscriberId', '<=', to)]);
}
