/** Whether an issue is still being sent when one of its mails is due: it may be paused, held or withdrawn since. */

import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Db } from '#platform/db/db.ts';

export type Readable = { isPublished: boolean; deletedAt: string | null };

/** Why an article is not mailed now; null while visitors can read it. */
export function whyWithdrawn(article: Readable): string | null {
  if (article.deletedAt !== null) return newsletterAnswers.articleDeleted;
  return article.isPublished ? null : newsletterAnswers.articleOffline;
}

/** `withdrawn` gives the reason. */
export type IssueStatus = 'sending' | 'waiting' | { withdrawn: string };

/** Thousands of mails share one query. */
export const knownForMs = 100;

/** A probe goes out although its issue is held. */
export function createIssueStatus(db: Db): (issueId: number, isProbe: boolean) => Promise<IssueStatus> {
  const known = new Map<number, { until: number; status: Promise<IssueStatus> }>();
  return (issueId, isProbe) => {
    if (isProbe) return readIssueStatus(db, issueId, true);
    const last = known.get(issueId);
    if (last && performance.now() < last.until) return last.status;
    const status = readIssueStatus(db, issueId, false);
    known.set(issueId, { until: performance.now() + knownForMs, status });
    status.catch(() => known.delete(issueId));
    return status;
  };
}

async function readIssueStatus(db: Db, issueId: number, isProbe: boolean): Promise<IssueStatus> {
  const issue = await db
    .selectFrom('issues')
    .innerJoin('articles', 'articles.id', 'issues.articleId')
    .select(['issues.state', 'issues.heldSince', 'articles.deletedAt', 'articles.isPublished'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return { withdrawn: newsletterAnswers.articleDeleted };
  const withdrawn = whyWithdrawn(issue);
  if (withdrawn !== null) return { withdrawn };
  return issue.state === 'sending' && (isProbe || issue.heldSince === null) ? 'sending' : 'waiting';
}
