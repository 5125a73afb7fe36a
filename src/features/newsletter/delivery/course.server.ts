/** Whether an issue is still on its way when one of its mails comes up: it may have been paused, held or withdrawn meanwhile. */

import { whyWithdrawn } from '#features/newsletter/issues/withdrawing.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Db } from '#platform/db/db.ts';

/** `withdrawn` says why. */
export type Course = 'going' | 'waiting' | { withdrawn: string };

/** Thousands of mails need not ask one by one. */
export const knownForMs = 100;

/** A probe goes out although its issue is held. */
export function createCourse(db: Db): (issueId: number, isProbe: boolean) => Promise<Course> {
  const known = new Map<number, { until: number; course: Promise<Course> }>();
  return (issueId, isProbe) => {
    if (isProbe) return readCourse(db, issueId, true);
    const last = known.get(issueId);
    if (last && performance.now() < last.until) return last.course;
    const course = readCourse(db, issueId, false);
    known.set(issueId, { until: performance.now() + knownForMs, course });
    course.catch(() => known.delete(issueId));
    return course;
  };
}

async function readCourse(db: Db, issueId: number, isProbe: boolean): Promise<Course> {
  const issue = await db
    .selectFrom('issues')
    .innerJoin('articles', 'articles.id', 'issues.articleId')
    .select(['issues.state', 'issues.heldSince', 'articles.deletedAt', 'articles.isPublished'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return { withdrawn: newsletterAnswers.articleDeleted };
  const withdrawn = whyWithdrawn(issue);
  if (withdrawn !== null) return { withdrawn };
  return issue.state === 'sending' && (isProbe || issue.heldSince === null) ? 'going' : 'waiting';
}
