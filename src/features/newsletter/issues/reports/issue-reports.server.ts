/** Reports on newsletters: counts by state, and why one is not being sent. */
import type { Selection } from 'kysely';
import { findSchedule } from '#features/articles/schedule/schedules.server.ts';
import { findLatestIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { pauseCause } from '#features/newsletter/delivery/mail-server/mail-trouble.server.ts';
import { isInAudience } from '#features/newsletter/delivery/queue/audience.server.ts';
import { mayExist } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { retryableStates } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailsTable, Tables } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, type Listed, type ListQuery, readLatest } from '#platform/http/list-pages.ts';
import type { ArticleNewsletter, IssueReport } from './issue-reports.schema.ts';
import { countNonexistentAddresses, countOutcomesSoFar } from './outcomes.server.ts';
import { whyIssueStopped, whyIssueWaits } from './why-issue-waits.server.ts';

type Issue = Selection<Tables, 'issues', (typeof columns)[number]>;

const columns = [
  'id',
  'kind',
  'articleId',
  'subject',
  'state',
  'pauseReason',
  'createdAt',
  'updatedAt',
  'serverPauseSince',
  'serverPauseReason',
  'sendAfter',
  'isArchived',
] as const;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** @throws NotFound */
export async function getIssueReport(context: Context, id: number): Promise<IssueReport> {
  const issue = await context.db.selectFrom('issues').select(columns).where('id', '=', id).executeTakeFirst();
  if (!issue) throw new NotFound('There is no such newsletter');
  return report(context, issue);
}

/** The latest report of an article, and how many have had it through any of its issues. @throws NotFound */
export async function readArticleNewsletter(context: Context, articleId: number): Promise<ArticleNewsletter> {
  const { db } = context;
  const latest = await findLatestIssue(db, articleId);
  const articles = db.selectFrom('articles').select(['title', 'isPublished']).where('id', '=', articleId);
  // What was sent is shown also while its article is in the bin.
  const article = await articles
    .$if(latest === null, (query) => query.where('deletedAt', 'is', null))
    .executeTakeFirst();
  if (!article) throw new NotFound('There is no such article');
  const sent = await countRows(db.selectFrom('mails').where('articleId', '=', articleId).where('state', '=', 'sent'));
  return { articleId, ...article, sent, report: latest && (await getIssueReport(context, latest.id)) };
}

export async function listIssueReports(
  context: Context,
  query: Omit<ListQuery, 'search'>,
): Promise<Listed<IssueReport>> {
  const { db } = context;
  const total = await countRows(db.selectFrom('issues'));
  const by = { createdAt: cursorParts.instant, id: cursorParts.id };
  const { shown: issues, nextCursor } = await readLatest(db.selectFrom('issues').select(columns), query, by);
  // One at a time, so that pages are served in between.
  const items = await Array.fromAsync(issues, (issue) => report(context, issue));
  return { items, total, nextCursor };
}

async function report({ db, config, clock }: Context, { serverPauseReason, ...issue }: Issue): Promise<IssueReport> {
  const { id, articleId, state, sendAfter, serverPauseSince } = issue;
  const progress = await countOutcomesSoFar(db, issue);
  const { counts, outcomes } = progress;
  const isMade = state !== 'cancelled';
  const again = retryableStates(articleId, config.smtpUrl).filter((one) => isMade && counts[one] > 0);
  const isGoing = state === 'sending' && sendAfter === null;
  return {
    ...issue,
    ...progress,
    pauseReason: serverPauseReason && serverPauseSince ? pauseCause(serverPauseReason) : issue.pauseReason,
    isOffSite: articleId !== null && !(await isOnSite(db, articleId)),
    gone: outcomes.bounced + counts.failed > 0 ? await countNonexistentAddresses(db, id) : 0,
    retryable: again.length > 0 ? await countOfServed(db, issue, again) : 0,
    resendable: isMade && counts.unknown > 0 ? await countOfServed(db, issue, ['unknown']) : 0,
    note: isGoing
      ? await whyIssueWaits(db, config, { ...issue, counts, serverPauseReason }, clock.now())
      : await whyIssueStopped(db, { id, state, counts }),
    ...(state === 'draft' && { schedule: await findSchedule(db, { issueId: id }) }),
  };
}

async function isOnSite(db: Db, articleId: number): Promise<boolean> {
  const articles = db.selectFrom('articles').where('id', '=', articleId).where('isPublished', '=', true);
  return (await countRows(articles.where('deletedAt', 'is', null))) > 0;
}

async function countOfServed(
  db: Db,
  { id, articleId }: Pick<Issue, 'id' | 'articleId'>,
  states: MailsTable['state'][],
): Promise<number> {
  const mails = db.selectFrom('mails').innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId');
  const served = mails.where('issueId', '=', id).where('mails.state', 'in', states).where(isInAudience(articleId));
  return countRows(served.where(mayExist));
}
