/** Whether an issue is still being sent when one of its mails is due: it may be paused, held or unpublished since. */
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Timing } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';

/** Of the article of an issue, if that has one. */
export type Readable = { articleId?: number | null; isPublished: boolean | null; deletedAt: string | null };

/** Why an article is not mailed now; null while visitors can read it, and where there is none. */
export function unpublishedReason({ articleId, isPublished, deletedAt }: Readable): string | null {
  if (articleId === null) return null;
  if (deletedAt !== null) return newsletterAnswers.articleDeleted;
  return isPublished ? null : newsletterAnswers.articleOffline;
}

export type IssueStatus = 'sending' | 'waiting' | { unpublished: string };

/** Thousands of mails share one query. */
export const knownForMs = 100;

/** A probe goes out although its issue is held. */
export function createIssueStatus(
  db: Db,
  { elapsed }: Pick<Timing, 'elapsed'>,
): (issueId: number, isProbe: boolean) => Promise<IssueStatus> {
  const known = new Map<number, { until: number; status: Promise<IssueStatus> }>();
  return (issueId, isProbe) => {
    if (isProbe) return readIssueStatus(db, issueId, true);
    const last = known.get(issueId);
    if (last && elapsed() < last.until) return last.status;
    const status = readIssueStatus(db, issueId, false);
    known.set(issueId, { until: elapsed() + knownForMs, status });
    status.catch(() => known.delete(issueId));
    return status;
  };
}

async function readIssueStatus(db: Db, issueId: number, isProbe: boolean): Promise<IssueStatus> {
  const issue = await db
    .selectFrom('issues')
    .leftJoin('articles', 'articles.id', 'issues.articleId')
    .select(['issues.articleId', 'issues.state', 'issues.heldSince', 'issues.sendAfter'])
    .select(['articles.deletedAt', 'articles.isPublished'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return { unpublished: newsletterAnswers.articleDeleted };
  const unpublished = unpublishedReason(issue);
  if (unpublished !== null) return { unpublished };
  const mayGo = issue.state === 'sending' && issue.sendAfter === null;
  return mayGo && (isProbe || issue.heldSince === null) ? 'sending' : 'waiting';
}
